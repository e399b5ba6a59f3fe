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
export type FinishedJobTable = ReturnType<typeof createFinishedJobTable>;

export function createFinishedJobTable(db: Database) {
  const insert = db.prepare<[JobRow]>(
    `INSERT INTO finished_jobs (id, kind, state, started_by, started_at_s, ended_at_s, outcome)
     VALUES (:id, :kind, :state, :started_by, :started_at_s, :ended_at_s, :outcome)`,
  );
  // The last of each kind says when something was done at all, however often others ran since.
  const forget = db.prepare<[number]>(
    `DELETE FROM finished_jobs WHERE id NOT IN (SELECT id FROM finished_jobs ORDER BY ended_at_s DESC, id LIMIT ?)
       AND rowid NOT IN (SELECT max(rowid) FROM finished_jobs WHERE state = 'done' GROUP BY kind)`,
  );
  const newest = db.prepare<[number], JobRow>(
    'SELECT * FROM finished_jobs ORDER BY ended_at_s DESC, rowid DESC LIMIT ?',
  );

  return {
    add(job: FinishedJobRow): void {
      insert.run({
        id: job.id,
        kind: job.kind,
        state: job.state,
        started_by: job.startedBy,
        started_at_s: job.startedAtSeconds,
        ended_at_s: job.endedAtSeconds,
        outcome: job.outcome,
      });
    },
    /** Keeps the newest, and the last of each kind that was done. */
    keepNewest(count: number): void {
      forget.run(count);
    },
    /** Newest end first. */
    newest(limit: number): FinishedJobRow[] {
      return newest.all(limit).map((row) => ({
        id: row.id,
        kind: row.kind,
        state: row.state,
        startedBy: row.started_by,
        startedAtSeconds: row.started_at_s,
        endedAtSeconds: row.ended_at_s,
        outcome: row.outcome,
      }));
    },
  };
}

interface JobRow {
  id: string;
  kind: string;
  state: FinishedJobRow['state'];
  started_by: string;
  started_at_s: number;
  ended_at_s: number;
  outcome: string;
}
