import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, recordOf, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let annaToken: string;

const put = (id: string, options: CallOptions) => admin.call('PUT', `libraries/${id}/`, options);
const asAnna = (method: string, path: string, form?: Record<string, string>) =>
  app().call(method, path, { token: annaToken, ...(form === undefined ? {} : { form }) });

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

describe('PUT /api/v2.1/admin/libraries/{id}/ with a status', () => {
  it('makes a library read-only and answers its record', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    const answer = await put(id, { form: { status: 'read-only' } });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: recordOf(id, 'Photos', 'anna@example.com', { status: 'read-only' }),
    });
    expect(await admin.library(id)).toEqual(answer.json);
  });

  it('makes it normal again', async () => {
    const id = await admin.makeLibrary('Back');
    const before = await admin.library(id);
    await admin.update(id, { status: 'read-only' });
    expect(outcome(await put(id, { form: { status: 'normal' } }))).toEqual({ status: 200, body: before });
  });

  it('takes JSON and multipart forms alike', async () => {
    const id = await admin.makeLibrary('Any body');
    expect((await put(id, { json: { status: 'read-only' } })).json).toMatchObject({ status: 'read-only' });
    expect((await put(id, { multipart: { status: 'normal' } })).json).toMatchObject({ status: 'normal' });
  });

  it('is content with the status the library has already', async () => {
    const id = await admin.makeLibrary('Same');
    expect((await put(id, { form: { status: 'normal' } })).json).toMatchObject({ status: 'normal' });
    await admin.update(id, { status: 'read-only' });
    expect((await put(id, { form: { status: 'read-only' } })).json).toMatchObject({ status: 'read-only' });
  });

  it('is no change of the content: there is no new commit', async () => {
    const id = await admin.makeLibrary('History', 'anna@example.com');
    await admin.update(id, { status: 'read-only' });
    const { json } = await asAnna('GET', `/api/v2.1/repos/${id}/history/`);
    expect((json as { data: unknown[] }).data.length).toBe(1);
  });

  it('works on encrypted libraries and those of departments', async () => {
    const department = await admin.makeDepartment('Sales');
    for (const id of [
      await admin.makeEncryptedLibrary('Diary'),
      await admin.makeLibrary('Contracts', `${department}@service_group`),
    ]) {
      expect((await put(id, { form: { status: 'read-only' } })).json).toMatchObject({
        id,
        status: 'read-only',
      });
    }
  });
});

describe('a read-only library', () => {
  it('lets its owner read, and nothing more', async () => {
    const id = await admin.makeLibrary('Capped', 'anna@example.com');
    await admin.update(id, { status: 'read-only' });
    const { json } = await asAnna('GET', `/api2/repos/${id}/`);
    expect(json).toMatchObject({ permission: 'r', owner: 'self' });
    const rename = await asAnna('POST', `/api2/repos/${id}/?op=rename`, { repo_name: 'Other' });
    expect(rename.status).toBe(403);
    expect((await admin.library(id)).name).toBe('Capped');
    await admin.update(id, { status: 'normal' });
    expect((await asAnna('GET', `/api2/repos/${id}/`)).json).toMatchObject({ permission: 'rw' });
  });

  it('grants nothing to whoever had no access', async () => {
    const id = await admin.makeLibrary('Private');
    await admin.update(id, { status: 'read-only' });
    expect((await asAnna('GET', `/api2/repos/${id}/`)).status).toBe(403);
    const { json } = await asAnna('GET', '/api2/repos/');
    expect((json as { id: string }[]).map((row) => row.id)).not.toContain(id);
  });

  it('keeps its content from administrators’ changes too, and shows it', async () => {
    const { libraryId: id } = await linked({ name: 'Documents', files: { 'a.txt': 'x' } });
    await admin.update(id, { status: 'read-only' });
    const denied = { status: 403, body: { error_msg: 'Permission denied.' } };
    const folder = await admin.call('POST', `libraries/${id}/dirents/?parent_dir=/`, {
      form: { obj_name: 'New' },
    });
    expect(outcome(folder)).toEqual(denied);
    expect(outcome(await admin.call('DELETE', `libraries/${id}/dirent/?path=/a.txt`))).toEqual(denied);
    expect(await admin.namesIn(id, '/')).toEqual(['a.txt']);
    const link = await admin.call('GET', `libraries/${id}/dirent/?path=/a.txt&dl=1`);
    expect(link.json).toEqual({ download_url: expect.stringContaining('/seafhttp/files/') });
  });

  it('can still be given away, kept longer and deleted', async () => {
    const id = await admin.makeLibrary('Movable');
    await admin.update(id, { status: 'read-only' });
    expect(await admin.update(id, { owner: 'anna@example.com' })).toMatchObject({
      owner: 'anna@example.com',
      status: 'read-only',
    });
    const retention = await admin.call('PUT', `libraries/${id}/history-limit/`, { form: { keep_days: '7' } });
    expect(retention.json).toEqual({ keep_days: 7 });
    expect((await admin.call('DELETE', `libraries/${id}/`)).status).toBe(200);
  });
});

describe('a status that is refused', () => {
  it('is any but the two there are', async () => {
    const id = await admin.makeLibrary('Kept');
    for (const status of [
      'frozen',
      'Normal',
      'READ-ONLY',
      'read_only',
      'readonly',
      ' normal',
      'normal ',
      '0',
      '1',
      'null',
    ]) {
      for (const options of [{ form: { status } }, { json: { status } }]) {
        expect([status, outcome(await put(id, options))]).toEqual([
          status,
          { status: 400, body: { error_msg: 'status invalid.' } },
        ]);
      }
    }
    expect((await put(id, { json: { status: 1 } })).status).toBe(400);
    expect((await put(id, { json: { status: true } })).status).toBe(400);
    expect((await put(id, { form: { status: '' } })).status).toBe(400);
    expect((await admin.library(id)).status).toBe('normal');
  });

  it('is given twice', async () => {
    const id = await admin.makeLibrary('Twice');
    const answer = await put(id, { json: { status: ['read-only', 'normal'] } });
    expect(outcome(answer)).toEqual({ status: 400, body: { error_msg: 'status invalid.' } });
    expect((await admin.library(id)).status).toBe('normal');
  });

  it('stands in the address instead of the body', async () => {
    const id = await admin.makeLibrary('Query');
    expect((await admin.call('PUT', `libraries/${id}/?status=read-only`)).status).toBe(400);
    expect((await admin.library(id)).status).toBe('normal');
  });

  it('is refused before the library is looked for', async () => {
    expect(outcome(await put(UNKNOWN_LIBRARY, { form: { status: 'frozen' } }))).toEqual({
      status: 400,
      body: { error_msg: 'status invalid.' },
    });
  });

  it('is of a library that nobody has', async () => {
    expect(outcome(await put(UNKNOWN_LIBRARY, { form: { status: 'read-only' } }))).toEqual(
      libraryNotFound(UNKNOWN_LIBRARY),
    );
    const id = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(id);
    expect((await put(id, { form: { status: 'read-only' } })).status).toBe(404);
  });
});
