import { beforeAll, describe, expect, it } from 'vitest';
import { samplePicture } from '../../../src-main/usecases/libraries/sample-picture.ts';
import { outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { uploadCalls } from '../../support/uploads.ts';

const PASSWORD = 'correct horse battery';
const OTHER = 'staple of another kind';
const HOUR = 3_600;

const app = useApp();
const { upload } = uploadCalls(app);
let ann = '';
let bob = '';

beforeAll(async () => {
  ann = await app().addUser('ann@example.com');
  bob = await app().addUser('bob@example.com');
});

interface Lock {
  readonly locked: boolean;
  readonly open_until: number | null;
}

const local = async (method: string, path: string, json?: object, token = ann) =>
  outcome(await app().call(method, `/api/local/v1/${path}`, { token, ...(json ? { json } : {}) }));

async function secretLibrary(): Promise<string> {
  const made = await local('POST', 'libraries/', { name: 'Secret', password: PASSWORD });
  return (made.body as { id: string }).id;
}

const lockOf = async (id: string, token = ann) =>
  (await local('GET', `libraries/${id}/unlock/`, undefined, token)).body as Lock;

const shareWithBob = (id: string) =>
  local('PUT', `libraries/${id}/shares/`, { kind: 'user', id: 'bob@example.com', permission: 'rw' });

const nowSeconds = () => Math.floor(Date.now() / 1_000);

describe('the lock of an encrypted library', () => {
  it('is open for an hour to who made it here, and says until when', async () => {
    const id = await secretLibrary();
    const { locked, open_until } = await lockOf(id);
    expect(locked).toBe(false);
    expect(Math.abs((open_until ?? 0) - nowSeconds() - HOUR)).toBeLessThan(60);
    expect((await local('GET', `libraries/${id}/`)).body).toMatchObject({ lock: 'open', open_until });
    const listed = (await local('GET', 'libraries/')).body as { libraries: { id: string; lock: string }[] };
    expect(listed.libraries.find((library) => library.id === id)).toMatchObject({ lock: 'open' });
  });

  it('is closed at once, and nothing that was made of the contents is kept', async () => {
    const id = await secretLibrary();
    const picture = samplePicture('dusk', true);
    await upload(ann, id, { files: [['a.png', picture]] });
    const link = await local('POST', `libraries/${id}/download-link/`, { path: '/a.png' });
    const { url } = link.body as { url: string };
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(picture);
    const thumbnail = () => local('GET', `libraries/${id}/thumbnail/?path=/a.png&size=48`);
    expect((await thumbnail()).status).toBe(200);
    expect(await local('DELETE', `libraries/${id}/unlock/`)).toEqual({
      status: 200,
      body: { locked: true, open_until: null },
    });
    expect((await fetch(url)).status).toBe(400);
    const locked = { status: 440, body: { error_code: 'library-locked' } };
    expect(await thumbnail()).toMatchObject(locked);
    expect(await local('POST', `libraries/${id}/download-link/`, { path: '/a.png' })).toMatchObject(locked);
    const found = await local('GET', `search/?q=a&library=${id}`);
    expect(found.body).toMatchObject({ results: [] });
  });

  it('breaks off a download that is under way', async () => {
    const id = await secretLibrary();
    await upload(ann, id, { files: [['large.bin', new Uint8Array(48 * 1024 * 1024)]] });
    const link = await local('POST', `libraries/${id}/download-link/`, { path: '/large.bin' });
    const response = await fetch((link.body as { url: string }).url);
    const reader = response.body?.getReader();
    await reader?.read();
    await local('DELETE', `libraries/${id}/unlock/`);
    const rest = async () => {
      while ((await reader?.read())?.done === false);
    };
    await expect(rest()).rejects.toThrow();
  });

  it('is nothing that a plain library has, and locking twice is no work', async () => {
    const id = await secretLibrary();
    for (let times = 0; times < 2; times++)
      expect(await local('DELETE', `libraries/${id}/unlock/`)).toMatchObject({ body: { locked: true } });
    const plain = (await local('POST', 'libraries/', { name: 'Plain' })).body as { id: string };
    expect(await local('DELETE', `libraries/${plain.id}/unlock/`)).toEqual({
      status: 200,
      body: { locked: false, open_until: null },
    });
    expect((await local('GET', `libraries/${plain.id}/`)).body).toMatchObject({
      lock: 'none',
      open_until: null,
    });
  });

  it('is everybody’s own: nobody locks it for others, and strangers not at all', async () => {
    const id = await secretLibrary();
    expect((await local('DELETE', `libraries/${id}/unlock/`, undefined, bob)).status).toBe(403);
    expect(await shareWithBob(id)).toMatchObject({ status: 200 });
    expect(await lockOf(id, bob)).toMatchObject({ locked: true });
    await local('POST', `libraries/${id}/unlock/`, { password: PASSWORD }, bob);
    await local('DELETE', `libraries/${id}/unlock/`);
    expect([(await lockOf(id)).locked, (await lockOf(id, bob)).locked]).toEqual([true, false]);
  });

  it('stays open for eight hours or until the service ends where the caller says so', async () => {
    const id = await secretLibrary();
    const unlock = (open_for: string) =>
      local('POST', `libraries/${id}/unlock/`, { password: PASSWORD, open_for });
    const eight = (await unlock('eight-hours')).body as Lock;
    expect(Math.abs((eight.open_until ?? 0) - nowSeconds() - 8 * HOUR)).toBeLessThan(60);
    expect((await unlock('until-quit')).body).toEqual({ locked: false, open_until: null });
    expect(await unlock('forever')).toMatchObject({ status: 400, body: { error_code: 'argument-invalid' } });
    // The call of real servers is an hour, whatever was before.
    await app().call('POST', `/api2/repos/${id}/`, { token: ann, form: { password: PASSWORD } });
    expect(Math.abs(((await lockOf(id)).open_until ?? 0) - nowSeconds() - HOUR)).toBeLessThan(60);
  });

  it('is closed on all libraries at once', async () => {
    const ids = [await secretLibrary(), await secretLibrary()];
    const locked = (await local('DELETE', 'unlocked-libraries/')).body as { library_ids: string[] };
    expect(locked.library_ids).toEqual(expect.arrayContaining(ids));
    expect(await local('DELETE', 'unlocked-libraries/')).toEqual({ status: 200, body: { library_ids: [] } });
    for (const id of ids) expect(await lockOf(id)).toMatchObject({ locked: true });
  });
});

describe('another password', () => {
  const change = (id: string, old_password: string, new_password: string, token = ann) =>
    local('PUT', `libraries/${id}/password/`, { old_password, new_password }, token);

  it('opens the same files, leaves the library open to who set it, and locks it for all others', async () => {
    const id = await secretLibrary();
    await upload(ann, id, { files: [['a.txt', 'hello']] });
    await shareWithBob(id);
    await local('POST', `libraries/${id}/unlock/`, { password: PASSWORD }, bob);
    const before = await lockOf(id);
    expect(await change(id, PASSWORD, OTHER)).toEqual({ status: 200, body: { success: true } });
    expect([await lockOf(id), (await lockOf(id, bob)).locked]).toEqual([before, true]);
    const link = await local('POST', `libraries/${id}/download-link/`, { path: '/a.txt' });
    expect(await (await fetch((link.body as { url: string }).url)).text()).toBe('hello');
    await local('DELETE', `libraries/${id}/unlock/`);
    const unlock = (password: string) => local('POST', `libraries/${id}/unlock/`, { password });
    expect((await unlock(PASSWORD)).body).toMatchObject({ error_code: 'password-wrong' });
    expect((await unlock(OTHER)).body).toMatchObject({ locked: false });
  });

  it('is set by who manages the library and knows the old one, and has to be long', async () => {
    const id = await secretLibrary();
    await shareWithBob(id);
    expect((await change(id, PASSWORD, OTHER, bob)).status).toBe(403);
    expect((await change(id, PASSWORD, 'short')).body).toMatchObject({ error_code: 'argument-invalid' });
    expect((await change(id, 'wrong', OTHER)).body).toMatchObject({ error_code: 'password-wrong' });
    const plain = (await local('POST', 'libraries/', { name: 'Plain' })).body as { id: string };
    expect((await change(plain.id, PASSWORD, OTHER)).body).toMatchObject({
      error_code: 'library-not-encrypted',
    });
    expect(await change(id, PASSWORD, OTHER)).toMatchObject({ status: 200 });
  });

  it('is not guessed fast: wrong old ones count together with wrong ones at unlocking', async () => {
    const id = await secretLibrary();
    for (const wrong of ['one', 'two', 'three'])
      expect((await change(id, wrong, OTHER)).body).toMatchObject({ error_code: 'password-wrong' });
    for (const password of ['four', 'five']) await local('POST', `libraries/${id}/unlock/`, { password });
    expect((await change(id, PASSWORD, OTHER)).body).toMatchObject({ error_code: 'throttled' });
  });
});

describe('the recovery sheet', () => {
  it('has all that opens the library but the password, for who may read it', async () => {
    const id = await secretLibrary();
    const path = `libraries/${id}/recovery-sheet/`;
    const hex = (length: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
    const sheet = await local('GET', path);
    expect(sheet).toEqual({
      status: 200,
      body: {
        ...{ id, name: 'Secret', enc_version: 4, salt: hex(64), random_key: hex(96), magic: hex(64) },
        ...{ pwd_hash: '', pwd_hash_algo: '', pwd_hash_params: '', made_at: expect.any(Number) },
      },
    });
    expect(JSON.stringify(sheet.body)).not.toContain(PASSWORD);
    expect((await local('GET', path, undefined, bob)).status).toBe(403);
    const plain = (await local('POST', 'libraries/', { name: 'Plain' })).body as { id: string };
    expect((await local('GET', `libraries/${plain.id}/recovery-sheet/`)).body).toMatchObject({
      error_code: 'library-not-encrypted',
    });
  });

  it('changes with the password', async () => {
    const id = await secretLibrary();
    const key = async () =>
      ((await local('GET', `libraries/${id}/recovery-sheet/`)).body as { random_key: string }).random_key;
    const before = await key();
    await local('PUT', `libraries/${id}/password/`, { old_password: PASSWORD, new_password: OTHER });
    expect(await key()).not.toBe(before);
  });
});
