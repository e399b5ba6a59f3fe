import { readFileSync } from 'node:fs';
import type { Caller } from '../../src-main/core/access/caller.ts';
import { DomainError } from '../../src-main/core/errors.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { reconcileHeads } from '../../src-main/engine/heads/reconcile-heads.ts';
import { createLinkedFolders } from '../../src-main/folder/control/linked-folders.ts';
import type { FolderActivity } from '../../src-main/folder/link/folder-activity.ts';
import type { FolderReader } from '../../src-main/folder/ports.ts';
import type { Database } from '../../src-main/store/sqlite/open.ts';
import type { Tables } from '../../src-main/store/sqlite/tables.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import { CHEAP } from '../support/account-services.ts';
import type { countingIds } from '../support/counting-ids.ts';
import { deriveHere } from '../support/derive-here.ts';
import { composeEveryService, type EveryService } from '../support/every-service.ts';
import { folderActivityIn } from '../support/folder-activity.ts';
import { folderKeys } from '../support/folder-keys.ts';
import type { Sabotage } from './sabotage.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimFolder } from './sim-folder.ts';
import { SimReader } from './sim-reader.ts';
import type { SimJournal, SimObjectStore } from './sim-store.ts';
import type { SimTime } from './sim-time.ts';
import type { SimWatcher } from './sim-watcher.ts';

export const IGNORE_DEFAULTS = readFileSync(
  new URL('../../resources/ignore-defaults.txt', import.meta.url),
  'utf8',
);

/** The account that owns every library here. */
export const OWNER: Caller = { email: 'owner@sim', isAdmin: true, asksFirst: true };

/** What outlives a process. */
export interface Machine {
  readonly time: SimTime;
  readonly scheduler: Scheduler;
  readonly db: Database;
  readonly tables: Tables;
  readonly store: SimObjectStore;
  readonly journal: SimJournal;
  readonly watcher: SimWatcher;
  readonly folders: readonly SimFolder[];
  readonly ids: ReturnType<typeof countingIds>;
  readonly sabotage: Sabotage;
  /** As of the plan. */
  readonly askedFrom: number | undefined;
}

/** One run of the program, until it is killed. */
export interface SimProcess {
  readonly services: EveryService;
  readonly linked: ReturnType<typeof createLinkedFolders>;
}

/** Starts the services and the linked folders as `app/compose` does. */
export async function startProcess(machine: Machine): Promise<SimProcess> {
  const { journal, time, ids, sabotage } = machine;
  // What is not saved ends with a process.
  const folderActivity = folderActivityIn(machine.db);
  const tables = sabotage.tables?.(machine.tables) ?? machine.tables;
  const store = sabotage.store?.(machine.store) ?? machine.store;
  let linked: SimProcess['linked'] | null = null;
  const events = {
    emit: (event: ServerEvent) => {
      if (event.type === 'library') linked?.libraryChanged(event.library_id);
    },
  };
  const nothing = { rebuildIndex: async () => undefined, missingFiles: async () => [] };
  const parts = { ...tables, ...nothing, objects: store, journal, clock: time, ids, events };
  await reconcileHeads(parts);
  const services = composeEveryService({
    ...{ tables, objects: store, journal, folderActivity, clock: time, ids, events },
    ...deriveHere,
    secret: Buffer.alloc(32, 9),
    passwordCost: CHEAP,
  });
  linked = linkFolders({ ...machine, folderActivity }, services, events);
  linked.startAll();
  return { services, linked };
}

function linkFolders(
  machine: Machine & { readonly folderActivity: FolderActivity },
  services: EveryService,
  events: { emit: (event: ServerEvent) => void },
): SimProcess['linked'] {
  const { time, tables, store, watcher, folders, scheduler, ids, sabotage } = machine;
  const at = (root: string) => {
    const folder = folders.find(({ path }) => path === root);
    if (folder === undefined) throw new Error(`no folder ${root}`);
    return folder;
  };
  const openReader = (root: string): FolderReader =>
    new SimReader({
      reader: sabotage.reader?.(at(root).createFsReader()) ?? at(root).createFsReader(),
      ignoreDefaults: IGNORE_DEFAULTS,
      nowMs: () => time.nowMs(),
      rest: (ms) => time.creep(ms),
      step: (call, work) => scheduler.do(`${root} ${call}`, work),
    });
  // Every folder has an author of its own, so that history tells which folder a commit came from; all may write.
  // Asked over and over; what it looks up about people is the same each time.
  const views = new Map<LibraryId, ReturnType<EveryService['libraries']['find']>>();
  const find = (_author: Caller, id: LibraryId) => {
    const view = views.get(id) ?? services.libraries.find(OWNER, id);
    views.set(id, view);
    const library = tables.libraryTable.find(id);
    if (library === null) throw new DomainError('library-not-found', { value: id });
    return {
      ...view,
      library,
      permission: library.status === 'read-only' ? ('r' as const) : ('rw' as const),
    };
  };
  const libraries = { ...services.libraries, find };
  const index = sabotage.index?.(tables.folderIndex) ?? tables.folderIndex;
  return createLinkedFolders({
    ...{ rows: tables.linkedFolders, index, libraries, watcher, ids, events },
    ...{
      journal: tables.folderJournal,
      folderActivity: machine.folderActivity,
      transaction: tables.transaction,
    },
    changeLibrary: services.changeLibrary,
    history: tables.historyTable,
    objectsFor: (libraryId) => store.library(libraryId),
    keys: folderKeys({ libraryTable: tables.libraryTable, clock: time }),
    openReader,
    openFileSystem: (root) => {
      const fileSystem = at(root).createFileSystem(scheduler);
      return sabotage.fileSystem?.(fileSystem, at(root)) ?? fileSystem;
    },
    clock: time,
    timers: sabotage.timers?.(time) ?? time,
    dataDir: '/data',
    ignoreDefaults: IGNORE_DEFAULTS,
    defaultKeepDays: () => -1,
    device: 'sim-computer',
    askedFrom: machine.askedFrom,
  });
}
