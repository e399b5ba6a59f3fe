import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainAddress } from '../../../src-main/http/calls/all-calls.ts';
import { form, type HttpWorld, httpWorld } from './http-world.ts';

const PASSWORD = 'correct horse';

let world: HttpWorld;

beforeAll(async () => {
  world = await httpWorld({ isReachedFromOutside: () => true });
});

afterAll(() => world.close());

const LOCAL = '/api/local/v1';

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const ask = (token: string, { method, url, fields }: Asked) =>
  world.call(token, { method, url, ...(fields === undefined ? {} : form(fields)) });

const BROWSE: Asked = { method: 'GET', url: `${LOCAL}/browse/` };

const REFUSED = {
  status: 403,
  body: {
    error_code: 'password-needed',
    reason: 'again',
    error_msg: expect.stringMatching(/^Enter your password again: /),
  },
};

/** A session that signed in more than ten minutes ago. */
async function oldSession(): Promise<string> {
  const credentials = { login: 'admin@example.com', password: PASSWORD, address: '10.0.0.1' };
  const { token } = await world.services.accounts.signInSession(credentials);
  world.clock.advance(600);
  return token;
}

describe('a session of an administrator, on a server that others reach', () => {
  it.each<Asked>([
    { method: 'GET', url: `${LOCAL}/browse/?path=/etc` },
    { method: 'GET', url: `${LOCAL}/folders/preflight/?path=/home` },
    { method: 'POST', url: `${LOCAL}/folders/`, fields: { path: '/home/me/.ssh' } },
    { method: 'POST', url: `${LOCAL}/folders/f1/relink/`, fields: { path: '/home' } },
    { method: 'PUT', url: `${LOCAL}/backup/`, fields: { folder: '/mnt' } },
    { method: 'POST', url: `${LOCAL}/backup/run/`, fields: { folder: '/mnt' } },
    { method: 'POST', url: `${LOCAL}/backup/contents/`, fields: { folder: '/mnt' } },
    {
      method: 'POST',
      url: `${LOCAL}/users/`,
      fields: { email: 'eve@example.com', password: 'x', is_admin: 'true' },
    },
    { method: 'POST', url: `${LOCAL}/tokens/` },
    { method: 'POST', url: `${LOCAL}/admin/users/admin@example.com/reset-password/` },
    { method: 'PATCH', url: `${LOCAL}/admin/users/anna@example.com/`, fields: { is_admin: 'true' } },
    { method: 'PUT', url: '/api/v2.1/admin/users/admin@example.com/', fields: { password: 'x' } },
  ])('gives the password again for $method $url', async (asked) => {
    const { status, text } = await ask(await oldSession(), asked);
    expect([status, text]).toEqual([403, expect.stringContaining('Enter your password again')]);
    expect(world.services.accounts.profile('eve@example.com')).toBe(null);
  });

  it('may for ten minutes after it gave the password, and no other session may', async () => {
    const token = await oldSession();
    const other = await oldSession();
    const give = (password: string) =>
      ask(token, { method: 'POST', url: `${LOCAL}/session/password/`, fields: { password } });
    expect(await give('wrong')).toMatchObject({ status: 400, body: { error_code: 'password-wrong' } });
    expect(await ask(token, BROWSE)).toMatchObject(REFUSED);
    expect(await give(PASSWORD)).toMatchObject({ status: 200, body: { success: true } });
    world.clock.advance(599);
    expect((await ask(token, BROWSE)).status).toBe(200);
    expect(await ask(other, BROWSE)).toMatchObject(REFUSED);
    world.clock.advance(1);
    expect(await ask(token, BROWSE)).toMatchObject(REFUSED);
  });

  it('may for ten minutes after signing in', async () => {
    const code = world.services.accounts.issueSignInCode('admin@example.com');
    const { token } = world.services.accounts.signInWithCode(code);
    expect((await ask(token, BROWSE)).status).toBe(200);
    world.clock.advance(600);
    expect(await ask(token, BROWSE)).toMatchObject(REFUSED);
  });

  it('gives it first where a program of a device opened the page', async () => {
    const { accounts } = world.services;
    const program = accounts.issueTokenOf(
      { email: 'admin@example.com', isAdmin: true },
      'admin@example.com',
      null,
    );
    const { token } = accounts.signInWithCode(accounts.issueClientCode(program));
    expect(await ask(token, BROWSE)).toMatchObject(REFUSED);
  });

  it('needs no password for what stays inside of libraries', async () => {
    const token = await oldSession();
    expect((await ask(token, { method: 'GET', url: `${LOCAL}/folders/` })).status).toBe(200);
    expect((await ask(token, { method: 'GET', url: `${LOCAL}/backup/` })).status).toBe(200);
    expect((await ask(token, { method: 'GET', url: `${LOCAL}/admin/users/` })).status).toBe(200);
    const made = await ask(token, { method: 'POST', url: `${LOCAL}/libraries/`, fields: { name: 'Papers' } });
    const { id, head_commit_id: head } = made.body as { id: string; head_commit_id: string };
    const restore = (fields: Record<string, string>) =>
      ask(token, { method: 'POST', url: `${LOCAL}/libraries/${id}/restore/`, fields });
    const inside = await restore({ path: '/', commit_id: head, dry_run: 'true' });
    expect(inside.text).not.toContain('password-needed');
    expect(await restore({ path: '/', commit_id: head, to: '/home/me' })).toMatchObject(REFUSED);
  });
});

