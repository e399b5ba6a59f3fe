import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeChanges } from '../../../../src-main/core/history/describe.ts';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { diffMerge } from '../../../../src-main/core/tree/diff-merge.ts';
import { mergeTrees } from '../../../../src-main/core/tree/merge.ts';
import { treeLiteral } from '../../../support/tree-arbitraries.ts';
import { file, fileDirent, type TextTree, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

interface Recorded {
  commit: string;
  root: string;
}

const recorded: Record<'base' | 'head' | 'pushed' | 'merged', Recorded> = JSON.parse(
  readFileSync(new URL('../../../fixtures/vectors/merge.json', import.meta.url), 'utf8'),
);

function recordedStore(): { store: TreeStore; ids: Record<keyof typeof recorded, typeof EMPTY_ID> } {
  const store = new TreeStore();
  const keep = ({ root }: Recorded) => {
    const bytes = Buffer.from(root);
    const id = objectIdOf(bytes);
    store.add([{ id, bytes }]);
    return id;
  };
  const { base, head, pushed, merged } = recorded;
  return { store, ids: { base: keep(base), head: keep(head), pushed: keep(pushed), merged: keep(merged) } };
}

const WHO = 'bob@example.com';
const STAMP = 'SFConflict me@example.com 2023-11-14-22-13-20';
const BOBS_STAMP = 'SFConflict bob@example.com 2023-11-14-22-13-20';

async function merge(base: TreeLiteral, head: TreeLiteral, remote: TreeLiteral) {
  const store = new TreeStore();
  const trees = { base: store.build(base), head: store.build(head), remote: store.build(remote) };
  const result = await mergeTrees(store.readDir, trees, WHO);
  store.add(result.dirs);
  return { tree: store.textTree(result.rootId), conflicts: result.conflicts };
}

async function mergedTree(base: TreeLiteral, head: TreeLiteral, remote: TreeLiteral) {
  return (await merge(base, head, remote)).tree;
}

describe('mergeTrees against the reference server', () => {
  it('makes the recorded root, byte for byte', async () => {
    const { store, ids } = recordedStore();
    const trees = { base: ids.base, head: ids.head, remote: ids.pushed };
    const { rootId, dirs, conflicts } = await mergeTrees(store.readDir, trees, WHO);
    expect(rootId).toBe('ec78f0194da57712d7622ddcdb4e4ccd759ce1ac');
    expect(dirs.map((dir) => dir.bytes.toString())).toEqual([recorded.merged.root]);
    expect(conflicts).toEqual([
      { path: '/hello.txt', conflictPath: '/hello (SFConflict alice@example.com 2023-11-14-22-46-42).txt' },
    ]);
  });

  it('describes the merge as the server did', async () => {
    const { store, ids } = recordedStore();
    const changes = await diffMerge(store.readDir, { parents: [ids.head, ids.pushed], merged: ids.merged });
    expect(describeChanges(changes)).toBe(decodeCommit(Buffer.from(recorded.merged.commit)).description);
  });
});

describe('mergeTrees: files', () => {
  it('takes the side that changed a file', async () => {
    expect(await mergedTree({ a: '0', b: '0' }, { a: '1', b: '0' }, { a: '0', b: '2' })).toEqual({
      a: '1',
      b: '2',
    });
  });

  it('keeps both versions when both changed a file', async () => {
    expect(await merge({ 'a.txt': '0' }, { 'a.txt': '1' }, { 'a.txt': '2' })).toEqual({
      tree: { 'a.txt': '1', [`a (${STAMP}).txt`]: '2' },
      conflicts: [{ path: '/a.txt', conflictPath: `/a (${STAMP}).txt` }],
    });
  });

  it('keeps both versions when both added a file', async () => {
    expect(await mergedTree({}, { a: '1' }, { a: '2' })).toEqual({ a: '1', [`a (${STAMP})`]: '2' });
  });

  it('keeps one when both made the same content', async () => {
    expect(await merge({ a: '0' }, { a: '1' }, { a: file('1', { mtimeSeconds: 5 }) })).toEqual({
      tree: { a: '1' },
      conflicts: [],
    });
  });

  it('numbers a conflict name that either side has', async () => {
    const name = `a (${STAMP})`;
    expect(await mergedTree({ a: '0' }, { a: '1', [name]: 'x' }, { a: '2' })).toEqual({
      a: '1',
      [name]: 'x',
      [`${name} (1)`]: '2',
    });
  });

  it('deletes what one side deleted and the other left alone', async () => {
    expect(await mergedTree({ a: '0', b: '0', c: '0' }, { b: '0', c: '0' }, { a: '0', c: '0' })).toEqual({
      c: '0',
    });
    expect(await mergedTree({ a: '0' }, {}, {})).toEqual({});
  });

  it('lets a change beat a deletion on either side', async () => {
    expect(await mergedTree({ a: '0', b: '0' }, { b: '1' }, { a: '2' })).toEqual({ a: '2', b: '1' });
  });
});

describe('mergeTrees: folders', () => {
  it('keeps what only one side has', async () => {
    expect(await mergedTree({}, { d: { x: '1' } }, { e: { y: '2' } })).toEqual({
      d: { x: '1' },
      e: { y: '2' },
    });
  });

  it('merges inside a folder both changed or both added', async () => {
    expect(await mergedTree({ d: { k: '0' } }, { d: { k: '0', x: '1' } }, { d: { k: '0', y: '2' } })).toEqual(
      {
        d: { k: '0', x: '1', y: '2' },
      },
    );
    expect(await mergedTree({}, { d: { x: '1' } }, { d: { y: '2' } })).toEqual({ d: { x: '1', y: '2' } });
  });

  it('deletes a folder that the other side left alone', async () => {
    expect(await mergedTree({ d: { x: '1' }, e: { y: '2' } }, { e: { y: '2' } }, { d: { x: '1' } })).toEqual(
      {},
    );
  });

  it('keeps only what changed in a folder that the other side deleted', async () => {
    const base = { d: { x: '0', y: '0', z: { q: '0' } } };
    expect(await mergedTree(base, {}, { d: { x: '1', y: '0', z: { q: '0' } } })).toEqual({ d: { x: '1' } });
    expect(await mergedTree(base, { d: { x: '1', y: '0', z: { q: '0' } } }, {})).toEqual({ d: { x: '1' } });
  });

  it('keeps a folder that the merge left empty', async () => {
    expect(await mergedTree({ d: { x: '0', y: '0' } }, { d: { x: '0' } }, { d: { y: '0' } })).toEqual({
      d: {},
    });
  });

  it('keeps the row of head for a folder that was merged', async () => {
    const store = new TreeStore();
    const trees = {
      base: EMPTY_ID,
      head: store.build({ d: { x: '1' } }, { mtimeSeconds: 10 }),
      remote: store.build({ d: { y: '2' } }, { mtimeSeconds: 20 }),
    };
    const { rootId, dirs } = await mergeTrees(store.readDir, trees, WHO);
    store.add(dirs);
    expect((await store.readDir(rootId)).map((row) => row.mtimeSeconds)).toEqual([10]);
  });
});

describe('mergeTrees: a file against a folder', () => {
  it('renames the file of remote that meets a new folder of head', async () => {
    expect(await mergedTree({}, { a: { x: '1' } }, { a: '2' })).toEqual({
      a: { x: '1' },
      [`a (${STAMP})`]: '2',
    });
    expect(await mergedTree({ a: '0' }, { a: { x: '1' } }, { a: '2' })).toEqual({
      a: { x: '1' },
      [`a (${STAMP})`]: '2',
    });
  });

  it('renames the folder of remote that meets a file of head', async () => {
    expect(await mergedTree({}, { a: '1' }, { a: { x: '2' } })).toEqual({
      a: '1',
      [`a (${BOBS_STAMP})`]: { x: '2' },
    });
    expect(await mergedTree({ a: '0' }, { a: '1' }, { a: { x: '2' } })).toEqual({
      a: '1',
      [`a (${BOBS_STAMP})`]: { x: '2' },
    });
  });

  it('lets one side turn into the other kind what the other side left alone', async () => {
    expect(await mergedTree({ a: '0' }, { a: '0', k: '1' }, { a: { x: '2' } })).toEqual({
      a: { x: '2' },
      k: '1',
    });
    expect(await mergedTree({ a: { x: '0' } }, { a: { x: '0' }, k: '1' }, { a: '2' })).toEqual({
      a: '2',
      k: '1',
    });
    expect(await mergedTree({ a: { x: '0' } }, { a: '1' }, { a: { x: '0' }, k: '2' })).toEqual({
      a: '1',
      k: '2',
    });
  });

  it('keeps what changed in a folder that the other side turned into a file', async () => {
    expect(await mergedTree({ a: { x: '0' } }, { a: { x: '1' } }, { a: '2' })).toEqual({
      a: { x: '1' },
      [`a (${STAMP})`]: '2',
    });
    expect(await mergedTree({ a: { x: '0' } }, { a: '1' }, { a: { x: '2' } })).toEqual({
      a: '1',
      [`a (${BOBS_STAMP})`]: { x: '2' },
    });
  });
});

describe('mergeTrees: properties', () => {
  it('gives the other side when one side is base', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, treeLiteral, async (base, other) => {
        const store = new TreeStore();
        const [baseId, otherId] = [store.build(base), store.build(other)];
        const none = { rootId: otherId, dirs: [], conflicts: [] };
        const remoteWins = { base: baseId, head: baseId, remote: otherId };
        const headWins = { base: baseId, head: otherId, remote: baseId };
        expect(await mergeTrees(store.readDir, remoteWins, WHO)).toEqual(none);
        expect(await mergeTrees(store.readDir, headWins, WHO)).toEqual(none);
      }),
    );
  });

  it('loses no content that a side added or changed', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, treeLiteral, treeLiteral, async (base, head, remote) => {
        const before = new Map(filesOf(base).map(({ path, text }) => [path, text]));
        const sign = (side: string) => (path: string, text: string) =>
          before.get(path) === text ? text : `${side} ${path}`;
        const ours = mapTexts(head, sign('head'));
        const theirs = mapTexts(remote, sign('remote'));
        const kept = new Set(filesOf(await mergedTree(base, ours, theirs)).map(({ text }) => text));
        const owed = [...filesOf(ours), ...filesOf(theirs)].filter(
          ({ path, text }) => before.get(path) !== text,
        );
        expect(owed.filter(({ text }) => !kept.has(text))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves every file of head that remote did not touch where it is', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, treeLiteral, treeLiteral, async (base, head, remote) => {
        const after = new Map(
          filesOf(await mergedTree(base, head, remote)).map(({ path, text }) => [path, text]),
        );
        const before = new Map(filesOf(base).map(({ path, text }) => [path, text]));
        for (const { path, text } of filesOf(head)) {
          if (before.get(path) !== text) expect(after.get(path)).toBe(text);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function mapTexts(tree: TextTree, map: (path: string, text: string) => string, parent = ''): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => {
      const path = `${parent}/${name}`;
      return [name, typeof value === 'string' ? map(path, value) : mapTexts(value, map, path)];
    }),
  );
}

function filesOf(tree: TextTree, parent = ''): { path: string; text: string }[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const path = `${parent}/${name}`;
    return typeof value === 'string' ? [{ path, text: value }] : filesOf(value, path);
  });
}

