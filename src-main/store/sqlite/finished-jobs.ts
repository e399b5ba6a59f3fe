import type { Database } from 'better-sqlite3';

/** A background job that is over. */
export interface FinishedJobRow {
  readonly id: string;
  readonly kind: string;
  readonly state: 'done' | 'canceled' | 'failed';
  readonly startedBy: string;
  readonly startedAtSeconds: number;
  readonly endedAtSeconds: number;
  /** JSON. */
  readonly outcome: string;
}

/** The last background jobs. Each verb is one statement. */
export function createFinishedJobTable(db: Database) {
  const insert = db.prepare<[FinishedJobRow]>(
    `INSERT INTO finished_jobs (id, kind, state, started_by, started_at_s, ended_at_s, outcome)
     VALUES (:id, :kind, :state, :startedBy, :startedAtSeconds, :endedAtSeconds, :outcome)`,
  );
  // In the order of their ends, rather than by time: clocks are set back, and several may end in one second.
  // The last of each kind says when something was done at all, however often others ran since.
  const forget = db.prepare<[number]>(
    `DELETE FROM finished_jobs WHERE id NOT IN (SELECT id FROM finished_jobs ORDER BY rowid DESC LIMIT ?)
       AND rowid NOT IN (SELECT max(rowid) FROM finished_jobs WHERE state = 'done' GROUP BY kind)`,
  );
  const columns =
    'id, kind, state, started_by AS startedBy, started_at_s AS startedAtSeconds, ended_at_s AS endedAtSeconds, outcome';
  const newest = db.prepare<[number], FinishedJobRow>(
    `SELECT ${columns} FROM finished_jobs ORDER BY rowid DESC LIMIT ?`,
  );
  const lastOf = db.prepare<{ kind: string; state: string | null }, FinishedJobRow>(
    `SELECT ${columns} FROM finished_jobs WHERE kind = :kind AND (:state IS NULL OR state = :state)
     ORDER BY rowid DESC LIMIT 1`,
  );

  return {
    add(job: FinishedJobRow): void {
      insert.run(job);
    },
    /** Keeps the newest, and the last of each kind that was done. */
    keepNewest(count: number): void {
      forget.run(count);
    },
    /** The last of a kind, or of those that ended so; null: none is on record. */
    lastOf(kind: string, state: FinishedJobRow['state'] | null = null): FinishedJobRow | null {
      return lastOf.get({ kind, state }) ?? null;
    },
    /** Latest end first. */
    newest(limit: number): FinishedJobRow[] {
      return newest.all(limit);
    },
  };
}