describe('other tokens of an administrator, on a server that others reach', () => {
  it('reach the disk without a password from this computer only', async () => {
    const local = world.services.accounts.localToken();
    world.clock.advance(600);
    expect((await ask(local, BROWSE)).status).toBe(200);
    expect(await ask(world.adminToken, BROWSE)).toMatchObject(REFUSED);
  });

  it.each<Asked>([
    { method: 'PUT', url: '/api/v2.1/admin/users/Admin@example.com/', fields: { password: 'mine' } },
    { method: 'PUT', url: '/api/v2.1/admin/users/admin@example.com/reset-password/' },
    { method: 'POST', url: `${LOCAL}/admin/users/admin@example.com/reset-password/` },
    { method: 'PUT', url: '/api/v2.1/admin/users/anna@example.com/', fields: { is_staff: 'true' } },
    { method: 'PATCH', url: `${LOCAL}/admin/users/anna@example.com/`, fields: { is_admin: '1' } },
    {
      ...{ method: 'POST', url: '/api/v2.1/admin/users/' },
      fields: { email: 'eve@example.com', password: 'x', is_staff: 'true' },
    },
    {
      ...{ method: 'POST', url: `${LOCAL}/users/` },
      fields: { email: 'eve@example.com', password: 'x', is_admin: 'true' },
    },
  ])('make no way to the disk by $method $url', async (asked) => {
    expect(await ask(world.adminToken, asked)).toMatchObject({ status: 403 });
    expect((await ask(world.adminToken, asked)).text).toContain('again');
    expect(world.services.accounts.profile('eve@example.com')).toBe(null);
    expect(world.services.accounts.isAdministrator('anna@example.com')).toBe(false);
  });

  it('give other people passwords, and change what else is known of administrators', async () => {
    const anna = '/api/v2.1/admin/users/anna@example.com/';
    const given = await ask(world.adminToken, { method: 'PUT', url: anna, fields: { password: 'new one' } });
    const reset = await ask(world.adminToken, { method: 'PUT', url: `${anna}reset-password/` });
    const admin = anna.replace('anna', 'admin');
    const named = await ask(world.adminToken, { method: 'PUT', url: admin, fields: { name: 'Ada' } });
    expect([given.status, reset.status, named.status]).toEqual([200, 200, 200]);
  });

  it('keep accounts as scripts always could', async () => {
    const made = await ask(world.adminToken, {
      ...{ method: 'POST', url: '/api/v2.1/admin/users/' },
      fields: { email: 'carl@example.com', password: 'secret' },
    });
    expect(made.status).toBe(200);
  });
});

