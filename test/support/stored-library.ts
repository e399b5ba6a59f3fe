import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../src-main/core/objects/object-id.ts';
import { createLibraryTable } from '../../src-main/store/sqlite/libraries.ts';
import type { Database } from '../../src-main/store/sqlite/open.ts';

/** Puts the bare record of a library into a database, for tests of what hangs on one. */
export function addLibraryRecord(db: Database, id: LibraryId): void {
  createLibraryTable(db).insert({
    id,
    name: 'Papers',
    description: '',
    owner: { kind: 'user', email: 'anna@example.com' },
    headId: 'a'.repeat(40) as CommitId,
    rootId: EMPTY_ID,
    headSeq: 1,
    sizeBytes: 0,
    fileCount: 0,
    updatedAtSeconds: 100,
    modifierEmail: 'anna@example.com',
    status: 'normal',
    encryption: null,
    keepDays: -1,
    historyFromSeconds: 0,
    retainedFromSeq: 1,
    createdAtSeconds: 100,
  });
}
