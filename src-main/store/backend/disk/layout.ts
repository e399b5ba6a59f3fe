import { join } from 'node:path';
import type { LibraryId } from '../../../core/library/library-id.ts';

/** How files lie in a data folder: `store/objects/FORMAT.md`. */
export function storageFolder(dataFolder: string): string {
  return join(dataFolder, 'storage');
}

export function libraryFolder(dataFolder: string, id: LibraryId): string {
  return join(storageFolder(dataFolder), id);
}

export function packFolder(library: string): string {
  return join(library, 'packs');
}

export function packPath(library: string, pack: number): string {
  return join(packFolder(library), packFileName(pack));
}

export function blockFolder(library: string): string {
  return join(library, 'blocks');
}

/** Where the file of a block is, or would be. */
export function blockPath(library: string, id: string): string {
  return join(blockFolder(library), id.slice(0, 2), id.slice(2));
}

/** For damaged files that good ones have replaced: nothing reads them, a person may. */
export function damagedFolder(library: string): string {
  return join(library, 'damaged');
}

const PACK_FILE = /^(\d{6,})\.pack$/;

/** Name of a pack in its library's folder of packs. */
export function packFileName(number: number): string {
  return `${String(number).padStart(6, '0')}.pack`;
}

/** The number of the pack in a file of this name; 0 when the file is no pack. */
export function packNumberOf(name: string): number {
  const number = Number(PACK_FILE.exec(name)?.[1] ?? 0);
  return packFileName(number) === name ? number : 0;
}
