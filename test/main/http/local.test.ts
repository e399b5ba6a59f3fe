import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { ADMIN_EMAIL, ANNA_EMAIL, FOLDER, type HttpWorld, httpWorld, PASSWORD } from './http-world.ts';

let world: HttpWorld;
let id: LibraryId;

const at = (path: string) => `/api/local/v1/${path}`;
const anna = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  world.call(world.annaToken, { method, url: at(path), ...(payload ? { payload } : {}) });
const admin = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  world.call(world.adminToken, { method, url: at(path), ...(payload ? { payload } : {}) });

beforeAll(async () => {
  world = await httpWorld();
  id = ((await anna('POST', 'libraries/', { name: 'Notes', description: 'd' })).body as { id: LibraryId }).id;
});

afterAll(() => world.close());

describe('/api/local/v1/', () => {
  it('exchanges credentials or a one-time code for a token, and revokes it', async () => {
    const account = { email: ANNA_EMAIL, name: 'anna', is_admin: false };
    const open = (payload: object) => world.call('', { method: 'POST', url: at('session/'), payload });
    const session = await open({ email: ANNA_EMAIL, password: PASSWORD });
    expect(session).toMatchObject({ status: 200, body: { account } });
    const { token } = session.body as { token: string };
    expect((await world.call(token, { url: at('account/') })).body).toEqual(account);
    expect((await world.call(token, { method: 'DELETE', url: at('session/') })).body).toEqual({
      success: true,
    });
    expect((await world.call(token, { url: at('account/') })).status).toBe(401);
    const code = world.services.accounts.issueSignInCode(ADMIN_EMAIL);
    expect((await open({ code })).body).toMatchObject({ account: { email: ADMIN_EMAIL, is_admin: true } });
    expect(await open({ code })).toMatchObject({
      ...{ status: 400 },
      body: {
        ...{ error_code: 'credentials-wrong', reason: 'link-used' },
        error_msg: 'This sign-in link has been used. Each link signs in once.',
      },
    });
    expect(await open({ email: 'x' })).toMatchObject({
      status: 400,
      body: { error_code: 'argument-missing' },
    });
  });

  it('says how it is reached from a terminal to programs of its own computer alone', async () => {
    const commands = {
      ...{ folder: '/src', open: 'npm start', start: 'npm start -- --port 8791' },
      ...{ sign_in: 'npm run cli -- sign-in', add_user: null },
    };
    const told = await httpWorld({ commands: () => commands });
    const ask = async (options: InjectOptions) =>
      (await told.call('', { url: at('commands/'), ...options })).body;
    // There are two accounts.
    expect(await ask({})).toEqual({ commands, email: null });
    expect(await ask({ remoteAddress: '192.168.1.7' })).toEqual({ commands: null, email: null });
    await told.close();
  });

  it('shows the status, places on disk to administrators only', async () => {
    expect((await admin('GET', 'status/')).body).toEqual({
      version: '11.0.0',
      data_dir: '/data',
      address: 'http://localhost:80',
      started_at: 1_714_564_800,
      libraries: 0,
      users: 2,
      folders: [FOLDER],
    });
    expect((await anna('GET', 'status/')).body).toMatchObject({ data_dir: '', folders: [], libraries: 1 });
  });

  it('lists and changes libraries', async () => {
    expect((await anna('GET', 'libraries/')).body).toMatchObject({
      libraries: [
        {
          id,
          name: 'Notes',
          description: 'd',
          owner: ANNA_EMAIL,
          keep_days: -1,
          is_mine: true,
          can_share: true,
          folder: null,
        },
      ],
    });
    const changed = await anna('PATCH', `libraries/${id}/`, { description: 'e', keep_days: 7 });
    expect(changed.body).toMatchObject({ name: 'Notes', description: 'e', keep_days: 7, commit_count: 2 });
    expect(await anna('PATCH', `libraries/${id}/`, { name: 'x', keep_days: 1.5 })).toMatchObject({
      status: 400,
      body: { error_code: 'argument-invalid', error_msg: 'The value of “keep_days” is not valid.' },
    });
    expect((await anna('PATCH', `libraries/${id}/`, { keep_days: -1 })).body).toMatchObject({
      name: 'Notes',
    });
  });

  it('makes encrypted libraries of version 4', async () => {
    const made = await anna('POST', 'libraries/', { name: 'Secret', password: 'quite long enough' });
    expect(made.body).toMatchObject({ encrypted: true });
    const secret = (made.body as { id: string }).id;
    const info = await world.call(world.annaToken, { url: `/api2/repos/${secret}/` });
    expect(info.body).toMatchObject({ enc_version: 4, salt: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await anna('DELETE', `libraries/${secret}/`)).body).toEqual({ success: true });
    expect((await anna('GET', 'deleted-libraries/')).body).toMatchObject({
      libraries: [{ id: secret, size: 0, file_count: 0 }],
      cursor: null,
    });
    expect((await admin('GET', 'admin/deleted-libraries/')).body).toMatchObject({
      libraries: [{ id: secret }],
    });
    expect((await anna('POST', `deleted-libraries/${secret}/restore/`)).body).toMatchObject({ id: secret });
    await anna('DELETE', `libraries/${secret}/`);
    expect((await admin('DELETE', `admin/deleted-libraries/${secret}/`)).body).toEqual({ success: true });
  });

  it('pages entries at one commit, in any order', async () => {
    for (const name of ['b', 'A', 'c']) {
      await world.services.itemEdits.makeFolder({ email: ANNA_EMAIL, isAdmin: false }, id, `/${name}`);
    }
    const list = async (query: string) =>
      (await anna('GET', `libraries/${id}/entries/?${query}`)).body as { entries: { name: string }[] };
    expect((await list('')).entries.map(({ name }) => name)).toEqual(['A', 'b', 'c']);
    expect((await list('order=desc')).entries.map(({ name }) => name)).toEqual(['c', 'b', 'A']);
    expect(await list('path=/no')).toMatchObject({ error_code: 'folder-not-found' });
    expect(await list('cursor=zzz')).toMatchObject({ error_code: 'cursor-invalid' });
    expect(await list('sort=x')).toMatchObject({ error_code: 'argument-invalid' });
    expect(await list('path=../x')).toMatchObject({ error_code: 'path-invalid' });
  });

  it('removes, restores and cleans', async () => {
    const removed = await anna('DELETE', `libraries/${id}/entries/?path=/b`);
    const before = (removed.body as { previous_commit_id: string }).previous_commit_id;
    const trash = await anna('GET', `libraries/${id}/trash/`);
    expect(trash.body).toMatchObject({
      items: [{ name: 'b', parent_path: '/', is_dir: true, commit_id: before }],
    });
    const restored = await anna('POST', `libraries/${id}/restore/`, { path: '/b', commit_id: before });
    expect(restored.body).toMatchObject({ path: '/b', commit_id: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect((await anna('DELETE', `libraries/${id}/trash/?keep_days=0`)).body).toEqual({ success: true });
    expect((await anna('GET', `libraries/${id}/trash/`)).body).toEqual({ items: [], cursor: null });
    const history = (await anna('GET', `libraries/${id}/history/`)).body as {
      commits: { id: string; removed: number }[];
    };
    expect(history.commits.length).toBeGreaterThan(5);
    const commit = history.commits.find((each) => each.removed > 0);
    const detail = await anna('GET', `libraries/${id}/commits/${commit?.id}/`);
    expect(detail.body).toMatchObject({
      changes: [{ op: 'deldir', path: '/b', is_dir: true }],
      cursor: null,
    });
  });

  it('frees what nothing needs, for administrators only, and says first what that is', async () => {
    expect((await anna('POST', 'garbage/', { dry_run: true })).status).toBe(403);
    const nothing = {
      objects: 0,
      bytes: 0,
      removed_objects: 0,
      removed_bytes: 0,
      disk_bytes: 0,
      skipped: [],
    };
    const planned = await admin('POST', 'garbage/', { dry_run: true });
    expect(planned).toMatchObject({ status: 200, body: { ...nothing, dry_run: true } });
    expect((await admin('POST', 'garbage/', {})).body).toMatchObject({ ...nothing, dry_run: false });
    expect((await admin('POST', 'garbage/', { dry_run: 'perhaps' })).status).toBe(400);
  });

  it('writes to the disk of the server for administrators only', async () => {
    const request = { path: '/A', commit_id: 'a'.repeat(40), to: '/tmp/x' };
    expect((await anna('POST', `libraries/${id}/restore/`, request)).status).toBe(403);
    expect((await admin('POST', `libraries/${id}/restore/`, request)).body).toEqual({
      path: '/tmp/x',
      files: 2,
      bytes: 10,
      commit_id: null,
    });
    const several = { paths: ['/A', '/c'], commit_id: 'a'.repeat(40) };
    const toDisk = { ...several, to: '/tmp/x' };
    expect((await anna('POST', `libraries/${id}/restore/`, toDisk)).status).toBe(403);
    expect((await admin('POST', `libraries/${id}/restore/`, toDisk)).body).toMatchObject({ files: 2 });
    expect((await admin('POST', `libraries/${id}/restore/`, several)).body).toMatchObject({
      ...{ error_code: 'argument-missing', error_msg: 'The value of “to” is missing.' },
    });
    expect((await anna('POST', `libraries/${id}/export/`, { to: '/tmp/x' })).status).toBe(403);
    expect((await anna('POST', 'check/', {})).status).toBe(403);
    expect((await admin('POST', 'check/', { full: true })).body).toMatchObject({
      sound: true,
      full: true,
      problems: [],
    });
  });

  it.each([{ path: '/A' }, { paths: ['/A', '/c'] }])(
    'words that refusal as any other for %j',
    async (what) => {
      const request = { ...what, commit_id: 'a'.repeat(40), to: '/tmp/x' };
      const { status, body } = await anna('POST', `libraries/${id}/restore/`, request);
      expect([status, body]).toEqual([
        403,
        {
          error_code: 'permission-denied',
          error_msg: 'You do not have permission to perform this action.',
        },
      ]);
    },
  );

  it('drives linked folders', async () => {
    expect((await admin('GET', 'folders/')).body).toEqual({ folders: [FOLDER] });
    expect((await admin('POST', 'folders/f1/pause/')).body).toMatchObject({ id: 'f1', state: 'paused' });
    expect(await admin('DELETE', 'folders/f1/')).toMatchObject({
      status: 404,
      body: { error_code: 'linked-folder-not-found' },
    });
    expect((await admin('POST', 'folders/', { path: '/home/anna/Photos' })).body).toMatchObject({ id: 'f1' });
    expect((await admin('POST', 'folders/', {})).body).toMatchObject({ error_code: 'argument-missing' });
  });

  it('lets the command line add users and read tokens', async () => {
    const user = { email: 'new@example.com', password: 'abc', is_admin: true, name: 'New' };
    expect((await admin('POST', 'users/', user)).body).toEqual({
      email: 'new@example.com',
      name: 'New',
      is_admin: true,
    });
    expect((await admin('POST', 'tokens/', { email: ANNA_EMAIL })).body).toEqual({
      email: ANNA_EMAIL,
      token: world.annaToken,
    });
    expect((await admin('GET', 'admin/libraries/?search=NOTE')).body).toMatchObject({
      libraries: [{ id }],
      cursor: null,
    });
    expect((await admin('GET', 'admin/libraries/?owner=nobody')).body).toEqual({
      libraries: [],
      cursor: null,
    });
  });
});
