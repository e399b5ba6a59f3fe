/**
 * The disk as linked folders see it. Two narrow ports, so that a simulation can stand in for a real disk under the very
 * code that looks, reads and writes. Paths are relative to the linked folder, with `/`; '' is the folder itself.
 * Errors are those of the system, with its `code` (`ENOENT`, `EACCES`, …). Symbolic links are never followed.
 */

export interface FileSystemStat {
  readonly kind: 'file' | 'dir' | 'link' | 'other';
  readonly device: number;
  readonly inode: number;
  readonly sizeBytes: number;
  /** Fractions are kept as far as the system has them. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** Type bits included; `NO_MODE` on systems without modes, where `setMode` is never asked for. */
  readonly mode: number;
}

/** Synchronous, because it runs in threads of its own. */
export interface FsReader {
  lstat(path: string): FileSystemStat;
  /** To be looked at, until the next folder is. `ENOTDIR` when it is none, or a folder on the way is none. */
  openFolder(path: string): OpenedFolder;
  /** For reading. A link fails with `ELOOP`; a FIFO does not wait for its other end. */
  open(path: string): OpenedFile;
}

/** One folder: whatever takes its path meanwhile, or that of a folder around it, what it tells is about this one. */
export interface OpenedFolder {
  readonly stat: FileSystemStat;
  /** In any order. A name that is not UTF-8 comes as text that names nothing. */
  names(): readonly FoundName[];
  lstat(name: string): FileSystemStat;
  /** Whether its path still leads to it, and over no link. False: nothing that it told may be believed. */
  isInPlace(): boolean;
}

export interface FoundName {
  readonly name: string;
  readonly isUtf8: boolean;
}

export interface OpenedFile {
  stat(): FileSystemStat;
  /** Reads on from where the last call ended; 0 at the end of the file. May fill less than there is room. */
  read(into: Uint8Array): number;
  close(): void;
}

/** Every change that Keepfold makes to a linked folder. Nothing is durable before the `sync` that covers it. */
export interface FileSystem {
  /** Of the disk that the linked folder is on. Never fails: a disk that cannot tell has room. */
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
  /** One folder; `EEXIST` when anything has the name. */
  makeFolder(path: string): Promise<void>;
  /** An empty one; `ENOTEMPTY` else. */
  removeFolder(path: string): Promise<void>;
  /** Durable on return. */
  setMode(path: string, mode: number): Promise<void>;
  /** Makes names that came to or left the folder durable. */
  syncFolder(path: string): Promise<void>;
}

export interface WritableFile {
  write(bytes: Uint8Array): Promise<void>;
  setMtime(mtimeMs: number): Promise<void>;
  stat(): Promise<FileSystemStat>;
  /** Makes the content durable. After a failure nothing is known about it. */
  sync(): Promise<void>;
  close(): Promise<void>;
}
