import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { isId } from '../../core/objects/object-id.ts';
import { codeOf } from '../backend/backend.ts';
import type { FileOps } from '../backend/disk/file-ops.ts';
import { blockFolder, packFolder, packNumberOf, storageFolder } from '../backend/disk/layout.ts';

/** The object files of a library. */
export interface ObjectFiles {
  /** Numbers of packs. */
  readonly packs: readonly number[];
  /** Ids of blocks that have files of their own. */
  readonly blocks: readonly string[];
}

/** Libraries that have object files in a data folder. */
export async function librariesIn(dataFolder: string, ops: FileOps): Promise<LibraryId[]> {
  return (await ops.list(storageFolder(dataFolder))).filter(isLibraryId);
}

export async function objectFilesIn(library: string, ops: FileOps): Promise<ObjectFiles> {
  const packs = (await ops.list(packFolder(library))).map(packNumberOf).filter((pack) => pack > 0);
  const blocks: string[] = [];
  for (const fan of await ops.list(blockFolder(library))) {
    const names = await ops.list(join(blockFolder(library), fan));
    for (const name of names) if (isId(fan + name)) blocks.push(fan + name);
  }
  return { packs, blocks };
}

/** −1: there is no such file. */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return -1;
    throw error;
  }
}
