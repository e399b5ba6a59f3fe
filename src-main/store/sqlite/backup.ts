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
  /** Whether it was in memory then, and is gone after a restart. */
  readonly isInMemory: boolean;
}

/** Where the backup is kept: one row at most. Each verb is one statement. */
export function createBackupTable(db: Database) {
  const find = db.prepare<[], StoredRow>(`
    SELECT folder, is_daily AS isDaily, succeeded_at_s AS succeededAtSeconds, copied_files AS copiedFiles,
      copied_bytes AS copiedBytes, failing_since_s AS failingSinceSeconds, failure, on_data_disk AS isOnSameDisk,
      in_memory AS isInMemory
    FROM backup`);
  const put = db.prepare<[StoredRow]>(
    `INSERT OR REPLACE INTO backup
       (one, folder, is_daily, succeeded_at_s, copied_files, copied_bytes, failing_since_s, failure, on_data_disk,
        in_memory)
     VALUES (1, :folder, :isDaily, :succeededAtSeconds, :copiedFiles, :copiedBytes, :failingSinceSeconds, :failure,
       :isOnSameDisk, :isInMemory)`,
  );
  const remove = db.prepare('DELETE FROM backup');
  const oldest = db.prepare<[], { at: number | null }>('SELECT min(created_at_s) AS at FROM libraries');

  return {
    /** Null: no folder was named. */
    find(): BackupRow | null {
      const row = find.get();
      if (row === undefined) return null;
      const { isDaily, isOnSameDisk, isInMemory } = row;
      return {
        ...row,
        isDaily: isDaily === 1,
        isInMemory: isInMemory === 1,
        isOnSameDisk: isOnSameDisk === null ? null : isOnSameDisk === 1,
      };
    },
    put(row: BackupRow): void {
      const { isDaily, isOnSameDisk, isInMemory } = row;
      put.run({
        ...row,
        isDaily: Number(isDaily),
        isInMemory: Number(isInMemory),
        isOnSameDisk: isOnSameDisk === null ? null : Number(isOnSameDisk),
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

/** Columns by the names of the fields; SQLite has no flags but numbers. */
type StoredRow = Omit<BackupRow, 'isDaily' | 'isOnSameDisk' | 'isInMemory'> & {
  readonly isDaily: number;
  readonly isInMemory: number;
  readonly isOnSameDisk: number | null;
};
