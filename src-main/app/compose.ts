import { readFileSync, rmSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { PASSWORD_COST } from '../core/access/password-hash.ts';
import { createDisk } from '../folder/disk.ts';
import { DiskReader } from '../folder/disk-reader.ts';
import { createLinkedFolders } from '../folder/linked-folders.ts';
import { systemTimers } from '../folder/system-timers.ts';
import { ThreadWatcher } from '../folder/watcher/thread-watcher.ts';
import { createServer } from '../http/server.ts';
import { settleHeads } from '../services/settle-heads.ts';
import { composeServices, type Services } from './compose-services.ts';
import type { AppConfig } from './config.ts';
import { type DataDir, loadSecret, openDataDir, writePrivateFile } from './data-dir.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { hostNamesFor } from './host-names.ts';
import { listen } from './listen.ts';
import { openStore, type Store } from './store.ts';
import { systemClock, systemIds } from './system-ports.ts';
import { resourcesDir } from './version.ts';

/** Version of the interface that clients are told. It is theirs, not ours. */
const INTERFACE_VERSION = '11.0.0';

/** A service that answers. */
export interface RunningApp {
  readonly url: string;
  /** API token of the local administrator: for the shells of this machine, never for a page. */
  readonly token: string;
  /** Set at the first start when nobody named an administrator: where to sign in once without a password. */
  readonly signInUrl: string | null;
  /** A new one-time address to sign in at. */
  readonly issueSignInUrl: () => string;
  /** Absolute path of a linked folder. @throws DomainError `linked-folder-not-found` */
  readonly folderPath: (folderId: string) => string;
  /** Ends everything in order; what was acknowledged is durable. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens the data folder, starts the service and listens: the same in every shell.
 * @throws StartError
 */
export async function startApp(config: AppConfig & { readonly logger: Logger }): Promise<RunningApp> {
  const { logger } = config;
  const dataDir = openDataDir(config.dataDir);
  const store = await openStore(dataDir);
  try {
    return await startOn(store, dataDir, config);
  } catch (error) {
    await store.close();
    logger.error({ event: 'start-failed', err: error });
    throw error;
  }
}

async function startOn(
  store: Store,
  dataDir: DataDir,
  config: AppConfig & { logger: Logger },
): Promise<RunningApp> {
  const { logger } = config;
  const events = createEventHub((err) => logger.error({ event: 'listener-failed', err }));
  const rolledBack = await settleHeads({ ...store, clock: systemClock });
  for (const library of rolledBack) logger.error({ event: 'library-rolled-back', ...library });
  const { passwordCost = PASSWORD_COST } = config;
  const services = composeServices({
    ...store,
    ...{ clock: systemClock, ids: systemIds, events, passwordCost, secret: loadSecret(dataDir) },
  });
  await services.deletedLibraries.finishPurges();
  const first = await services.accounts.ensureFirstAdministrator(config.administrator ?? {});
  const folders = composeFolders(store, services, { dataDir, events });
  const server = createServer({
    services: {
      ...services,
      folders,
      disk: createDisk({ ...services, dataDir: dataDir.path }),
      clock: systemClock,
      events,
    },
    config: {
      hostNames: hostNamesFor(config.host, { hostname: hostname(), interfaces: networkInterfaces() }),
      origins: [],
      version: INTERFACE_VERSION,
      productVersion: config.version,
      dataFolder: dataDir.path,
      startedAtSeconds: systemClock.nowSeconds(),
      logger,
      ...(config.uiDir === null ? {} : { uiFolder: config.uiDir }),
    },
  });
  const url = await listen(server, config);
  const token = services.accounts.localToken();
  writePrivateFile(dataDir.cliToken, token);
  writePrivateFile(dataDir.instance, JSON.stringify({ url, pid: process.pid }));
  folders.startAll();
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'library') folders.libraryChanged(event.library_id);
    // A restored or unlocked library takes in again what it refused.
    if (event.type === 'libraries')
      for (const { library_id } of folders.list()) folders.libraryChanged(library_id);
  });
  const issueSignInUrl = () => `${url}/#/sign-in?code=${services.accounts.issueSignInCode(first.email)}`;
  logger.info({ event: 'started', url, dataDir: dataDir.path });

  return {
    url,
    token,
    signInUrl: first.created && config.administrator === null ? issueSignInUrl() : null,
    issueSignInUrl,
    folderPath: (folderId) => folders.find(folderId).path,
    stop: async () => {
      unsubscribe();
      await folders.stopAll();
      await server.close();
      rmSync(dataDir.instance, { force: true });
      await store.close();
      logger.info({ event: 'stopped' });
    },
  };
}

function composeFolders(
  store: Store,
  { libraries, changeLibrary }: Services,
  { dataDir, events }: { dataDir: DataDir; events: EventHub },
) {
  const ignoreDefaults = readFileSync(join(resourcesDir(), 'ignore-defaults.txt'), 'utf8');
  return createLinkedFolders({
    rows: store.linkedFolders,
    index: store.folderIndex,
    libraries,
    changeLibrary,
    objectsFor: (libraryId) => store.objects.library(libraryId),
    openReader: (root) => new DiskReader({ root, ignoreDefaults }),
    watcher: new ThreadWatcher({ ignoreDefaults }),
    clock: systemClock,
    timers: systemTimers,
    ids: systemIds,
    events,
    dataDir: dataDir.path,
    ignoreDefaults,
    device: hostname(),
  });
}
