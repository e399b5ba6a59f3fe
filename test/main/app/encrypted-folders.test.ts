import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../../../src-main/app/compose.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { LibrariesJson } from '../../../src-shared/libraries-api.ts';
import type { CheckJson } from '../../../src-shared/upkeep-api.ts';
import { filesBelow, temporaryDataFolder } from '../../support/disk-store.ts';
import { type MemorySecrets, memorySecrets } from '../../support/memory-secrets.ts';
import { typedCommand } from '../../support/typed-command.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const PASSWORD = 'canary-Passwort-7391';
const CANARY = 'canary-plaintext-5518';
const IDLE_WITHIN_MS = 20_000;

let place: ReturnType<typeof temporaryDataFolder>;
let secrets: MemorySecrets;
let logged: string[];
let app: RunningApp;

const dataDir = () => join(place.path, 'data');
const root = () => join(place.path, 'folder');

beforeEach(async () => {
  place = temporaryDataFolder();
  mkdirSync(root());
  secrets = memorySecrets();
  logged = [];
  app = await start();
});

afterEach(async () => {
  await app.stop();
  place.remove();
});

function start(): Promise<RunningApp> {
  return startApp({
    ...{ dataDir: dataDir(), host: '127.0.0.1', port: 0, uiDir: null, version: '0.0.0', secrets },
    administrator: { email: 'admin@example.com', password: 'admin-secret' },
    passwordCost: { logN: 4, r: 8, p: 1 },
    logger: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
  });
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, app.url), {
    method,
    headers: { Authorization: `Token ${app.token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const local = (method: string, path: string, body?: object) => call(method, `/api/local/v1/${path}`, body);

/** A password as a form, the way clients of the web API send it. */
async function setPassword(libraryId: string, password: string) {
  const response = await fetch(new URL(`/api2/repos/${libraryId}/`, app.url), {
    method: 'POST',
    headers: { Authorization: `Token ${app.token}` },
    body: new URLSearchParams({ password }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function link(fields: object = {}): Promise<LinkedFolderJson> {
  const request = { path: root(), encrypt: true, password: PASSWORD, ...fields };
  return (await local('POST', 'folders/', request)).body as LinkedFolderJson;
}

function untilIdle(id: string): Promise<LinkedFolderJson> {
  return vi.waitFor(
    async () => {
      const folder = (await local('GET', `folders/${id}/`)).body as LinkedFolderJson;
      if (folder.state !== 'idle') throw new Error(`busy: ${JSON.stringify(folder)}`);
      return folder;
    },
    { timeout: IDLE_WITHIN_MS, interval: 50 },
  );
}

const typed = (input: string, ...words: string[]) =>
  typedCommand({ dataDir: dataDir(), folder: place.path, input }, words);

describe('an encrypted linked folder of the application', () => {
  it('leaves neither password nor content in the data folder or the log, and is sound', async () => {
    writeFileSync(join(root(), 'a.txt'), CANARY);
    const { id, library_id } = await link({ remember: true });
    expect(await untilIdle(id)).toMatchObject({ encryption: 'unlocked', remembered: true, file_count: 1 });
    await local('POST', `folders/${id}/unlock/`, { password: 'canary-wrong-1', remember: false });
    await setPassword(library_id, PASSWORD);
    const report = (await local('POST', 'check/', { full: true })).body as CheckJson;
    expect(report).toMatchObject({ sound: true, full: true, problems: [] });
    await app.stop();
    const [, key = ''] = /"([0-9a-f]{64})"/.exec([...secrets.kept.values()].join()) ?? [];
    expect(key).toHaveLength(64);
    const words = [CANARY, PASSWORD, 'canary-wrong-1', key];
    const files = filesBelow(dataDir()).filter((path) => {
      const bytes = readFileSync(join(dataDir(), path));
      return words.some((word) => bytes.includes(word));
    });
    expect(files).toEqual([]);
    const log = logged.join('');
    expect(words.filter((word) => log.includes(word))).toEqual([]);

    app = await start();
    writeFileSync(join(root(), 'b.txt'), 'two');
    await vi.waitFor(async () => expect((await untilIdle(id)).file_count).toBe(2), IDLE_WITHIN_MS);
  });

  it('wants a password that is not guessed at once for a new library, too', async () => {
    for (const password of ['x', 'elevenchars', 'aaaaaaaaaaaaaaaa', 'abcabcabcabcabc']) {
      const { status, body } = await local('POST', 'libraries/', { name: 'Secrets', password });
      expect({ password, status, body }).toMatchObject({
        ...{ password, status: 400 },
        body: { error_code: 'argument-invalid', reason: 'too-short', field: 'password' },
      });
    }
    const { body } = await local('GET', 'libraries/');
    const { libraries } = body as LibrariesJson;
    expect(libraries.filter(({ name }) => name === 'Secrets')).toEqual([]);
  });

  it('says in words what is wrong with a password', async () => {
    const refused = {
      ...{ error_code: 'argument-missing', error_msg: 'The value of “password” is missing.' },
      field: 'password',
    };
    expect(await local('POST', 'folders/', { path: root(), encrypt: true })).toEqual({
      status: 400,
      body: refused,
    });
    expect(await local('POST', 'folders/', { path: root(), encrypt: true, password: 'short' })).toEqual({
      status: 400,
      body: {
        error_code: 'argument-invalid',
        error_msg:
          'The password is too easy to guess for a new library: take at least 12 characters, four of them different.',
        ...{ reason: 'too-short', field: 'password' },
      },
    });
    const { id } = await link();
    expect(await local('POST', `folders/${id}/unlock/`, { password: 'wrong' })).toEqual({
      status: 400,
      body: { error_code: 'password-wrong', error_msg: 'The password is wrong.' },
    });
    expect(await local('POST', `folders/${id}/unlock/`, {})).toEqual({ status: 400, body: refused });
  });

  it('says whether the computer can remember passwords', async () => {
    expect(await local('GET', 'secrets/')).toEqual({
      status: 200,
      body: { secrets: 'available', secrets_reason: '', secrets_said: null },
    });
    secrets.isBroken = true;
    expect(await local('GET', 'secrets/')).toEqual({
      status: 200,
      body: {
        secrets: 'unavailable',
        secrets_reason: 'The keychain of this computer is broken.',
        secrets_said: { code: 'asItIs', values: { what: 'The keychain of this computer is broken.' } },
      },
    });
  });

  it('is locked and unlocked from the command line, with the password piped in', async () => {
    const added = await typed(
      `${PASSWORD}\n`,
      'folder',
      'add',
      root(),
      '--encrypt',
      '--password-stdin',
      '--json',
    );
    expect(added).toMatchObject({ code: 0, err: '' });
    const { folder_id: id } = JSON.parse(added.out) as { folder_id: string };
    expect(JSON.parse((await typed('', 'folder', 'lock', id, '--json')).out)).toMatchObject({
      encryption: 'locked',
    });
    expect(await typed('', 'folder', 'unlock', id)).toMatchObject({ code: 2, out: '' });
    expect(await typed('wrong', 'folder', 'unlock', id, '--password-stdin')).toMatchObject({
      code: 1,
      err: 'The password is wrong.\n',
    });
    const unlocked = await typed(
      PASSWORD,
      'folder',
      'unlock',
      id,
      '--password-stdin',
      '--remember',
      '--json',
    );
    expect(JSON.parse(unlocked.out)).toMatchObject({ encryption: 'unlocked', remembered: true });
    const { library_id } = JSON.parse(unlocked.out) as LinkedFolderJson;
    expect(await typed('', 'library', 'lock', library_id)).toMatchObject({
      ...{ code: 0, err: '' },
      out: `Locked "${basename(root())}". Its linked folder goes on; "folder lock" ends that as well.\n`,
    });
    expect(await typed('', 'library', 'lock')).toMatchObject({ code: 0, out: 'Nothing was open.\n' });
    await setPassword(library_id, PASSWORD);
    expect(await typed('', 'library', 'lock')).toMatchObject({ code: 0, out: 'Locked one library.\n' });
    rmSync(root(), { recursive: true });
  });
});

describe('another password of the library of an encrypted linked folder', () => {
  const change = (libraryId: string, old_password: string, new_password: string) =>
    local('PUT', `libraries/${libraryId}/password/`, { old_password, new_password });

  it('leaves the folder at work, also after a start where its key is remembered', async () => {
    writeFileSync(join(root(), 'a.txt'), CANARY);
    const { id, library_id } = await link({ remember: true });
    await untilIdle(id);
    expect(await change(library_id, PASSWORD, 'quite another word')).toMatchObject({ status: 200 });
    writeFileSync(join(root(), 'b.txt'), 'two');
    await vi.waitFor(async () => expect((await untilIdle(id)).file_count).toBe(2), IDLE_WITHIN_MS);
    await app.stop();
    app = await start();
    writeFileSync(join(root(), 'c.txt'), 'three');
    await vi.waitFor(async () => expect((await untilIdle(id)).file_count).toBe(3), IDLE_WITHIN_MS);
    expect(await setPassword(library_id, PASSWORD)).toMatchObject({ status: 400 });
    expect(await setPassword(library_id, 'quite another word')).toMatchObject({ status: 200 });
  });

  it('is asked for after a start where no key is remembered', async () => {
    const { id, library_id } = await link();
    await untilIdle(id);
    expect(await change(library_id, PASSWORD, 'quite another word')).toMatchObject({ status: 200 });
    await app.stop();
    app = await start();
    expect((await local('GET', `folders/${id}/`)).body).toMatchObject({ encryption: 'locked' });
    expect(await local('POST', `folders/${id}/unlock/`, { password: PASSWORD })).toMatchObject({
      body: { error_code: 'password-wrong' },
    });
    const opened = await local('POST', `folders/${id}/unlock/`, { password: 'quite another word' });
    expect(opened.body).toMatchObject({ encryption: 'unlocked' });
  });
});

describe('an encrypted library that a folder was linked to', () => {
  it('is open on the pages at once, and locking it there leaves the folder at work', async () => {
    const { id, library_id } = await link();
    const lock = async () => (await local('GET', `libraries/${library_id}/unlock/`)).body;
    expect(await lock()).toMatchObject({ locked: false });
    expect(await local('DELETE', `libraries/${library_id}/unlock/`)).toMatchObject({
      body: { locked: true },
    });
    writeFileSync(join(root(), 'a.txt'), 'one');
    await vi.waitFor(async () => expect((await untilIdle(id)).file_count).toBe(1), IDLE_WITHIN_MS);
    expect(await lock()).toMatchObject({ locked: true });
    await local('POST', `libraries/${library_id}/unlock/`, { password: PASSWORD });
    // Locking the folder closes everything that its library is open to.
    await local('POST', `folders/${id}/lock/`);
    expect(await lock()).toMatchObject({ locked: true });
  });
});

describe('POST /api2/repos/{id}/ for an encrypted library', () => {
  it('takes its password, and refuses others in the words of real servers', async () => {
    const { library_id } = await link();
    expect(await setPassword(library_id, PASSWORD)).toEqual({ status: 200, body: 'success' });
    expect(await setPassword(library_id, 'wrong')).toEqual({
      status: 400,
      body: { error_msg: 'Incorrect password' },
    });
    expect(await setPassword(library_id, '')).toEqual({
      status: 440,
      body: { error_msg: 'Library password is needed.' },
    });
  });
});
