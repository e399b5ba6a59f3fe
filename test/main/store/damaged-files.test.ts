import { cpSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { DiskBackend } from '../../../src-main/store/backend/disk/disk-backend.ts';
import { damagedPacks, mendIndex, missingFiles } from '../../../src-main/store/damaged-files.ts';
import { createObjectIndex } from '../../../src-main/store/sqlite/object-index.ts';
import { filesBelow, openDiskStore, temporaryDataFolder } from '../../support/disk-store.ts';
import { flipBit } from '../../support/stored-bytes.ts';

const ID = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const BYTES = Buffer.from('small');

async function twoLibraries() {
  const folder = temporaryDataFolder();
  const open = await openDiskStore(folder.path);
  onTestFinished(async () => {
    await open.close();
    folder.remove();
  });
  for (const id of [ID, OTHER]) {
    await open.store.library(id).write('block', objectIdOf(BYTES), BYTES);
    await open.store.library(id).flush();
  }
  const index = createObjectIndex(open.db);
  const files = new DiskBackend({ dataFolder: folder.path });
  const packOf = (id: LibraryId) => join(folder.path, 'storage', id, 'packs/000001.pack');
  return { library: open.store.library(ID), packOf, damaged: () => damagedPacks(files, index, ID) };
}

describe('packs with a damaged header', () => {
  it('are none in a sound folder, nor where a pack is missing', async () => {
    const { damaged, packOf } = await twoLibraries();
    expect(await damaged()).toEqual([]);
    rmSync(packOf(ID));
    expect(await damaged()).toEqual([]);
  });

  it('are told whichever bit of it is another, while their records can be read', async () => {
    const { damaged, packOf, library } = await twoLibraries();
    for (let offset = 0; offset < 48; offset += 1) {
      flipBit(packOf(ID), { offset, bit: offset % 8 });
      expect(await damaged()).toEqual([{ file: '000001.pack', reason: 'header-damaged' }]);
      expect(await library.read('block', objectIdOf(BYTES))).toEqual(BYTES);
      flipBit(packOf(ID), { offset, bit: offset % 8 });
    }
    expect(await damaged()).toEqual([]);
  });

  it('are told when they are cut inside the header, or are those of another library', async () => {
    const { damaged, packOf } = await twoLibraries();
    truncateSync(packOf(ID), 20);
    expect(await damaged()).toEqual([{ file: '000001.pack', reason: 'header-damaged' }]);
    cpSync(packOf(OTHER), packOf(ID));
    expect(await damaged()).toEqual([{ file: '000001.pack', reason: 'header-of-another' }]);
  });
});

const LARGE = Buffer.alloc(1_100_000, 'large');
const SMALL = Buffer.from('small');

async function storeWithTwoBlocks() {
  const folder = temporaryDataFolder();
  const open = await openDiskStore(folder.path);
  onTestFinished(async () => {
    await open.close();
    folder.remove();
  });
  const library = open.store.library(ID);
  for (const bytes of [LARGE, SMALL]) await library.write('block', objectIdOf(bytes), bytes);
  await library.flush();
  const storage = join(folder.path, 'storage', ID);
  const files = new DiskBackend({ dataFolder: folder.path });
  return { files, storage, index: createObjectIndex(open.db), library };
}

describe('files that are missing', () => {
  it('are none in a sound folder', async () => {
    const { files, index } = await storeWithTwoBlocks();
    expect(await missingFiles(files, index, ID)).toEqual([]);
    expect(await missingFiles(files, index, ID.replaceAll('1', '2') as LibraryId)).toEqual([]);
  });

  it('are told by the objects that were in them', async () => {
    const { files, storage, index } = await storeWithTwoBlocks();
    const block = filesBelow(join(storage, 'blocks'))[0] ?? '';
    rmSync(join(storage, 'blocks', block));
    expect(await missingFiles(files, index, ID)).toEqual([{ kind: 'block', id: objectIdOf(LARGE) }]);
    rmSync(join(storage, 'packs/000001.pack'));
    const ids = (await missingFiles(files, index, ID)).map(({ id }) => id);
    expect(ids.sort()).toEqual([objectIdOf(LARGE), objectIdOf(SMALL)].sort());
  });
});

describe('an index that names a pack from before a compaction', () => {
  it('is made again from the packs that are there', async () => {
    const { files, storage, index, library } = await storeWithTwoBlocks();
    renameSync(join(storage, 'packs/000001.pack'), join(storage, 'packs/000002.pack'));
    await mendIndex(files, index);
    expect(await missingFiles(files, index, ID)).toEqual([]);
    expect(await library.read('block', objectIdOf(SMALL))).toEqual(SMALL);
    expect(index.packs(index.storeKey(ID)).map(({ pack }) => pack)).toEqual([2]);
  });
});
