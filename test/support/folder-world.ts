import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock, systemIds } from '../../src-main/app/system-ports.ts';
import type { Caller } from '../../src-main/core/access/caller.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { decodeFile, encodeFile } from '../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { findEntry } from '../../src-main/core/tree/tree-lookup.ts';
import { createChangeLibrary } from '../../src-main/engine/heads/change-library.ts';
import { createJournalRecords } from '../../src-main/engine/heads/journal-records.ts';
import { PendingStorage } from '../../src-main/engine/objects/pending-storage.ts';
import { createStorageQuotas } from '../../src-main/engine/objects/storage-quotas.ts';
import type { EventSink } from '../../src-main/engine/ports.ts';
import { createReadDir } from '../../src-main/engine/reading/directory-reader.ts';
import { HeavyReading } from '../../src-main/engine/reading/heavy-reading.ts';
import { systemTimers } from '../../src-main/folder/control/linked-folder-waits.ts';
import { createLinkedFolders } from '../../src-main/folder/control/linked-folders.ts';
import type { LinkedFoldersDependencies } from '../../src-main/folder/control/linked-folders-setup.ts';
import { createNodeFileSystem } from '../../src-main/folder/disk/node-file-system.ts';
import type { FolderReader } from '../../src-main/folder/ports.ts';
import { DiskReader } from '../../src-main/folder/scan/disk-reader.ts';
import { ThreadWatcher } from '../../src-main/folder/watch/thread-watcher.ts';
import { openHeadJournal } from '../../src-main/store/head-journal.ts';
import { shareNamespaces } from '../../src-main/store/shared-namespaces.ts';
import { createFolderIndexTable } from '../../src-main/store/sqlite/folder-index.ts';
import { createFolderJournalTable } from '../../src-main/store/sqlite/folder-journal.ts';
import { createLinkedFolderTable } from '../../src-main/store/sqlite/linked-folders.ts';
import { tablesOf } from '../../src-main/store/sqlite/tables.ts';
import type { UserTable } from '../../src-main/store/sqlite/users.ts';
import { createLibraryAccess } from '../../src-main/usecases/access/library-access.ts';
import { createPeople } from '../../src-main/usecases/access/people.ts';
import { createLostAccess } from '../../src-main/usecases/access/sync-access.ts';
import { UnlockedLibraries } from '../../src-main/usecases/access/unlocked-libraries.ts';
import { createSyncTokens } from '../../src-main/usecases/accounts/sync-tokens.ts';
import { createLibraries } from '../../src-main/usecases/libraries/libraries.ts';
import { createLibraryListing } from '../../src-main/usecases/libraries/library-listing.ts';
import { createLibrarySharesAndLinks } from '../../src-main/usecases/sharing/library-shares-and-links.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { transactionOf } from './database.ts';
import { deriveHere } from './derive-here.ts';
import { type OpenDiskStore, openDiskStore } from './disk-store.ts';
import { folderActivityIn } from './folder-activity.ts';
import { folderKeys } from './folder-keys.ts';
import { type MemorySecrets, memorySecrets } from './memory-secrets.ts';
import { fileDirent } from './trees.ts';

/** Real timers whose faults fail the test. */
export const throwingTimers = systemTimers((error) => {
  throw error;
});

export const OWNER: Caller = { email: 'owner@example.com', isAdmin: true, asksFirst: true };

export const IGNORE_DEFAULTS = readFileSync(
  new URL('../../resources/ignore-defaults.txt', import.meta.url),
  'utf8',
);

/**
 * Longer than anything here takes on a busy machine, and twice the longest time until an error is tried again; a wait
 * that runs into it is a failure.
 */
const DEADLINE_MS = 25_000;

export type FolderWorld = Awaited<ReturnType<typeof openFolderWorld>>;

/** A place with a data folder and a folder to link, for one test. Both outlive the worlds that are opened on them. */
export function temporaryPlace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'keepfold-folder-')));
  const dataDir = join(base, 'data');
  const root = join(base, 'folder');
  mkdirSync(dataDir);
  mkdirSync(root);
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return {
    base,
    dataDir,
    root,
    write(path: string, content: string | Uint8Array): void {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
  };
}

export type Place = ReturnType<typeof temporaryPlace>;

