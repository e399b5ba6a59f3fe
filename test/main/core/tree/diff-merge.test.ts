import { describe, expect, it } from 'vitest';
import { diffMerge } from '../../../../src-main/core/tree/diff-merge.ts';
import { fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

async function shortDiff(first: TreeLiteral, second: TreeLiteral, merged: TreeLiteral): Promise<string[]> {
  const store = new TreeStore();
  const parents = [store.build(first), store.build(second)] as const;
  const changes = await diffMerge(store.readDir, { parents, merged: store.build(merged) });
  return changes.map(({ op, path }) => `${op} ${path}`);
}

describe('diffMerge', () => {
  it('tells nothing that one of the parents already had', async () => {
    expect(
      await shortDiff({ a: '1', left: 'l' }, { a: '1', right: 'r' }, { a: '1', left: 'l', right: 'r' }),
    ).toEqual([]);
  });

  it('tells files unlike both parents, in neither, and gone though both had them', async () => {
    const first = { both: '1', edited: '1', d: { gone: 'g', kept: 'k' } };
    const second = { both: '2', edited: '2', d: { gone: 'g' } };
    const merged = { both: '1', edited: '3', d: { kept: 'k', copy: 'c' } };
    expect(await shortDiff(first, second, merged)).toEqual([
      'new /d/copy',
      'removed /d/gone',
      'modified /edited',
    ]);
  });

  it('tells a file as modified when one parent lacks it and the other has another', async () => {
    expect(await shortDiff({ a: '1' }, {}, { a: '2' })).toEqual(['modified /a']);
  });

  it('tells the files of a folder that went or came, and not the folder', async () => {
    expect(await shortDiff({ d: { x: '1' } }, { d: { x: '1', y: '2' } }, { e: { z: '3' } })).toEqual([
      'removed /d/x',
      'new /e/z',
    ]);
  });

  it('carries the sizes before and after', async () => {
    const store = new TreeStore();
    const parents = [store.build({ a: 'one' }), store.build({ a: 'three' })] as const;
    const merged = store.build({ a: 'merged' });
    expect(await diffMerge(store.readDir, { parents, merged })).toEqual([
      {
        op: 'modified',
        path: '/a',
        newPath: '',
        isDir: false,
        objectId: fileIdOf('merged'),
        sizeBytes: 6,
        oldSizeBytes: 3,
      },
    ]);
  });

  it('reads no folder that the merge took over whole', async () => {
    const store = new TreeStore();
    const parents = [store.build({ d: { x: '1' }, a: '1' }), store.build({ d: { x: '2' }, a: '2' })] as const;
    await diffMerge(store.readDir, { parents, merged: store.build({ d: { x: '1' }, a: '2' }) });
    expect(store.reads).toHaveLength(3);
  });
});
