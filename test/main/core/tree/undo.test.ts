import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../src-main/core/tree/apply.ts';
import { diffTrees } from '../../../../src-main/core/tree/diff.ts';
import { planUndo } from '../../../../src-main/core/tree/undo.ts';
import { type TreeLiteral, TreeStore } from '../../../support/trees.ts';

const NOW = { nowSeconds: 1_700_000_500 };

/** The tree after undoing what led from `before` to `after`, and what was left alone. */
async function undone(before: TreeLiteral, after: TreeLiteral, now: TreeLiteral = after) {
  const store = new TreeStore();
  const roots = { before: store.build(before), after: store.build(after), now: store.build(now) };
  const changes = await diffTrees(store.readDir, roots.before, roots.after);
  const since = await diffTrees(store.readDir, roots.after, roots.now);
  const placeOf = (path: string) => {
    const moved = since.find((change) => change.op === 'renamed' && change.path === path);
    return { path: moved?.newPath ?? path, isMoved: moved !== undefined };
  };
  const { steps, leftAlone } = await planUndo(store.readDir, roots, changes, { placeOf });
  const applied = await applyChanges(
    store.readDir,
    roots.now,
    steps.map(({ change }) => change),
    NOW,
  );
  store.add(applied.dirs);
  expect(applied.conflicts).toEqual([]);
  return {
    tree: store.textTree(applied.rootId),
    actions: steps.map(({ action, path }) => `${action} ${path}`),
    leftAlone: leftAlone.map(({ path, reason }) => `${path}: ${reason}`),
  };
}

describe('undoing a commit on its own tree', () => {
  it('removes what it added, a folder as one', async () => {
    expect(await undone({ a: '1' }, { a: '1', b: '2', d: { c: '3', e: '4' } })).toEqual({
      tree: { a: '1' },
      actions: ['remove /b', 'remove /d'],
      leftAlone: [],
    });
  });

  it('tells what it added and what was renamed since, which stays, and not what was deleted', async () => {
    const after = { a: '1', b: '2', c: '3', d: { e: '4', f: '5' } };
    expect(await undone({}, after, { a: '1', x: '2', y: { e: '4', f: '5' } })).toEqual({
      tree: { x: '2', y: { e: '4', f: '5' } },
      actions: ['remove /a'],
      leftAlone: ['/x: renamed-since', '/y: renamed-since'],
    });
  });

  it('puts back what it removed', async () => {
    expect(await undone({ a: '1', d: { c: '3' } }, {})).toEqual({
      tree: { a: '1', d: { c: '3' } },
      actions: ['put-back /a', 'put-back /d'],
      leftAlone: [],
    });
  });

  it('brings old contents and old names back', async () => {
    expect(await undone({ a: '1', b: '2' }, { a: '11', c: '2' })).toEqual({
      tree: { a: '1', b: '2' },
      actions: ['move-back /b', 'old-content /a'],
      leftAlone: [],
    });
  });

  it('turns a file back into the folder that it replaced', async () => {
    expect((await undone({ a: { b: '1' } }, { a: '2' })).tree).toEqual({ a: { b: '1' } });
  });

  it('unwinds a rotation of logs', async () => {
    const before = { log: '3', 'log.1': '2', 'log.2': '1' };
    expect(await undone(before, { log: '', 'log.1': '3', 'log.2': '2', 'log.3': '1' })).toMatchObject({
      tree: before,
      leftAlone: [],
    });
  });

  it('gives back to each other what changed places', async () => {
    expect(await undone({ a: '1', b: '2' }, { a: '2', b: '1' })).toMatchObject({
      tree: { a: '1', b: '2' },
    });
    expect(await undone({ a: { x: '1' }, b: { x: '2' } }, { a: { x: '2' }, b: { x: '1' } })).toMatchObject({
      tree: { a: { x: '1' }, b: { x: '2' } },
    });
  });
});

describe('undoing a commit under later work', () => {
  it('keeps everything that other commits did', async () => {
    expect(await undone({ a: '1', b: '1' }, { a: '2', b: '1' }, { a: '2', b: '9', c: '5' })).toEqual({
      tree: { a: '1', b: '9', c: '5' },
      actions: ['old-content /a'],
      leftAlone: [],
    });
  });

  it('leaves alone what was edited since, wherever it would go', async () => {
    expect(await undone({ a: '1' }, { a: '2', b: '1' }, { a: '3', b: '4' })).toEqual({
      tree: { a: '3', b: '4' },
      actions: [],
      leftAlone: ['/b: changed-since', '/a: changed-since'],
    });
  });

  it('takes from an added folder what is as it was added', async () => {
    const now = { d: { kept: 'edited', own: 'later', e: { x: '3' } } };
    expect(await undone({}, { d: { gone: '1', kept: '2', e: { x: '3' } } }, now)).toEqual({
      tree: { d: { kept: 'edited', own: 'later' } },
      actions: ['remove /d/e'],
      leftAlone: ['/d/kept: changed-since', '/d/own: added-since'],
    });
  });

  it('puts what is missing of a removed folder into the one that has its name now', async () => {
    expect(await undone({ d: { a: '1', b: '2' } }, {}, { d: { b: 'new', c: '3' } })).toEqual({
      tree: { d: { a: '1', b: 'new', c: '3' } },
      actions: ['put-back /d/a'],
      leftAlone: ['/d/b: name-taken'],
    });
  });

  it('does not put anything where a file stands for a folder', async () => {
    expect(await undone({ d: { a: '1', b: '2' } }, { d: { b: '2' } }, { d: 'file' })).toEqual({
      tree: { d: 'file' },
      actions: [],
      leftAlone: ['/d/a: name-taken'],
    });
  });

  it('renames back with the edits made since, and not over something else', async () => {
    expect((await undone({ a: '1' }, { b: '1' }, { b: 'edited' })).tree).toEqual({ a: 'edited' });
    expect(await undone({ a: '1' }, { b: '1' }, { a: 'other', b: '1' })).toEqual({
      tree: { a: 'other', b: '1' },
      actions: [],
      leftAlone: ['/b: name-taken'],
    });
    expect((await undone({ a: '1' }, { b: '1' }, {})).leftAlone).toEqual(['/b: gone-since']);
    expect((await undone({ a: '1' }, { b: '1' }, { c: '1' })).leftAlone).toEqual(['/c: renamed-since']);
  });

  it('finds nothing to do where it was undone before', async () => {
    const before = { a: '1', b: '2', d: { x: '1' } };
    expect(await undone(before, { a: '11', d: { y: '1' } }, before)).toEqual({
      tree: before,
      actions: [],
      leftAlone: [],
    });
  });
});