/** The services that linked folders commit through, with the account that owns what they make. */
async function openServices(dataDir: string, { db, store }: OpenDiskStore, events: EventSink) {
  const tables = tablesOf(db);
  addOwner(tables.users);
  const objects = shareNamespaces(store, tables.folderLibraryTable.originOf);
  const journal = await openHeadJournal(join(dataDir, 'heads.journal'));
  const common = { ...tables, clock: systemClock, ids: systemIds, events, journal };
  const people = createPeople(tables);
  const access = createLibraryAccess({ ...tables, people });
  const lostAccess = createLostAccess({ ...tables, access });
  const quotas = createStorageQuotas(tables);
  const journalRecords = createJournalRecords(common);
  const changeLibrary = createChangeLibrary({
    ...common,
    journalRecords,
    objects,
    reading: new HeavyReading(),
    quotas,
    pending: new PendingStorage({ quotas, clock: systemClock }),
  });
  const libraries = createLibraries({
    ...common,
    journalRecords,
    syncTokens: createSyncTokens({ ...common, table: tables.syncTokenTable }),
    access,
    listing: createLibraryListing({ ...tables, access, people }),
    sharesAndLinks: createLibrarySharesAndLinks({ ...common, lostAccess }),
    changeLibrary,
    people,
    unlocked: new UnlockedLibraries({ ...common, ...deriveHere }),
  });
  const { libraryTable, historyTable } = tables;
  return { libraryTable, libraries, historyTable, changeLibrary, journal, objects };
}

function addOwner(users: UserTable): void {
  if (users.find(OWNER.email) !== null) return;
  users.insert({
    email: OWNER.email,
    name: '',
    contactEmail: '',
    passwordHash: 'none',
    isAdmin: true,
    isActive: true,
    role: 'default',
    quotaBytes: null,
    createdAtSeconds: systemClock.nowSeconds(),
  });
}

/** A place of its own for the test, and a world on it. */
export async function freshFolderWorld(changes?: Partial<LinkedFoldersDependencies>) {
  const place = temporaryPlace();
  return { place, world: await openFolderWorld(place, changes) };
}

/**
 * The real services, store, watcher and reader over one place, with a look at what passes through the reader. Closed at
 * the end of the test at the latest.
 */
