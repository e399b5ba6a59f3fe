import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { useApp } from '../../support/running-app.ts';
import { useCast, userCalls } from '../../support/user-calls.ts';

describe('POST /api/local/v1/folders/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  let folder: ReturnType<typeof temporaryDataFolder>;
  const link = async (library: string) => {
    const json = { path: folder.path, library };
    const answer = await app().call('POST', '/api/local/v1/folders/', { token: cast().administrator, json });
    return { status: answer.status, body: answer.json };
  };

  beforeAll(() => {
    folder = temporaryDataFolder();
  });
  afterAll(() => folder.remove());

  it('says whose the library is that the administrator does not reach', async () => {
    const library = await user.makeLibrary(cast().owner, 'Hers');
    expect(await link(library)).toEqual({
      status: 400,
      body: {
        error_code: 'linked-folder-refused',
        error_msg:
          'This library belongs to ann@example.com. Ask for it to be shared with you, with the right to write, or choose another.',
        field: 'path',
        reason: 'library-of-another',
        value: 'ann@example.com',
      },
    });
    const { json } = await app().call('GET', '/api/local/v1/folders/', { token: cast().administrator });
    expect(json).toEqual({ folders: [] });
  });

  it('takes a library by its name that is shared for writing, and says whose it is when it is not', async () => {
    const library = await user.makeLibrary(cast().owner, 'For all');
    const share = async (permission: 'r' | 'rw', method: 'PUT' | 'POST') => {
      const form = { share_type: 'user', username: 'admin@example.com', permission };
      const path = `/api2/repos/${library}/dir/shared_items/?p=/&share_type=user&username=admin@example.com`;
      expect((await app().call(method, path, { token: cast().owner, form })).status).toBe(200);
    };
    await share('r', 'PUT');
    expect(await link('For all')).toMatchObject({
      ...{ status: 400, body: { reason: 'library-of-another', value: 'ann@example.com' } },
    });
    await share('rw', 'POST');
    expect(await link('For all')).toMatchObject({ status: 200, body: { library_id: library } });
  });
});

describe('a linked folder whose files another person deletes in the library', () => {
  const app = useApp();
  const cast = useCast(app);
  let folder: ReturnType<typeof temporaryDataFolder>;
  let linked: LinkedFolderJson;

  const call = (method: string, path: string, options: object = {}) =>
    app().call(method, path, { token: cast().administrator, ...options });
  const told = async () =>
    (await call('GET', `/api/local/v1/folders/${linked.id}/`)).json as LinkedFolderJson;
  const untilState = (state: string) =>
    expect.poll(async () => (await told()).state, { timeout: 15_000, interval: 50 }).toBe(state);
  const answer = (what: 'accept' | 'put-back', json: object) =>
    call('POST', `/api/local/v1/folders/${linked.id}/${what}/`, { json });
  const names = () => readdirSync(join(folder.path, 'Photos')).length;
  const deletedByBen = async () => {
    const path = `/api2/repos/${linked.library_id}/dir/?p=/Photos`;
    expect((await app().call('DELETE', path, { token: cast().stranger })).status).toBe(200);
  };

  beforeAll(() => {
    folder = temporaryDataFolder();
    mkdirSync(join(folder.path, 'Photos'));
    for (let at = 0; at < 12; at++) writeFileSync(join(folder.path, `Photos/${at}.jpg`), `picture ${at}`);
  });
  afterAll(() => folder.remove());

  it('keeps them, and puts them back into the library or removes them here, as its person says', async () => {
    const made = await call('POST', '/api/local/v1/folders/', { json: { path: folder.path } });
    linked = made.json as LinkedFolderJson;
    await untilState('idle');
    const form = { share_type: 'user', username: 'ben@example.com', permission: 'rw' };
    await call('PUT', `/api2/repos/${linked.library_id}/dir/shared_items/?p=/`, { form });

    await deletedByBen();
    await untilState('held');
    expect((await told()).held).toEqual({
      ...{ kind: 'departures', token: expect.stringMatching(/^[0-9a-f]{40}$/), count: 12, bytes: 110 },
      paths: ['Photos'],
      items: [{ path: 'Photos', is_dir: true, files: 12, bytes: 110 }],
    });
    expect(names()).toBe(12);
    expect((await answer('put-back', {})).json).toMatchObject({ error_code: 'argument-missing' });
    const outdated = await answer('put-back', { token: 'f'.repeat(40) });
    expect([outdated.status, outdated.json]).toEqual([
      409,
      expect.objectContaining({
        error_code: 'held-changed',
        error_msg: expect.stringContaining('Look at it again'),
      }),
    ]);
    const page = await call('GET', `/api/local/v1/folders/${linked.id}/held/`);
    expect(page.json).toMatchObject({ token: (await told()).held?.token });
    await answer('put-back', { token: (await told()).held?.token });
    await untilState('idle');
    const listed = await call('GET', `/api2/repos/${linked.library_id}/dir/?p=/Photos`);
    expect(listed.json).toHaveLength(12);
    expect(names()).toBe(12);

    await deletedByBen();
    await untilState('held');
    await answer('accept', { token: (await told()).held?.token });
    await untilState('idle');
    expect(readdirSync(folder.path).filter((name) => !name.startsWith('.'))).toEqual([]);
  });
});
