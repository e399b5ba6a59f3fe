import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryId } from '../core/library/library-id.ts';
import { codeOf } from './backend/disk/file-ops.ts';
import { packFileName } from './backend/disk/pack-path.ts';
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
 * Packs with objects on record whose header is not that of this library's packs. Every object in them can be read all the
 * same, because its place is on record and each record has a checksum of its own; but what has only the files, such as
 * the rebuild of a lost database, takes the header's word. A pack that is not there is no part of it.
 */
export async function damagedPacks(
  dataFolder: string,
  index: ObjectIndex,
  libraryId: LibraryId,
): Promise<DamagedPack[]> {
  const storeKey = index.findStore(libraryId);
  if (storeKey === null) return [];
  const use = await countPackUse(index, storeKey, () => undefined);
  const damaged: DamagedPack[] = [];
  for (const pack of [...use.keys()].sort((a, b) => a - b)) {
    if (pack === 0) continue;
    const file = packFileName(pack);
    const reason = await faultOf(join(dataFolder, 'storage', libraryId, 'packs', file), libraryId);
    if (reason !== null) damaged.push({ file, reason });
  }
  return damaged;
}

async function faultOf(path: string, libraryId: LibraryId): Promise<DamagedPack['reason'] | null> {
  let header: Buffer;
  try {
    header = await firstBytes(path);
  } catch (error) {
    if (codeOf(error) === 'EIO') return 'unreadable';
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  const owner = decodePackHeader(header);
  if (owner === libraryId) return null;
  return owner === null ? 'header-damaged' : 'header-of-another';
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(PACK_HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, header.length, 0);
    return header.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
