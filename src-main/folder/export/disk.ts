import { existsSync } from 'node:fs';
import { access, mkdir, readdir, realpath, stat, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, posix, win32 } from 'node:path';
import type { BrowseJson } from '../../../src-shared/folder-choices-api.ts';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import type { ExportSource, FilesService } from '../../usecases/files/files.ts';
import type { DiskTarget, WriteToDiskRequest } from '../../usecases/history/disk-restores.ts';
import { codeOf } from '../disk/disk-error.ts';
import { holds } from '../disk/root-choice.ts';
import { type WrittenOut, writeOut, writeSeveralOut } from './write-out.ts';

/** More folders than people choose from in a list. */
const MAX_BROWSED = 2_000;

export interface DiskDependencies {
  readonly files: FilesService;
  readonly dataDir: string;
  readonly platform?: NodeJS.Platform;
}

/** Browses folders of this machine, and writes restored files into new ones. */
export function createDisk({ files, dataDir, platform = process.platform }: DiskDependencies) {
  return {
    /**
     * Space on the disk with Keepfold's own data; room reserved for the system counts as used. `ownBytes` covers the
     * files directly in the data folder, such as the database.
     */
    async space(): Promise<{ freeBytes: number; totalBytes: number; ownBytes: number }> {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, ownBytes: await bytesIn(dataDir) };
    },

    /**
     * The subfolders of a folder, by name; hidden ones last. An empty path means the user's home; the parent of a drive
     * is the list of drives.
     * @throws DomainError `path-invalid` for a relative path, `folder-not-found`
     */
    async browse(path: string): Promise<BrowseJson> {
      const wanted = path === '' ? homedir() : path;
      if (!isAbsolute(wanted))
        throw new DomainError('path-invalid', { field: 'path', value: path, reason: 'relative' });
      if (isDriveList(wanted, platform)) {
        const folders = (await drives()).map((path) => ({ name: path, path }));
        return { path: DRIVES, parent: null, folders };
      }
      const { real, names } = await readFolders(wanted);
      return {
        path: real,
        parent: folderAround(real, platform),
        folders: names.slice(0, MAX_BROWSED).map((name) => ({ name, path: join(real, name) })),
      };
    },

    /**
     * Makes an empty folder in an existing one, and returns its path.
     * @throws DomainError `path-invalid`, `folder-not-found`, `name-invalid`, `name-taken`, `disk-full`
     */
    async makeFolder(place: string, name: string): Promise<{ path: string }> {
      if (!isAbsolute(place))
        throw new DomainError('path-invalid', { field: 'path', value: place, reason: 'relative' });
      checkNewItemName(name);
      const { real } = await readFolders(place);
      const path = join(real, name);
      await requireOutside(dataDir, path);
      try {
        await mkdir(path);
      } catch (cause) {
        throw notMade(path, cause);
      }
      return { path };
    },

    /** @throws DomainError `path-invalid`, `item-not-found`, `commit-not-found`, `permission-denied`, `disk-full` */
    async write(caller: Caller, { libraryId, path, commitId, to }: WriteToDiskRequest): Promise<WrittenOut> {
      await requireOutside(dataDir, to);
      return writeOut(await files.openForExport(caller, libraryId, path, commitId), to);
    },

    /**
     * As `write`, each under its name.
     * @throws DomainError `path-invalid` also when two items have the same name
     */
    async writeSeveral(
      caller: Caller,
      paths: readonly string[],
      { libraryId, commitId, to }: DiskTarget,
    ): Promise<WrittenOut> {
      await requireOutside(dataDir, to);
      const taken: ExportSource[] = [];
      for (const path of paths) taken.push(await files.openForExport(caller, libraryId, path, commitId));
      return writeSeveralOut(taken, to);
    },
  };
}

/**
 * Files written into Keepfold's own data might be swept away at the next start.
 * @throws DomainError `path-invalid`
 */
export async function requireOutside(dataDir: string, to: string): Promise<void> {
  let there = to;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (holds(await realpath(dataDir), await realpath(there)))
    throw new DomainError('path-invalid', { field: 'to', value: to, reason: 'inside-data' });
}

/** Bytes of the files directly in a folder. A file that disappears meanwhile counts as nothing. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return found.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
}

function notMade(path: string, cause: unknown): DomainError {
  const code = codeOf(cause);
  if (code === 'EEXIST') return new DomainError('name-taken', { value: path }, cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DomainError('disk-full', { value: path }, cause);
  return new DomainError('path-invalid', { field: 'path', value: path, reason: 'unusable' }, cause);
}

async function readFolders(path: string): Promise<{ real: string; names: string[] }> {
  try {
    const real = await realpath(path);
    const rows = await readdir(real, { withFileTypes: true });
    const names = rows.filter((row) => row.isDirectory()).map((row) => row.name);
    const isHidden = (name: string) => name.startsWith('.');
    names.sort((a, b) => Number(isHidden(a)) - Number(isHidden(b)) || a.localeCompare(b));
    return { real, names };
  } catch (cause) {
    throw new DomainError('folder-not-found', { field: 'path', value: path }, cause);
  }
}

/** Stands for the list of drives on Windows, where no folder has this path. */
const DRIVES = '/';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The parent of a folder: for a drive the list of drives; null at the top. */
export function folderAround(path: string, platform: NodeJS.Platform): string | null {
  const parent = (platform === 'win32' ? win32 : posix).dirname(path);
  if (parent !== path) return parent;
  return platform === 'win32' ? DRIVES : null;
}

/** Whether a path asks for the list of drives. */
export function isDriveList(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && (path === DRIVES || path === '\\');
}

/**
 * Paths of the drives that can be opened.
 * @param isThere asks the system, unless a test replaces it
 */
export async function drives(isThere: (path: string) => Promise<boolean> = canOpen): Promise<string[]> {
  const paths = LETTERS.map((letter) => `${letter}:\\`);
  const found = await Promise.all(paths.map(isThere));
  return paths.filter((_, at) => found[at] === true);
}

async function canOpen(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    // No such drive, or no medium in it.
    () => false,
  );
}
