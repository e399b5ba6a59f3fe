import type { Database } from 'better-sqlite3';
import type { RetentionTime } from '../../core/history/retention.ts';

const KEEP_EVERYTHING = -1;

/** What holds for the whole server. */
export type ServerSettingsTable = ReturnType<typeof createServerSettingsTable>;

export function createServerSettingsTable(db: Database) {
  const find = db.prepare<[], { default_keep_days: number }>('SELECT default_keep_days FROM server_settings');
  const put = db.prepare<[number]>(
    'INSERT OR REPLACE INTO server_settings (one, default_keep_days) VALUES (1, ?)',
  );
  return {
    /** Retention of new libraries; everything until an administrator sets one. */
    defaultKeepDays(): number {
      return find.get()?.default_keep_days ?? KEEP_EVERYTHING;
    },
    setDefaultKeepDays(keepDays: number): void {
      put.run(keepDays);
    },
  };
}

interface RetentionRow {
  trusted_s: number;
  wall_s: number;
  steady_s: number;
}

/** Keeps the retention time over the end of the process. */
export type RetentionTimeTable = ReturnType<typeof createRetentionTimeTable>;

export function createRetentionTimeTable(db: Database) {
  const select = db.prepare<[], RetentionRow>('SELECT trusted_s, wall_s, steady_s FROM retention_time');
  const replace = db.prepare<[RetentionRow]>(
    'INSERT OR REPLACE INTO retention_time (one, trusted_s, wall_s, steady_s) VALUES (1, :trusted_s, :wall_s, :steady_s)',
  );
  return {
    /** Null before the first start. */
    find(): RetentionTime | null {
      const row = select.get();
      if (row === undefined) return null;
      return { trustedSeconds: row.trusted_s, wallSeconds: row.wall_s, steadySeconds: row.steady_s };
    },
    /** Throws the database's error. */
    save({ trustedSeconds, wallSeconds, steadySeconds }: RetentionTime): void {
      replace.run({ trusted_s: trustedSeconds, wall_s: wallSeconds, steady_s: steadySeconds });
    },
  };
}
