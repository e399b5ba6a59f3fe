import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { type DiskObjectStoreOptions, openDiskObjectStore } from '../../src-main/store/disk-object-store.ts';
import type { ObjectStore } from '../../src-main/store/objects/object-store.ts';
import { createObjectIndex } from '../../src-main/store/sqlite/object-index.ts';
import { type Database, openDatabase } from '../../src-main/store/sqlite/open.ts';

/** A disk store with its database, in one data folder. */
export interface OpenDiskStore {
  readonly store: ObjectStore;
  readonly db: Database;
  /** Flushes and closes both. */
  close(): Promise<void>;
  /** Ends both with nothing more put on record, like a process that was killed. What was not flushed is lost. */
  abandon(): Promise<void>;
}

/** A new empty folder, and how to remove it. */
export function temporaryDataFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'keepfold-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Opens store and database in a data folder, new or used before. */
export async function openDiskStore(
  dataFolder: string,
  options: Omit<DiskObjectStoreOptions, 'dataFolder' | 'index'> = {},
): Promise<OpenDiskStore> {
  const db = openDatabase(join(dataFolder, 'keepfold.db'));
  const store = await openDiskObjectStore({ ...options, dataFolder, index: createObjectIndex(db) });
  return {
    store,
    db,
    close: async () => {
      await store.close();
      db.close();
    },
    abandon: async () => {
      db.close();
      // Fails where it comes to the database, which is the point; the files are closed regardless.
      await Promise.allSettled([store.close()]);
    },
  };
}

/** Every file below a folder, as paths relative to it with `/`, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}
