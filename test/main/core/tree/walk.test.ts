import { describe, expect, it } from 'vitest';
import { DIR_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { type WalkOptions, walkTree } from '../../../../src-main/core/tree/walk.ts';
import { collect } from '../../../support/collect.ts';
import { type TreeLiteral, TreeStore } from '../../../support/trees.ts';

async function pathsOf(tree: TreeLiteral, options?: WalkOptions) {
  const store = new TreeStore();
  const walked = await collect(walkTree(store.readDir, store.build(tree), options));
  return walked.map(({ path, dirent }) => (dirent.kind === 'dir' ? `${path}/` : path));
}

/** A store and the root of a tree of this many folders, one in the other. */
function nested(depth: number) {
  const store = new TreeStore();
  let id = EMPTY_ID;
  for (let level = 0; level < depth; level++) {
    id = store.keep([{ kind: 'dir', name: 'd', id, mode: DIR_MODE, mtimeSeconds: 1 }]);
  }
  return { store, id };
}

describe('walkTree', () => {
  it('gives every entry, folders before their content, siblings in ascending order', async () => {
    expect(await pathsOf({ b: '1', a: { y: '2', x: {} }, c: { z: '3' } })).toEqual([
      '/a/',
      '/a/x/',
      '/a/y',
      '/b',
      '/c/',
      '/c/z',
    ]);
  });

  it('gives nothing for an empty tree', async () => {
    expect(await pathsOf({})).toEqual([]);
  });

  it('leaves out what is below a pruned folder, and does not read it', async () => {
    expect(await pathsOf({ a: { x: '1' }, b: { y: '2' } }, { prune: (path) => path === '/a' })).toEqual([
      '/a/',
      '/b/',
      '/b/y',
    ]);
  });

  it('takes 256 folders in one another and refuses more', async () => {
    const deep = nested(256);
    expect(await collect(walkTree(deep.store.readDir, deep.id))).toHaveLength(256);
    const tooDeep = nested(257);
    await expect(collect(walkTree(tooDeep.store.readDir, tooDeep.id))).rejects.toMatchObject({
      code: 'object-corrupt',
    });
  });
});
