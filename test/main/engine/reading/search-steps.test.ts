import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { diffTrees } from '../../../../src-main/core/tree/diff.ts';
import { applySearchMove, type SearchMove } from '../../../../src-main/engine/reading/search-steps.ts';
import { tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { fileDirent, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

const LIBRARY = '00000000-0000-4000-8000-000000000001' as LibraryId;

/** The search index of a library whose tree is one after the other. */
function indexing() {
  const db = memoryDatabase();
  const tables = tablesOf(db);
  const trees = new TreeStore();
  tables.searchIndex.begin(LIBRARY);
  const record = () => {
    const found = tables.searchIndex.find(LIBRARY);
    if (found === null) throw new Error('a record expected');
    return found;
  };

  async function moveTo(tree: TreeLiteral): Promise<SearchMove> {
    const from = record();
    const to = { seq: from.seq + 1, rootId: trees.build(tree) };
    const changes = await diffTrees(trees.readDir, from.rootId, to.rootId);
    return { from, to, lastSeq: from.seq, changes, readDir: trees.readDir };
  }

  /** @param most slices that are done before a stop */
  async function apply(move: SearchMove, most = Number.POSITIVE_INFINITY): Promise<number> {
    let count = 0;
    for await (const slice of applySearchMove(tables, move)) {
      if (count === most) break;
      slice();
      count += 1;
    }
    return count;
  }

  const live = () =>
    db
      .prepare<[], { folder: string; name: string }>(`
        SELECT search_folders.path AS folder, name FROM search_items JOIN search_folders USING (folder_key)
        WHERE state = 0`)
      .all()
      .map(({ folder, name }) => `${folder === '/' ? '' : folder}/${name}`)
      .sort();
  return { record, moveTo, apply, live, trees, tables };
}

it('the index has the files and folders of a tree, and then those of the next', async () => {
  const { moveTo, apply, live, record } = indexing();
  await apply(await moveTo({ a: '1', d: { b: '2', e: { c: '3' } } }));
  expect(live()).toEqual(['/a', '/d', '/d/b', '/d/e', '/d/e/c']);
  expect(record()).toMatchObject({ seq: 1, step: 0 });
  await apply(await moveTo({ a: 'other', moved: { b: '2', e: { c: '3' } } }));
  expect(live()).toEqual(['/a', '/moved', '/moved/b', '/moved/e', '/moved/e/c']);
  await apply(await moveTo({ new: '4' }));
  expect(live()).toEqual(['/new']);
  expect(record()).toMatchObject({ seq: 3, step: 0, itemCount: 1 });
});

it('what goes, what moves and what comes never meet at one path', async () => {
  const { moveTo, apply, live } = indexing();
  await apply(await moveTo({ a: { one: '1' }, x: 'x' }));
  // The folder takes the name of the file, and the file that of the folder.
  await apply(await moveTo({ x: { one: '1' }, a: 'x' }));
  expect(live()).toEqual(['/a', '/x', '/x/one']);
});

it('a move that was stopped after any slice goes on, with the same outcome', async () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}`, `${at % 5}`]));
  for (let most = 0; most < 6; most += 1) {
    const { moveTo, apply, live, record } = indexing();
    await apply(await moveTo({ many, 'a.txt': 'one' }));
    const tree = { more: many, 'a.txt': 'two', 'b.txt': 'three' };
    await apply(await moveTo(tree), most);
    if (record().seq === 1) await apply({ ...(await moveTo(tree)), from: record() });
    expect(live()).toHaveLength(603);
    expect([live()[0], live()[1], live().at(-1)]).toEqual(['/a.txt', '/b.txt', '/more/99']);
    expect(record()).toMatchObject({ seq: 2, step: 0 });
  }
});

it('what is done is on record with each slice, and is not done again', async () => {
  const { moveTo, apply, record } = indexing();
  const many = (text: string) => Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}`, text]));
  await apply(await moveTo(many('one')));
  const move = await moveTo(many('two'));
  await apply(move, 1);
  expect(record()).toMatchObject({ seq: 1, step: 250 });
  expect(await apply({ ...move, from: record() })).toBe(2);
});

it('what has the path goes before what is moved there, in whatever order they are told', async () => {
  const { moveTo, apply, live } = indexing();
  await apply(await moveTo({ a: { x: '1' }, b: { y: '2' } }));
  const move = await moveTo({ a: { y: '2' } });
  const what = { isDir: true, objectId: EMPTY_ID, sizeBytes: 1, oldSizeBytes: 1 };
  const moved = { ...what, op: 'renamed', path: '/b', newPath: '/a' } as const;
  const gone = { ...what, op: 'deldir', path: '/a', newPath: '' } as const;
  await apply({ ...move, changes: [moved, gone] });
  expect(live()).toEqual(['/a', '/a/y']);
});

it('a tree of many files comes in by slices of 250', async () => {
  const { moveTo, apply } = indexing();
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}`, 'x']));
  expect(await apply(await moveTo({ many }))).toBe(4);
});

it('a folder that cannot be read keeps nothing else out', async () => {
  const { record, apply, live, trees } = indexing();
  const folder = { kind: 'dir', mode: 0o40000, mtimeSeconds: 5 } as const;
  const rootId = trees.keep([
    { ...folder, name: 'gone', id: objectIdOf('gone') },
    { ...fileDirent('1'), name: 'a' },
  ]);
  const changes = await diffTrees(trees.readDir, EMPTY_ID, rootId);
  await apply({ from: record(), to: { seq: 1, rootId }, lastSeq: 0, changes, readDir: trees.readDir });
  expect(live()).toEqual(['/a', '/gone']);
});
