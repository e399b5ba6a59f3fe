import type { Database } from 'better-sqlite3';

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
