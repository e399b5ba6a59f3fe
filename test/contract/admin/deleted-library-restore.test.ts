import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const SUCCESS = { status: 200, body: { success: true } };
const ABSENT = { status: 404, body: { error_msg: 'Library does not exist in trash.' } };

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let annaToken: string;

const restore = (id: string) => admin.call('PUT', `trash-libraries/${id}/`);

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

describe('PUT /api/v2.1/admin/trash-libraries/{id}/', () => {
  it('brings a library back as it was', async () => {
    const { libraryId: id } = await linked({ name: 'Documents', files: { 'a.txt': 'abc', 'b/c.txt': 'de' } });
    await admin.update(id, { owner: 'anna@example.com' });
    const before = await admin.library(id);
    const history = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    await admin.deleteLibrary(id);
    expect(outcome(await restore(id))).toEqual(SUCCESS);
    expect(await admin.library(id)).toEqual(before);
    expect(await admin.namesIn(id, '/')).toEqual(['b', 'a.txt']);
    const after = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    expect(after.json).toEqual(history.json);
  });

  it('takes it out of the deleted libraries and gives it back to its owner', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    await admin.deleteLibrary(id);
    await restore(id);
    expect(await admin.deletedIds()).not.toContain(id);
    const { json } = await app().call('GET', '/api2/repos/?type=mine', { token: annaToken });
    expect(json).toContainEqual(expect.objectContaining({ id, name: 'Photos', permission: 'rw' }));
  });

  it('does not bring back read-only status and retention', async () => {
    const id = await admin.makeLibrary('Capped');
    await admin.call('PUT', `libraries/${id}/history-limit/`, { form: { keep_days: '5' } });
    await admin.update(id, { status: 'read-only' });
    await admin.deleteLibrary(id);
    await restore(id);
    expect((await admin.library(id)).status).toBe('normal');
    expect((await admin.call('GET', `libraries/${id}/history-limit/`)).json).toEqual({ keep_days: -1 });
  });

  it('restores encrypted libraries and those of departments', async () => {
    const department = await admin.makeDepartment('Sales');
    const contracts = await admin.makeLibrary('Contracts', `${department}@service_group`);
    const diary = await admin.makeEncryptedLibrary('Diary');
    for (const id of [contracts, diary]) {
      await admin.deleteLibrary(id);
      expect(outcome(await restore(id))).toEqual(SUCCESS);
    }
    expect(await admin.library(contracts)).toMatchObject({
      owner: `${department}@service_group`,
      group_name: 'Sales',
    });
    expect(await admin.library(diary)).toMatchObject({ encrypted: true });
  });

  it('restores what a removed user left, to be given to somebody else', async () => {
    await app().addUser('carl@example.com');
    const id = await admin.makeLibrary('Left behind', 'carl@example.com');
    expect((await admin.call('DELETE', 'users/carl@example.com/')).status).toBe(200);
    expect(await admin.deletedIds()).toContain(id);
    expect(outcome(await restore(id))).toEqual(SUCCESS);
    expect(await admin.update(id, { owner: 'anna@example.com' })).toMatchObject({
      owner: 'anna@example.com',
    });
  });

  it('lets a library be deleted and restored again and again', async () => {
    const id = await admin.makeLibrary('Restless');
    for (const _ of [1, 2, 3]) {
      await admin.deleteLibrary(id);
      expect(outcome(await restore(id))).toEqual(SUCCESS);
    }
    expect((await admin.library(id)).name).toBe('Restless');
  });

  it('takes no notice of a body, and answers without a final slash as well', async () => {
    const id = await admin.makeLibrary('Slash');
    await admin.deleteLibrary(id);
    const answer = await admin.call('PUT', `trash-libraries/${id}`, { json: { name: 'Other' } });
    expect([outcome(answer), (await admin.library(id)).name]).toEqual([SUCCESS, 'Slash']);
  });
});

describe('a restore that is refused', () => {
  it('is of a library that is not among the deleted ones', async () => {
    const alive = await admin.makeLibrary('Alive');
    const purged = await admin.makeLibrary('Purged');
    await admin.deleteLibrary(purged);
    await admin.call('DELETE', `trash-libraries/${purged}/`);
    for (const id of [UNKNOWN_LIBRARY, alive, purged]) {
      expect([id, outcome(await restore(id))]).toEqual([id, ABSENT]);
    }
    expect((await admin.library(alive)).name).toBe('Alive');
  });

  it('is the second of two', async () => {
    const id = await admin.makeLibrary('Twice');
    await admin.deleteLibrary(id);
    expect(outcome(await restore(id))).toEqual(SUCCESS);
    expect(outcome(await restore(id))).toEqual(ABSENT);
  });
});
