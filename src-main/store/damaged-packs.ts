import type { LibraryId } from '../core/library/library-id.ts';
import { type Backend, codeOf, type LibraryFiles } from './backend/backend.ts';
import { packFileName } from './backend/disk/layout.ts';
import { decodePackHeader, PACK_HEADER_BYTES } from './repository/pack-format.ts';
import { countPackUse } from './repository/pack-use.ts';
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
