import { beforeEach, describe, expect, it } from 'vitest';
import { type FolderEntry, isWithin, joinPath } from '../../../../src-main/core/folder/folder-entry.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { walkTree } from '../../../../src-main/core/tree/walk.ts';
import { findDifferences } from '../../../../src-main/folder/checkout/find-differences.ts';
import { orderSteps } from '../../../../src-main/folder/checkout/order-steps.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { fileDirent, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

let store: TreeStore;

beforeEach(() => {
  store = new TreeStore();
});

interface Situation {
  /** What disk and library last agreed about. */
  readonly agreed: TreeLiteral;
  readonly head: TreeLiteral;
  readonly pending?: readonly string[];
  readonly ignored?: string;
  readonly excluded?: string;
}

async function rowsOf(tree: TreeLiteral): Promise<FolderEntry[]> {
  const rows: FolderEntry[] = [];
  for await (const { path, dirent } of walkTree(store.readDir, store.build(tree))) {
    const at = path.replace(/^\//, '');
    const isDir = dirent.kind === 'dir';
    rows.push({
      ...{ dir: at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '', name: dirent.name, isDir },
      objectId: isDir ? EMPTY_ID : dirent.id,
      ...{ sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, inode: rows.length + 1, mode: 0o100644 },
    });
  }
  return rows;
}

const pathOf = (row: FolderEntry) => joinPath(row.dir, row.name);

async function stepsFor({ agreed, head, pending = [], ignored = '', excluded = '' }: Situation) {
  const rows = await rowsOf(agreed);
  const inside = (dir: string, isDir: boolean) =>
    rows.filter((row) => row.isDir === isDir && row.dir !== '' && isWithin(row.dir, dir));
  const found = await findDifferences({
    readDir: store.readDir,
    headRootId: store.build(head),
    syncedRootId: store.build(agreed),
    pending,
    index: {
      entriesIn: (_key, dir) => rows.filter((row) => row.dir === dir),
      filesInside: (_key, dir) => inside(dir, false),
      dirsInside: (_key, dir) => inside(dir, true),
    },
    folderKey: 1,
    leaving: {
      isIgnored: (_dir, name) => name === ignored,
      isExcluded: (path) => path === excluded,
      holdsExcluded: (path) => isWithin(excluded, path),
      nameError: (_path, name) => (name === 'unwritable' ? said('nameUnfit') : null),
    },
  });
  const steps = orderSteps(found);
  return {
    make: [...steps.makeFirst, ...steps.makeThen].map(({ path }) => path),
    moveDirs: steps.moveDirs.map(({ from, to }) => `${from} > ${to}`),
    moveFiles: steps.moveFiles.map(({ row, to }) => `${pathOf(row)} > ${to}`),
    removeFiles: steps.removeFiles.map(pathOf),
    removeDirs: steps.removeDirs.map(pathOf),
    removeCopied: steps.removeCopied.map(({ row, to }) => `${pathOf(row)} > ${to}`),
    removeEmptied: steps.removeEmptied.map(pathOf),
    write: steps.writeFiles.map(({ path }) => path),
    nameErrors: found.nameErrors.map(({ path }) => path),
  };
}

const NOTHING = {
  make: [],
  moveDirs: [],
  moveFiles: [],
  removeFiles: [],
  removeDirs: [],
  removeCopied: [],
  removeEmptied: [],
  write: [],
  nameErrors: [],
};

describe('what a library has otherwise than its folder', () => {
  it('is nothing when both agree, and then no folder is read', async () => {
    const tree = { a: '1', d: { b: '2' } };
    expect(await stepsFor({ agreed: tree, head: tree })).toEqual(NOTHING);
    store.reads.length = 0;
    await stepsFor({ agreed: tree, head: tree });
    const readsOfTheTestItself = store.reads.length;
    expect(readsOfTheTestItself).toBe(2);
  });

  it('is new, edited and lost files, and folders with all that is in them', async () => {
    const agreed = { edited: '1', lost: '2', olddir: { x: '3' }, same: '4' };
    const head = { edited: '5', come: '6', newdir: { in: { y: '7' } }, same: '4' };
    expect(await stepsFor({ agreed, head })).toEqual({
      ...NOTHING,
      make: ['newdir', 'newdir/in'],
      removeFiles: ['lost', 'olddir/x'],
      removeDirs: ['olddir'],
      write: ['edited', 'come', 'newdir/in/y'],
    });
  });

  it('is one move for a folder that got another name, and one for a file', async () => {
    const agreed = { old: { a: '1', deep: { b: '2' } }, x: '3' };
    const head = { there: { new: { a: '1', deep: { b: '2' } } }, y: '3' };
    expect(await stepsFor({ agreed, head })).toEqual({
      ...NOTHING,
      make: ['there'],
      moveDirs: ['old > there/new'],
      moveFiles: ['x > y'],
    });
  });

  it('is moves of the files alone when the renamed folder also changed', async () => {
    const agreed = { old: { a: '1', deep: { b: '2' } } };
    const head = { new: { a: '1', deep: { b: '2' }, c: '3' } };
    expect(await stepsFor({ agreed, head })).toEqual({
      ...NOTHING,
      make: ['new'],
      moveDirs: ['old/deep > new/deep'],
      moveFiles: ['old/a > new/a'],
      removeDirs: ['old'],
      write: ['new/c'],
    });
  });

  it('never moves to a place that something else has to leave first', async () => {
    expect(await stepsFor({ agreed: { a: { x: '1' } }, head: { a: '1' } })).toEqual({
      ...NOTHING,
      removeFiles: ['a/x'],
      removeDirs: ['a'],
      write: ['a'],
    });
    expect(await stepsFor({ agreed: { a: '1', d: { x: '2' } }, head: { a: { x: '2' } } })).toEqual({
      ...NOTHING,
      make: ['a'],
      removeFiles: ['a'],
      write: ['a/x'],
      // Not before its content is at the other place.
      removeCopied: ['d/x > a/x'],
      removeEmptied: ['d'],
    });
  });

  it('leaves ignored names alone on both sides', async () => {
    const agreed = { junk: '1', d: { junk: '2' } };
    expect(await stepsFor({ agreed, head: { d: { junk: '3' } }, ignored: 'junk' })).toEqual(NOTHING);
  });

  it('takes an excluded folder off the disk, and writes nothing of it', async () => {
    const agreed = { d: { x: '1' } };
    const head = { d: { x: '1', y: '2' } };
    expect(await stepsFor({ agreed, head, excluded: 'd' })).toEqual({
      ...NOTHING,
      removeFiles: ['d/x'],
      removeDirs: ['d'],
    });
  });

  it('tells names that this disk cannot hold, and nothing inside them', async () => {
    expect(await stepsFor({ agreed: {}, head: { unwritable: { x: '1' } } })).toEqual({
      ...NOTHING,
      nameErrors: ['unwritable'],
    });
  });

  it('looks at pending paths although the tree did not change there', async () => {
    const head = { d: { e: { missing: '1' } } };
    const rows = { agreed: { d: { e: {} } }, head, pending: ['d/e/missing'] };
    expect((await stepsFor(rows)).write).toEqual(['d/e/missing']);
  });
});

it('a folder of more files than a call takes arguments is compared as any other', async () => {
  const row = fileDirent('x');
  const rows = Array.from({ length: 130_000 }, (_, at) => ({ ...row, name: `${at}` }));
  const found = await findDifferences({
    ...{ readDir: () => Promise.resolve(rows), headRootId: row.id, syncedRootId: '' as const },
    ...{ pending: [], folderKey: 1 },
    index: { entriesIn: () => [], filesInside: () => [], dirsInside: () => [] },
    leaving: {
      ...{ isIgnored: () => false, isExcluded: () => false, holdsExcluded: () => false },
      nameError: () => null,
    },
  });
  expect(found.contents).toHaveLength(130_000);
});
