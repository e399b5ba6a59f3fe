import type { LibraryId } from '../../core/library/library-id.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { Backend, LibraryFiles, PackSource } from '../backend/backend.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { ObjectPlace } from '../sqlite/object-row.ts';
import { decodePackHeader, PACK_HEADER_BYTES } from './pack-format.ts';
import { scanPack } from './pack-scan.ts';
import { systemSeconds } from './system-seconds.ts';

/** What was found and recorded. */
export interface RebuiltIndex {
  readonly libraryIds: readonly LibraryId[];
  readonly objectCount: number;
}

const ROWS_PER_TRANSACTION = 5_000;

/**
 * Puts every whole object in the packs and block files of a backend on record, for a database that was lost. The
 * files are only read. A place on record is replaced when a later pack has the object again. Block files are taken by
 * their names; reading one checks it. All count as stored now, so that garbage collection leaves what is on its way into
 * a commit, and none has a second hash until the block is written again.
 */
export async function rebuildIndex(backend: Backend, index: ObjectIndex): Promise<RebuiltIndex> {
  const libraryIds = await backend.libraries();
  const storedAtSeconds = systemSeconds();
  let objectCount = 0;
  for (const libraryId of libraryIds) {
    const storeKey = index.storeKey(libraryId);
    for await (const places of placesOf(backend.library(libraryId), libraryId)) {
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

async function* placesOf(files: LibraryFiles, libraryId: LibraryId): AsyncIterable<ObjectPlace[]> {
  const packs = await files.listPacks();
  for (const pack of packs.sort((a, b) => a - b)) yield* placesInPack(files, pack, libraryId);
  for await (const ids of files.listBlocks()) yield await Promise.all(ids.map((id) => placeOf(files, id)));
}

/** The whole records of a pack, so many at a time that the event loop is not held up. */
async function* placesInPack(
  files: LibraryFiles,
  pack: number,
  libraryId: LibraryId,
): AsyncIterable<ObjectPlace[]> {
  const source = await files.openPack(pack);
  try {
    if (await isOfAnother(source, libraryId)) return;
    let places: ObjectPlace[] = [];
    for await (const { header, offset } of scanPack(source)) {
      places.push({ ...header, pack, offset });
      if (places.length < ROWS_PER_TRANSACTION) continue;
      yield places;
      places = [];
    }
    yield places;
  } finally {
    await source.close();
  }
}

/** A header of another library means a misplaced file; a damaged one says nothing, and the folder says whose it is. */
async function isOfAnother(source: PackSource, libraryId: LibraryId): Promise<boolean> {
  const owner = decodePackHeader(await source.read({ offset: 0, length: PACK_HEADER_BYTES }));
  return owner !== null && owner !== libraryId;
}

async function placeOf(files: LibraryFiles, id: string): Promise<ObjectPlace> {
  const sizeBytes = await files.sizeOf({ block: id });
  return { kind: 'block', id, pack: 0, offset: 0, encoding: 'raw', storedBytes: sizeBytes, sizeBytes };
}
