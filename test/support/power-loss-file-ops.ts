import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DISK, type FileOps, type WritableFile } from '../../src-main/store/backend/disk/file-ops.ts';
import type { Database } from '../../src-main/store/sqlite/open.ts';
import { temporaryDataFolder } from './disk-store.ts';

/** A file or folder, whatever its name is at the moment. */
interface Item {
  /** What survives of a file; null for a folder. */
  durable: Buffer | null;
  path: string;
}

/**
 * A disk that knows what would be left of it after a power loss, in the worst case that POSIX allows: bytes that were
 * not synced are gone, and so are names whose folder was not synced.
 */
export interface PowerLossDisk {
  readonly ops: FileOps;
  /** Called before every step. */
  beforeStep(callback: () => void): void;
  /** Writes what would be left now to an empty folder. */
  leftovers(target: string): void;
  /** Another number whenever what would be left may have changed. */
  version(): number;
}

/** What a power loss would leave at each step of something. */
export interface Leftovers {
  /** The folder with what would be left now; the same one until something becomes durable. */
  take(): string;
  /** How often it was taken. */
  taken(): number;
  remove(): void;
}

/** With the database as it is: a transaction is atomic and durable by itself. */
export function collectLeftovers(disk: PowerLossDisk, db: Database): Leftovers {
  const folders: ReturnType<typeof temporaryDataFolder>[] = [];
  let last: { version: number; database: Buffer; path: string } | null = null;
  let taken = 0;
  return {
    take: () => {
      taken += 1;
      const [version, database] = [disk.version(), db.serialize()];
      if (version === last?.version && database.equals(last.database)) return last.path;
      const folder = temporaryDataFolder();
      folders.push(folder);
      disk.leftovers(folder.path);
      for (const name of ['keepfold.db-wal', 'keepfold.db-shm'])
        rmSync(join(folder.path, name), { force: true });
      writeFileSync(join(folder.path, 'keepfold.db'), database);
      last = { version, database, path: folder.path };
      return folder.path;
    },
    taken: () => taken,
    remove: () => {
      for (const folder of folders) folder.remove();
    },
  };
}

/** Everything that is in `root` at the start counts as durable. */
export function createPowerLossDisk(root: string): PowerLossDisk {
  const live = new Map<string, Item>();
  let durable = new Map<string, Item>();
  let callback = (): void => undefined;
  let version = 0;

  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    live.set(path, { path, durable: entry.isFile() ? readFileSync(path) : null });
  }
  durable = new Map(live);

  function tracked(file: WritableFile, item: Item): WritableFile {
    return {
      sizeBytes: () => file.sizeBytes(),
      write: (bytes, position) => {
        callback();
        return file.write(bytes, position);
      },
      sync: async () => {
        callback();
        await file.sync();
        item.durable = readFileSync(item.path);
        version += 1;
      },
      close: () => file.close(),
    };
  }

  function isBelow(path: string, folder: string): boolean {
    return path === folder || path.startsWith(`${folder}/`);
  }

  const ops: FileOps = {
    create: async (path) => {
      callback();
      const item = { path, durable: Buffer.alloc(0) };
      const file = await DISK.create(path);
      live.set(path, item);
      return tracked(file, item);
    },
    openExisting: async (path) => {
      const file = await DISK.openExisting(path);
      return tracked(file, live.get(path) ?? { path, durable: Buffer.alloc(0) });
    },
    rename: async (from, to) => {
      callback();
      await DISK.rename(from, to);
      for (const [path, item] of [...live]) {
        if (!isBelow(path, from)) continue;
        live.delete(path);
        item.path = to + path.slice(from.length);
        live.set(item.path, item);
      }
    },
    makeFolder: async (path) => {
      callback();
      await DISK.makeFolder(path);
      if (!live.has(path)) live.set(path, { path, durable: null });
    },
    syncFolder: async (path) => {
      callback();
      await DISK.syncFolder(path);
      for (const known of [...durable.keys()]) if (dirname(known) === path) durable.delete(known);
      for (const [known, item] of live) if (dirname(known) === path) durable.set(known, item);
      version += 1;
    },
    list: (path) => DISK.list(path),
    remove: async (path) => {
      callback();
      await DISK.remove(path);
      for (const known of [...live.keys()]) if (isBelow(known, path)) live.delete(known);
    },
    freeBytes: (folder) => DISK.freeBytes(folder),
  };

  return {
    ops,
    beforeStep: (next) => {
      callback = next;
    },
    version: () => version,
    leftovers: (target) => {
      cpSync(root, target, { recursive: true, filter: (source) => source === root });
      const isThere = (path: string): boolean =>
        path === root || (durable.has(path) && isThere(dirname(path)));
      for (const [path, item] of [...durable].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (!isThere(path)) continue;
        const copy = join(target, relative(root, path));
        if (item.durable === null) mkdirSync(copy);
        else writeFileSync(copy, item.durable);
      }
    },
  };
}
