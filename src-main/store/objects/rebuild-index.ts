import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { isId } from '../../core/objects/object-id.ts';
import type { ObjectIndex, ObjectPlace } from '../sqlite/object-index.ts';
import { DISK } from './file-ops.ts';
import { decodePackHeader, PACK_HEADER_BYTES, RECORD_HEADER_BYTES, readRecord } from './pack-format.ts';
import { packNumberOf } from './pack-path.ts';

/** What was found on disk and put on record. */
export interface RebuiltIndex {
  readonly libraryIds: readonly LibraryId[];
  readonly objectCount: number;
}

const ROWS_PER_TRANSACTION = 5_000;

/**
 * Puts every whole object in the packs and block files of a data folder on record, for a database that was lost. The
 * files are only read. A place on record is replaced when a later pack has the object again. Block files are taken by
 * their names; reading one checks it.
 */
export async function rebuildIndex(dataFolder: string, index: ObjectIndex): Promise<RebuiltIndex> {
  const storage = join(dataFolder, 'storage');
  const libraryIds = (await DISK.list(storage)).filter(isLibraryId);
  let objectCount = 0;
  for (const libraryId of libraryIds) {
    const storeKey = index.storeKey(libraryId);
    for await (const places of placesOf(join(storage, libraryId), libraryId)) {
      for (let from = 0; from < places.length; from += ROWS_PER_TRANSACTION) {
        index.insertAll(storeKey, places.slice(from, from + ROWS_PER_TRANSACTION));
        await nextTurn();
      }
    }
    for (const _ of index.listAll(storeKey)) objectCount += 1;
  }
  return { libraryIds, objectCount };
}

async function* placesOf(folder: string, libraryId: LibraryId): AsyncIterable<ObjectPlace[]> {
  const packs = (await DISK.list(join(folder, 'packs'))).sort((a, b) => packNumberOf(a) - packNumberOf(b));
  for (const name of packs) {
    if (packNumberOf(name) > 0)
      yield placesInPack(await readFile(join(folder, 'packs', name)), packNumberOf(name), libraryId);
  }
  for (const fan of await DISK.list(join(folder, 'blocks'))) yield await placesOfBlocks(folder, fan);
}

/** The whole records of a pack. After damage the search goes on at the next thing that looks like a record. */
function placesInPack(bytes: Buffer, pack: number, libraryId: LibraryId): ObjectPlace[] {
  const places: ObjectPlace[] = [];
  const owner = decodePackHeader(bytes);
  // A header of another library means a misplaced file; a damaged one says nothing, and the folder says whose it is.
  if (owner !== null && owner !== libraryId) return places;
  let offset = PACK_HEADER_BYTES;
  while (offset !== -1 && offset < bytes.length) {
    const record = readRecord(bytes, offset);
    if (record === null) {
      offset = bytes.indexOf('KFOB', offset + 1, 'latin1');
      continue;
    }
    const { kind, id, encoding, storedBytes, sizeBytes } = record;
    places.push({ kind, id, pack, offset, encoding, storedBytes, sizeBytes });
    offset += RECORD_HEADER_BYTES + storedBytes;
  }
  return places;
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
