import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId, ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { createLibraryTable } from '../../../../src-main/store/sqlite/libraries.ts';
import {
  createTrashTable,
  type TrashItem,
  type TrashPageRequest,
} from '../../../../src-main/store/sqlite/trash.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const ALL: TrashPageRequest = { after: null, sinceSeconds: 0, path: '/', limit: 100 };

function deleted(path: string, fields: Partial<TrashItem> = {}): Omit<TrashItem, 'trashId'> {
  return {
    path,
    isDir: false,
    objectId: 'f'.repeat(40) as ObjectId,
    sizeBytes: 3,
    deletedAtSeconds: 100,
    deletedBy: 'anna@example.com',
    commitId: 'a'.repeat(40) as CommitId,
    ...fields,
  };
}

function trashOf(...items: Omit<TrashItem, 'trashId'>[]) {
  const db = memoryDatabase();
  addLibraryRecord(db, LIBRARY);
  const trashTable = createTrashTable(db);
  for (const item of items) trashTable.add(LIBRARY, [item]);
  const paths = (request: Partial<TrashPageRequest> = {}) =>
    trashTable.page(LIBRARY, { ...ALL, ...request }).map(({ path }) => path);
  return { trashTable, libraryTable: createLibraryTable(db), paths };
}

describe('the trash on record', () => {
  it('is listed newest deletion first, later ones of one second before earlier ones', () => {
    const { trashTable } = trashOf(deleted('/a'), deleted('/b', { deletedAtSeconds: 200 }), deleted('/c'));
    const items = trashTable.page(LIBRARY, ALL);
    expect(items.map(({ path, trashId }) => [path, trashId])).toEqual([
      ['/b', 2],
      ['/c', 3],
      ['/a', 1],
    ]);
    expect(items[2]).toEqual({ trashId: 1, ...deleted('/a') });
  });

  it('goes on behind a place, and begins at a time', () => {
    const { paths } = trashOf(deleted('/a'), deleted('/b'), deleted('/c', { deletedAtSeconds: 200 }));
    expect(paths({ limit: 2 })).toEqual(['/c', '/b']);
    expect(paths({ after: { deletedAtSeconds: 100, trashId: 2 } })).toEqual(['/a']);
    expect(paths({ sinceSeconds: 101 })).toEqual(['/c']);
    expect(paths({ sinceSeconds: 100 })).toEqual(['/c', '/b', '/a']);
  });

  it('is listed below one folder, not beside it', () => {
    const { paths, trashTable } = trashOf(
      ...[deleted('/d/a'), deleted('/d/e/b'), deleted('/d', { isDir: true }), deleted('/d!'), deleted('/da')],
    );
    expect(paths({ path: '/d' }).sort()).toEqual(['/d/a', '/d/e/b']);
    const inside = trashTable.inside(LIBRARY, '/d', { after: null, limit: 10 });
    expect(inside.map(({ path }) => path)).toEqual(['/d/a', '/d/e/b']);
    const [first = null] = trashTable.inside(LIBRARY, '/d', { after: null, limit: 1 });
    expect(trashTable.inside(LIBRARY, '/d', { after: first, limit: 1 })).toEqual(inside.slice(1));
    expect(trashTable.inside(LIBRARY, '/d', { after: inside.at(-1) ?? null, limit: 1 })).toEqual([]);
  });

  it('lists the last deletion of a path alone, a file and a folder apart', () => {
    const { trashTable } = trashOf(
      deleted('/a'),
      deleted('/a', { isDir: true, deletedAtSeconds: 200 }),
      deleted('/a', { deletedAtSeconds: 300 }),
    );
    const times = trashTable.page(LIBRARY, ALL).map((item) => [item.deletedAtSeconds, item.isDir]);
    expect(times).toEqual([
      [300, false],
      [200, true],
    ]);
  });

  it('no longer lists what is back', () => {
    const { trashTable, paths } = trashOf(deleted('/a'), deleted('/b'), deleted('/a', { isDir: true }));
    trashTable.unlistPaths(LIBRARY, [{ path: '/a', isDir: false }]);
    expect(paths()).toEqual(['/a', '/b']);
    trashTable.unlist(2);
    expect(trashTable.page(LIBRARY, ALL)).toMatchObject([{ path: '/a', isDir: true }]);
  });

  it('no longer lists what was cleared: a deletion and all before it', () => {
    const { libraryTable, paths, trashTable } = trashOf(
      ...[deleted('/old', { deletedAtSeconds: 50 }), deleted('/a'), deleted('/b')],
    );
    libraryTable.clearTrash(LIBRARY, 100, 2);
    expect(paths()).toEqual(['/b']);
    trashTable.add(LIBRARY, [deleted('/c')]);
    expect(paths()).toEqual(['/c', '/b']);
  });

  it('lists what is deleted after clearing, also when what was cleared was dated ahead', () => {
    const { libraryTable, paths, trashTable } = trashOf(deleted('/a', { deletedAtSeconds: 103 }));
    libraryTable.clearTrash(LIBRARY, 103, 1);
    trashTable.add(LIBRARY, [deleted('/b', { deletedAtSeconds: 101 })]);
    expect(paths()).toEqual(['/b']);
  });

  it('takes a hundred deletions at once, and lists earlier ones of the same paths no more', () => {
    const paths = Array.from({ length: 100 }, (_, at) => `/${at}`);
    const { trashTable } = trashOf(deleted('/7', { deletedAtSeconds: 50 }), deleted('/8', { isDir: true }));
    trashTable.add(
      LIBRARY,
      paths.map((path) => deleted(path, { deletedAtSeconds: 60 })),
    );
    const listed = trashTable.page(LIBRARY, { ...ALL, limit: 200 });
    expect(listed).toHaveLength(101);
    expect(listed.filter(({ path }) => path === '/7')).toMatchObject([{ deletedAtSeconds: 60 }]);
    expect(listed.filter(({ path }) => path === '/8')).toMatchObject([{ isDir: true }, { isDir: false }]);
  });

  it('knows its newest deletion at or before a time', () => {
    const { trashTable } = trashOf(deleted('/a'), deleted('/b'), deleted('/c', { deletedAtSeconds: 200 }));
    expect(trashTable.newest(LIBRARY, 199)).toMatchObject({ path: '/b' });
    expect(trashTable.newest(LIBRARY, 200)).toMatchObject({ path: '/c' });
    expect(trashTable.newest(LIBRARY, 99)).toBe(null);
  });

  it('knows the newest and the oldest deletion of every library up to and from a time', () => {
    const { trashTable } = trashOf(deleted('/a'), deleted('/b', { deletedAtSeconds: 200 }), deleted('/c'));
    expect([...trashTable.newestTimes(250)]).toEqual([[LIBRARY, 200]]);
    expect([...trashTable.newestTimes(199)]).toEqual([[LIBRARY, 100]]);
    expect([...trashTable.newestTimes(99)]).toEqual([]);
    expect([...trashTable.oldestTimes(0)]).toEqual([[LIBRARY, 100]]);
    expect([...trashTable.oldestTimes(101)]).toEqual([[LIBRARY, 200]]);
    expect([...trashTable.oldestTimes(201)]).toEqual([]);
  });
});
