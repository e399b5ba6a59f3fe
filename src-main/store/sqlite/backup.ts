import type { Database } from 'better-sqlite3';

/** The backup that is kept, and how its last try went. */
export interface BackupRow {
  /** Absolute path. */
  readonly folder: string;
  readonly isDaily: boolean;
  /** 0: never in this folder. */
  readonly succeededAtSeconds: number;
  /** What the last success had to copy. */
  readonly copiedFiles: number;
  readonly copiedBytes: number;
  /** When the first try failed since then; 0: the last one did not. */
  readonly failingSinceSeconds: number;
  /** JSON of why the last try failed; empty: it did not. */
  readonly failure: string;
  /** Whether the folder is on the disk of the data, when it was seen last; null: it never was. */
  readonly isOnSameDisk: boolean | null;
}

/** Where the backup is kept: one row at most. Each verb is one statement. */
export type BackupTable = ReturnType<typeof createBackupTable>;

export function createBackupTable(db: Database) {
  const find = db.prepare<[], StoredRow>('SELECT * FROM backup');
  const put = db.prepare<[Omit<StoredRow, 'one'>]>(
    `INSERT OR REPLACE INTO backup
       (one, folder, is_daily, succeeded_at_s, copied_files, copied_bytes, failing_since_s, failure, on_data_disk)
     VALUES (1, :folder, :is_daily, :succeeded_at_s, :copied_files, :copied_bytes, :failing_since_s, :failure,
       :on_data_disk)`,
  );
  const remove = db.prepare('DELETE FROM backup');
  const oldest = db.prepare<[], { at: number | null }>('SELECT min(created_at_s) AS at FROM libraries');

  return {
    /** Null: no folder was named. */
    find(): BackupRow | null {
      const row = find.get();
      if (row === undefined) return null;
      return {
        folder: row.folder,
        isDaily: row.is_daily === 1,
        succeededAtSeconds: row.succeeded_at_s,
        copiedFiles: row.copied_files,
        copiedBytes: row.copied_bytes,
        failingSinceSeconds: row.failing_since_s,
        failure: row.failure,
        isOnSameDisk: row.on_data_disk === null ? null : row.on_data_disk === 1,
      };
    },
    put(row: BackupRow): void {
      put.run({
        folder: row.folder,
        is_daily: row.isDaily ? 1 : 0,
        succeeded_at_s: row.succeededAtSeconds,
        copied_files: row.copiedFiles,
        copied_bytes: row.copiedBytes,
        failing_since_s: row.failingSinceSeconds,
        failure: row.failure,
        on_data_disk: row.isOnSameDisk === null ? null : Number(row.isOnSameDisk),
      });
    },
    remove(): void {
      remove.run();
    },
    /** When the oldest library was made that there is; 0: there is none. */
    dataSinceSeconds(): number {
      return oldest.get()?.at ?? 0;
    },
  };
}

interface StoredRow {
  one: number;
  folder: string;
  is_daily: number;
  succeeded_at_s: number;
  copied_files: number;
  copied_bytes: number;
  failing_since_s: number;
  failure: string;
  on_data_disk: number | null;
}
