import { describe, expect, it } from 'vitest';
import { DIR_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { findEntry } from '../../../../src-main/core/tree/find.ts';
import { fileDirent, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

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
