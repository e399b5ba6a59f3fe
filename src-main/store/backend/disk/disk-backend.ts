import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isLibraryId, type LibraryId } from '../../../core/library/library-id.ts';
import { NO_REPORTS, type StoreReports } from '../../store-reports.ts';
import type { Backend, LibraryFiles } from '../backend.ts';
import { DiskFiles, type DiskParts } from './disk-files.ts';
import { DISK, type FileOps } from './file-ops.ts';
import { libraryFolder, storageFolder } from './layout.ts';
import { ReadHandles } from './read-handles.ts';

export interface DiskBackendOptions {
  /** Must exist. Files go to `storage/` in it, those on their way there to `tmp/`. */
  readonly dataFolder: string;
  /** The disk, unless a test brings a failing one. */
  readonly ops?: FileOps;
  /** Writes a block whose memory it may take to an open file, in a thread; null: there is none, and nothing was done. */
  readonly writeBlock?: DiskParts['writeBlock'];
}

export interface OpenDiskOptions extends DiskBackendOptions {
  readonly reports?: StoreReports;
  /** For a caller that only looks: what lies in `tmp/` stays there. */
  readonly keepsLeftovers?: boolean;
}

/** Enough for the database, the journal and garbage collection to go on with. */
const MAX_RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * The files in a data folder, with what an earlier process left in `tmp/` swept away, unless it is to stay. One process
 * at a time may have it open.
 */
export async function openDiskBackend(options: OpenDiskOptions): Promise<DiskBackend> {
  const { ops = DISK, reports = NO_REPORTS } = options;
  const folder = join(resolve(options.dataFolder), 'tmp');
  await ops.makeFolder(folder);
  const paths = (await ops.list(folder)).map((name) => join(folder, name));
  const leftBehind =
    options.keepsLeftovers === true ? new Set(paths) : await sweep(paths, ops, reports.leftBehind);
  return new DiskBackend(options, leftBehind);
}

/** Answers with the paths that could not be removed, which is no reason not to open. */
async function sweep(
  paths: readonly string[],
  ops: FileOps,
  report: StoreReports['leftBehind'],
): Promise<ReadonlySet<string>> {
  const leftBehind = new Set<string>();
  const remove = (path: string) =>
    ops.remove(path).catch((cause: unknown) => {
      leftBehind.add(path);
      report(path, cause);
    });
  await Promise.all(paths.map(remove));
  return leftBehind;
}

/** The files in a data folder. To write, it has to be opened by `openDiskBackend`. */
export class DiskBackend implements Backend {
  readonly #dataFolder: string;
  readonly #parts: DiskParts;
  readonly #handles = new ReadHandles();

  constructor(options: DiskBackendOptions, leftBehind: ReadonlySet<string> = new Set()) {
    // Without `..` and final slashes, because folders are made by walking up to this one.
    this.#dataFolder = resolve(options.dataFolder);
    this.#parts = {
      dataFolder: this.#dataFolder,
      ops: options.ops ?? DISK,
      handles: this.#handles,
      temporaryPath: pathsIn(join(this.#dataFolder, 'tmp'), leftBehind),
      writeBlock: options.writeBlock ?? (() => null),
    };
  }

  library(id: LibraryId): LibraryFiles {
    return new DiskFiles(this.folderOf(id), this.#parts);
  }

  /** Where the files of a library are, for threads that read them by themselves. */
  folderOf(id: LibraryId): string {
    return libraryFolder(this.#dataFolder, id);
  }

  async libraries(): Promise<LibraryId[]> {
    return (await this.#parts.ops.list(storageFolder(this.#dataFolder))).filter(isLibraryId);
  }

  /** Names first, then contents: a crash between the two leaves a folder that the sweep of `tmp/` takes. */
  async removeLibrary(id: LibraryId): Promise<void> {
    const { ops, temporaryPath } = this.#parts;
    const storage = storageFolder(this.#dataFolder);
    const folder = this.folderOf(id);
    await this.#handles.closeBelow(folder);
    if (!(await ops.list(storage)).includes(id)) return;
    const doomed = temporaryPath();
    await ops.rename(folder, doomed);
    await ops.syncFolder(storage);
    await ops.remove(doomed);
  }

  freeBytes(): Promise<number> {
    return this.#parts.ops.freeBytes(this.#dataFolder);
  }

  close(): Promise<void> {
    return this.#handles.closeBelow(this.#dataFolder);
  }
}

/** Gives out paths in a folder, none twice and none that is taken. */
function pathsIn(folder: string, taken: ReadonlySet<string>): () => string {
  let count = 0;
  const next = (): string => {
    count += 1;
    const path = join(folder, `object-${count}`);
    return taken.has(path) ? next() : path;
  };
  return next;
}

/** What is kept free on the disk of the folder: 64 MiB, or 1 % of a small disk. */
export async function reserveBytesOf(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder);
  return Math.min(MAX_RESERVE_BYTES, Math.floor((blocks * bsize) / 100));
}
