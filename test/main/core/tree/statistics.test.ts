import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIR_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { diffTrees } from '../../../../src-main/core/tree/diff.ts';
import { countChanges, countTree } from '../../../../src-main/core/tree/statistics.ts';
import { treeLiteral } from '../../../support/tree-arbitraries.ts';
import { type TreeLiteral, TreeStore } from '../../../support/trees.ts';

async function deltaOf(before: TreeLiteral, after: TreeLiteral) {
  const store = new TreeStore();
  const changes = await diffTrees(store.readDir, store.build(before), store.build(after));
  store.reads.length = 0;
  return { ...(await countChanges(store.readDir, changes)), reads: store.reads.length };
}

describe('countTree', () => {
  it('counts files and their sizes, not folders', async () => {
    const store = new TreeStore();
    const rootId = store.build({ a: 'one', e: '', d: { b: 'three', c: { x: 'one' } } });
    expect(await countTree(store.readDir, rootId)).toEqual({ fileCount: 4, sizeBytes: 11 });
  });

  it('reads an object once however often the tree names it', async () => {
    const store = new TreeStore();
    let id = store.build({ a: 'x' });
    for (let level = 0; level < 30; level++) {
      const row = { kind: 'dir', id, mode: DIR_MODE, mtimeSeconds: 1 } as const;
      id = store.keep([
        { ...row, name: 'left' },
        { ...row, name: 'right' },
      ]);
    }
    expect(await countTree(store.readDir, id)).toEqual({ fileCount: 2 ** 30, sizeBytes: 2 ** 30 });
    expect(store.reads).toHaveLength(31);
  });
});

describe('countChanges', () => {
  it('counts what came, went and changed size', async () => {
    expect(await deltaOf({ gone: 'four', a: 'one' }, { a: 'three', new: 'ab', empty: '' })).toEqual({
      fileCountDelta: 1,
      sizeBytesDelta: 0,
      entriesAdded: 2,
      depthAdded: 1,
      counted: { added: { files: 2, folders: 0 }, removed: { files: 1, folders: 0 } },
      reads: 0,
    });
  });

  it('looks into added and removed folders', async () => {
    expect(await deltaOf({ d: { x: 'one', e: { y: 'a' } } }, { f: { z: 'three' } })).toEqual({
      fileCountDelta: -1,
      sizeBytesDelta: 1,
      entriesAdded: 2,
      depthAdded: 2,
      counted: { added: { files: 1, folders: 1 }, removed: { files: 2, folders: 2 } },
      reads: 3,
    });
  });

  it('spends nothing on renames', async () => {
    expect(await deltaOf({ d: { x: 'one' } }, { e: { x: 'one' } })).toEqual({
      fileCountDelta: 0,
      sizeBytesDelta: 0,
      entriesAdded: 0,
      depthAdded: 1,
      counted: { added: { files: 0, folders: 0 }, removed: { files: 0, folders: 0 } },
      reads: 0,
    });
  });

  it('agrees with counting both trees', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, treeLiteral, async (before, after) => {
        const store = new TreeStore();
        const oldTotals = await countTree(store.readDir, store.build(before));
        const newTotals = await countTree(store.readDir, store.build(after));
        expect(await deltaOf(before, after)).toMatchObject({
          fileCountDelta: newTotals.fileCount - oldTotals.fileCount,
          sizeBytesDelta: newTotals.sizeBytes - oldTotals.sizeBytes,
        });
      }),
    );
  });
});
