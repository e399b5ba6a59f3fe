import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ErasurePlanJson, ErasuresJson } from '../../../src-shared/erasures-api.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

const DEADLINE_MS = 30_000;

describe('erasing an item from all of a history', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);

  async function withSecret() {
    const files = { 'a.txt': 'one', 'keys/secret.txt': 'password', 'keys/public.txt': 'public' };
    const linked = await linkedLibrary({ name: 'Papers', files });
    await linked.change({ 'keys/secret.txt': 'password 2' });
    const call = async <T>(method: string, path: string, json?: object) => {
      const address = `/api/local/v1/libraries/${linked.libraryId}/${path}`;
      const { status, text } = await app().call(method, address, {
        token: app().adminToken,
        ...(json ? { json } : {}),
      });
      return { status, body: JSON.parse(text) as T };
    };
    const plan = async () =>
      (await call<ErasurePlanJson>('POST', 'erasures/plan/', { path: '/keys/secret.txt' })).body;
    return { linked, call, plan };
  }

  it('is planned, done with the head of the plan and the typed name, and proved', async () => {
    const { linked, call, plan } = await withSecret();
    const planned = await plan();
    expect(planned).toMatchObject({
      ...{
        library_name: 'Papers',
        head: FORTY_HEX,
        is_current: true,
        version_count: 2,
        bytes: 18,
        elsewhere: [],
      },
      ...{ is_encrypted: false, pins: [], links: 0, has_backup: false, folder_libraries: [] },
    });
    expect(planned.linked_folders).toHaveLength(1);
    expect(planned.commits).toBe(planned.commit_ids.length);
    const order = { path: '/keys/secret.txt', head: planned.head, library_name: 'Papers' };
    const begun = await call<ErasuresJson>('POST', 'erasures/', order);
    expect(begun.status).toBe(200);
    const list = async () => (await call<ErasuresJson>('GET', 'erasures/')).body;
    await expect.poll(async () => (await list()).erasures[0]?.state, { timeout: DEADLINE_MS }).toBe('done');
    expect(await list()).toEqual({
      is_rewriting: false,
      failure: '',
      erasures: [
        {
          commit_id: FORTY_HEX,
          erased_by: 'admin@example.com',
          erased_by_name: expect.any(String),
          erased_at: expect.any(Number),
          commits: planned.commits,
          state: 'done',
          proof: {
            commits_read: expect.any(Number),
            holding: 0,
            removed_objects: expect.any(Number),
            removed_bytes: expect.any(Number),
            disk_bytes: expect.any(Number),
            ended_at: expect.any(Number),
          },
        },
      ],
    });
    expect(JSON.stringify(await list())).not.toContain('secret');
    // The linked folder loses it too, without being asked about it.
    expect(existsSync(join(linked.folder, 'keys/secret.txt'))).toBe(false);
    expect(existsSync(join(linked.folder, 'keys/public.txt'))).toBe(true);
    const told = `/api/local/v1/folders/${linked.folderId}/activity/`;
    expect((await app().call('GET', told, { token: app().adminToken })).text).not.toContain('secret');
    expect((await call('POST', 'erasures/plan/', { path: '/keys/secret.txt' })).status).toBe(404);
  });

  it('is done under all names of a file with one head, and needs them told', async () => {
    const { linked, call } = await withSecret();
    const name = { path: '/keys/secret.txt', name: 'token.txt' };
    expect((await call('POST', 'items/rename/', name)).status).toBe(200);
    const item = { path: '/keys/token.txt' };
    const ask = async (json: object) => (await call<ErasurePlanJson>('POST', 'erasures/plan/', json)).body;
    const one = await ask(item);
    expect(one.former_names).toEqual([
      { path: '/keys/secret.txt', until: expect.any(Number), is_taken: false },
    ]);
    expect(one.has_more_names).toBe(false);
    const also = ['/keys/secret.txt', '/keys/secret.txt', '/keys/token.txt'];
    const all = await ask({ ...item, also });
    expect(new Set(all.versions.map(({ path }) => path))).toEqual(
      new Set(['/keys/secret.txt', '/keys/token.txt']),
    );
    expect(all.holding).toBeGreaterThan(one.holding);
    const order = { ...item, also, head: all.head, library_name: 'Papers' };
    expect((await call('POST', 'erasures/', order)).status).toBe(200);
    const list = async () => (await call<ErasuresJson>('GET', 'erasures/')).body;
    await expect.poll(async () => (await list()).erasures[0]?.state, { timeout: DEADLINE_MS }).toBe('done');
    expect((await list()).erasures).toMatchObject([{ proof: { holding: 0 } }]);
    expect(existsSync(join(linked.folder, 'keys/token.txt'))).toBe(false);
    for (const path of ['/keys/secret.txt', '/keys/token.txt'])
      expect((await call('POST', 'erasures/plan/', { path })).status).toBe(404);
  });

  it('is refused for another name, for an old head, and for what is no item', async () => {
    const { linked, call, plan } = await withSecret();
    const { head } = await plan();
    const order = { path: '/keys/secret.txt', head, library_name: 'Papers' };
    const refused = async (json: object, path = 'erasures/') => (await call('POST', path, json)).status;
    expect(await refused({ ...order, library_name: 'Paper' })).toBe(400);
    expect(await refused({ ...order, path: undefined })).toBe(400);
    expect(await refused({ ...order, object_id: 'a'.repeat(40) })).toBe(400);
    expect(await refused({ object_id: 'none' }, 'erasures/plan/')).toBe(400);
    expect(await refused({ object_id: 'a'.repeat(40) }, 'erasures/plan/')).toBe(404);
    expect(await refused({ path: '/' }, 'erasures/plan/')).toBe(400);
    expect(await refused({ path: '/a.txt', also: ['/'] }, 'erasures/plan/')).toBe(400);
    expect(await refused({ path: '/a.txt', also: Array(101).fill('/b') }, 'erasures/plan/')).toBe(400);
    expect(await refused({ object_id: 'a'.repeat(40), also: ['/b'] }, 'erasures/plan/')).toBe(400);
    await linked.change({ 'a.txt': 'two' });
    expect(await refused(order)).toBe(409);
    expect((await plan()).head).not.toBe(head);
  });
});
