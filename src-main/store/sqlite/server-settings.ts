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

/** Keeps the retention time over the end of the process. */
export type RetentionTimeTable = ReturnType<typeof createRetentionTimeTable>;

export function createRetentionTimeTable(db: Database) {
  const select = db.prepare<[], RetentionTime>(`
    SELECT trusted_s AS trustedSeconds, wall_s AS wallSeconds, steady_s AS steadySeconds FROM retention_time`);
  const replace = db.prepare<[RetentionTime]>(`
    INSERT OR REPLACE INTO retention_time (one, trusted_s, wall_s, steady_s)
    VALUES (1, :trustedSeconds, :wallSeconds, :steadySeconds)`);
  return {
    /** Null before the first start. */
    find(): RetentionTime | null {
      return select.get() ?? null;
    },
    /** Throws the database's error. */
    save(time: RetentionTime): void {
      replace.run(time);
    },
  };
}