describe('a merge of long folders', () => {
  it('lets others have their turn after each two thousand rows of each of them', async () => {
    const rowsOf = (changed: string): Dirent[] =>
      Array.from({ length: 20_000 }, (_, at) => {
        const name = `${at}`.padStart(5, '0');
        return { ...fileDirent(name === changed ? 'changed' : 'same'), name };
      }).reverse();
    const ids = { base: objectIdOf('base'), head: objectIdOf('head'), remote: objectIdOf('remote') };
    const rows = new Map([
      [ids.base, rowsOf('')],
      [ids.head, rowsOf('00001')],
      [ids.remote, rowsOf('00002')],
    ]);
    let turns = 0;
    const yieldToEventLoop = async () => {
      turns += 1;
    };
    const { dirs } = await mergeTrees(async (id) => rows.get(id) ?? [], ids, WHO, yieldToEventLoop);
    expect(dirs[0]?.dirents.filter(({ id }) => id === fileDirent('changed').id)).toHaveLength(2);
    // Three tables of ten steps, twenty for the names of two, ten for the merge, and those of the new folder.
    expect(turns).toBeGreaterThanOrEqual(60);
  });
});

/** The same names on all sides, and on each another file behind all of them. */
async function mergeChangedAlike(names: readonly string[], yieldToEventLoop: () => Promise<void>) {
  const ids = { base: objectIdOf('base'), head: objectIdOf('head'), remote: objectIdOf('remote') };
  const rows = new Map(
    Object.entries(ids).map(([side, id]) => {
      const row = fileDirent(side);
      return [id, names.map((name) => ({ ...row, name }))];
    }),
  );
  return mergeTrees(async (id) => rows.get(id) ?? [], ids, WHO, yieldToEventLoop);
}

describe('a merge of much that both sides changed', () => {
  it('gives names that shorten to the same one in turns', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `${'n'.repeat(240)}${at}`);
    let turns = 0;
    const yieldToEventLoop = async () => {
      turns += 1;
    };
    const { dirs, conflicts } = await mergeChangedAlike(names, yieldToEventLoop);
    expect(new Set(dirs[0]?.dirents.map(({ name }) => name)).size).toBe(1_000);
    expect(conflicts).toHaveLength(500);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('ends at a hundred thousand files', async () => {
    const names = Array.from({ length: 100_001 }, (_, at) => `${at}`);
    const merging = mergeChangedAlike(names, async () => undefined);
    await expect(merging).rejects.toMatchObject({
      code: 'argument-invalid',
      detail: { reason: 'too-many-conflicts' },
    });
  });
});
