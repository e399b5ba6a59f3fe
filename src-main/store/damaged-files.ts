import type { LibraryId } from '../core/library/library-id.ts';
import { type Backend, codeOf, type LibraryFiles } from './backend/backend.ts';
import { packFileName } from './backend/disk/layout.ts';
import type { ObjectName } from './objects/object-store.ts';
import { countPackUse } from './repository/pack-compaction.ts';
import { decodePackHeader, PACK_HEADER_BYTES } from './repository/pack-format.ts';
import { rebuildIndex } from './repository/rebuild-index.ts';
import type { ObjectIndex } from './sqlite/object-index.ts';

/** A pack that does not begin as it should; its records are another matter. */
export interface DamagedPack {
  /** Name of the file. */
  readonly file: string;
  /** `header-of-another`: it is whole, and names another library. */
  readonly reason: 'header-damaged' | 'header-of-another' | 'unreadable';
}

/**
 * Packs with objects on record whose header is not that of this library's packs. Every object in them can still be
 * read, because its place is on record and each record has a checksum of its own; but what has only the files, such as
 * the rebuild of a lost database, takes the header's word. A pack that is not there is no part of it.
 */
export async function damagedPacks(
  backend: Backend,
  index: ObjectIndex,
  libraryId: LibraryId,
): Promise<DamagedPack[]> {
  const storeKey = index.findStore(libraryId);
  if (storeKey === null) return [];
  const use = await countPackUse(index, storeKey, () => undefined);
  const files = backend.library(libraryId);
  const damaged: DamagedPack[] = [];
  for (const pack of [...use.keys()].sort((a, b) => a - b)) {
    if (pack === 0) continue;
    const reason = await faultOf(files, pack, libraryId);
    if (reason !== null) damaged.push({ file: packFileName(pack), reason });
  }
  return damaged;
}

async function faultOf(
  files: LibraryFiles,
  pack: number,
  libraryId: LibraryId,
): Promise<DamagedPack['reason'] | null> {
  let header: Buffer;
  try {
    header = await firstBytes(files, pack);
  } catch (error) {
    if (codeOf(error) === 'EIO') return 'unreadable';
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  const owner = decodePackHeader(header);
  if (owner === libraryId) return null;
  return owner === null ? 'header-damaged' : 'header-of-another';
}

async function firstBytes(files: LibraryFiles, pack: number): Promise<Buffer> {
  const source = await files.openPack(pack);
  try {
    return await source.read({ offset: 0, length: PACK_HEADER_BYTES });
  } finally {
    await source.close();
  }
}

/**
 * Puts everything on disk on record again where the record names packs that are not there: a database that lost its
 * newest transactions after a compaction still names the packs from before it.
 */
export async function mendIndex(backend: Backend, index: ObjectIndex): Promise<void> {
  const lost: { storeKey: number; pack: number }[] = [];
  for (const libraryId of await backend.libraries()) {
    const storeKey = index.findStore(libraryId);
    if (storeKey === null) continue;
    const there = new Set(await backend.library(libraryId).listPacks());
    const gone = index.packs(storeKey).filter(({ pack }) => !there.has(pack));
    lost.push(...gone.map(({ pack }) => ({ storeKey, pack })));
  }
  if (lost.length === 0) return;
  await rebuildIndex(backend, index);
  // Objects that were in them and are nowhere else stay on record: reading them says that they are missing.
  for (const { storeKey, pack } of lost) index.removePack(storeKey, pack);
}

/**
 * Objects of a library that are on record in a pack or a file which is not there. Looks at names only, so that it is
 * quick; whether what is there is whole, reading tells.
 */
export async function missingFiles(
  backend: Backend,
  index: ObjectIndex,
  libraryId: LibraryId,
): Promise<ObjectName[]> {
  const storeKey = index.findStore(libraryId);
  if (storeKey === null) return [];
  const files = backend.library(libraryId);
  const packs = new Set(await files.listPacks());
  const blocks = new Set<string>();
  for await (const ids of files.listBlocks()) for (const id of ids) blocks.add(id);
  const missing: ObjectName[] = [];
  for (const { kind, id, pack } of index.listAll(storeKey)) {
    if (pack === 0 ? !blocks.has(id) : !packs.has(pack)) missing.push({ kind, id });
  }
  return missing;
}
