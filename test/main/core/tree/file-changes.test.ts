import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXECUTABLE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { fileChanges } from '../../../../src-main/core/tree/file-changes.ts';
import { walkTree } from '../../../../src-main/core/tree/walk.ts';
import { treeLiteral } from '../../../support/tree-arbitraries.ts';
import { file, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

/** Changes in short: `op path`. */
async function short(store: TreeStore, before: ObjectId | null, after: ObjectId): Promise<string[]> {
  const changes: string[] = [];
  const readDir = async (id: ObjectId) => (id === EMPTY_ID || store.dirs.has(id) ? store.readDir(id) : null);
  for await (const { op, path } of fileChanges(readDir, before, after)) changes.push(`${op} ${path}`);
  return changes;
}

async function between(before: TreeLiteral, after: TreeLiteral): Promise<string[]> {
  const store = new TreeStore();
  return short(store, store.build(before), store.build(after));
}

describe('fileChanges', () => {
  it('puts every file where nothing was', async () => {
    const store = new TreeStore();
    const root = store.build({ a: '1', d: { b: '2', e: {} } });
    expect(await short(store, null, root)).toEqual(['put /a', 'put /d/b']);
  });

  it('tells contents and the executable bit, and no times', async () => {
    const before = { a: 'one', b: 'two', c: file('three', { mtimeSeconds: 1 }) };
    const after = {
      a: 'other',
      b: file('two', { mode: EXECUTABLE_MODE }),
      c: file('three', { mtimeSeconds: 2, modifier: 'you@example.com' }),
    };
    expect(await between(before, after)).toEqual(['put /b', 'put /a']);
  });

  it('takes what goes before what comes to its path', async () => {
    expect(await between({ x: { a: '1' }, y: 'file' }, { x: 'file', y: { b: '2' } })).toEqual([
      ...['remove /y', 'remove /x', 'put /x', 'put /y/b'],
    ]);
  });

  it('reads no folder that is the same', async () => {
    const store = new TreeStore();
    const before = store.build({ same: { a: '1' }, d: { b: '2' } });
    const after = store.build({ same: { a: '1' }, d: { b: '3' } });
    expect(await short(store, before, after)).toEqual(['put /d/b']);
    expect(store.reads).toHaveLength(4);
    expect(await short(store, after, after)).toEqual([]);
  });

  it('leaves a folder that cannot be read, and replaces all of it once it can be', async () => {
    const store = new TreeStore();
    const first = store.build({ d: { a: '1', b: '2' } });
    const lost = store.build({ a: 'lost' });
    const second = store.build({ d: { a: 'lost' }, c: '3' });
    const third = store.build({ d: { b: '2' }, c: '3' });
    store.dirs.delete(lost);
    expect(await short(store, first, second)).toEqual(['put /c', 'unreadable /d']);
    expect(await short(store, second, third)).toEqual(['remove /d', 'put /d/b']);
    store.dirs.delete(third);
    expect(await short(store, second, third)).toEqual(['unreadable /']);
    expect(await short(store, third, second)).toEqual(['remove /', 'put /c', 'unreadable /d']);
  });

  it('turns the files of any tree into those of any other', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, treeLiteral, async (before, after) => {
        const store = new TreeStore();
        const [from, to] = [store.build(before), store.build(after)];
        const filesOf = async (root: ObjectId) => {
          const files = new Map<string, string>();
          for await (const { path, dirent } of walkTree(store.readDir, root))
            if (dirent.kind === 'file') files.set(path, dirent.id);
          return files;
        };
        const files = await filesOf(from);
        for await (const change of fileChanges(store.readDir, from, to)) {
          if (change.op === 'put') files.set(change.path, change.dirent.id);
          for (const path of [...files.keys()])
            if (change.op === 'remove' && `${path}/`.startsWith(`${change.path}/`)) files.delete(path);
        }
        expect(new Map([...files].sort())).toEqual(new Map([...(await filesOf(to))].sort()));
      }),
    );
  });
});
