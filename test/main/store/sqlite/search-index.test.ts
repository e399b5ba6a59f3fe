import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { createSearchIndexTable } from '../../../../src-main/store/sqlite/search-index.ts';
import { memoryDatabase } from '../../../support/database.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const STATES = ['now', 'renamed', 'deleted', 'other text'];

function indexed(itemsMax = 100) {
  const db = memoryDatabase();
  const index = createSearchIndexTable(db, itemsMax);
  index.begin(LIBRARY);
  const record = () => {
    const found = index.find(LIBRARY);
    if (found === null) throw new Error('a record expected');
    return found;
  };
  const { key } = record();
  const file = (path: string) => ({ key, path, isDir: false });
  const add = (path: string, seq = 1, textKey: number | null = null) =>
    index.add(file(path), seq, () => textKey);
  const folderKey = (path: string) =>
    index.foldersFrom(key, path, { after: '', limit: 1 })[0]?.folderKey ?? 0;
  /** Each item, and since or until which commit. */
  const rows = () =>
    db
      .prepare<[], { path: string; name: string; state: number; seq: number; ended: number | null }>(`
        SELECT path, name, state, seq, ended_seq AS ended FROM search_items JOIN search_folders USING (folder_key)
        ORDER BY path, name, state`)
      .all()
      .map(({ path, name, state, seq, ended }) => [
        `${path === '/' ? '' : path}/${name}`,
        STATES[state],
        seq,
        ended,
      ]);
  return { db, index, record, key, file, add, folderKey, rows };
}

describe('how far a library is in the index', () => {
  it('begins with nothing, and goes on by steps and commits', () => {
    const { index, record, key } = indexed();
    const begun = { key, libraryId: LIBRARY, seq: 0, rootId: EMPTY_ID, step: 0, itemCount: 0 };
    expect(record()).toEqual({ ...begun, hasLeftOut: false, isLetGo: false });
    index.setStep(key, 7);
    expect(record().step).toBe(7);
    const rootId = 'a'.repeat(40) as ObjectId;
    index.advance(key, { seq: 3, rootId });
    expect(record()).toMatchObject({ seq: 3, rootId, step: 0 });
  });

  it('is begun anew at once, under another key, while what is let go of is still there', () => {
    const { index, record, key } = indexed();
    index.letGo(key);
    expect(index.find(LIBRARY)).toBe(null);
    index.begin(LIBRARY);
    expect(record().key).not.toBe(key);
    index.erase(record().key);
    expect(index.all().map(({ isLetGo }) => isLetGo)).toEqual([true, false]);
    expect(index.find(LIBRARY)).toBe(null);
  });
});

describe('items of the index', () => {
  it('are added once, and files of them counted', () => {
    const { index, record, key, add, rows } = indexed();
    index.add({ key, path: '/d', isDir: true }, 1, () => null);
    expect([add('/d/a', 1), add('/d/a', 2)]).toEqual([true, true]);
    expect(rows()).toEqual([
      ['/d', 'now', 1, null],
      ['/d/a', 'now', 1, null],
    ]);
    expect(record().itemCount).toBe(1);
  });

  it('are left out where there is no room, which is on record, and asks for no text', () => {
    const { index, record, key, add, file } = indexed(2);
    expect([add('/a'), index.room(key), record().hasLeftOut]).toEqual([true, 1, false]);
    add('/b');
    const asked = () => {
      throw new Error('a text was asked for');
    };
    expect([index.add(file('/c'), 1, asked), index.room(key), record().hasLeftOut]).toEqual([false, 0, true]);
  });

  it('that were are counted, and never refused', () => {
    const { index, record, key, add, file } = indexed(1);
    add('/a');
    index.rename(file('/a'), '/b', { lastSeq: 1, endedSeq: 2 });
    expect([index.room(key), record().itemCount]).toEqual([-1, 1]);
  });

  it('keep what they were: another name, another text, or all of it', () => {
    const { index, record, add, file, rows } = indexed();
    add('/draft', 1, 1);
    index.rename(file('/draft'), '/docs/final', { lastSeq: 1, endedSeq: 2 });
    index.modify(file('/docs/final'), { lastSeq: 2, endedSeq: 3 }, 2);
    index.modify(file('/docs/final'), { lastSeq: 3, endedSeq: 4 }, 2);
    index.remove(file('/docs/final'), { lastSeq: 4, endedSeq: 5 });
    expect(rows()).toEqual([
      ['/draft', 'renamed', 1, 2],
      ['/docs/final', 'deleted', 4, 5],
      ['/docs/final', 'other text', 2, 3],
    ]);
    expect(record().itemCount).toBe(0);
  });

  it('that are not live are left as they are', () => {
    const { index, key, add, file, rows } = indexed();
    add('/a');
    const ending = { lastSeq: 1, endedSeq: 2 };
    index.remove({ key, path: '/a', isDir: true }, ending);
    index.modify(file('/none'), ending, 1);
    index.rename(file('/none'), '/b', ending);
    expect(rows()).toEqual([['/a', 'now', 1, null]]);
  });
});

describe('folders of the index', () => {
  it('are listed from one down by their paths, without those beside it, a page at a time', () => {
    const { index, key, add } = indexed();
    for (const path of ['/x', '/d/x', '/d/e/x', '/d/a/x', '/d!/x', '/da/x']) add(path);
    const paths = (path: string, after: string, limit: number) =>
      index.foldersFrom(key, path, { after, limit }).map((folder) => folder.path);
    expect(paths('/d', '', 2)).toEqual(['/d', '/d/a', '/d/e']);
    expect(paths('/d', '/d', 1)).toEqual(['/d/a']);
    expect(paths('/d', '/d/a', 9)).toEqual(['/d/e']);
    expect(paths('/', '/d/e', 9)).toEqual(['/da']);
    expect(paths('/none', '', 9)).toEqual([]);
  });

  it('end some of what is directly in them at a time', () => {
    const { index, record, key, add, folderKey, rows } = indexed();
    for (const path of ['/d/a', '/d/b', '/d/c', '/d/e/x']) add(path);
    index.add({ key, path: '/d/e', isDir: true }, 1, () => null);
    const ending = { lastSeq: 1, endedSeq: 2, limit: 3 };
    const folder = folderKey('/d');
    expect([3, 1, 0].map(() => index.endFolder(key, folder, ending))).toEqual([3, 1, 0]);
    expect(rows().filter(([, state]) => state === 'now')).toEqual([['/d/e/x', 'now', 1, null]]);
    expect(record().itemCount).toBe(1);
  });

  it('are forgotten once all that was in them has moved, also if nothing is to be moved', () => {
    const { index, key, add, folderKey, rows } = indexed();
    for (const path of ['/d/a', '/d/b']) add(path);
    const folder = folderKey('/d');
    const to = { path: '/m', limit: 1 };
    expect([1, 2, 3].map(() => index.moveFolder(key, folder, to))).toEqual([1, 1, 0]);
    expect(rows().map(([path]) => path)).toEqual(['/m/a', '/m/b']);
    expect(index.foldersFrom(key, '/', { after: '', limit: 9 }).map(({ path }) => path)).toEqual(['/m']);
  });
});
