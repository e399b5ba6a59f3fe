import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { EXECUTABLE_MODE, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { applyChanges, type TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { findEntry } from '../../../../src-main/core/tree/tree-lookup.ts';
import { treeChange, treeLiteral } from '../../../support/tree-arbitraries.ts';
import { file, fileDirent, fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

const NOW_SECONDS = 1_700_000_500;

async function apply(
  store: TreeStore,
  rootId: ObjectId,
  changes: readonly TreeChange[],
  nowSeconds = NOW_SECONDS,
) {
  const result = await applyChanges(store.readDir, rootId, changes, { nowSeconds });
  store.add(result.dirs);
  return result;
}

/** The tree after the changes, and where newcomers had to go. */
async function outcome(before: TreeLiteral, changes: readonly TreeChange[]) {
  const store = new TreeStore();
  const { rootId, conflicts } = await apply(store, store.build(before), changes);
  return { tree: store.textTree(rootId), conflicts };
}

async function refusal(before: TreeLiteral, change: TreeChange) {
  const error = await outcome(before, [change]).catch((thrown: unknown) => thrown);
  return error instanceof DomainError ? error.code : error;
}

const put = (path: string, text: string, base?: ObjectId | null): TreeChange =>
  base === undefined
    ? { op: 'put', path, dirent: fileDirent(text) }
    : { op: 'put', path, dirent: fileDirent(text), base };

describe('applyChanges: put', () => {
  it('adds a file and the folders above it', async () => {
    expect(await outcome({}, [put('/a/b/c.txt', 'hi')])).toEqual({
      tree: { a: { b: { 'c.txt': 'hi' } } },
      conflicts: [],
    });
  });

  it('replaces whatever file is there when no base is given', async () => {
    expect((await outcome({ a: 'old' }, [put('/a', 'new')])).tree).toEqual({ a: 'new' });
  });

  it('replaces the file that the writer knew', async () => {
    expect((await outcome({ a: 'old' }, [put('/a', 'new', fileIdOf('old'))])).tree).toEqual({ a: 'new' });
  });

  it('file system the mode of a replaced file on for a writer that knows of none', async () => {
    const store = new TreeStore();
    const rootId = store.build({ run: 'old' });
    const program = { ...fileDirent('old'), mode: EXECUTABLE_MODE };
    const before = await apply(store, rootId, [{ op: 'put', path: '/run', dirent: program }]);
    const changes: TreeChange[] = [
      { op: 'put', path: '/run', dirent: fileDirent('new'), base: fileIdOf('old'), keepsMode: true },
      { op: 'put', path: '/plain', dirent: fileDirent('new'), base: null, keepsMode: true },
    ];
    const { rootId: after } = await apply(store, before.rootId, changes);
    expect(await findEntry(store.readDir, after, '/run')).toMatchObject({ mode: EXECUTABLE_MODE });
    expect(await findEntry(store.readDir, after, '/plain')).toMatchObject({ mode: FILE_MODE });
    const same = await apply(store, before.rootId, [
      { op: 'put', path: '/run', dirent: fileDirent('old'), base: null, keepsMode: true },
    ]);
    expect(same.rootId).toBe(before.rootId);
  });

  it('keeps a file the writer did not know, and puts the new one beside it', async () => {
    expect(await outcome({ 'a.b.txt': 'theirs' }, [put('/a.b.txt', 'mine', fileIdOf('old'))])).toEqual({
      tree: { 'a.b.txt': 'theirs', 'a.b (SFConflict me@example.com 2023-11-14-22-13-20).txt': 'mine' },
      conflicts: [
        { path: '/a.b.txt', conflictPath: '/a.b (SFConflict me@example.com 2023-11-14-22-13-20).txt' },
      ],
    });
  });

  it('keeps a file where the writer believed nothing was', async () => {
    expect((await outcome({ a: 'theirs' }, [put('/a', 'mine', null)])).tree).toEqual({
      a: 'theirs',
      'a (SFConflict me@example.com 2023-11-14-22-13-20)': 'mine',
    });
  });

  it('brings a file back that was deleted while the writer changed it', async () => {
    expect(await outcome({}, [put('/a', 'mine', fileIdOf('old'))])).toEqual({
      tree: { a: 'mine' },
      conflicts: [],
    });
  });

  it('sees no conflict when both wrote the same content', async () => {
    expect(await outcome({ a: 'same' }, [put('/a', 'same', fileIdOf('old'))])).toEqual({
      tree: { a: 'same' },
      conflicts: [],
    });
  });

  it('numbers a conflict name that is taken', async () => {
    const name = 'a (SFConflict me@example.com 2023-11-14-22-13-20)';
    expect((await outcome({ a: 'theirs', [name]: 'earlier' }, [put('/a', 'mine', null)])).tree).toEqual({
      a: 'theirs',
      [name]: 'earlier',
      [`${name} (1)`]: 'mine',
    });
  });

  it('leaves one conflict copy when a batch is sent twice', async () => {
    const store = new TreeStore();
    const once = await apply(store, store.build({ a: 'theirs' }), [put('/a', 'mine', null)]);
    const twice = await apply(store, once.rootId, [put('/a', 'mine', null)]);
    expect(twice).toEqual({ rootId: once.rootId, dirs: [], conflicts: once.conflicts });
  });

  it('never replaces a folder', async () => {
    expect((await outcome({ a: { x: 'inside' } }, [put('/a', 'mine')])).tree).toEqual({
      a: { x: 'inside' },
      'a (SFConflict me@example.com 2023-11-14-22-13-20)': 'mine',
    });
  });

  it('keeps a file that stands where folders are needed, and gathers the newcomers in one folder beside it', async () => {
    const later = {
      op: 'put',
      path: '/a/d/y',
      dirent: fileDirent('Y', { mtimeSeconds: 1_700_000_100 }),
    } as const;
    expect(await outcome({ a: 'file' }, [put('/a/x', 'X'), later])).toEqual({
      tree: { a: 'file', 'a (SFConflict me@example.com 2023-11-14-22-13-20)': { x: 'X', d: { y: 'Y' } } },
      conflicts: [
        { path: '/a/x', conflictPath: '/a (SFConflict me@example.com 2023-11-14-22-13-20)/x' },
        { path: '/a/d/y', conflictPath: '/a (SFConflict me@example.com 2023-11-14-22-13-20)/d/y' },
      ],
    });
  });
});

describe('applyChanges: folders, removals and moves', () => {
  it('looks at each file of a row in one folder as closely as at the first', async () => {
    const row = (path: string) => [put('/a/one.txt', '1'), put(path, '2')];
    expect(await outcome({}, row('/a/one.txt'))).toEqual(await outcome({}, [put('/a/one.txt', '2')]));
    expect((await outcome({}, row('/a//two.txt'))).tree).toEqual((await outcome({}, row('/a/two.txt'))).tree);
    for (const name of ['..', '.', 'nul\0', '\ud800']) {
      await expect(outcome({}, row(`/a/${name}`))).rejects.toMatchObject({ code: 'path-invalid' });
    }
  });

  it('creates an empty folder', async () => {
    expect((await outcome({}, [{ op: 'mkdir', path: '/a/b', mtimeSeconds: 5 }])).tree).toEqual({
      a: { b: {} },
    });
  });

  it('grafts a tree under a new name', async () => {
    const store = new TreeStore();
    const graft = store.build({ x: '1' });
    const change: TreeChange = { op: 'mkdir', path: '/copy', mtimeSeconds: 5, id: graft };
    const { rootId } = await apply(store, store.build({ d: { x: '1' } }), [change]);
    expect(store.textTree(rootId)).toEqual({ copy: { x: '1' }, d: { x: '1' } });
  });

  it('changes nothing by making a folder that is there', async () => {
    const store = new TreeStore();
    const rootId = store.build({ d: { x: '1' } });
    const changes: TreeChange[] = [
      { op: 'mkdir', path: '/d', mtimeSeconds: 5 },
      { op: 'mkdir', path: '/', mtimeSeconds: 5 },
    ];
    expect(await apply(store, rootId, changes)).toEqual({ rootId, dirs: [], conflicts: [] });
  });

  it('refuses to make a folder where a file is, or another tree where a folder is', async () => {
    expect(await refusal({ a: 'file' }, { op: 'mkdir', path: '/a', mtimeSeconds: 5 })).toBe('name-taken');
    expect(await refusal({ a: 'file' }, { op: 'mkdir', path: '/a/b', mtimeSeconds: 5 })).toBe('name-taken');
    expect(await refusal({ d: { x: '1' } }, { op: 'mkdir', path: '/d', mtimeSeconds: 5, id: EMPTY_ID })).toBe(
      'name-taken',
    );
  });

  it('removes files and whole folders, and keeps the folder they were in', async () => {
    const changes: TreeChange[] = [
      { op: 'remove', path: '/d/x' },
      { op: 'remove', path: '/e' },
      { op: 'remove', path: '/absent/y' },
    ];
    expect((await outcome({ d: { x: '1' }, e: { y: '2' } }, changes)).tree).toEqual({ d: {} });
  });

  it('does not remove what changed since the writer saw it', async () => {
    const store = new TreeStore();
    const rootId = store.build({ a: 'changed', d: { x: 'changed' } });
    const changes: TreeChange[] = [
      { op: 'remove', path: '/a', base: fileIdOf('old') },
      { op: 'remove', path: '/d', base: store.build({ x: 'old' }) },
    ];
    expect(await apply(store, rootId, changes)).toEqual({ rootId, dirs: [], conflicts: [] });
  });

  it('removes a folder that is still what the writer saw', async () => {
    const store = new TreeStore();
    const base = store.build({ x: '1' });
    const { rootId } = await apply(store, store.build({ d: { x: '1' } }), [
      { op: 'remove', path: '/d', base },
    ]);
    expect(rootId).toBe(EMPTY_ID);
  });

  it('moves a folder with its id, edits of the same batch included', async () => {
    const changes: TreeChange[] = [
      put('/d/y', 'Y'),
      { op: 'move', from: '/d', to: '/e/f' },
      put('/e/f/z', 'Z'),
    ];
    expect((await outcome({ d: { x: '1' } }, changes)).tree).toEqual({
      e: { f: { x: '1', y: 'Y', z: 'Z' } },
    });
  });

  it('renames by case alone', async () => {
    expect((await outcome({ readme: 'r' }, [{ op: 'move', from: '/readme', to: '/README' }])).tree).toEqual({
      README: 'r',
    });
  });

  it('keeps the time, mode and modifier of what it moves', async () => {
    const store = new TreeStore();
    const fields = { mtimeSeconds: 77, modifier: 'you@example.com', mode: EXECUTABLE_MODE };
    const rootId = store.build({ a: file('text', fields) });
    const moved = await apply(store, rootId, [{ op: 'move', from: '/a', to: '/b' }]);
    expect(await findEntry(store.readDir, moved.rootId, '/b')).toEqual({
      ...fileDirent('text', fields),
      name: 'b',
    });
  });

  it('refuses moves that would destroy or make no sense', async () => {
    const tree = { a: '1', b: '2', d: { x: '3' } };
    expect(await refusal(tree, { op: 'move', from: '/a', to: '/b' })).toBe('name-taken');
    expect(await refusal(tree, { op: 'move', from: '/a', to: '/b/c' })).toBe('name-taken');
    expect(await refusal(tree, { op: 'move', from: '/d', to: '/d/e/f' })).toBe('path-invalid');
    expect(await refusal(tree, { op: 'move', from: '/absent', to: '/e' })).toBe('item-not-found');
    expect(await refusal(tree, { op: 'move', from: '/', to: '/e' })).toBe('path-invalid');
  });

  it.each(['/', '/../a', '/a/./b', '/a\0', '/\ud800', '/d'.repeat(257)])(
    'refuses the path %j',
    async (path) => {
      expect(await refusal({}, put(path, 'x'))).toBe('path-invalid');
    },
  );
});

describe('applyChanges: times', () => {
  async function timeOf(path: string, before: TreeLiteral, changes: readonly TreeChange[]) {
    const store = new TreeStore();
    const { rootId } = await apply(store, store.build(before, { mtimeSeconds: 50 }), changes);
    return (await findEntry(store.readDir, rootId, path))?.mtimeSeconds;
  }
  const putAt = (path: string, mtimeSeconds: number): TreeChange => ({
    op: 'put',
    path,
    dirent: fileDirent(`at ${mtimeSeconds}`, { mtimeSeconds }),
  });

  it('gives a folder the newest time of what was put in it', async () => {
    expect(await timeOf('/d', { d: { x: '1' } }, [putAt('/d/y', 90), putAt('/d/z', 70)])).toBe(90);
  });

  it('gives a folder the present for what was removed or moved', async () => {
    expect(await timeOf('/d', { d: { x: '1' } }, [{ op: 'remove', path: '/d/x' }])).toBe(NOW_SECONDS);
    expect(await timeOf('/e', { d: { x: '1' }, e: {} }, [{ op: 'move', from: '/d/x', to: '/e/x' }])).toBe(
      NOW_SECONDS,
    );
  });

  it('leaves the time of folders further up alone', async () => {
    expect(await timeOf('/d', { d: { e: { x: '1' } } }, [putAt('/d/e/y', 90)])).toBe(50);
  });

  it('keeps the given time of a folder that stays empty', async () => {
    expect(await timeOf('/d', {}, [{ op: 'mkdir', path: '/d', mtimeSeconds: 33 }])).toBe(33);
  });
});

describe('applyChanges: cost and identity', () => {
  it('gives the same root and no objects for changes that undo each other', async () => {
    const store = new TreeStore();
    const rootId = store.build({ d: { x: '1' }, e: { f: { y: '2' } } });
    const changes: TreeChange[] = [
      put('/d/new', 'n'),
      { op: 'remove', path: '/d/new' },
      { op: 'move', from: '/e/f', to: '/d/f' },
      { op: 'move', from: '/d/f', to: '/e/f' },
      put('/d/x', '1'),
      { op: 'mkdir', path: '/tmp', mtimeSeconds: 1 },
      { op: 'remove', path: '/tmp' },
    ];
    expect(await apply(store, rootId, changes)).toEqual({ rootId, dirs: [], conflicts: [] });
  });

  it('reads only the folders on the way, once, and returns children before parents', async () => {
    const store = new TreeStore();
    const far = store.build({ x: '1' });
    const near = store.build({ far: { x: '1' }, other: { z: '9' } });
    const rootId = store.build({ near: { far: { x: '1' }, other: { z: '9' } }, side: { q: '3' } });
    const { dirs } = await apply(store, rootId, [put('/near/far/y', 'Y'), put('/near/far/z', 'Z')]);
    expect(store.reads).toEqual([rootId, near, far]);
    expect(dirs.map(({ id }) => Object.keys(store.textTree(id)).sort())).toEqual([
      ['x', 'y', 'z'],
      ['far', 'other'],
      ['near', 'side'],
    ]);
  });

  it('makes of a batch what its changes make one at a time', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, fc.array(treeChange, { maxLength: 12 }), async (literal, changes) => {
        const store = new TreeStore();
        const start = store.build(literal);
        const accepted: TreeChange[] = [];
        const conflicts: unknown[] = [];
        let rootId = start;
        for (const change of changes) {
          const step = await apply(store, rootId, [change], 1_700_000_000).catch((error: unknown) => {
            if (error instanceof DomainError) return null;
            throw error;
          });
          if (step === null) continue;
          accepted.push(change);
          conflicts.push(...step.conflicts);
          rootId = step.rootId;
        }
        const batch = await apply(store, start, accepted, 1_700_000_000);
        expect(store.textTree(batch.rootId)).toEqual(store.textTree(rootId));
        expect(batch.conflicts).toEqual(conflicts);
      }),
      { numRuns: 500 },
    );
  });
});
