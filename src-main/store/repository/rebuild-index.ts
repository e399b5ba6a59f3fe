import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { isId } from '../../core/objects/object-id.ts';
import { DISK } from '../backend/disk/file-ops.ts';
import { packNumberOf } from '../backend/disk/pack-path.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { ObjectPlace } from '../sqlite/object-row.ts';
import { decodePackHeader, PACK_HEADER_BYTES } from './pack-format.ts';
import { scanPack } from './pack-scan.ts';
import { systemSeconds } from './system-seconds.ts';

/** What was found on disk and put on record. */
export interface RebuiltIndex {
  readonly libraryIds: readonly LibraryId[];
  readonly objectCount: number;
}

const ROWS_PER_TRANSACTION = 5_000;

/**
 * Puts every whole object in the packs and block files of a data folder on record, for a database that was lost. The
 * files are only read. A place on record is replaced when a later pack has the object again. Block files are taken by
 * their names; reading one checks it. All count as stored now, so that garbage collection leaves what is on its way into
 * a commit, and none has a second hash until the block is written again.
 */
export async function rebuildIndex(dataFolder: string, index: ObjectIndex): Promise<RebuiltIndex> {
  const storage = join(dataFolder, 'storage');
  const libraryIds = (await DISK.list(storage)).filter(isLibraryId);
  const storedAtSeconds = systemSeconds();
  let objectCount = 0;
  for (const libraryId of libraryIds) {
    const storeKey = index.storeKey(libraryId);
    for await (const places of placesOf(join(storage, libraryId), libraryId)) {
      const rows = places.map((place) => ({ ...place, storedAtSeconds, sha256: null }));
      index.record(storeKey, { rows, touches: [], repaired: [] });
      await yieldToEventLoop();
      while (index.isFull() && index.sortSome()) await yieldToEventLoop();
    }
    while (index.sortSome()) await yieldToEventLoop();
    for (const _ of index.listAll(storeKey)) objectCount += 1;
  }
  return { libraryIds, objectCount };
}

async function* placesOf(folder: string, libraryId: LibraryId): AsyncIterable<ObjectPlace[]> {
  const packs = (await DISK.list(join(folder, 'packs'))).sort((a, b) => packNumberOf(a) - packNumberOf(b));
  for (const name of packs) {
    if (packNumberOf(name) > 0)
      yield* placesInPack(join(folder, 'packs', name), packNumberOf(name), libraryId);
  }
  for (const fan of await DISK.list(join(folder, 'blocks'))) yield await placesOfBlocks(folder, fan);
}

/** The whole records of a pack, so many at a time that the event loop is not held up. */
async function* placesInPack(path: string, pack: number, libraryId: LibraryId): AsyncIterable<ObjectPlace[]> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(PACK_HEADER_BYTES);
    await file.read(header, 0, header.length, 0);
    const owner = decodePackHeader(header);
    // A header of another library means a misplaced file; a damaged one says nothing, and the folder says whose it is.
    if (owner !== null && owner !== libraryId) return;
    let places: ObjectPlace[] = [];
    for await (const { header: record, offset } of scanPack(file)) {
      places.push({ ...record, pack, offset });
      if (places.length < ROWS_PER_TRANSACTION) continue;
      yield places;
      places = [];
    }
    yield places;
  } finally {
    await file.close();
  }
}

async function placesOfBlocks(folder: string, fan: string): Promise<ObjectPlace[]> {
  const names = (await DISK.list(join(folder, 'blocks', fan))).filter((name) => isId(fan + name));
  return Promise.all(
    names.map(async (name): Promise<ObjectPlace> => {
      const { size } = await stat(join(folder, 'blocks', fan, name));
      return {
        kind: 'block',
        id: fan + name,
        pack: 0,
        offset: 0,
        encoding: 'raw',
        storedBytes: size,
        sizeBytes: size,
      };
    }),
  );
}
