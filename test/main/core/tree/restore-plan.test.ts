import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../src-main/core/tree/apply.ts';
import {
  planRestoreBeside,
  planRestoreInPlace,
  type RestorePlan,
} from '../../../../src-main/core/tree/restore-plan.ts';
import { type TreeLiteral, TreeStore } from '../../../support/trees.ts';

const THEN = { a: '1', d: { b: '2', c: '3' }, was: 'file' };
const NOW = { a: '9', d: { b: '2', x: 'new' }, was: { a: 'folder' }, z: '26' };

async function outcome(store: TreeStore, now: TreeLiteral, { steps, blocked }: RestorePlan) {
  const changes = steps.map(({ change }) => change);
  const applied = await applyChanges(store.readDir, store.build(now), changes, { nowSeconds: 1_700_000_500 });
  store.add(applied.dirs);
  expect(applied.conflicts).toEqual([]);
  const actions = steps.map(({ action, path }) => `${action} ${path}`);
  return { tree: store.textTree(applied.rootId), actions, blocked };
}

async function inPlace(
  wanted: { paths: string[]; except?: string[] },
  now: TreeLiteral = NOW,
  then: TreeLiteral = THEN,
) {
  const store = new TreeStore();
  const roots = { was: store.build(then), now: store.build(now) };
  const plan = await planRestoreInPlace(store.readDir, roots, { except: [], ...wanted });
  return outcome(store, now, plan);
}

async function beside(paths: string[], now: TreeLiteral = NOW) {
  const store = new TreeStore();
  const roots = { was: store.build(THEN), now: store.build(now) };
  return outcome(store, now, await planRestoreBeside(store.readDir, roots, { paths, rootName: 'Restored' }));
}

describe('a restore in place', () => {
  it('of everything makes today what it was', async () => {
    expect(await inPlace({ paths: ['/'] })).toEqual({
      tree: THEN,
      actions: ['remove /d/x', 'remove /was', 'remove /z', 'overwrite /a', 'create /d/c', 'create /was'],
      blocked: [],
    });
  });

  it('of some items touches nothing else', async () => {
    expect((await inPlace({ paths: ['/d', '/d/c', '/z'] })).actions).toEqual([
      'remove /d/x',
      'remove /z',
      'create /d/c',
    ]);
  });

  it('leaves out what is not wanted, and what is below it', async () => {
    expect((await inPlace({ paths: ['/'], except: ['/d', '/z'] })).actions).toEqual([
      'remove /was',
      'overwrite /a',
      'create /was',
    ]);
  });

  it('makes folders that are gone again, and stops at files in their place', async () => {
    expect((await inPlace({ paths: ['/d/c'] }, {})).tree).toEqual({ d: { c: '3' } });
    expect(await inPlace({ paths: ['/d/c'] }, { d: 'file' })).toEqual({
      tree: { d: 'file' },
      actions: [],
      blocked: ['/d/c'],
    });
  });

  it('of what never changed does nothing', async () => {
    expect((await inPlace({ paths: ['/'] }, THEN)).actions).toEqual([]);
  });
});

describe('a restore beside', () => {
  it('gives copies names that are free', async () => {
    expect((await beside(['/a', '/d', '/none'])).tree).toEqual({
      ...NOW,
      'a (1)': '1',
      'd (1)': { b: '2', c: '3' },
    });
  });

  it('puts everything into a folder', async () => {
    expect((await beside(['/'])).tree).toEqual({ ...NOW, Restored: THEN });
  });

  it('needs no other name where the item is gone', async () => {
    expect((await beside(['/d/c'])).actions).toEqual(['create /d/c']);
    expect(await beside(['/d/c'], { d: 'file' })).toMatchObject({ actions: [], blocked: ['/d/c'] });
  });
});
