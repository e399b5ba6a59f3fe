import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { isId } from '../../core/objects/object-id.ts';
import { codeOf, type FileOps } from '../backend/disk/file-ops.ts';
import { packNumberOf } from '../backend/disk/pack-path.ts';

/** The names of a library's object files. How they lie on disk: `store/objects/FORMAT.md`. */
export interface ObjectFiles {
  /** Names in `packs/`. */
  readonly packs: readonly string[];
  /** Ids of blocks that have files of their own. */
  readonly blocks: readonly string[];
}

/** Libraries that have object files in a data folder. */
export async function librariesIn(dataFolder: string, ops: FileOps): Promise<LibraryId[]> {
  return (await ops.list(join(dataFolder, 'storage'))).filter(isLibraryId);
}

export function libraryFolder(dataFolder: string, id: LibraryId): string {
  return join(dataFolder, 'storage', id);
}

export async function objectFilesIn(library: string, ops: FileOps): Promise<ObjectFiles> {
  const packs = (await ops.list(join(library, 'packs'))).filter((name) => packNumberOf(name) > 0);
  const blocks: string[] = [];
  for (const fan of await ops.list(join(library, 'blocks'))) {
    const names = await ops.list(join(library, 'blocks', fan));
    for (const name of names) if (isId(fan + name)) blocks.push(fan + name);
  }
  return { packs, blocks };
}

export function blockPath(library: string, id: string): string {
  return join(library, 'blocks', id.slice(0, 2), id.slice(2));
}

export function packPath(library: string, name: string): string {
  return join(library, 'packs', name);
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
