import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { PASSWORD_COST } from '../core/access/password-hash.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { takeFilesAsTheyAre, workerUrl } from '../core/plain-files.ts';
import { createEventHub, type EventHub } from '../engine/event-hub.ts';
import { every, guarded } from '../engine/scheduling/background.ts';
import { systemTimers } from '../folder/control/linked-folder-waits.ts';
import { createLinkedFolders } from '../folder/control/linked-folders.ts';
import { createNodeFileSystem } from '../folder/disk/node-file-system.ts';
import type { FolderActivity } from '../folder/link/folder-activity.ts';
import { createFolderKeys } from '../folder/link/folder-keys.ts';
import { DiskReader } from '../folder/scan/disk-reader.ts';
import { ThreadWatcher } from '../folder/watch/thread-watcher.ts';
import type { HttpConfig } from '../http/http-context.ts';
import type { GuardConfig } from '../http/request-guards.ts';
import { createServer } from '../http/server.ts';
import { ThumbnailThread } from '../pictures/thumbnail-thread.ts';
import type { ObjectName } from '../store/objects/object-store.ts';
import { createRememberedKeys, type RememberedKeys } from '../usecases/libraries/remembered-keys.ts';
import type { NetworkState } from '../usecases/upkeep/reach.ts';
import { composeBackups, followBackup } from './compose-backup.ts';
import { composeDisk, composeHistoryExports } from './compose-export.ts';
import { composeReach } from './compose-reach.ts';
import { composeServices, type Services } from './compose-services.ts';
import type { AppConfig } from './config.ts';
import {
  type DataDir,
  dataFolderIdOf,
  loadSecret,
  openDataDir,
  placeRecoveryFiles,
  removeInstance,
  writePrivateFile,
} from './data-dir.ts';
import { followHeartbeat, watchRequests } from './follow-heartbeat.ts';
import { followSearch } from './follow-search.ts';
import { keepFolderActivity } from './keep-folder-activity.ts';
import { createKeychainSecrets } from './keychain-secrets.ts';
import { listen, networkStartError } from './listen.ts';
import { storeLog } from './logger.ts';
import { createPasswordThreads, type PasswordThreads } from './password-threads.ts';
import { noRoomToStart, StartError } from './start-error.ts';
import { openStore, type Store } from './store.ts';
import { reconcileHeadsOf } from './store-checks.ts';
import { systemClock, systemIds } from './system-ports.ts';
import { terminalCommands } from './terminal-commands.ts';
import { resourcesDir, sourceDir } from './version.ts';

/** Version of Seafile's interface that clients are told, not our own. */
const INTERFACE_VERSION = '11.0.0';

const THUMBNAIL_WORKER = workerUrl('../pictures/thumbnail-worker', import.meta.url);

const PURGE_SAMPLES_EVERY_MS = 600_000;
/** A key is overwritten this soon after it expires, even if it is never requested again. */
const SWEEP_KEYS_EVERY_MS = 15_000;
/** A linked folder that was away still has the files it last agreed about. */
const FINISH_ERASURES_EVERY_MS = 6 * 60 * 60 * 1000;
const NOTE_TIME_EVERY_MS = 60 * 60 * 1000;

