import { describe, expect, it } from 'vitest';
import type { FileDirent } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { inOneGo } from '../../../../src-main/core/steps.ts';
import {
  folderRow,
  isSameDirent,
  type NewDir,
  openSubfolder,
  openWorkingDir,
  sealWorkingDir,
  setRow,
  takeRow,
} from '../../../../src-main/core/tree/working-tree.ts';
import { fileDirent, TreeStore } from '../../../support/trees.ts';

const FILE: FileDirent = { ...fileDirent('new', { mtimeSeconds: 2_000_000_000 }), name: 'new' };

/** The root of a tree, opened, and what it is sealed to. */
async function opened() {
  const store = new TreeStore();
  const rootId = store.build({ a: '1', d: { b: '2' } });
  const dirs = { readDir: store.readDir, yieldToEventLoop: undefined };
  const root = await openWorkingDir(dirs, rootId);
  const subfolder = await openSubfolder(dirs, root, 'd');
  if (subfolder === null) throw new Error('a folder expected');
  const seal = () => {
    const made = new Map<ObjectId, NewDir>();
    const id = inOneGo(sealWorkingDir(root, made));
    store.add(made.values());
    return { tree: store.textTree(id), id, made: made.size, order: [...made.keys()] };
  };
  return { store, dirs, root, rootId, subfolder, seal };
}

describe('a folder that is edited', () => {
  it('keeps its id when nothing came of it', async () => {
    const { root, rootId, subfolder, seal } = await opened();
    expect(seal()).toMatchObject({ id: rootId, made: 0 });
    const row = root.rows.get('a');
    if (row === undefined) throw new Error('a row expected');
    setRow(root, row);
    expect([root.isEdited, root.touchedSeconds]).toEqual([false, null]);
    setRow(subfolder, FILE);
    takeRow(subfolder, 'new', 5);
    expect(seal()).toMatchObject({ id: rootId, made: 0 });
  });

  it('is made with all above it, children before parents', async () => {
    const { subfolder, rootId, seal } = await opened();
    setRow(subfolder, FILE);
    const { tree, id, made, order } = seal();
    expect(tree).toEqual({ a: '1', d: { b: '2', new: 'new' } });
    expect([made, order[1]]).toEqual([2, id]);
    expect(id).not.toBe(rootId);
  });

  it('has the newest time of what came and went', async () => {
    const { root, subfolder } = await opened();
    setRow(subfolder, FILE);
    takeRow(subfolder, 'b', 5);
    expect(subfolder.touchedSeconds).toBe(2_000_000_000);
    takeRow(root, 'a', 5);
    expect(root.touchedSeconds).toBe(5);
  });

  it('is read once, and a file is none', async () => {
    const { store, dirs, root, subfolder } = await opened();
    expect(await openSubfolder(dirs, root, 'd')).toBe(subfolder);
    expect([await openSubfolder(dirs, root, 'a'), await openSubfolder(dirs, root, 'none')]).toEqual([
      null,
      null,
    ]);
    expect(store.reads).toHaveLength(2);
  });

  it('goes with whatever was opened in it', async () => {
    const { dirs, root, subfolder, seal } = await opened();
    setRow(subfolder, FILE);
    expect(takeRow(root, 'd', 5)).toBe(subfolder);
    expect(seal().tree).toEqual({ a: '1' });
    setRow(root, { ...FILE, name: 'd' });
    expect(await openSubfolder(dirs, root, 'd')).toBeNull();
  });

  it('is no object of its own once it is empty', async () => {
    const { subfolder, seal } = await opened();
    takeRow(subfolder, 'b', 5);
    expect(seal()).toMatchObject({ tree: { a: '1', d: {} }, made: 1 });
  });
});

it('a row gets a time that every calendar has', async () => {
  const { root } = await opened();
  setRow(root, { ...FILE, mtimeSeconds: 10 ** 15 });
  expect(root.rows.get('new')?.mtimeSeconds).toBeLessThan(10 ** 12);
});

it('two rows say the same if all but their names is equal', () => {
  const other = { ...FILE, name: 'other' };
  expect(isSameDirent(FILE, other)).toBe(true);
  for (const change of [
    { mode: 0o100755 },
    { mtimeSeconds: 5 },
    { sizeBytes: 5 },
    { modifier: 'x' },
    { id: EMPTY_ID },
  ])
    expect(isSameDirent(FILE, { ...other, ...change })).toBe(false);
  expect(isSameDirent(folderRow('a', 5), folderRow('b', 5))).toBe(true);
  expect(isSameDirent(folderRow('a', 5), folderRow('b', 6))).toBe(false);
});
