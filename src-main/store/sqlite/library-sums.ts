import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';

/** What a library took on the disk beyond its current files. */
export interface LibrarySum {
  readonly beyondBytes: number;
  readonly atSeconds: number;
}

/** The latest measurement of each library. */
export function createLibrarySumTable(db: Database) {
  // The library may have been purged meanwhile.
  const put = db.prepare(`
    INSERT OR REPLACE INTO library_sums (library_id, beyond_bytes, measured_at_s)
    SELECT id, :beyondBytes, :atSeconds FROM libraries WHERE id = :libraryId`);
  const find = db.prepare<[string], LibrarySum>(
    'SELECT beyond_bytes AS beyondBytes, measured_at_s AS atSeconds FROM library_sums WHERE library_id = ?',
  );

  return {
    /** Does nothing for a library that is gone. */
    put(libraryId: LibraryId, sum: LibrarySum): void {
      put.run({ libraryId, ...sum });
    },
    /** Undefined: never measured. */
    find(libraryId: LibraryId): LibrarySum | undefined {
      return find.get(libraryId);
    },
  };
}
