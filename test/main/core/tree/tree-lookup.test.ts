import { describe, expect, it } from 'vitest';
import { DIR_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { createNearLookup, createTreeLookup, findEntry } from '../../../../src-main/core/tree/tree-lookup.ts';
import { fileDirent, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

const TREE = { a: '1', d: { b: '2', e: { c: '3' } }, f: {} };

function stored() {
  const store = new TreeStore();
  return { store, rootId: store.build(TREE) };
}

describe('looking up paths in any order', () => {
  it('finds what is at a path, and nothing below a file or at the root', async () => {
    const { store, rootId } = stored();
    const lookup = createTreeLookup(store.readDir);
    const names = [];
    for (const path of ['/a', '/d/e/c', '/d/e', '/none', '/a/below', '/none/below', '/'])
      names.push((await lookup.at(rootId, path))?.name ?? null);
    expect(names).toEqual(['a', 'c', 'e', null, null, null, null]);
  });

  it('reads each folder once', async () => {
    const { store, rootId } = stored();
    const lookup = createTreeLookup(store.readDir);
    for (const path of ['/d/e/c', '/d/b', '/a', '/d/e/none']) await lookup.at(rootId, path);
    expect([...(await lookup.inside(rootId)).keys()].sort()).toEqual(['a', 'd', 'f']);
    expect(store.reads).toHaveLength(3);
  });

  it('finds a place free unless something is there, or a file on the way', async () => {
    const { store, rootId } = stored();
    const lookup = createTreeLookup(store.readDir);
    const free = [];
    for (const path of ['/new', '/d/new/x', '/none/x', '/a', '/d/e', '/a/x', '/d/b/x/y'])
      free.push(await lookup.isFree(rootId, path));
    expect(free).toEqual([true, true, true, false, false, false, false]);
  });

  it('lets others have their turn', async () => {
    const { store, rootId } = stored();
    let turns = 0;
    const lookup = createTreeLookup(store.readDir, async () => {
      turns += 1;
    });
    for (let at = 0; at < 2_000; at += 1) await lookup.at(rootId, '/d/b');
    expect(turns).toBe(2);
  });
});

describe('looking up paths in their order', () => {
  it('finds the same', async () => {
    const { store, rootId } = stored();
    const at = createNearLookup(store.readDir, rootId);
    const names = [];
    for (const path of ['/a', '/a/below', '/d/b', '/d/e/c', '/none', '/none/below'])
      names.push((await at(path))?.name ?? null);
    expect(names).toEqual(['a', null, 'b', 'c', null, null]);
  });

  it('reads a folder again once another one was looked into in its place', async () => {
    const { store, rootId } = stored();
    const at = createNearLookup(store.readDir, rootId);
    for (const path of ['/d/b', '/d/e/c', '/d/b']) await at(path);
    expect(store.reads).toHaveLength(3);
    const twin = store.build({ one: { x: '1' }, two: { y: '2' } });
    store.reads.length = 0;
    const near = createNearLookup(store.readDir, twin);
    for (const path of ['/one/x', '/two/y', '/one/x']) await near(path);
    expect(store.reads).toHaveLength(4);
  });
});

async function find(tree: TreeLiteral, path: string) {
  const store = new TreeStore();
  return findEntry(store.readDir, store.build(tree), path);
}

describe('findEntry', () => {
  it('finds a file', async () => {
    expect(await find({ d: { 'a.txt': 'hi' } }, '/d/a.txt')).toEqual({ ...fileDirent('hi'), name: 'a.txt' });
  });

  it('finds the root as a folder without a name', async () => {
    const store = new TreeStore();
    const rootId = store.build({ a: '1' });
    expect(await findEntry(store.readDir, rootId, '/')).toEqual({
      kind: 'dir',
      name: '',
      id: rootId,
      mode: DIR_MODE,
      mtimeSeconds: 0,
    });
  });

  it('finds nothing at absent paths, below files, and in another case', async () => {
    expect(await find({ a: '1' }, '/b')).toBeNull();
    expect(await find({ a: '1' }, '/a/x')).toBeNull();
    expect(await find({ a: '1' }, '/A')).toBeNull();
  });

  it('takes a trailing slash and names with a backslash', async () => {
    expect((await find({ d: { x: '1' } }, '/d/'))?.kind).toBe('dir');
    expect((await find({ 'a\\b': '1' }, '/a\\b'))?.kind).toBe('file');
  });

  it('refuses paths that climb', async () => {
    await expect(find({ a: '1' }, '/../a')).rejects.toMatchObject({ code: 'path-invalid' });
  });
});
