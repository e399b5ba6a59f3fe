import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const SUCCESS = { status: 200, body: { success: true } };

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

const purge = (id: string) => admin.call('DELETE', `trash-libraries/${id}/`);
const objectsOf = (id: string) => join(app().dataDir, 'storage', id);

beforeAll(async () => {
  await app().addUser('anna@example.com');
});

describe('DELETE /api/v2.1/admin/trash-libraries/{id}/', () => {
  it('removes a deleted library for good', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    await admin.deleteLibrary(id);
    expect(outcome(await purge(id))).toEqual(SUCCESS);
    expect(await admin.deletedIds()).not.toContain(id);
    expect((await admin.call('GET', `libraries/${id}/`)).status).toBe(404);
    expect(outcome(await admin.call('PUT', `trash-libraries/${id}/`))).toEqual({
      status: 404,
      body: { error_msg: 'Library does not exist in trash.' },
    });
  });

  it('removes its content from the disk, and only its own', async () => {
    const { libraryId: gone } = await linked({ name: 'Gone', files: { 'a.txt': 'the same bytes' } });
    const { libraryId: kept } = await linked({ name: 'Kept', files: { 'a.txt': 'the same bytes' } });
    expect([existsSync(objectsOf(gone)), existsSync(objectsOf(kept))]).toEqual([true, true]);
    await admin.deleteLibrary(gone);
    expect(existsSync(objectsOf(gone))).toBe(true);
    await purge(gone);
    expect([existsSync(objectsOf(gone)), existsSync(objectsOf(kept))]).toEqual([false, true]);
    const link = await admin.call('GET', `libraries/${kept}/dirent/?path=/a.txt&dl=1`);
    const { download_url: url } = link.json as { download_url: string };
    expect(await (await fetch(url)).text()).toBe('the same bytes');
  });

  it('leaves other deleted libraries where they are', async () => {
    const [gone, kept] = [await admin.makeLibrary('Gone'), await admin.makeLibrary('Kept')];
    await admin.deleteLibrary(gone);
    await admin.deleteLibrary(kept);
    await purge(gone);
    expect(await admin.deletedIds()).toContain(kept);
    expect((await admin.call('PUT', `trash-libraries/${kept}/`)).status).toBe(200);
  });

  it('never gives the id of a purged library away again', async () => {
    const material = { magic: 'a'.repeat(64), random_key: 'b'.repeat(96), enc_version: '2' };
    const id = await admin.makeLibrary('Purged');
    await admin.deleteLibrary(id);
    await purge(id);
    const form = { name: 'Revenant', repo_id: id, ...material };
    const { status } = await app().call('POST', '/api2/repos/', { token: app().adminToken, form });
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await admin.call('GET', `libraries/${id}/`)).status).toBe(404);
  });

  it('is content when there is nothing to purge', async () => {
    const id = await admin.makeLibrary('Twice');
    await admin.deleteLibrary(id);
    expect(outcome(await purge(id))).toEqual(SUCCESS);
    expect(outcome(await purge(id))).toEqual(SUCCESS);
    expect(outcome(await purge(UNKNOWN_LIBRARY))).toEqual(SUCCESS);
  });

  it('never touches a library that was not deleted', async () => {
    const { libraryId: id } = await linked({ name: 'Alive', files: { 'a.txt': 'x' } });
    const before = await admin.library(id);
    expect(outcome(await purge(id))).toEqual(SUCCESS);
    expect(await admin.library(id)).toEqual(before);
    expect(await admin.namesIn(id, '/')).toEqual(['a.txt']);
    expect(existsSync(objectsOf(id))).toBe(true);
  });

  it('takes no notice of a body, and answers without a final slash as well', async () => {
    const id = await admin.makeLibrary('Slash');
    await admin.deleteLibrary(id);
    const answer = await admin.call('DELETE', `trash-libraries/${id}`, {
      json: { owner: 'nobody@example.com' },
    });
    expect([outcome(answer), (await admin.deletedIds()).includes(id)]).toEqual([SUCCESS, false]);
  });
});
