import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { composeHistoryExports } from '../../../src-main/app/compose-export.ts';
import { composeServices } from '../../../src-main/app/compose-services.ts';
import { DomainError } from '../../../src-main/core/errors.ts';
import { createEventHub } from '../../../src-main/engine/event-hub.ts';
import type { HttpConfig } from '../../../src-main/http/http-context.ts';
import { createServer } from '../../../src-main/http/server.ts';
import type { Disk, HttpServices, LinkedFolders } from '../../../src-main/http/services.ts';
import { openHeadJournal } from '../../../src-main/store/head-journal.ts';
import { shareNamespaces } from '../../../src-main/store/shared-namespaces.ts';
import { tablesOf } from '../../../src-main/store/sqlite/tables.ts';
import { createDiskRestores, type DiskWriter } from '../../../src-main/usecases/history/disk-restores.ts';
import { type BackupTarget, createBackup } from '../../../src-main/usecases/upkeep/backup.ts';
import {
  type BackupRepairsDependencies,
  createBackupRepairs,
} from '../../../src-main/usecases/upkeep/backup-repairs.ts';
import {
  type BackupSource,
  createBackupRestores,
} from '../../../src-main/usecases/upkeep/backup-restores.ts';
import {
  createReachSettings,
  type NetworkListener,
  type NetworkState,
} from '../../../src-main/usecases/upkeep/reach.ts';
import { createRefusedNames } from '../../../src-main/usecases/upkeep/refused-names.ts';
import { createRehearsal, type RehearsalDependencies } from '../../../src-main/usecases/upkeep/rehearsal.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { said } from '../../../src-shared/service-words.ts';
import { CHEAP } from '../../support/account-services.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { memoryDatabase } from '../../support/database.ts';
import { deriveHere } from '../../support/derive-here.ts';
import { everyService } from '../../support/every-service.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { folderActivityIn } from '../../support/folder-activity.ts';
import { createMemoryObjectStore } from '../../support/memory-object-store.ts';

export const ADMIN_EMAIL = 'admin@example.com';
export const ANNA_EMAIL = 'anna@example.com';
export const PASSWORD = 'correct horse';

export const FOLDER: LinkedFolderJson = {
  id: 'f1',
  library_id: '',
  library_name: 'Photos',
  path: '/home/anna/Photos',
  state: 'idle',
  pending: 0,
  progress: null,
  problems: [],
  problem_count: 0,
  file_count: 3,
  last_scan_at: 1_714_564_800,
  last_commit_at: 0,
  message: '',
  said: [],
  watching: true,
  encryption: 'none',
  remembered: false,
  resume_at: 0,
  held: null,
  excluded: [],
};

