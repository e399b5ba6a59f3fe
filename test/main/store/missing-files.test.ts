import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { DiskBackend } from '../../../src-main/store/backend/disk/disk-backend.ts';
import { mendIndex, missingFiles } from '../../../src-main/store/missing-files.ts';
import { createObjectIndex } from '../../../src-main/store/sqlite/object-index.ts';
import { filesBelow, openDiskStore, temporaryDataFolder } from '../../support/disk-store.ts';

const ID = '11111111-1111-4111-8111-111111111111' as LibraryId;
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
