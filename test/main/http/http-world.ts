import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createEventHub } from '../../../src-main/app/event-hub.ts';
import { DomainError } from '../../../src-main/core/errors.ts';
import type { HttpConfig } from '../../../src-main/http/http-context.ts';
import { createServer } from '../../../src-main/http/server.ts';
import type { Disk, HttpServices, LinkedFolders } from '../../../src-main/http/services.ts';
import { createAccounts } from '../../../src-main/services/accounts.ts';
import { createAdminContents } from '../../../src-main/services/admin-contents.ts';
import { createAdminLibraries } from '../../../src-main/services/admin-libraries.ts';
import { createChangeLibrary } from '../../../src-main/services/change-library.ts';
import { createCheck } from '../../../src-main/services/check.ts';
import { createDeletedLibraries } from '../../../src-main/services/deleted-libraries.ts';
import { createDepartments } from '../../../src-main/services/departments.ts';
import { createDownloads } from '../../../src-main/services/downloads.ts';
import { createFiles } from '../../../src-main/services/files.ts';
import { createGarbage } from '../../../src-main/services/garbage.ts';
import { createHistory } from '../../../src-main/services/history.ts';
import { createLibraries } from '../../../src-main/services/libraries.ts';
import { createLibraryAccess } from '../../../src-main/services/library-access.ts';
import { createLibraryContents } from '../../../src-main/services/library-contents.ts';
import { PasswordChecks } from '../../../src-main/services/password-checks.ts';
import { createPeople } from '../../../src-main/services/people.ts';
import { createSyncTokens } from '../../../src-main/services/sync-tokens.ts';
import { createTrash } from '../../../src-main/services/trash.ts';
import { openHeadJournal } from '../../../src-main/store/head-journal.ts';
import { createMemoryObjectStore } from '../../../src-main/store/objects/memory-object-store.ts';
import { createDeletedLibraryTable } from '../../../src-main/store/sqlite/deleted-libraries.ts';
import { createGroupTable } from '../../../src-main/store/sqlite/groups.ts';
import { createHistoryTable } from '../../../src-main/store/sqlite/history.ts';
import { createLibraryTable } from '../../../src-main/store/sqlite/libraries.ts';
import { createApiTokenTable, createSyncTokenTable } from '../../../src-main/store/sqlite/tokens.ts';
import { createTrashTable } from '../../../src-main/store/sqlite/trash.ts';
import { createUserTable } from '../../../src-main/store/sqlite/users.ts';
import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { memoryDatabase, transactionOf } from '../../support/database.ts';
import { fakeClock } from '../../support/fake-clock.ts';

export const ADMIN_EMAIL = 'admin@example.com';
export const ANNA_EMAIL = 'anna@example.com';
export const PASSWORD = 'correct horse';

/** Cheap enough for a test, and derived the same way. */
const CHEAP = { logN: 4, r: 8, p: 1 };

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
  watching: true,
};

/** A server over the real services with one administrator and Anna; only folders and disk are stand-ins. */
export async function httpWorld(config: Partial<HttpConfig> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-http-'));
  const parts = await composeServices(folder);
  const server = createServer({
    services: parts.services,
    config: {
      hostNames: [],
      origins: [],
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

async function composeServices(folder: string) {
  const db = memoryDatabase();
  const journal = await openHeadJournal(join(folder, 'heads.journal'));
  const objects = createMemoryObjectStore();
  const clock = fakeClock();
  const ids = countingIds();
  const faults: unknown[] = [];
  const events = createEventHub((fault) => faults.push(fault));
  const tables = {
    libraries: createLibraryTable(db),
    deletedLibraries: createDeletedLibraryTable(db),
    history: createHistoryTable(db),
    trash: createTrashTable(db),
    users: createUserTable(db),
    groups: createGroupTable(db),
    apiTokens: createApiTokenTable(db),
  };
  const transaction = transactionOf(db);
  const secret = Buffer.alloc(32, 7);
  const shared = { ...tables, objects, journal, transaction, clock, ids, events, secret };
  const people = createPeople(tables);
  const access = createLibraryAccess({ ...tables, people });
  const changeLibrary = createChangeLibrary(shared);
  const syncTokens = createSyncTokens({ ...shared, table: createSyncTokenTable(db) });
  const libraries = createLibraries({ ...shared, syncTokens, access, changeLibrary, people });
  const contents = createLibraryContents({ ...shared, changeLibrary });
  const downloads = createDownloads({ ...shared, contents });
  const passwords = new PasswordChecks(CHEAP, ids);
  const accounts = createAccounts({ ...shared, syncTokens, passwords, onUserRemoved: async () => undefined });
  const services: HttpServices = {
    clock,
    accounts,
    departments: createDepartments({ ...shared, countLibraries: () => 0 }),
    people,
    libraries,
    adminLibraries: createAdminLibraries({
      ...shared,
      librariesService: libraries,
      access,
      changeLibrary,
      people,
    }),
    adminContents: createAdminContents({ access, contents, downloads }),
    deletedLibraries: createDeletedLibraries({ ...shared, people }),
    history: createHistory({ ...shared, access, people }),
    trash: createTrash({ ...shared, access, people }),
    files: createFiles({ access, contents, changeLibrary, downloads }),
    downloads,
    check: createCheck({ ...shared, databaseFaults: () => [] }),
    garbage: createGarbage(shared),
    folders: noFolders(),
    disk: noDisk(),
    events,
  };
  await accounts.ensureFirstAdministrator({ email: ADMIN_EMAIL, password: PASSWORD });
  const administrator = { email: ADMIN_EMAIL, isAdmin: true };
  await accounts.createUser(administrator, { email: ANNA_EMAIL, password: PASSWORD });
  const close = async () => {
    await objects.close();
    await journal.close();
    db.close();
  };
  return { services, clock, events, objects, changeLibrary, close };
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
    pause: async () => ({ ...FOLDER, state: 'paused' }),
    resume: async () => FOLDER,
    rescan: refuse,
    accept: refuse,
    putBack: refuse,
    preflight: refuse,
  };
}

function noDisk(): Disk {
  return {
    browse: async (path) => ({ path, parent: null, folders: [] }),
    write: async (_caller, { to }) => ({ path: to, files: 2, bytes: 10 }),
  };
}