describe('an account without a password, on a server that others reach', () => {
  it('is told how to sign in afresh, and gets no first password before', async () => {
    const own = await httpWorld({ isReachedFromOutside: () => true });
    const { accounts } = own.services;
    const { token } = accounts.signInWithCode(accounts.issueSignInCode('admin@example.com'));
    const admin = own.users.find('admin@example.com');
    if (admin !== null) own.users.update({ ...admin, passwordHash: null });
    own.clock.advance(600);
    const noneSet = { status: 403, body: { error_code: 'password-needed', reason: 'none-set' } };
    const call = (asked: Asked) =>
      own.call(token, { method: asked.method, url: asked.url, ...form(asked.fields ?? {}) });
    expect(await own.call(token, { url: `${LOCAL}/browse/` })).toMatchObject(noneSet);
    expect(
      await call({ method: 'PUT', url: `${LOCAL}/account/password/`, fields: { new_password: 'evil' } }),
    ).toMatchObject(noneSet);
    expect(
      await call({ method: 'POST', url: `${LOCAL}/session/password/`, fields: { password: 'any' } }),
    ).toMatchObject(noneSet);
    await own.close();
  });
});

describe('a server that only this computer reaches', () => {
  it('asks for no password again', async () => {
    const own = await httpWorld();
    own.clock.advance(600);
    expect((await own.call(own.adminToken, { url: `${LOCAL}/browse/` })).status).toBe(200);
    await own.close();
  });

  it('asks whoever comes by an allowed name, as through a tunnel, or by a proxy that nobody named', async () => {
    const own = await httpWorld({ allowedHosts: () => ['files.example.org'] });
    own.clock.advance(600);
    const browse = (headers: Record<string, string>) =>
      own.call(own.adminToken, { url: `${LOCAL}/browse/`, headers });
    expect(await browse({ host: 'files.example.org' })).toMatchObject(REFUSED);
    expect(await browse({ 'x-forwarded-for': '203.0.113.7' })).toMatchObject(REFUSED);
    expect((await browse({ host: '127.0.0.1' })).status).toBe(200);
    await own.close();
  });
});

// What only administrators may call. A new call of theirs has to be put into one of the lists.

/**
 * They reach folders of the host that nobody has linked yet, or change which part of a linked one is kept, or who of the
 * network may knock.
 */
const HOST_DISK: readonly string[] = [
  'DELETE /api/local/v1/reach/names/:name/',
  'DELETE /api/local/v1/reach/proxies/:address/',
  'DELETE /api/local/v1/reach/public-urls/',
  'GET /api/local/v1/browse/',
  'GET /api/local/v1/folders/:folder_id/subfolders/',
  'GET /api/local/v1/folders/preflight/',
  'POST /api/local/v1/backup/check/',
  'POST /api/local/v1/backup/contents/',
  'POST /api/local/v1/backup/restore/',
  'POST /api/local/v1/backup/run/',
  'POST /api/local/v1/browse/',
  'POST /api/local/v1/folders/',
  'POST /api/local/v1/folders/:folder_id/ignore/agree/',
  'POST /api/local/v1/folders/:folder_id/relink/',
  'POST /api/local/v1/libraries/:library_id/export/',
  'POST /api/local/v1/libraries/:library_id/restore/',
  'POST /api/local/v1/reach/names/',
  'POST /api/local/v1/reach/proxies/',
  'POST /api/local/v1/reach/public-urls/',
  'PUT /api/local/v1/backup/',
  'PUT /api/local/v1/folders/:folder_id/excluded/',
  'PUT /api/local/v1/folders/:folder_id/ignore/',
  'PUT /api/local/v1/reach/',
];

