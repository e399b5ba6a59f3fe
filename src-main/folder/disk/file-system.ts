/**
 * The disk as linked folders see it. Two narrow ports, so that a simulation can stand in for a real disk under the very
 * code that lists, reads and writes. Paths are relative to the linked folder, with `/`; '' is the folder itself. Errors
 * are those of the system, with its `code` (`ENOENT`, `EACCES`, …). Symbolic links are never followed.
 */

export interface FileSystemStat {
  readonly kind: 'file' | 'dir' | 'link' | 'other';
  readonly device: number;
  readonly inode: number;
  readonly sizeBytes: number;
  /** Includes the fraction, as far as the system has one. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** Includes type bits; `NO_MODE` on systems without modes, where `setMode` is never called. */
  readonly mode: number;
}

/** Synchronous, because it runs in threads of its own. */
export interface FsReader {
  lstat(path: string): FileSystemStat;
  /** Valid until the next folder is opened. `ENOTDIR` when it, or anything above it, is no folder. */
  openFolder(path: string): OpenedFolder;
  /** For reading. A link fails with `ELOOP`; a FIFO does not block. */
  open(path: string): OpenedFile;
}

/**
 * One open folder. Its answers are about this folder, whatever takes its path, or that of a folder above it, meanwhile.
 */
export interface OpenedFolder {
  readonly stat: FileSystemStat;
  /** In any order. A name that is not UTF-8 comes as text that does not name the file. */
  names(): readonly FoundName[];
  lstat(name: string): FileSystemStat;
  /** Whether its path still leads to it without a link. False: none of its answers may be used. */
  isInPlace(): boolean;
}

export interface FoundName {
  readonly name: string;
  readonly isUtf8: boolean;
}

export interface OpenedFile {
  stat(): FileSystemStat;
  /** Continues where the last call ended; 0 at the end of the file. May fill only part of the room. */
  read(into: Uint8Array): number;
  close(): void;
}

/** Every change that Keepfold makes to a linked folder. Nothing is durable before the `sync` that covers it. */
export interface FileSystem {
  /** Room on the disk of the linked folder. Never fails: a disk that cannot tell counts as having room. */
  space(): Promise<{ readonly freeBytes: number; readonly totalBytes: number }>;
  lstat(path: string): Promise<FileSystemStat>;
  /** Names in a folder as the disk spells them, in any order. */
  names(path: string): Promise<readonly string[]>;
  /** A new empty file open for writing; `EEXIST` when anything has the name. `mode` is subject to the user's mask. */
  create(path: string, mode: number): Promise<WritableFile>;
  /** Atomic. Replaces a file, or an empty folder by a folder. */
  rename(from: string, to: string): Promise<void>;
  /** A second name for a file; `EEXIST` when anything has the name, `EPERM` where there are no hard links. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** `EEXIST` when anything has the name. */
  makeFolder(path: string): Promise<void>;
  /** `ENOTEMPTY` when it is not empty. */
  removeFolder(path: string): Promise<void>;
  /** Durable on return. */
  setMode(path: string, mode: number): Promise<void>;
  /** Makes added and removed names in the folder durable. */
  syncFolder(path: string): Promise<void>;
}

export interface WritableFile {
  write(bytes: Uint8Array): Promise<void>;
  setMtime(mtimeMs: number): Promise<void>;
  stat(): Promise<FileSystemStat>;
  /** Makes the content durable. After a failure, nothing may be assumed about it. */
  sync(): Promise<void>;
  close(): Promise<void>;
}