export async function openFolderWorld(
  place: Place,
  changes: Partial<LinkedFoldersDependencies> = {},
  secrets: MemorySecrets = memorySecrets(),
) {
  const events: ServerEvent[] = [];
  const listeners = new Set<() => void>();
  const sink = {
    emit(event: ServerEvent): void {
      events.push(event);
      for (const listener of [...listeners]) listener();
    },
  };
  const disk = await openDiskStore(place.dataDir);
  const { db } = disk;
  const services = await openServices(place.dataDir, disk, sink);
  const { libraryTable, libraries, historyTable, changeLibrary, journal, objects: store } = services;

  const folderActivity = folderActivityIn(db);
  const reads: string[] = [];
  const openReader = (root: string): FolderReader =>
    countReads(new DiskReader({ root, ignoreDefaults: IGNORE_DEFAULTS }), reads);
  const folders = createLinkedFolders({
    rows: createLinkedFolderTable(db),
    index: createFolderIndexTable(db),
    journal: createFolderJournalTable(db),
    folderActivity,
    transaction: transactionOf(db),
    libraries,
    changeLibrary,
    history: historyTable,
    keys: folderKeys({ libraryTable: libraryTable, clock: systemClock, secrets }),
    objectsFor: (id) => store.library(id),
    openReader,
    openFileSystem: createNodeFileSystem,
    watcher: new ThreadWatcher({ ignoreDefaults: IGNORE_DEFAULTS }),
    clock: systemClock,
    timers: throwingTimers,
    ids: systemIds,
    events: sink,
    dataDir: place.dataDir,
    ignoreDefaults: IGNORE_DEFAULTS,
    defaultKeepDays: () => -1,
    device: 'test-computer',
    ...changes,
  });

  listeners.add(() => {
    const event = events.at(-1);
    if (event?.type === 'library') folders.libraryChanged(event.library_id);
  });

  function readDirOf(libraryId: string) {
    return createReadDir(store.library(libraryId as LibraryId));
  }

  function library(libraryId: string) {
    const found = libraryTable.find(libraryId as LibraryId);
    if (found === null) throw new Error(`no library ${libraryId}`);
    return found;
  }

  /** Every file as `path: content`, every empty folder as `path/`, sorted. */
  async function contentOf(libraryId: string): Promise<string[]> {
    const objects = store.library(libraryId as LibraryId);
    const readDir = readDirOf(libraryId);
    const found: string[] = [];
    const walk = async (dirId: Parameters<typeof readDir>[0], path: string): Promise<void> => {
      const dirents = await readDir(dirId);
      if (dirents.length === 0 && path !== '') found.push(path);
      for (const dirent of dirents) {
        if (dirent.kind === 'dir') {
          await walk(dirent.id, `${path}${dirent.name}/`);
          continue;
        }
        const file = decodeFile(
          dirent.id,
          dirent.sizeBytes === 0 ? Buffer.alloc(0) : await objects.read('fs', dirent.id),
        );
        const blocks = await Promise.all(file.blockIds.map((id) => objects.read('block', id)));
        found.push(`${path}${dirent.name}: ${Buffer.concat(blocks).toString()}`);
      }
    };
    await walk(library(libraryId).rootId, '');
    return found.sort();
  }

  /** What is told to be held now. */
  const tokenOf = (id: string): string => folders.find(id).held?.token ?? '';
  const accept = (id: string) => folders.accept(id, tokenOf(id));
  const revert = (id: string) => folders.revert(id, tokenOf(id));

  /** Resolves when the condition holds; looked at after every event and now and then. */
  async function until(
    what: string,
    condition: () => boolean | Promise<boolean>,
    withinMs = DEADLINE_MS,
  ): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (!(await condition())) {
      if (Date.now() > deadline)
        throw new Error(`never came true: ${what}\n${JSON.stringify(folders.list())}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, 50);
        function done(): void {
          clearTimeout(timer);
          listeners.delete(done);
          resolve();
        }
        listeners.add(done);
      });
    }
  }

  /** Waits until the library holds exactly this, in the form of `contentOf`. */
  async function untilContent(libraryId: string, wanted: readonly string[]): Promise<void> {
    let last: string[] = [];
    const sorted = [...wanted].sort();
    try {
      await until('content', async () => {
        last = await contentOf(libraryId);
        return last.length === sorted.length && last.every((line, at) => line === sorted[at]);
      });
    } catch (error) {
      throw new Error(`library holds ${JSON.stringify(last)}, wanted ${JSON.stringify(sorted)}`, {
        cause: error,
      });
    }
  }

  async function linkAndSettle(path = place.root, name?: string): Promise<LinkedFolderJson> {
    const folder = await folders.link(name === undefined ? { path } : { path, library: name }, OWNER);
    await folders.whenIdle(folder.id);
    return folders.find(folder.id);
  }

  /** Commits changes from elsewhere, as another client or the API would. */
  async function change(libraryId: string, changes: readonly TreeChange[]): Promise<void> {
    await changeLibrary.commitChanges({
      libraryId: libraryId as LibraryId,
      changes,
      author: 'other@example.com',
      asksFirst: false,
    });
  }

  /** Stores a text as a file's content and returns the change that puts it there. */
  async function putChange(libraryId: string, path: string, text: string): Promise<TreeChange> {
    const objects = store.library(libraryId as LibraryId);
    const file = encodeFile({ blockIds: [objectIdOf(text)], sizeBytes: Buffer.byteLength(text) });
    await objects.write('block', objectIdOf(text), Buffer.from(text));
    await objects.write('fs', file.id, file.bytes);
    return { op: 'put', path, dirent: { ...fileDirent(text), modifier: 'other@example.com' } };
  }

  let closing: Promise<void> | null = null;
  function close(): Promise<void> {
    closing ??= folders
      .stopAll()
      .then(() => journal.close())
      .then(() => disk.close());
    return closing;
  }
  onTestFinished(close);

  return {
    ...{ folders, libraries, changeLibrary, db, events, reads, library, libraryTable, historyTable },
    ...{ contentOf, until, untilContent, linkAndSettle, change, putChange, accept, revert, close },
    objectsOf: (libraryId: string) => store.library(libraryId as LibraryId),
    index: createFolderIndexTable(db),
    saveActivity: () => folderActivity.save(),
    entry: (libraryId: string, path: string) =>
      findEntry(readDirOf(libraryId), library(libraryId).rootId, path),
    descriptions: (libraryId: string): string[] => {
      const { headSeq } = library(libraryId);
      return historyTable
        .range(libraryId as LibraryId, { from: headSeq, downTo: 1, limit: 1000 })
        .map((commit) => commit.description);
    },
  };
}

function countReads(reader: FolderReader, reads: string[]): FolderReader {
  return {
    root: () => reader.root(),
    ignoreText: () => reader.ignoreText(),
    list: (request) => reader.list(request),
    read: (files, fileKey) => {
      reads.push(...files.map((file) => file.path));
      return reader.read(files, fileKey);
    },
    prepare: () => reader.prepare(),
    close: () => reader.close(),
  };
}
