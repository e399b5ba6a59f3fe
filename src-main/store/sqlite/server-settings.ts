import type { Database } from 'better-sqlite3';
import { FIRST_SCHEDULE, type RehearsalSchedule } from '../../core/history/rehearsal-picks.ts';
import { FIRST_KEEP_DAYS, type RetentionTime } from '../../core/history/retention.ts';

/** What holds for the whole server. */
export function createServerSettingsTable(db: Database) {
  const find = db.prepare<[], { keepDays: number; rehearsalSchedule: RehearsalSchedule }>(
    'SELECT default_keep_days AS keepDays, rehearses AS rehearsalSchedule FROM server_settings',
  );
  const putKeepDays = db.prepare<[number]>(
    `INSERT INTO server_settings (one, default_keep_days) VALUES (1, ?)
     ON CONFLICT DO UPDATE SET default_keep_days = excluded.default_keep_days`,
  );
  const putRehearsalSchedule = db.prepare<[number, string]>(
    `INSERT INTO server_settings (one, default_keep_days, rehearses) VALUES (1, ?, ?)
     ON CONFLICT DO UPDATE SET rehearses = excluded.rehearses`,
  );
  return {
    /** Retention of new libraries; everything until an administrator sets one. */
    defaultKeepDays(): number {
      return find.get()?.keepDays ?? FIRST_KEEP_DAYS;
    },
    setDefaultKeepDays(keepDays: number): void {
      putKeepDays.run(keepDays);
    },
    /** How often a restore from the backup is rehearsed. */
    rehearsalSchedule(): RehearsalSchedule {
      return find.get()?.rehearsalSchedule ?? FIRST_SCHEDULE;
    },
    setRehearsalSchedule(schedule: RehearsalSchedule): void {
      putRehearsalSchedule.run(FIRST_KEEP_DAYS, schedule);
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
