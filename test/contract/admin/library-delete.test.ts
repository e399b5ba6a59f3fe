import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const SUCCESS = { status: 200, body: { success: true } };

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let annaToken: string;

const remove = (id: string) => admin.call('DELETE', `libraries/${id}/`);

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

describe('DELETE /api/v2.1/admin/libraries/{id}/', () => {
  it('moves a library to the deleted libraries', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    expect(outcome(await remove(id))).toEqual(SUCCESS);
    expect(outcome(await admin.call('GET', `libraries/${id}/`))).toEqual(libraryNotFound(id));
    const { json } = await admin.call('GET', 'trash-libraries/');
    expect((json as { repos: unknown[] }).repos).toContainEqual({
      id,
      name: 'Photos',
      owner: 'anna@example.com',
      owner_name: 'anna',
      delete_time: A_TIMESTAMP,
    });
  });

  it('takes it away from its owner in every call', async () => {
    const id = await admin.makeLibrary('Music', 'anna@example.com');
    await remove(id);
    const own = await app().call('GET', '/api2/repos/', { token: annaToken });
    expect((own.json as { id: string }[]).map((row) => row.id)).not.toContain(id);
    for (const path of [
      `/api2/repos/${id}/`,
      `/api/v2.1/repos/${id}/history/`,
      `/api/v2.1/repos/${id}/trash/`,
    ]) {
      expect([path, (await app().call('GET', path, { token: annaToken })).status]).toEqual([path, 404]);
    }
  });

  it('ends downloads that were already linked, and keeps the content for a restore', async () => {
    const { libraryId: id } = await linked({ name: 'Documents', files: { 'a.txt': 'content' } });
    const link = await admin.call('GET', `libraries/${id}/dirent/?path=/a.txt&dl=1`);
    const { download_url: url } = link.json as { download_url: string };
    expect(await (await fetch(url)).text()).toBe('content');
    await remove(id);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([403, 'Access token not found']);
    await admin.call('PUT', `trash-libraries/${id}/`);
    expect(await admin.namesIn(id, '/')).toEqual(['a.txt']);
  });

  it('leaves its owner without a default library when it was that', async () => {
    const made = await app().call('POST', '/api2/default-repo/', { token: annaToken });
    const { repo_id: id } = made.json as { repo_id: string };
    await remove(id);
    const { json } = await app().call('GET', '/api2/default-repo/', { token: annaToken });
    expect(json).toEqual({ repo_id: '', exists: false });
  });

  it('deletes libraries of departments, read-only ones and encrypted ones alike', async () => {
    const department = await admin.makeDepartment('Sales');
    const readOnly = await admin.makeLibrary('Read-only');
    await admin.update(readOnly, { status: 'read-only' });
    const ids = [
      await admin.makeLibrary('Contracts', `${department}@service_group`),
      readOnly,
      await admin.makeEncryptedLibrary('Diary'),
    ];
    for (const id of ids) expect(outcome(await remove(id))).toEqual(SUCCESS);
    expect(await admin.deletedIds()).toEqual(expect.arrayContaining(ids));
  });

  it('is content when there is nothing to delete, and changes nothing then', async () => {
    const id = await admin.makeLibrary('Twice');
    await remove(id);
    const before = await admin.call('GET', 'trash-libraries/');
    expect(outcome(await remove(id))).toEqual(SUCCESS);
    expect(outcome(await remove(UNKNOWN_LIBRARY))).toEqual(SUCCESS);
    expect((await admin.call('GET', 'trash-libraries/')).json).toEqual(before.json);
  });

  it('leaves every other library alone', async () => {
    const [kept, gone] = [await admin.makeLibrary('Same name'), await admin.makeLibrary('Same name')];
    await remove(gone);
    expect((await admin.library(kept)).name).toBe('Same name');
    expect(await admin.deletedIds()).not.toContain(kept);
  });

  it('takes no notice of a body, and answers without a final slash as well', async () => {
    const [first, second] = [await admin.makeLibrary('One'), await admin.makeLibrary('Two')];
    const withBody = await admin.call('DELETE', `libraries/${first}/`, { json: { anything: 1 } });
    expect(outcome(withBody)).toEqual(SUCCESS);
    expect(outcome(await admin.call('DELETE', `libraries/${second}`))).toEqual(SUCCESS);
    expect(await admin.deletedIds()).toEqual(expect.arrayContaining([first, second]));
  });
});
