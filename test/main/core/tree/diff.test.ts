import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import {
  DIR_MODE,
  type Dirent,
  decodeDir,
  EXECUTABLE_MODE,
  encodeDir,
  FILE_MODE,
} from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { applyChanges, type TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { diffTrees, sideBySide } from '../../../../src-main/core/tree/diff.ts';
import { findEntry } from '../../../../src-main/core/tree/tree-lookup.ts';
import { treeLiteral } from '../../../support/tree-arbitraries.ts';
import { file, fileDirent, fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';
import { unfoldingTree } from '../../../support/unfolding-tree.ts';

async function diff(before: TreeLiteral, after: TreeLiteral): Promise<Change[]> {
  const store = new TreeStore();
  return diffTrees(store.readDir, store.build(before), store.build(after));
}

/** Changes in short: `op path`, `op path -> newPath`. */
async function shortDiff(before: TreeLiteral, after: TreeLiteral): Promise<string[]> {
  const changes = await diff(before, after);
  return changes.map(({ op, path, newPath }) => `${op} ${path}${newPath === '' ? '' : ` -> ${newPath}`}`);
}

/** The pauses of a comparison of twenty thousand places of one folder, before and after. */
async function pausesBetween(before: readonly Dirent[], after: readonly Dirent[]): Promise<number> {
  const store = new TreeStore();
  const trees = [before, after].map((rows) => unfoldingTree([20, 50], rows));
  for (const { dirs } of trees) store.add(dirs);
  let pauses = 0;
  const yieldToEventLoop = async () => {
    pauses += 1;
  };
  const [old, now] = trees.map(({ rootId }) => rootId);
  await diffTrees(store.readDir, old ?? EMPTY_ID, now ?? EMPTY_ID, { yieldToEventLoop });
  return pauses;
}

const twenty = (text: string, name: string): Dirent[] =>
  Array.from({ length: 20 }, (_, at) => ({ ...fileDirent(text), name: `${name}${at}` }));

describe('a comparison that finds much', () => {
  it('pauses after some thousands of files that have changed', async () => {
    expect(await pausesBetween(twenty('old', 'a'), twenty('new', 'a'))).toBeGreaterThanOrEqual(60);
  });

  it('pauses as often where all of them have other names', async () => {
    expect(await pausesBetween(twenty('same', 'a'), twenty('same', 'b'))).toBeGreaterThanOrEqual(200);
  });

  it('pauses as often where each went and another came', async () => {
    expect(await pausesBetween(twenty('old', 'a'), twenty('new', 'b'))).toBeGreaterThanOrEqual(200);
  });

  it('pauses within one long folder', async () => {
    const store = new TreeStore();
    const long = store.keep(
      Array.from({ length: 10_000 }, (_, at) => ({ ...fileDirent('x'), name: `${at}` })),
    );
    let pauses = 0;
    const yieldToEventLoop = async () => {
      pauses += 1;
    };
    await diffTrees(store.readDir, EMPTY_ID, long, { yieldToEventLoop });
    expect(pauses).toBeGreaterThanOrEqual(5);
  });
});

describe('diffTrees', () => {
  it('tells added, modified and removed files with their sizes', async () => {
    expect(
      await diff({ gone: 'bye', kept: 'k', text: 'one' }, { kept: 'k', new: 'hello', text: 'three' }),
    ).toEqual([
      {
        op: 'removed',
        path: '/gone',
        newPath: '',
        isDir: false,
        objectId: fileIdOf('bye'),
        sizeBytes: 3,
        oldSizeBytes: 3,
      },
      {
        op: 'new',
        path: '/new',
        newPath: '',
        isDir: false,
        objectId: fileIdOf('hello'),
        sizeBytes: 5,
        oldSizeBytes: 0,
      },
      {
        op: 'modified',
        path: '/text',
        newPath: '',
        isDir: false,
        objectId: fileIdOf('three'),
        sizeBytes: 5,
        oldSizeBytes: 3,
      },
    ]);
  });

  it('folds an added or removed folder into one change', async () => {
    const store = new TreeStore();
    const oldRoot = store.build({ old: { a: { b: '1' } } });
    const newRoot = store.build({ new: { c: { d: '2' } } });
    const folder = { newPath: '', isDir: true, sizeBytes: 0, oldSizeBytes: 0 };
    expect(await diffTrees(store.readDir, oldRoot, newRoot)).toEqual([
      { ...folder, op: 'newdir', path: '/new', objectId: store.build({ c: { d: '2' } }) },
      { ...folder, op: 'deldir', path: '/old', objectId: store.build({ a: { b: '1' } }) },
    ]);
    expect(store.reads).toEqual([oldRoot, newRoot]);
  });

  it('reads no folder that is the same on both sides', async () => {
    const store = new TreeStore();
    const before = store.build({ same: { x: '1' }, d: { y: '2' } });
    const after = store.build({ same: { x: '1' }, d: { y: '3' } });
    await diffTrees(store.readDir, before, after);
    expect(store.reads).not.toContain(store.build({ x: '1' }));
  });

  it('orders by the bytes of the path', async () => {
    expect(await shortDiff({}, { '\u{1f600}': '1', '\uffff': '2', d: '3', 'd-': '4', D: '5' })).toEqual([
      'new /D',
      'new /d',
      'new /d-',
      'new /\uffff',
      'new /\u{1f600}',
    ]);
  });

  it('tells a renamed file and a renamed folder', async () => {
    expect(await shortDiff({ a: '1', d: { x: '2' } }, { b: '1', e: { x: '2' } })).toEqual([
      'renamed /a -> /b',
      'renamed /d -> /e',
    ]);
  });

  it('tells a move between folders as a rename', async () => {
    expect(await shortDiff({ d: { x: '1' }, e: { k: '2' } }, { d: {}, e: { k: '2', x: '1' } })).toEqual([
      'renamed /d/x -> /e/x',
    ]);
  });

  it('prefers the same name, then the same folder, then the first', async () => {
    const before = { d: { a: 'same', b: 'same', c: 'same' }, e: {} };
    const after = { d: { q: 'same', r: 'same' }, e: { c: 'same' } };
    expect(await shortDiff(before, after)).toEqual([
      'renamed /d/a -> /d/q',
      'renamed /d/b -> /d/r',
      'renamed /d/c -> /e/c',
    ]);
    expect(await shortDiff({ a: 'same' }, { d: {}, x: 'same', y: 'same' })).toEqual([
      'renamed /a -> /x',
      'newdir /d',
      'new /y',
    ]);
  });

  it('pairs empty things only when there is no doubt', async () => {
    expect(await shortDiff({ a: '', d: {} }, { b: '', e: {} })).toEqual([
      'renamed /a -> /b',
      'renamed /d -> /e',
    ]);
    expect(await shortDiff({ a: '' }, { b: '', c: '' })).toEqual(['removed /a', 'new /b', 'new /c']);
    expect(await shortDiff({ a: '' }, { b: {} })).toEqual(['removed /a', 'newdir /b']);
  });

  it('tells a folder that was moved and edited as removed and added', async () => {
    expect(await shortDiff({ d: { x: '1', y: '2' } }, { e: { x: '1', y: '3' } })).toEqual([
      'deldir /d',
      'newdir /e',
    ]);
  });

  it('tells a change of kind as removed, then added', async () => {
    expect(await shortDiff({ a: 'text' }, { a: { x: '1' } })).toEqual(['removed /a', 'newdir /a']);
    expect(await shortDiff({ a: { x: '1' } }, { a: 'text' })).toEqual(['deldir /a', 'new /a']);
  });

  it('tells a change of mode, time or modifier alone as modified', async () => {
    expect(await shortDiff({ a: 'x' }, { a: file('x', { mode: EXECUTABLE_MODE }) })).toEqual(['modified /a']);
    expect(await shortDiff({ a: 'x' }, { a: file('x', { mtimeSeconds: 5 }) })).toEqual(['modified /a']);
    expect(await shortDiff({ a: 'x' }, { a: file('x', { modifier: 'you@example.com' }) })).toEqual([
      'modified /a',
    ]);
  });

  it('never tells the time of a folder', async () => {
    const store = new TreeStore();
    const row = { kind: 'dir', name: 'd', id: EMPTY_ID, mode: DIR_MODE } as const;
    const before = store.keep([{ ...row, mtimeSeconds: 1 }]);
    const after = store.keep([{ ...row, mtimeSeconds: 2 }]);
    expect(await diffTrees(store.readDir, before, after)).toEqual([]);
  });

  it('finds nothing between a tree and itself, without reading', async () => {
    const store = new TreeStore();
    const rootId = store.build({ a: '1', d: { x: '2' } });
    expect(await diffTrees(store.readDir, rootId, rootId)).toEqual([]);
    expect(store.reads).toEqual([]);
  });

  it('holds all it takes to make one tree from the other', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, treeLiteral, async (before, after) => {
        const store = new TreeStore();
        const oldRoot = store.build(before);
        const newRoot = store.build(after);
        const changes = await diffTrees(store.readDir, oldRoot, newRoot);
        const steps = await stepsOf(store, newRoot, changes);
        const result = await applyChanges(store.readDir, oldRoot, steps, { nowSeconds: 1_700_000_000 });
        store.add(result.dirs);
        expect(store.textTree(result.rootId)).toEqual(after);
        expect(result.conflicts).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** What leaves first, then what comes, so that names are free. */
async function stepsOf(store: TreeStore, newRoot: typeof EMPTY_ID, changes: readonly Change[]) {
  const leave: TreeChange[] = [];
  const come: TreeChange[] = [];
  for (const { op, path, newPath, objectId } of changes) {
    if (op === 'removed' || op === 'deldir' || op === 'renamed') leave.push({ op: 'remove', path });
    if (op === 'removed' || op === 'deldir') continue;
    const target = newPath === '' ? path : newPath;
    const dirent = await findEntry(store.readDir, newRoot, target);
    if (dirent?.kind === 'file') come.push({ op: 'put', path: target, dirent });
    else come.push({ op: 'mkdir', path: target, mtimeSeconds: 1, id: objectId });
  }
  return [...leave, ...come];
}

describe('a comparison that finds too much', () => {
  it('ends at what it may find, counting what goes and what comes', async () => {
    const store = new TreeStore();
    const before = store.build({ a: 'a', b: 'b', d: { x: 'x', y: 'y' } });
    const after = store.build({ a: 'changed', c: 'c', d: { x: { z: 'z' } } });
    const upTo = (changes: number, characters: number) =>
      diffTrees(store.readDir, before, after, { most: { changes, characters } });
    // a, b, c, /d/x as a file and as a folder, /d/y: their paths have 2 + 2 + 2 + 4 + 4 characters.
    expect(await upTo(6, 14)).toHaveLength(6);
    const tooMany = { code: 'argument-invalid', detail: { field: 'head', reason: 'too-many-files' } };
    await expect(upTo(5, 14)).rejects.toMatchObject(tooMany);
    await expect(upTo(6, 13)).rejects.toMatchObject(tooMany);
  });
});

/** The rows of a folder with such files, as they are read. */
function rows(...names: string[]) {
  const { id, bytes } = encodeDir(
    names.map((name) => ({
      ...{ kind: 'file' as const, name, id: 'ab'.repeat(20) as ObjectId },
      ...{ mode: FILE_MODE, mtimeSeconds: 1_000, sizeBytes: 1, modifier: 'anna@example.com' },
    })),
  );
  return decodeDir(id, bytes);
}

it.each([
  [[], [], []],
  [['a'], [], ['a –']],
  [[], ['b', 'a'], ['– b', '– a']],
  [
    ['a', 'b', 'd'],
    ['b', 'c'],
    ['d –', '– c', 'b b', 'a –'],
  ],
  // By their bytes: a name beyond U+FFFF comes after one below it, whatever JavaScript says.
  [
    ['\u{1f600}', 'ab'],
    ['\uff5e', 'a'],
    ['\u{1f600} –', '– \uff5e', 'ab –', '– a'],
  ],
])('the folders %j and %j, name by name', (first, second, expected) => {
  const pairs = [...sideBySide(rows(...first), rows(...second))];
  expect(pairs.map(([a, b]) => `${a?.name ?? '–'} ${b?.name ?? '–'}`)).toEqual(expected);
});
