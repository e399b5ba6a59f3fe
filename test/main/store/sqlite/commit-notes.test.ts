import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createCommitNoteTable } from '../../../../src-main/store/sqlite/commit-notes.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const BY = { notedBy: 'anna@example.com', notedAtSeconds: 5 };

it('a commit has one note, in its own library only, which goes with the library', () => {
  const db = memoryDatabase();
  addLibraryRecord(db, LIBRARY);
  addLibraryRecord(db, OTHER);
  const notes = createCommitNoteTable(db);
  notes.put(LIBRARY, { seq: 2, note: 'first', ...BY });
  notes.put(LIBRARY, { seq: 2, note: 'second', ...BY });
  notes.put(LIBRARY, { seq: 3, note: 'third', ...BY });
  expect(notes.of(LIBRARY)).toEqual([
    { seq: 3, note: 'third', ...BY },
    { seq: 2, note: 'second', ...BY },
  ]);
  expect([notes.find(LIBRARY, 2), notes.find(OTHER, 2), notes.count(LIBRARY)]).toEqual(['second', '', 2]);
  notes.remove(LIBRARY, 2);
  expect(notes.find(LIBRARY, 2)).toBe('');
  db.prepare('DELETE FROM libraries WHERE id = ?').run(LIBRARY);
  expect(db.prepare('SELECT count(*) FROM commit_notes').pluck().get()).toBe(0);
});
