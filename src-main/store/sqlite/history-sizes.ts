import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';

/** What a library took on the disk beyond its current files: what pages call the size of its history. */
export interface HistorySize {
  readonly bytes: number;
  readonly atSeconds: number;
}

/** The latest measurement of each library. */
export function createHistorySizeTable(db: Database) {
  // The library may have been purged meanwhile.
  const put = db.prepare(`
    INSERT OR REPLACE INTO history_sizes (library_id, bytes, measured_at_s)
    SELECT id, :bytes, :atSeconds FROM libraries WHERE id = :libraryId`);
  const find = db.prepare<[string], HistorySize>(
    'SELECT bytes, measured_at_s AS atSeconds FROM history_sizes WHERE library_id = ?',
  );

  return {
    /** Does nothing for a library that is gone. */
    put(libraryId: LibraryId, size: HistorySize): void {
      put.run({ libraryId, ...size });
    },
    /** Undefined: never measured. */
    find(libraryId: LibraryId): HistorySize | undefined {
      return find.get(libraryId);
    },
  };
}
