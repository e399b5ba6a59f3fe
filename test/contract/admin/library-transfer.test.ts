import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, ofDepartment, outcome, recordOf, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let annaToken: string;
let benToken: string;
let department: number;

const put = (id: string, options: CallOptions) => admin.call('PUT', `libraries/${id}/`, options);
const transfer = (id: string, owner: string) => put(id, { form: { owner } });
const visibleTo = async (token: string, query = ''): Promise<string[]> => {
  const { json } = await app().call('GET', `/api2/repos/${query}`, { token });
  return (json as { id: string }[]).map(({ id }) => id);
};

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
  benToken = await app().addUser('ben@example.com');
  department = await admin.makeDepartment('Sales', 'ben@example.com');
});

describe('PUT /api/v2.1/admin/libraries/{id}/ with an owner', () => {
  it('gives a library to another user and answers its record', async () => {
    const { libraryId: id } = await linked({ name: 'Photos', files: { 'a.jpg': 'abc' } });
    const answer = await transfer(id, 'anna@example.com');
    expect(outcome(answer)).toEqual({
      status: 200,
      body: recordOf(id, 'Photos', 'anna@example.com', {
        size: 3,
        size_formatted: '3\u00a0bytes',
        file_count: 1,
      }),
    });
    expect(await admin.library(id)).toEqual(answer.json);
    expect(await admin.namesIn(id, '/')).toEqual(['a.jpg']);
  });

  it('takes it from the old owner and shows it to the new one', async () => {
    const id = await admin.makeLibrary('Wandering', 'anna@example.com');
    await transfer(id, 'ben@example.com');
    expect(await visibleTo(annaToken)).not.toContain(id);
    expect((await app().call('GET', `/api2/repos/${id}/`, { token: annaToken })).status).toBe(403);
    expect(await visibleTo(benToken, '?type=mine')).toContain(id);
    const own = await app().call('GET', `/api2/repos/${id}/`, { token: benToken });
    expect(own.json).toMatchObject({ owner: 'self', permission: 'rw' });
  });

  it('gives a library to a department, by either form of its id', async () => {
    for (const suffix of ['service_group', 'seafile_group']) {
      const id = await admin.makeLibrary('Contracts', 'anna@example.com');
      const answer = await transfer(id, `${department}@${suffix}`);
      expect(outcome(answer)).toEqual({
        status: 200,
        body: recordOf(id, 'Contracts', `${department}@service_group`, ofDepartment('Sales')),
      });
      expect(await visibleTo(benToken)).toContain(id);
      expect(await visibleTo(benToken, '?type=mine')).not.toContain(id);
      expect(await visibleTo(annaToken)).not.toContain(id);
    }
  });

  it('gives a library of a department back to a user', async () => {
    const id = await admin.makeLibrary('Loan', `${department}@service_group`);
    const { json } = await transfer(id, 'anna@example.com');
    expect(json).toMatchObject({ owner: 'anna@example.com', owner_name: 'anna' });
    expect(json).not.toHaveProperty('group_name');
    expect(await visibleTo(annaToken)).toContain(id);
    expect(await visibleTo(benToken)).not.toContain(id);
  });

  it('takes JSON and multipart forms, any letter case, and the address without a slash', async () => {
    const id = await admin.makeLibrary('Any body');
    expect((await put(id, { json: { owner: 'ANNA@example.com' } })).json).toMatchObject({
      owner: 'anna@example.com',
    });
    expect((await put(id, { multipart: { owner: 'Ben@Example.Com' } })).json).toMatchObject({
      owner: 'ben@example.com',
    });
    const plain = await admin.call('PUT', `libraries/${id}`, { form: { owner: 'anna@example.com' } });
    expect([plain.status, (await admin.library(id)).owner]).toEqual([200, 'anna@example.com']);
  });

  it('transfers encrypted libraries', async () => {
    const id = await admin.makeEncryptedLibrary('Diary');
    expect((await transfer(id, 'anna@example.com')).json).toMatchObject({
      owner: 'anna@example.com',
      encrypted: true,
    });
  });

  it('leaves history, retention and status as they are', async () => {
    const id = await admin.makeLibrary('Steady', 'anna@example.com');
    const form = { keep_days: '30' };
    await admin.call('PUT', `libraries/${id}/history-limit/`, { form });
    await admin.update(id, { status: 'read-only' });
    const before = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    await transfer(id, 'ben@example.com');
    const after = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: benToken });
    expect(after.json).toEqual(before.json);
    expect((await admin.call('GET', `libraries/${id}/history-limit/`)).json).toEqual({ keep_days: 30 });
    expect((await admin.library(id)).status).toBe('read-only');
  });
});

describe('a transfer that is refused', () => {
  it('names a user or a department that there is not', async () => {
    const group = await admin.makeGroup('Chess');
    const id = await admin.makeLibrary('Kept', 'anna@example.com');
    for (const owner of ['nobody@example.com', '4711@service_group', `${group}@service_group`]) {
      expect([owner, outcome(await transfer(id, owner))]).toEqual([
        owner,
        { status: 404, body: { error_msg: `User ${owner} not found.` } },
      ]);
    }
    expect((await admin.library(id)).owner).toBe('anna@example.com');
  });

  it('names what is neither an e-mail nor a department', async () => {
    const id = await admin.makeLibrary('Kept', 'anna@example.com');
    const refused = { status: 400, body: { error_msg: 'owner invalid.' } };
    for (const owner of [
      'anna',
      '@',
      'a@',
      '@b',
      'a b@c.d',
      'x@service_group',
      '0@service_group',
      '-1@seafile_group',
    ]) {
      expect([owner, outcome(await transfer(id, owner))]).toEqual([owner, refused]);
    }
    const long = `${'a'.repeat(300)}@example.com`;
    expect(outcome(await transfer(id, long))).toEqual(refused);
    expect(outcome(await put(id, { json: { owner: ['anna@example.com', 'ben@example.com'] } }))).toEqual(
      refused,
    );
    expect((await transfer(id, '')).status).toBe(400);
    expect((await admin.library(id)).owner).toBe('anna@example.com');
  });

  it('is to the owner that the library has', async () => {
    const annas = await admin.makeLibrary('Own', 'anna@example.com');
    const sales = await admin.makeLibrary('Own', `${department}@service_group`);
    const refused = { status: 400, body: { error_msg: 'Library can not be transferred to owner.' } };
    expect(outcome(await transfer(annas, 'anna@example.com'))).toEqual(refused);
    expect(outcome(await transfer(annas, 'ANNA@EXAMPLE.COM'))).toEqual(refused);
    expect(outcome(await transfer(sales, `${department}@seafile_group`))).toEqual(refused);
  });

  it('is refused for the form of the owner first, then for the library, then for who the owner is', async () => {
    const malformed = await transfer(UNKNOWN_LIBRARY, 'nobody');
    expect(outcome(malformed)).toEqual({ status: 400, body: { error_msg: 'owner invalid.' } });
    expect(outcome(await transfer(UNKNOWN_LIBRARY, 'nobody@example.com'))).toEqual(
      libraryNotFound(UNKNOWN_LIBRARY),
    );
  });

  it('is of a deleted library', async () => {
    const id = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(id);
    const answer = await transfer(id, 'anna@example.com');
    expect(outcome(answer)).toEqual(libraryNotFound(id));
    const { json } = await admin.call('GET', 'trash-libraries/?owner=anna@example.com');
    expect((json as { repos: { id: string }[] }).repos.map((row) => row.id)).not.toContain(id);
  });
});
