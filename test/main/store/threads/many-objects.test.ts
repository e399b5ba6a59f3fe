import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { createFindPlaces } from '../../../../src-main/store/sqlite/object-places.ts';
import { ManyObjects } from '../../../../src-main/store/threads/many-objects.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const MIB = 1024 * 1024;

let folder: ReturnType<typeof temporaryDataFolder>;
let opened: OpenDiskStore;
let objects: ManyObjects;

beforeEach(async () => {
  folder = temporaryDataFolder();
  opened = await openDiskStore(folder.path);
  objects = new ManyObjects(createFindPlaces(opened.db));
});

afterEach(async () => {
  await opened.close();
  folder.remove();
});

async function store(kind: 'block' | 'fs', ...contents: readonly (string | Buffer)[]): Promise<ObjectId[]> {
  const library = opened.store.library(LIBRARY);
  for (const content of contents) await library.write(kind, objectIdOf(content), Buffer.from(content));
  await library.flush();
  return contents.map((content) => objectIdOf(content));
}

const storage = () => join(folder.path, 'storage', LIBRARY);
const blockFile = (id: string) => join(storage(), 'blocks', id.slice(0, 2), id.slice(2));
const read = (ids: readonly ObjectId[], kind: 'block' | 'fs' = 'block') =>
  objects.read({ folder: storage(), storeKey: 1 }, kind, new Set(ids));

it('objects are read out of packs and files of their own, inflated where they were deflated', async () => {
  const large = Buffer.alloc(MIB, 'large');
  const ids = await store('block', 'one', large, 'two');
  const tree = 'a'.repeat(5_000);
  const [treeId] = await store('fs', tree);
  const found = read(ids);
  expect(ids.map((id) => found.get(id)?.subarray(0, 5).toString())).toEqual(['one', 'large', 'two']);
  expect(
    read([treeId as ObjectId], 'fs')
      .get(treeId as ObjectId)
      ?.toString(),
  ).toBe(tree);
  expect(read([treeId as ObjectId, objectIdOf('nowhere')]).size).toBe(0);
});

it('what lies far apart in a pack is found as what lies side by side', async () => {
  const between = Buffer.alloc(100_000, 'between');
  const ids = await store('block', 'first', between, 'last');
  const found = read([ids[0], ids[2]] as ObjectId[]);
  expect([...found.values()].map(String)).toEqual(['first', 'last']);
});

it('damage costs the objects that have it', async () => {
  const large = Buffer.alloc(MIB, 'large');
  const longer = Buffer.alloc(MIB, 'longer');
  const ids = await store('block', 'before', 'damaged', 'after', large, longer);
  const pack = join(storage(), 'packs', '000001.pack');
  const bytes = readFileSync(pack);
  bytes[bytes.indexOf('damaged')] = 0;
  writeFileSync(pack, bytes);
  truncateSync(blockFile(objectIdOf(large)), MIB - 1);
  truncateSync(blockFile(objectIdOf(longer)), MIB + 1);
  expect([...read(ids).values()].map(String).toSorted()).toEqual(['after', 'before']);
});

it('a pack that is gone has nothing', async () => {
  const ids = await store('block', 'one');
  expect(
    objects.read({ folder: join(folder.path, 'nowhere'), storeKey: 1 }, 'block', new Set(ids)).size,
  ).toBe(0);
});

it('objects of 8 MiB altogether are read at once, and no more', async () => {
  const parts = ['a', 'b', 'c'].map((letter) => Buffer.alloc(3 * MIB, letter));
  const ids = await store('block', ...parts);
  expect(read(ids).size).toBe(2);
  for (const id of ids) expect(read([id]).size).toBe(1);
});
