import { describe, expect, it } from 'vitest';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createFolderJournalTable } from '../../../../src-main/store/sqlite/folder-journal.ts';
import { createLinkedFolderTable } from '../../../../src-main/store/sqlite/linked-folders.ts';
import { memoryDatabase } from '../../../support/database.ts';

function journalWith(db = memoryDatabase()) {
  createLinkedFolderTable(db).add({
    ...{ id: 'a' as LinkedFolderId, libraryId: '11111111-1111-4111-8111-111111111111' as LibraryId },
    ...{ path: '/a', authorEmail: 'anna@example.com', rootDevice: 1, rootInode: 1, createdAtSeconds: 100 },
  });
  return { db, journal: createFolderJournalTable(db) };
}

describe('paths that wait, on record', () => {
  it('keep why by its code and values, and the time since when', () => {
    const { journal } = journalWith();
    const pending = { path: 'a.txt', reason: 'name', sinceSeconds: 7 } as const;
    const said = { code: 'sameToDisk', values: { what: 'A "b" {c}.txt' } } as const;
    journal.putPending(1, [{ ...pending, said }]);
    journal.putPending(1, [{ ...pending, said, sinceSeconds: 9 }]);
    expect(journal.pending(1)).toEqual([{ ...pending, said }]);
  });

  it('are told as an earlier version put them there', () => {
    const { db, journal } = journalWith();
    db.prepare(
      "INSERT INTO folder_pending (folder_key, path, reason, message, since_s) VALUES (1, 'a', 'held', 'ask', 7)",
    ).run();
    expect(journal.pending(1)).toMatchObject([{ said: { code: 'asItIs', values: { what: 'ask' } } }]);
  });
});
