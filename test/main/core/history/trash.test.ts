import { describe, expect, it } from 'vitest';
import { trashOf } from '../../../../src-main/core/history/trash.ts';
import { inOneGo } from '../../../../src-main/core/steps.ts';
import { diffTrees } from '../../../../src-main/core/tree/diff.ts';
import { fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

async function effect(before: TreeLiteral, after: TreeLiteral) {
  const store = new TreeStore();
  return inOneGo(trashOf(await diffTrees(store.readDir, store.build(before), store.build(after))));
}

describe('trashOf', () => {
  it('takes deleted files, and a deleted folder as one item', async () => {
    const store = new TreeStore();
    expect(await effect({ a: 'text', d: { x: '1', y: '2' } }, {})).toEqual({
      deleted: [
        { path: '/a', isDir: false, objectId: fileIdOf('text'), sizeBytes: 4 },
        { path: '/d', isDir: true, objectId: store.build({ x: '1', y: '2' }), sizeBytes: 0 },
      ],
      appeared: [],
    });
  });

  it('tells what appeared', async () => {
    expect(await effect({}, { a: 'text', d: { x: '1' } })).toEqual({
      deleted: [],
      appeared: [
        { path: '/a', isDir: false },
        { path: '/d', isDir: true },
      ],
    });
  });

  it('deletes nothing for a rename; its target appears', async () => {
    expect(await effect({ a: 'text' }, { b: 'text' })).toEqual({
      deleted: [],
      appeared: [{ path: '/b', isDir: false }],
    });
  });

  it('deletes the file that a folder took the place of', async () => {
    expect(await effect({ a: 'text' }, { a: { x: '1' } })).toEqual({
      deleted: [{ path: '/a', isDir: false, objectId: fileIdOf('text'), sizeBytes: 4 }],
      appeared: [{ path: '/a', isDir: true }],
    });
  });

  it('leaves changed files out', async () => {
    expect(await effect({ a: 'one' }, { a: 'two' })).toEqual({ deleted: [], appeared: [] });
  });
});
