import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import {
  createTreeEraser,
  type ErasedItem,
  erasedAt,
  erasedPathsOf,
} from '../../../../src-main/core/tree/erase.ts';
import { walkTree } from '../../../../src-main/core/tree/walk.ts';
import { treeLiteral } from '../../../support/tree-arbitraries.ts';
import { fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

function eraserOf(store: TreeStore, item: ErasedItem) {
  return createTreeEraser(store.readDir, item, { keep: (dir) => store.add([dir]) });
}

async function erased(tree: TreeLiteral, item: ErasedItem) {
  const store = new TreeStore();
  const root = store.build(tree);
  const eraser = eraserOf(store, item);
  const after = await eraser.erase(root);
  return {
    isSame: after === root,
    tree: store.textTree(after),
    gone: eraser.erased().map(({ path }) => path),
  };
}

/** Every row below a root by its path; folders without their ids, which follow from what is in them. */
async function rowsOf(store: TreeStore, rootId: ObjectId): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for await (const { path, dirent } of walkTree(store.readDir, rootId))
    rows[path] = dirent.kind === 'dir' ? { ...dirent, id: '' } : dirent;
  return rows;
}

describe('what is at several paths', () => {
  it('is each of them once, without what lies inside another one', () => {
    expect(erasedAt(['/a/b', '/a', '/ab', '/ab'])).toEqual({ kind: 'paths', paths: ['/a', '/ab'] });
  });

  it('is what is at one, where the others lie inside it', () => {
    expect(erasedAt(['/a/b', '/a', '/a/c/d'])).toEqual({ kind: 'path', path: '/a' });
  });
});

describe('createTreeEraser', () => {
  it('takes a file out at its path alone', async () => {
    const tree = { keys: { secret: 'x', other: 'y' }, secret: 'x' };
    expect(await erased(tree, { kind: 'path', path: '/keys/secret' })).toEqual({
      isSame: false,
      tree: { keys: { other: 'y' }, secret: 'x' },
      gone: ['/keys/secret'],
    });
  });

  it('takes a folder out with all that is in it, and leaves the one around it, empty', async () => {
    const tree = { a: { b: { c: 'x', d: { e: 'y' } } } };
    expect(await erased(tree, { kind: 'path', path: '/a/b' })).toEqual({
      isSame: false,
      tree: { a: {} },
      gone: ['/a/b'],
    });
  });

  it('takes a file out at several paths, also below folders that are the same', async () => {
    const tree = { a: { s: 'x', t: 'y' }, b: { s: 'x', t: 'y' }, c: { s: 'x', t: 'y' }, s: 'x' };
    expect(await erased(tree, { kind: 'paths', paths: ['/a/s', '/b/t', '/s'] })).toEqual({
      isSame: false,
      tree: { a: { t: 'y' }, b: { s: 'x' }, c: { s: 'x', t: 'y' } },
      gone: expect.arrayContaining(['/a/s', '/b/t', '/s']),
    });
  });

  it('takes a file out wherever it is, under every name', async () => {
    const tree = { one: 'x', deep: { er: { two: 'x', three: 'y' } } };
    expect(await erased(tree, { kind: 'file', id: fileIdOf('x') })).toEqual({
      isSame: false,
      tree: { deep: { er: { three: 'y' } } },
      gone: ['/one', '/deep/er/two'].toSorted().reverse(),
    });
  });

  it('takes all that there is', async () => {
    const store = new TreeStore();
    const root = store.build({ a: 'x', b: { c: 'y' } });
    expect(await eraserOf(store, { kind: 'all' }).erase(root)).toBe(EMPTY_ID);
  });

  it('gives the same root where the item is not, also where a file stands in its way', async () => {
    const item = { kind: 'path', path: '/a/b' } as const;
    expect(await erased({ a: 'x', b: 'y' }, item)).toMatchObject({ isSame: true, gone: [] });
    expect(await erased({ b: { a: 'x' } }, item)).toMatchObject({ isSame: true, gone: [] });
    expect(await erased({}, { kind: 'file', id: fileIdOf('x') })).toMatchObject({ isSame: true, gone: [] });
  });

  it('takes a folder that lies at different depths in two trees for another one in each', async () => {
    const store = new TreeStore();
    const folder = { a: { b: 'x' } };
    const [outer, inner] = [store.build({ a: folder }), store.build(folder)];
    const eraser = eraserOf(store, { kind: 'path', path: '/a/a/b' });
    expect(store.textTree(await eraser.erase(outer))).toEqual({ a: { a: {} } });
    expect(await eraser.erase(inner)).toBe(inner);
  });

  it('tells each content once, however many trees hold it', async () => {
    const store = new TreeStore();
    const roots = [{ s: '1' }, { s: '1', more: 'm' }, { s: '2', more: 'm' }].map((tree) => store.build(tree));
    const eraser = eraserOf(store, { kind: 'path', path: '/s' });
    const after: unknown[] = [];
    for (const root of roots) after.push(store.textTree(await eraser.erase(root)));
    expect(after).toEqual([{}, { more: 'm' }, { more: 'm' }]);
    expect(eraser.erased().map(({ path, dirent }) => [path, dirent.id])).toEqual([
      ['/s', fileIdOf('1')],
      ['/s', fileIdOf('2')],
    ]);
  });

  it('reads what trees have in common once', async () => {
    const store = new TreeStore();
    const one = store.build({ same: { a: 'x' }, new: '1' });
    const other = store.build({ same: { a: 'x' }, new: '2' });
    const eraser = eraserOf(store, { kind: 'file', id: fileIdOf('x') });
    await eraser.erase(one);
    const before = store.reads.length;
    await eraser.erase(other);
    expect(store.reads.length - before).toBe(1);
  });

  it('leaves every other row of any tree as it was, with its time, mode and modifier', async () => {
    const name = fc.constantFrom('a', 'b', 'A', 'd', '\u00e9');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `/${names.join('/')}`);
    const item: fc.Arbitrary<ErasedItem> = fc.oneof(
      path.map((at) => ({ kind: 'path' as const, path: at })),
      fc.array(path, { minLength: 2, maxLength: 3 }).map((paths) => ({ kind: 'paths' as const, paths })),
      fc.constantFrom('one', 'two').map((text) => ({ kind: 'file' as const, id: fileIdOf(text) })),
    );
    await fc.assert(
      fc.asyncProperty(treeLiteral, item, async (tree, gone) => {
        const store = new TreeStore();
        const root = store.build(tree);
        const after = await eraserOf(store, gone).erase(root);
        const isGone = (at: string, row: unknown) =>
          gone.kind === 'file'
            ? (row as { id: string }).id === gone.id
            : erasedPathsOf(gone).some((each) => at === each || at.startsWith(`${each}/`));
        const expected = Object.entries(await rowsOf(store, root)).filter(([at, row]) => !isGone(at, row));
        expect(await rowsOf(store, after)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 300 },
    );
  });
});