/** They make an account, or a token or password of one, with which the host could be reached. */
const ACCOUNTS: readonly string[] = [
  'PATCH /api/local/v1/admin/users/:email/',
  'POST /api/local/v1/admin/users/:email/reset-password/',
  'POST /api/local/v1/devices/',
  'POST /api/local/v1/devices/code/',
  'POST /api/local/v1/tokens/',
  'POST /api/local/v1/users/',
  'POST /api/v2.1/admin/generate-user-auth-token/',
  'POST /api/v2.1/admin/users/',
  'PUT /api/v2.1/admin/users/:email/',
  'PUT /api/v2.1/admin/users/:email/reset-password/',
];

/** They stay inside of libraries, and of what is linked already. */
const NOTHING: readonly string[] = [
  'DELETE /api/local/v1/admin/deleted-libraries/:library_id/',
  'DELETE /api/local/v1/admin/groups/:group_id/',
  'DELETE /api/local/v1/admin/groups/:group_id/members/:email/',
  'DELETE /api/local/v1/admin/jobs/:job_id/',
  'DELETE /api/local/v1/admin/libraries/:library_id/',
  'DELETE /api/local/v1/admin/libraries/:library_id/entries/',
  'DELETE /api/local/v1/admin/users/:email/',
  'DELETE /api/local/v1/folders/:folder_id/',
  'DELETE /api/v2.1/admin/address-book/groups/:group_id/',
  'DELETE /api/v2.1/admin/groups/:group_id/',
  'DELETE /api/v2.1/admin/groups/:group_id/group-owned-libraries/:library_id/',
  'DELETE /api/v2.1/admin/groups/:group_id/members/:email/',
  'DELETE /api/v2.1/admin/libraries/:library_id/',
  'DELETE /api/v2.1/admin/libraries/:library_id/dirent/',
  'DELETE /api/v2.1/admin/trash-libraries/',
  'DELETE /api/v2.1/admin/trash-libraries/:library_id/',
  'DELETE /api/v2.1/admin/users/:email/',
  'GET /api/local/v1/admin/deleted-libraries/',
  'GET /api/local/v1/admin/groups/',
  'GET /api/local/v1/admin/groups/:group_id/libraries/',
  'GET /api/local/v1/admin/groups/:group_id/members/',
  'GET /api/local/v1/admin/jobs/',
  'GET /api/local/v1/admin/libraries/',
  'GET /api/local/v1/admin/libraries/:library_id/',
  'GET /api/local/v1/admin/libraries/:library_id/entries/',
  'GET /api/local/v1/admin/owners/',
  'GET /api/local/v1/admin/settings/',
  'GET /api/local/v1/admin/users/',
  'GET /api/local/v1/backup/',
  'GET /api/local/v1/backup/rehearsal/',
  'GET /api/local/v1/folders/',
  'GET /api/local/v1/folders/:folder_id/',
  'GET /api/local/v1/folders/:folder_id/activity/',
  'GET /api/local/v1/folders/:folder_id/held/',
  'GET /api/local/v1/folders/:folder_id/ignore/',
  'GET /api/local/v1/folders/defaults/',
  'GET /api/local/v1/integrity/',
  'GET /api/local/v1/reach/',
  'GET /api/local/v1/secrets/',
  'GET /api/local/v1/storage/',
  'GET /api/v2.1/admin/address-book/groups/',
  'GET /api/v2.1/admin/address-book/groups/:group_id/',
  'GET /api/v2.1/admin/admin-users/',
  'GET /api/v2.1/admin/default-library/',
  'GET /api/v2.1/admin/groups/',
  'GET /api/v2.1/admin/groups/:group_id/libraries/',
  'GET /api/v2.1/admin/groups/:group_id/members/',
  'GET /api/v2.1/admin/libraries/',
  'GET /api/v2.1/admin/libraries/:library_id/',
  'GET /api/v2.1/admin/libraries/:library_id/commits/:commit_id/dir/',
  'GET /api/v2.1/admin/libraries/:library_id/dirent/',
  'GET /api/v2.1/admin/libraries/:library_id/dirents/',
  'GET /api/v2.1/admin/libraries/:library_id/history-limit/',
  'GET /api/v2.1/admin/libraries/:library_id/history/',
  'GET /api/v2.1/admin/search-group/',
  'GET /api/v2.1/admin/search-library/',
  'GET /api/v2.1/admin/search-user/',
  'GET /api/v2.1/admin/sysinfo/',
  'GET /api/v2.1/admin/trash-libraries/',
  'GET /api/v2.1/admin/users/',
  'GET /api/v2.1/admin/users/:email/',
  'PATCH /api/local/v1/admin/groups/:group_id/',
  'PATCH /api/local/v1/admin/groups/:group_id/members/:email/',
  'PATCH /api/local/v1/admin/libraries/:library_id/',
  'PATCH /api/local/v1/admin/settings/',
  'PATCH /api/local/v1/backup/rehearsal/',
  'POST /api/local/v1/admin/deleted-libraries/:library_id/restore/',
  'POST /api/local/v1/admin/groups/',
  'POST /api/local/v1/admin/groups/:group_id/members/',
  'POST /api/local/v1/admin/jobs/',
  'POST /api/local/v1/admin/libraries/',
  'POST /api/local/v1/admin/libraries/:library_id/download-link/',
  'POST /api/local/v1/admin/libraries/:library_id/folders/',
  'POST /api/local/v1/backup/rehearsal/run/',
  'POST /api/local/v1/backup/repair/',
  'POST /api/local/v1/check/',
  'POST /api/local/v1/folders/:folder_id/accept/',
  'POST /api/local/v1/folders/:folder_id/ignore/preview/',
  'POST /api/local/v1/folders/:folder_id/lock/',
  'POST /api/local/v1/folders/:folder_id/pause/',
  'POST /api/local/v1/folders/:folder_id/put-back/',
  'POST /api/local/v1/folders/:folder_id/rescan/',
  'POST /api/local/v1/folders/:folder_id/resume/',
  'POST /api/local/v1/folders/:folder_id/unlock/',
  'POST /api/local/v1/garbage/',
  'POST /api/local/v1/reach/names/dismiss/',
  'POST /api/v2.1/admin/address-book/groups/',
  'POST /api/v2.1/admin/default-library/',
  'POST /api/v2.1/admin/groups/',
  'POST /api/v2.1/admin/groups/:group_id/group-owned-libraries/',
  'POST /api/v2.1/admin/groups/:group_id/members/',
  'POST /api/v2.1/admin/libraries/',
  'POST /api/v2.1/admin/libraries/:library_id/dirents/',
  'PUT /api/v2.1/admin/groups/:group_id/',
  'PUT /api/v2.1/admin/groups/:group_id/members/:email/',
  'PUT /api/v2.1/admin/libraries/:library_id/',
  'PUT /api/v2.1/admin/libraries/:library_id/history-limit/',
  'PUT /api/v2.1/admin/trash-libraries/:library_id/',
];

describe('every call of administrators', () => {
  it('says whether it reaches the disk of the host or makes others reach it', async () => {
    const own = await httpWorld();
    const found = { 'host-disk': new Set<string>(), accounts: new Set<string>(), nothing: new Set<string>() };
    own.server.addHook('onRoute', ({ method, url, config }) => {
      const again = config?.call?.passwordAgain;
      const isTheirs = config?.access === 'admin' || url.startsWith('/api/v2.1/admin/');
      for (const one of [method].flat())
        if ((isTheirs || again !== undefined) && one !== 'HEAD')
          found[again?.for ?? 'nothing'].add(`${one} ${plainAddress(url)}`);
    });
    await own.server.ready();
    expect([...found['host-disk']].sort()).toEqual(HOST_DISK);
    expect([...found.accounts].sort()).toEqual(ACCOUNTS);
    expect([...found.nothing].sort()).toEqual(NOTHING);
    await own.close();
  });
});