/** A service that answers. */
export interface RunningApp {
  readonly url: string;
  /** API token of the local administrator: for the shells of this machine, never for a page. */
  readonly token: string;
  /** Set at the first start without a named administrator: where to sign in once without a password. */
  readonly signInUrl: string | null;
  /** A new one-time address to sign in at. */
  readonly issueSignInUrl: () => string;
  /** What listens for other devices, as it was after the start. */
  readonly network: NetworkState;
  /** Subscribes to the same events as the event stream of the interface; the returned function ends that. */
  readonly subscribe: EventHub['subscribe'];
  /** Tells whether the computer runs on battery, which background work spares. */
  readonly setOnBattery: (isOnBattery: boolean) => void;
  /** Clears caches; for when nothing has happened for a while. */
  readonly releaseMemory: () => void;
  /** Stops everything in order; what was acknowledged is durable. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens the data folder, starts the service and listens: the same in every shell.
 * @throws StartError
 */
export async function startApp(config: AppConfig & { readonly logger: Logger }): Promise<RunningApp> {
  const { logger } = config;
  const dataDir = openDataDir(config.dataDir);
  const store = await openStore(dataDir, storeLog(logger));
  try {
    return await startOn(store, dataDir, config);
  } catch (error) {
    await store.close();
    const refusal = error instanceof StartError ? error : noRoomToStart(dataDir.path, error);
    if (refusal !== null) throw refusal;
    logger.error({ event: 'start-failed', err: error });
    throw error;
  }
}

/** Finishes what an earlier process left half done. */
async function finishWork({ engine, libraries }: Services): Promise<void> {
  await engine.changeLibrary.bringFoldersUp();
  await libraries.deletedLibraries.finishPurges();
}

async function startOn(
  store: Store,
  dataDir: DataDir,
  config: AppConfig & { logger: Logger },
): Promise<RunningApp> {
  const { logger } = config;
  const ignoreDefaults = readResources(dataDir);
  // Before any access to people's files; the database's own code has been loaded from the package by now.
  takeFilesAsTheyAre(process);
  const events = createEventHub((err) => logger.error({ event: 'listener-failed', err }));
  await reconcile(store, logger);
  const secret = loadSecret(dataDir);
  const threads = { pictures: new ThumbnailThread(THUMBNAIL_WORKER), passwords: createPasswordThreads() };
  const { folderActivity, ...keptActivity } = keepFolderActivity(store.tables.folderActivityTable, logger);
  const services = composeRooms(store, { events, folderActivity, secret, threads, config });
  const { accounts } = services.accounts;
  await finishWork(services);
  const first = await accounts.ensureFirstAdministrator(config.administrator ?? {});
  const parts = { store, services, dataDir, secret, events, folderActivity, ignoreDefaults, config };
  const { folders, backups, reached, server } = composeServer(parts);
  const isAsked = watchRequests(server.server);
  const { url, network } = await listenForAll(server, reached, config);
  const token = accounts.localToken();
  tellWhereItRuns(dataDir, { url, token });
  repairFromFolders(store, folders, logger);
  folders.startAll();
  const unsubscribe = tellFolders(events, folders);
  const { searchFollower: follower } = services.engine;
  const search = followSearch({ follower, events, logger, isBusy: folders.isInBulk });
  const endNoting = noteTime(services.engine, logger);
  const { purgeRemoved } = services.libraries.sampleLibraries;
  const endPurges = every(PURGE_SAMPLES_EVERY_MS, purgeRemoved, (err) =>
    logger.error({ event: 'samples-not-purged', err }),
  );
  const { unlocked } = services.access;
  const endSweeps = every(
    SWEEP_KEYS_EVERY_MS,
    () => unlocked.sweep(),
    (err) => logger.error({ event: 'keys-not-swept', err }),
  );
  const endBackups = followBackup(backups, logger);
  const endErasing = followErasures(services.history, logger);
  let isOnBattery = false;
  const { heartbeat, jobs, garbage } = services.upkeep;
  const beating = followHeartbeat({
    ...{ heartbeat, logger },
    isBusy: () => isOnBattery || isAsked() || folders.isInBulk() || jobs.isRunning() || garbage.isTaken(),
  });
  store.whenDamaged(beating.damageFound);
  const issueSignInUrl = () => `${url}/#/sign-in?code=${accounts.issueSignInCode(first.email)}`;
  logger.info({ event: 'started', url, dataDir: dataDir.path });

  return {
    url,
    network,
    token,
    signInUrl: first.created && config.administrator === null ? issueSignInUrl() : null,
    issueSignInUrl,
    subscribe: (listener) => events.subscribe(listener),
    setOnBattery: (is) => {
      isOnBattery = is;
    },
    releaseMemory: store.releaseMemory,
    stop: async () => {
      unsubscribe();
      endNoting();
      endSweeps();
      endPurges();
      endErasing();
      await Promise.all([search.stop(), folders.stopAll(), endBackups(), beating.stop()]);
      keptActivity.stop();
      await services.files.copyTasks.stop();
      await services.upkeep.jobs.stop();
      // Before the port is free for others.
      removeInstance(dataDir, (err) => logger.warn({ event: 'record-not-removed', err }));
      await server.close();
      await Promise.all([threads.pictures.end(), threads.passwords.end()]);
      services.access.unlocked.lockAll();
      await store.close();
      logger.info({ event: 'stopped' });
    },
  };
}

interface RoomParts {
  readonly events: EventHub;
  readonly folderActivity: FolderActivity;
  readonly secret: Uint8Array;
  readonly threads: { readonly pictures: ThumbnailThread; readonly passwords: PasswordThreads };
  readonly config: AppConfig;
}

function composeRooms(
  store: Store,
  { events, folderActivity, secret, threads, config }: RoomParts,
): Services {
  const { pictures, passwords } = threads;
  return composeServices({
    tables: store.tables,
    objects: store.objects,
    journal: store.journal,
    folderActivity,
    databaseFaults: store.databaseFaults,
    missingFiles: store.missingFiles,
    damagedPacks: store.damagedPacks,
    heartbeatOf: store.heartbeatOf,
    partialFiles: store.partialFiles,
    makeThumbnail: pictures.make.bind(pictures),
    clock: systemClock,
    ids: systemIds,
    events,
    secret,
    passwordCost: config.passwordCost ?? PASSWORD_COST,
    derive: passwords.derive,
    deriveForLibraries: passwords.deriveForLibraries,
  });
}

interface ServerParts {
  readonly store: Store;
  readonly services: Services;
  readonly dataDir: DataDir;
  readonly secret: Uint8Array;
  readonly events: EventHub;
  readonly folderActivity: FolderActivity;
  readonly ignoreDefaults: string;
  readonly config: AppConfig & { readonly logger: Logger };
}

/** Builds on the services: linked folders, backups, and the server in front of all of it. */
function composeServer(parts: ServerParts) {
  const { store, services, dataDir, secret, events, config } = parts;
  const remembered = createRememberedKeys({
    unlocked: services.access.unlocked,
    secrets: config.secrets ?? createKeychainSecrets(),
    dataFolderId: dataFolderIdOf(secret),
  });
  const renew = guarded(remembered.renew, (err) => config.logger.error({ event: 'key-not-renewed', err }));
  events.subscribe((event) => {
    if (event.type === 'library') renew(event.library_id as LibraryId);
  });
  const folders = composeFolders(parts, remembered);
  const backups = composeBackups({ store, dataDir, secret, events, folders, services });
  const reached = composeReach({ store, services, dataDir, events, config });
  const { disk, diskRestores } = composeDisk(services.files, dataDir);
  const historyExports = composeHistoryExports({ store, services, dataDir });
  const server = createServer({
    services: {
      clock: systemClock,
      events,
      reach: reached.reach,
      engine: services.engine,
      access: services.access,
      accounts: services.accounts,
      libraries: services.libraries,
      sharing: services.sharing,
      links: services.links,
      files: services.files,
      uploads: services.uploads,
      history: services.history,
      trash: services.trash,
      restores: services.restores,
      upkeep: services.upkeep,
      backups,
      computer: { folders, disk, diskRestores, historyExports, remembered },
    },
    config: serverConfig(config, dataDir, reached.guard),
  });
  return { folders, backups, reached, server };
}

/**
 * Listens for this computer, and for other devices if wanted.
 * @throws StartError, also when other devices were requested on the command line and that fails; otherwise the page
 * shows it
 */
async function listenForAll(
  server: FastifyInstance,
  { reach, listener }: Pick<ReturnType<typeof composeReach>, 'reach' | 'listener'>,
  config: AppConfig,
): Promise<Pick<RunningApp, 'url' | 'network'>> {
  listener.serve(server);
  const url = await listen(server, config);
  await reach.start();
  const network = listener.state();
  if (network.state !== 'failed' || config.network?.isOn !== true) return { url, network };
  await server.close();
  throw networkStartError(network);
}

function serverConfig(
  config: AppConfig & { readonly logger: Logger },
  { path: dataFolder }: DataDir,
  guard: Pick<HttpConfig, keyof GuardConfig | 'isReachedFromOutside'>,
) {
  return {
    ...guard,
    version: INTERFACE_VERSION,
    productVersion: config.version,
    isDesktop: config.isDesktop === true,
    dataFolder,
    commands: (port: number) => terminalCommands({ ...config, dataDir: dataFolder, port }, commandPlace()),
    startedAtSeconds: systemClock.nowSeconds(),
    logger: config.logger,
    ...(config.uiDir === null ? {} : { uiFolder: config.uiDir }),
  };
}

/** For programs of this computer, which find both in the data folder. */
function tellWhereItRuns(
  dataDir: DataDir,
  { url, token }: { readonly url: string; readonly token: string },
): void {
  writePrivateFile(dataDir.cliToken, token);
  writePrivateFile(dataDir.instance, JSON.stringify({ url, pid: process.pid }));
}

function commandPlace() {
  const { env, platform, execPath } = process;
  return { env, platform, execPath, sourceDir: sourceDir() };
}

/** Has linked folders follow changes of their libraries, until the returned function is called. */
function tellFolders(
  events: EventHub,
  folders: Pick<ReturnType<typeof createLinkedFolders>, 'list' | 'libraryChanged'>,
): () => void {
  return events.subscribe((event) => {
    if (event.type === 'library') folders.libraryChanged(event.library_id);
    // A restored or unlocked library accepts again what it refused.
    if (event.type === 'libraries')
      for (const { library_id } of folders.list()) folders.libraryChanged(library_id);
  });
}

/** Compares the heads with the journal, and logs what had to be repaired. */
async function reconcile(store: Store, logger: Logger): Promise<void> {
  for (const library of await reconcileHeadsOf(store, systemClock)) {
    if (library.outcome === 'repaired') logger.warn({ event: 'library-repaired', ...library });
    else logger.error({ event: 'library-rolled-back', ...library });
  }
}

/** Records the time even without requests: the next start compares its clock with the last recorded time. */
function noteTime({ retention }: Services['engine'], logger: Logger): () => void {
  const onFault = (err: unknown) => logger.error({ event: 'time-not-noted', err });
  const note = () => retention.note();
  const endNotes = every(NOTE_TIME_EVERY_MS, note, onFault);
  return () => {
    endNotes();
    guarded(note, onFault)();
  };
}

/** Removes what was erased from histories and could not be removed at once. */
function followErasures({ erasures }: Services['history'], logger: Logger): () => void {
  const onFault = (err: unknown) => logger.error({ event: 'erased-not-removed', err });
  guarded(erasures.finishAll, onFault)();
  return every(FINISH_ERASURES_EVERY_MS, erasures.finishAll, onFault);
}

/** Linked folders hold copies of what libraries hold: damaged objects are repaired from them. */
function repairFromFolders(
  store: Store,
  folders: Pick<ReturnType<typeof createLinkedFolders>, 'repair'>,
  logger: Logger,
): void {
  const repair = (libraryId: LibraryId, object: ObjectName) => {
    logger.error({ event: 'object-damaged', libraryId, ...object });
    folders.repair(libraryId, object).catch((err: unknown) => logger.error({ event: 'repair-failed', err }));
  };
  store.whenDamaged(repair);
  for (const { id } of store.tables.libraryTable.all()) {
    for (const { kind, id: objectId } of store.objects.library(id).damaged())
      repair(id, { kind, id: objectId });
  }
}

/** Places the recovery files, and returns the built-in ignore patterns. */
function readResources(dataDir: DataDir): string {
  const resources = resourcesDir();
  placeRecoveryFiles(dataDir, resources);
  return readFileSync(join(resources, 'ignore-defaults.txt'), 'utf8');
}

function composeFolders(parts: ServerParts, remembered: RememberedKeys) {
  const { store, services, dataDir, events, ignoreDefaults } = parts;
  const { logger } = parts.config;
  return createLinkedFolders({
    rows: store.tables.linkedFolders,
    index: store.tables.folderIndex,
    journal: store.tables.folderJournal,
    folderActivity: parts.folderActivity,
    transaction: store.tables.transaction,
    libraries: services.libraries.libraries,
    changeLibrary: services.engine.changeLibrary,
    history: store.tables.historyTable,
    keys: createFolderKeys({ unlocked: services.access.unlocked, remembered }),
    objectsFor: (libraryId) => store.objects.library(libraryId),
    openReader: (root) => new DiskReader({ root, ignoreDefaults }),
    openFileSystem: createNodeFileSystem,
    watcher: new ThreadWatcher({ ignoreDefaults }),
    clock: systemClock,
    timers: systemTimers((err) => logger.error({ event: 'folder-timer-failed', err })),
    ids: systemIds,
    events,
    dataDir: dataDir.path,
    ignoreDefaults,
    defaultKeepDays: () => store.tables.serverSettings.defaultKeepDays(),
    device: hostname(),
  });
}
