import { EXECUTABLE_MODE, FILE_MODE, type FileDirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';

/** What identifies one state of a file on disk. Equal stats mean equal content, short of a disk that lies. */
export interface FileStat {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
  /** As the system reports it, type bits included; `NO_MODE` where it knows of none. */
  readonly mode: number;
}

/** One row of the folder index: a file or folder as it was when disk and library last agreed about it. */
export interface FolderEntry extends FileStat {
  /** Folder it is in, relative to the linked folder with `/` between names; empty for the linked folder itself. */
  readonly dir: string;
  readonly name: string;
  readonly isDir: boolean;
  /** The file object; `EMPTY_ID` for folders. */
  readonly objectId: ObjectId;
}

/** The stat of a row whose content must be read again at the next look, whatever the disk says. */
export const RACY_CTIME_MS = -1;

/** On Windows files are not marked as programs: what one says there says nothing about the mode in the library. */
export const NO_MODE = 0;

/** Owner's execute bit, the only one that libraries keep. */
const EXECUTE_BIT = 0o100;

export function isModeExecutable(mode: number): boolean {
  return (mode & EXECUTE_BIT) !== 0;
}

/** The mode that a library keeps of one on disk. */
export function libraryMode(mode: number): number {
  return isModeExecutable(mode) ? EXECUTABLE_MODE : FILE_MODE;
}

/** The file of a row, as the library has it; no author is named. */
export function direntOf(row: FolderEntry): FileDirent {
  return {
    kind: 'file',
    name: row.name,
    id: row.objectId,
    mode: libraryMode(row.mode),
    mtimeSeconds: Math.floor(row.mtimeMs / 1000),
    sizeBytes: row.sizeBytes,
    modifier: '',
  };
}

/** Path of a name in a folder, both relative to the linked folder. */
export function joinPath(dir: string, name: string): string {
  return dir === '' ? name : `${dir}/${name}`;
}

/** Folder that a relative path is in; empty for names in the linked folder itself. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Whether `path` is `dir` or anywhere inside it. */
export function isWithin(path: string, dir: string): boolean {
  return dir === '' || path === dir || path.startsWith(`${dir}/`);
}
