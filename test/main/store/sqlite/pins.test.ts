import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createPinTable } from '../../../../src-main/store/sqlite/pins.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const BY_ANNA = { pinnedBy: 'anna@example.com', pinnedAtSeconds: 5 };

it('a commit is pinned once, keeps who pinned it first, and goes with its library', () => {
  const db = memoryDatabase();
  addLibraryRecord(db, LIBRARY);
  addLibraryRecord(db, OTHER);
  const pins = createPinTable(db);
  pins.put(LIBRARY, { seq: 2, name: 'draft', ...BY_ANNA });
  pins.put(LIBRARY, { seq: 3, name: 'sent', ...BY_ANNA });
  pins.put(LIBRARY, { seq: 2, name: 'first draft', pinnedBy: 'bert@example.com', pinnedAtSeconds: 9 });
  expect(pins.of(LIBRARY)).toEqual([
    { seq: 3, name: 'sent', ...BY_ANNA },
    { seq: 2, name: 'first draft', ...BY_ANNA },
  ]);
  expect([pins.has(LIBRARY, 2), pins.has(OTHER, 2)]).toEqual([true, false]);
  pins.remove(LIBRARY, 2);
  expect(pins.has(LIBRARY, 2)).toBe(false);
  db.prepare('DELETE FROM libraries WHERE id = ?').run(LIBRARY);
  expect(db.prepare('SELECT count(*) FROM pinned_commits').pluck().get()).toBe(0);
});