/** A server over the real services with one administrator and Anna; only folders and disk are stand-ins. */
export async function httpWorld(config: Partial<HttpConfig> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-http-'));
  const parts = await composeParts(folder);
  const server = createServer({
    services: parts.http,
    config: {
      hostNames: () => [],
      networkNames: () => [],
      allowedHosts: () => [],
      origins: [],
      publicUrls: () => [],
      networkAddresses: () => [],
      isReachedFromOutside: () => false,
      trustedProxies: () => [],
      version: '11.0.0',
      dataFolder: '/data',
      startedAtSeconds: 1_714_564_800,
      ...config,
    },
  });
  const tokenOf = async (login: string) =>
    (await parts.services.accounts.signIn({ login, password: PASSWORD, address: '10.0.0.1' })).token;

  return {
    ...parts,
    server,
    adminToken: await tokenOf(ADMIN_EMAIL),
    annaToken: await tokenOf(ANNA_EMAIL),
    call: (token: string, options: InjectOptions) => call(server, token, options),
    close: async () => {
      await server.close();
      await parts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type HttpWorld = Awaited<ReturnType<typeof httpWorld>>;

async function call(server: FastifyInstance, token: string, options: InjectOptions) {
  const headers = { ...options.headers, ...(token === '' ? {} : { authorization: `Token ${token}` }) };
  const response = await server.inject({ ...options, headers });
  const text = response.body;
  const isJson = (response.headers['content-type'] ?? '').toString().startsWith('application/json');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  return { status: response.statusCode, headers: response.headers, body, text };
}

/** Form body and its header, for `inject`. */
export function form(fields: Readonly<Record<string, string>>): Pick<InjectOptions, 'payload' | 'headers'> {
  return {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

async function composeParts(folder: string) {
  const db = memoryDatabase();
  const journal = await openHeadJournal(join(folder, 'heads.journal'));
  const namespaces = createMemoryObjectStore();
  const clock = fakeClock();
  const faults: unknown[] = [];
  const events = createEventHub((fault) => faults.push(fault));
  const tables = tablesOf(db);
  const objects = shareNamespaces(namespaces, tables.folderLibraryTable.originOf);
  const rooms = composeServices({
    ...{ tables, objects, journal, clock, ids: countingIds(), events },
    folderActivity: folderActivityIn(db),
    secret: Buffer.alloc(32, 7),
    passwordCost: CHEAP,
    ...deriveHere,
  });
  const composed = everyService(rooms);
  const { garbage } = composed;
  const backups = {
    backup: createBackup({
      ...{ backupTable: tables.backupTable, target: noDisks(), garbage },
      clock,
      events,
    }),
    ...rehearsalsOf({ ...tables, ...composed, objects, clock, events, ids: countingIds() }),
    backupRestores: createBackupRestores({
      ...{ ...tables, ...composed, objects, journal, events, ids: countingIds(), source: noBackups() },
      ...{
        libraryTable: tables.libraryTable,
        historyTable: tables.historyTable,
        trashTable: tables.trashTable,
        pinTable: tables.pinTable,
      },
    }),
  };
  const computer = {
    ...{ folders: noFolders(), disk: noDisk(), diskRestores: createDiskRestores(noWriter()) },
    historyExports: composeHistoryExports({
      ...{ store: { tables, objects }, services: rooms, dataDir: { path: folder } },
    }),
    remembered: { check: async () => said('keychainKeepsNothing') },
  };
  const reach = createReachSettings({
    ...{ table: tables.reachTable, listener: noNetwork(), accounts: composed.accounts, events },
    ...{
      refused: createRefusedNames(clock),
      usualPort: 8731,
      given: { entries: { name: [], 'public-url': [], proxy: [] } },
    },
  });
  const http: HttpServices = { ...rooms, backups, computer, reach, clock, events };
  const services = { ...composed, ...backups, ...computer, reach, clock, events };
  const { accounts, changeLibrary } = composed;
  await accounts.ensureFirstAdministrator({ email: ADMIN_EMAIL, password: PASSWORD });
  const administrator = { email: ADMIN_EMAIL, isAdmin: true };
  await accounts.createUser(administrator, { email: ANNA_EMAIL, password: PASSWORD });
  const close = async () => {
    await objects.close();
    await journal.close();
    db.close();
  };
  const { syncTokens } = composed;
  const { users } = tables;
  return { http, services, users, clock, events, objects, changeLibrary, syncTokens, journal, close };
}

function rehearsalsOf(parts: Omit<RehearsalDependencies & BackupRepairsDependencies, 'source' | 'target'>) {
  const places = { source: noBackups(), target: noDisks() };
  return {
    rehearsal: createRehearsal({ ...parts, ...places }),
    backupRepairs: createBackupRepairs({ ...parts, ...places }),
  };
}

function noDisks(): BackupTarget {
  const refuse = async (): Promise<never> => {
    throw new DomainError('backup-away', {});
  };
  return {
    choose: refuse,
    check: refuse,
    verify: refuse,
    isOnSameDisk: async () => false,
    isInMemory: async () => false,
    copy: refuse,
  };
}

function noBackups(): BackupSource {
  const refuse = async (): Promise<never> => {
    throw new DomainError('backup-unusable', { reason: 'not-found' });
  };
  return { open: refuse, requireRoom: refuse };
}

function noFolders(): LinkedFolders {
  const refuse = async (): Promise<never> => {
    throw new DomainError('linked-folder-not-found', {});
  };
  return {
    list: () => [FOLDER],
    find: () => FOLDER,
    link: async () => FOLDER,
    unlink: refuse,
    pause: async (_id, { for_seconds = 0 }) => ({ ...FOLDER, state: 'paused', resume_at: for_seconds }),
    resume: async () => FOLDER,
    rescan: refuse,
    accept: refuse,
    revert: refuse,
    unlock: refuse,
    lock: refuse,
    preflight: refuse,
    defaults: () => ({ keep_days: -1, ignored: '*~' }),
    relink: async (_id, { path }) => ({ ...FOLDER, path }),
    ignoreRules: async () => ({ text: '', defaults: '*~', offered: null }),
    setIgnoreRules: async (_id, text) => ({ text, defaults: '*~', offered: null }),
    agreeToIgnoreRules: async (_id, text) => ({ text, defaults: '*~', offered: null }),
    previewIgnoreRules: refuse,
    subfolders: async (_id, path) => [{ name: 'b', path: `${path}/b`, excluded: false, files: 1, bytes: 2 }],
    exclude: async (_id, paths) => ({ ...FOLDER, excluded: [...paths] }),
    held: () => ({ token: '0', items: [], cursor: null }),
    activity: () => ({ begins_at: 1_714_564_800, entries: [] }),
  };
}

const NOTHING = { count: 0, paths: [] };

/** Listens for nobody. */
function noNetwork(): NetworkListener {
  const off: NetworkState = {
    ...{ state: 'off', failure: 'none', port: 0, addresses: [], fingerprint: '', keyPin: '' },
    ...{ isOwnCertificate: true, certificateProblem: '' },
  };
  let state = off;
  return {
    state: () => state,
    open: async (port) => {
      state = { ...off, state: 'on', port };
    },
    close: async () => {
      state = off;
    },
  };
}

function noDisk(): Disk {
  return {
    space: async () => ({ freeBytes: 1_000, totalBytes: 4_000, ownBytes: 500 }),
    browse: async (path) => ({ path, parent: null, folders: [] }),
    makeFolder: async (place, name) => ({ path: `${place}/${name}` }),
  };
}

function noWriter(): DiskWriter {
  return {
    write: async (_caller, { to }) => ({ path: to, files: 2, bytes: 10, leftOut: NOTHING }),
    writeSeveral: async (_caller, paths, { to }) => ({
      ...{ path: to, files: paths.length, bytes: 10 },
      leftOut: NOTHING,
    }),
  };
}
