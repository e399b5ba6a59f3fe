import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const PAPERS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const PHOTOS = '22222222-2222-4222-8222-222222222222' as LibraryId;
const ANNA = { kind: 'user', email: 'anna@example.com' } as const;

let db: ReturnType<typeof memoryDatabase>;
let tables: Tables;

beforeEach(() => {
  db = memoryDatabase();
  tables = tablesOf(db);
  for (const id of [PAPERS, PHOTOS]) addLibraryRecord(db, id);
});

const remove = (id: LibraryId, atSeconds: number) =>
  db.prepare('UPDATE libraries SET deleted_at_s = ? WHERE id = ?').run(atSeconds, id);

describe('deleted libraries', () => {
  it('are listed by the newest deletion, and found by their owner', () => {
    remove(PAPERS, 100);
    remove(PHOTOS, 200);
    const { deletedLibraryTable } = tables;
    expect(deletedLibraryTable.page(10, 0).map(({ id }) => id)).toEqual([PHOTOS, PAPERS]);
    expect(deletedLibraryTable.page(1, 1)).toMatchObject([{ id: PAPERS, deletedAtSeconds: 100 }]);
    expect(deletedLibraryTable.ownedBy(ANNA)).toHaveLength(2);
    expect(deletedLibraryTable.ownedBy({ kind: 'department', groupId: 1 })).toEqual([]);
  });

  it('come back as normal libraries that keep everything, and only while they are deleted', () => {
    const { deletedLibraryTable, libraryTable } = tables;
    db.prepare("UPDATE libraries SET status = 'read-only', keep_days = 3 WHERE id = ?").run(PAPERS);
    expect(deletedLibraryTable.restore(PAPERS)).toBe(false);
    remove(PAPERS, 100);
    expect(deletedLibraryTable.restore(PAPERS)).toBe(true);
    expect(libraryTable.find(PAPERS)).toMatchObject({ status: 'normal', keepDays: -1 });
    expect(deletedLibraryTable.find(PAPERS)).toBe(null);
  });

  it('are never found again once they are purged, and leave nothing but their tombstone', async () => {
    const { deletedLibraryTable } = tables;
    remove(PAPERS, 100);
    deletedLibraryTable.bury(PAPERS, 300);
    expect([deletedLibraryTable.find(PAPERS), deletedLibraryTable.restore(PAPERS)]).toEqual([null, false]);
    await deletedLibraryTable.removeRecords(PAPERS);
    await deletedLibraryTable.removeRecords(PHOTOS);
    expect(db.prepare('SELECT id FROM libraries').pluck().all()).toEqual([PHOTOS]);
    expect([deletedLibraryTable.isPurged(PAPERS), deletedLibraryTable.purgedIds()]).toEqual([true, [PAPERS]]);
  });

  it('take their folder libraries along', async () => {
    const { deletedLibraryTable } = tables;
    db.prepare("UPDATE libraries SET origin_id = ?, origin_path = '/a' WHERE id = ?").run(PAPERS, PHOTOS);
    deletedLibraryTable.bury(PAPERS, 300);
    expect(deletedLibraryTable.isPurged(PHOTOS)).toBe(true);
    await deletedLibraryTable.removeRecords(PAPERS);
    expect(db.prepare('SELECT count(*) FROM libraries').pluck().get()).toBe(0);
  });
});

describe('a library on its way here', () => {
  it('is not found before it has arrived, and is no purged one', () => {
    const { importingLibraries, libraryTable, deletedLibraryTable } = tables;
    importingLibraries.hide(PAPERS);
    expect([libraryTable.find(PAPERS), deletedLibraryTable.find(PAPERS)]).toEqual([null, null]);
    expect([importingLibraries.has(PAPERS), deletedLibraryTable.isPurged(PAPERS)]).toEqual([true, false]);
    expect(deletedLibraryTable.purgedIds()).toEqual([PAPERS]);
    expect([importingLibraries.arrive(PAPERS), importingLibraries.arrive(PAPERS)]).toEqual([true, false]);
    expect(libraryTable.find(PAPERS)?.id).toBe(PAPERS);
  });

  it('frees its id when it does not arrive, which a purged one never does', async () => {
    const { importingLibraries, deletedLibraryTable } = tables;
    importingLibraries.hide(PAPERS);
    await deletedLibraryTable.removeRecords(PAPERS);
    deletedLibraryTable.bury(PHOTOS, 300);
    for (const id of [PAPERS, PHOTOS]) importingLibraries.forget(id);
    expect(deletedLibraryTable.purgedIds()).toEqual([PHOTOS]);
  });
});
