import { renameSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../backend.ts';

/** A file that is being written. */
export interface WritableFile {
  /** By which other threads may write to it while it is open; none where all writes have to pass through here. */
  readonly descriptor?: number;
  sizeBytes(): Promise<number>;
  /** Writes all bytes at `position`, or rejects. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** The content, and the size it has, survive power loss on return. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Everything that the stores do to the disk; tests put failing disks in its place. */
export interface FileOps {
  /** A new empty file, for this user only. Rejects when the name is taken. */
  create(path: string): Promise<WritableFile>;
  openExisting(path: string): Promise<WritableFile>;
  rename(from: string, to: string): Promise<void>;
  /** One folder, for this user only; its parent must exist. One that exists is left alone. */
  makeFolder(path: string): Promise<void>;
  /** The names in the folder survive power loss on return. */
  syncFolder(path: string): Promise<void>;
  /** Names in a folder; none when it is absent. */
  list(path: string): Promise<string[]>;
  /** Removes a file or a whole tree; absent: no work. */
  remove(path: string): Promise<void>;
  /** How much may still be written to the disk that the folder is on. */
  freeBytes(folder: string): Promise<number>;
}

const PLAIN_DISK: FileOps = {
  create: async (path) => writable(await open(path, 'wx', 0o600)),
  openExisting: async (path) => writable(await open(path, 'r+')),
  rename,
  makeFolder: async (path) => {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  },
  syncFolder: async (path) => {
    // Windows has no such call: there the file system journals names by itself.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  list: (path) =>
    readdir(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }),
  remove: (path) => rm(path, { recursive: true, force: true }),
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
};

/** The disk as it has to be treated on a system. */
export function diskFor(platform: NodeJS.Platform): FileOps {
  return platform === 'win32' ? patient(PLAIN_DISK, delay) : PLAIN_DISK;
}

/** The disk. */
export const DISK: FileOps = diskFor(process.platform);

const HELD_CODES: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES']);

/** Whether Windows may mean by it that another program has the file open and does not share it. */
function isHeld(error: unknown): boolean {
  return HELD_CODES.has(codeOf(error));
}

/** Four seconds in all: scanners, indexers and backup programs are done with a file within tenths of one. */
const PAUSES_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000];

/**
 * The same disk, asked again for some seconds where another program may hold the file: on Windows that looks like a
 * missing right, and one such refusal would end all writing.
 */
export function patient(ops: FileOps, pause: (ms: number) => Promise<unknown>): FileOps {
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (const ms of PAUSES_MS) {
      try {
        return await work();
      } catch (error) {
        if (!isHeld(error)) throw error;
      }
      await pause(ms);
    }
    return work();
  }

  return {
    ...ops,
    create: (path) => again(() => ops.create(path)),
    openExisting: (path) => again(() => ops.openExisting(path)),
    rename: (from, to) => again(() => ops.rename(from, to)),
    remove: (path) => again(() => ops.remove(path)),
  };
}

/**
 * Linux keeps what one write brings in memory of one piece, as far as it finds such pieces. In a virtual machine that gives
 * free memory back to its host, large pieces are those that have to be fetched again: blocks written at once took five times
 * as long as in small steps.
 */
export const MOST_AT_ONCE_BYTES = 256 * 1024;

function writable(handle: FileHandle): WritableFile {
  return {
    descriptor: handle.fd,
    sizeBytes: async () => (await handle.stat()).size,
    write: async (bytes, position) => {
      let done = 0;
      while (done < bytes.length) {
        const most = Math.min(bytes.length - done, MOST_AT_ONCE_BYTES);
        const { bytesWritten } = await handle.write(bytes, done, most, position + done);
        done += bytesWritten;
      }
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** Changes of names that have to be made at once: of single files, where a data folder is opened. */
export interface NameOps {
  rename(from: string, to: string): void;
  /** Removes a file; absent: no work. */
  remove(path: string): void;
}

const PLAIN_NAMES: NameOps = {
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
};

/** Names as they have to be treated on a system. */
export function namesFor(platform: NodeJS.Platform): NameOps {
  return platform === 'win32' ? patientNames(PLAIN_NAMES, pause) : PLAIN_NAMES;
}

/** The names on the disk. */
export const NAMES: NameOps = namesFor(process.platform);

/** As `patient` does for a disk; `pause` holds up the thread. */
export function patientNames(names: NameOps, pause: (ms: number) => void): NameOps {
  function again(work: () => void): void {
    for (const ms of PAUSES_MS) {
      try {
        work();
        return;
      } catch (error) {
        if (!isHeld(error)) throw error;
      }
      pause(ms);
    }
    work();
  }

  return {
    rename: (from, to) => again(() => names.rename(from, to)),
    remove: (path) => again(() => names.remove(path)),
  };
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}
