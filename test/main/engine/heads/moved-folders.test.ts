import { expect, it } from 'vitest';
import { DIR_MODE, type Dirent, encodeDir, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { Extents, foldersThatLeft } from '../../../../src-main/engine/heads/moved-folders.ts';
import { ExaminedRows } from '../../../../src-main/engine/heads/pushed-objects.ts';
import { libraryWorld } from '../../../support/library-world.ts';

interface Names {
  readonly [name: string]: Names | null;
}

/** Folders by their names; what is null is an empty file. */
async function stored() {
  const world = await libraryWorld();
  const store = world.stores.objects.library(await world.addLibrary());
  async function folder(names: Names): Promise<ObjectId> {
    const rows: Dirent[] = [];
    for (const [name, below] of Object.entries(names)) {
      const row = { name, mtimeSeconds: 1 };
      if (below !== null) rows.push({ ...row, kind: 'dir', mode: DIR_MODE, id: await folder(below) });
      else rows.push({ ...row, kind: 'file', mode: FILE_MODE, id: EMPTY_ID, sizeBytes: 0, modifier: '' });
    }
    const { id, bytes } = encodeDir(rows);
    if (id !== EMPTY_ID) await store.write('fs', id, bytes);
    return id;
  }
  const rows = new ExaminedRows(store, { count: async () => undefined });
  const left = async (base: Names, pushed: Names) =>
    foldersThatLeft(rows, { baseId: await folder(base), rootId: await folder(pushed) });
  return { folder, rows, left };
}

const SOME = { 'a.txt': null };
const OTHER = { 'b.txt': null };

it('a folder has left where nothing or a file has its name, at any depth', async () => {
  const { folder, left } = await stored();
  const base = { gone: SOME, same: OTHER, deep: { er: { below: OTHER } } };
  const pushed = { gone: null, same: OTHER, deep: { er: {} }, new: SOME };
  expect([...(await left(base, pushed))].sort()).toEqual([await folder(SOME), await folder(OTHER)].sort());
});

it('a folder that another one stands in place of has not left, but what is no longer in it has', async () => {
  const { folder, left } = await stored();
  const base = { docs: { inner: SOME, 'a.txt': null } };
  expect([...(await left(base, { docs: OTHER }))]).toEqual([await folder(SOME)]);
});

it('nothing has left a library that only grew, and empty folders are everywhere', async () => {
  const { left } = await stored();
  expect(await left({ docs: SOME, void: {} }, { docs: { ...SOME, new: OTHER } })).toEqual(new Set());
});

it('a folder reaches as far down as its longest path', async () => {
  const { folder, rows } = await stored();
  const extents = new Extents(rows);
  const id = await folder({ ab: { 'ü.txt': null, void: {} }, c: { d: { e: null } } });
  expect(await extents.of(id)).toEqual({ depth: 3, pathBytes: 9 });
  expect(await extents.of(await folder({ ab: {} }))).toEqual({ depth: 1, pathBytes: 2 });
});
