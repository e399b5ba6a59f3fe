import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome } from '../../support/admin-calls.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';

const ABSENT = { status: 404, body: { error_msg: 'User nobody@example.com not found.' } };

const app = useApp();
const admin = adminCalls(app);

let benToken: string;

interface UserRow {
  readonly email: string;
}

const account = (email: string, more: object) => ({
  email,
  name: email.split('@')[0],
  contact_email: email,
  login_id: '',
  is_staff: false,
  is_active: true,
  quota_usage: 0,
  quota_total: -2,
  create_time: A_TIMESTAMP,
  last_login: A_TIMESTAMP,
  last_access_time: expect.stringMatching(/^$|\+00:00$/) as unknown,
  role: 'default',
  avatar_url: `${app().url}/media/avatars/default.png`,
  has_default_device: false,
  is_force_2fa: false,
  social_auth: [],
  ...more,
});
const get = (email: string) => admin.call('GET', `users/${encodeURIComponent(email)}/`);
const put = (email: string, options: CallOptions) =>
  admin.call('PUT', `users/${encodeURIComponent(email)}/`, options);
const remove = (email: string) => admin.call('DELETE', `users/${encodeURIComponent(email)}/`);
const signIn = (username: string, password: string) =>
  app().call('POST', '/api2/auth-token/', { form: { username, password } });
const ping = (token: string) => app().call('GET', '/api2/auth/ping/', { token });
/** A user who never signed in: cheaper than one who did. */
const add = (email: string) => admin.call('POST', 'users/', { form: { email, password: 'first-secret' } });

beforeAll(async () => {
  await app().addUser('anna@example.com');
  await signIn('anna@example.com', 'secret-of-anna@example.com');
  benToken = await app().addUser('ben@example.com');
});

describe('GET /api/v2.1/admin/users/', () => {
  it('lists every account and says how many there are', async () => {
    const { status, json } = await admin.call('GET', 'users/');
    const { data, total_count: count } = json as { data: UserRow[]; total_count: number };
    expect([status, count]).toEqual([200, 3]);
    expect(data).toContainEqual(account('admin@example.com', { is_staff: true, last_login: '' }));
    expect(data).toContainEqual(account('anna@example.com', {}));
    expect(JSON.stringify(json)).not.toMatch(/password|hash|token|secret/i);
  });

  it('has pages of 25 unless told otherwise', async () => {
    const page = async (query: string) => {
      const { json } = await admin.call('GET', `users/${query}`);
      const { data, total_count: count } = json as { data: UserRow[]; total_count: number };
      return { emails: data.map(({ email }) => email), count };
    };
    const all = (await page('')).emails;
    const singles = [
      await page('?page=1&per_page=1'),
      await page('?page=2&per_page=1'),
      await page('?page=3&per_page=1'),
    ];
    expect(singles.flatMap(({ emails }) => emails)).toEqual(all);
    expect(singles.map(({ count }) => count)).toEqual([3, 3, 3]);
    expect(await page('?page=99')).toEqual({ emails: [], count: 3 });
    for (const query of ['?page=0', '?page=abc', '?per_page=0', '?per_page=-1']) {
      expect([query, (await page(query)).emails]).toEqual([query, all]);
    }
  });
});

describe('GET /api/v2.1/admin/users/{email}/', () => {
  it('gives one account, whatever the letter case', async () => {
    expect(outcome(await get('anna@example.com'))).toEqual({
      status: 200,
      body: account('anna@example.com', {}),
    });
    expect((await get('ANNA@Example.com')).json).toMatchObject({ email: 'anna@example.com' });
    expect((await admin.call('GET', 'users/anna@example.com')).json).toMatchObject({
      email: 'anna@example.com',
    });
  });

  it('finds no account that there is not', async () => {
    expect(outcome(await get('nobody@example.com'))).toEqual(ABSENT);
    for (const email of ['nobody', '%', "x' OR '1'='1", '../admin@example.com']) {
      expect([email, outcome(await get(email))]).toEqual([
        email,
        { status: 404, body: { error_msg: `User ${email} not found.` } },
      ]);
    }
  });
});

describe('PUT /api/v2.1/admin/users/{email}/', () => {
  it('changes what is given and nothing else', async () => {
    await add('carla@example.com');
    const before = (await get('carla@example.com')).json as object;
    const form = { name: 'Carla C.', quota_total: '7', contact_email: 'c@work.example' };
    const changed = { ...before, name: 'Carla C.', quota_total: 7_000_000, contact_email: 'c@work.example' };
    expect(outcome(await put('carla@example.com', { form }))).toEqual({
      status: 200,
      body: { ...changed, update_status_tip: '' },
    });
    expect((await get('carla@example.com')).json).toEqual(changed);
    expect((await put('carla@example.com', { json: { quota_total: -2 } })).json).toMatchObject({
      quota_total: -2,
    });
    const multipart = await admin.call('PUT', 'users/CARLA@example.com', { multipart: { name: 'C' } });
    expect(multipart.json).toMatchObject({ email: 'carla@example.com', name: 'C' });
  });

  it('makes an administrator, and takes it back', async () => {
    const asBen = () => app().call('GET', '/api/v2.1/admin/users/', { token: benToken });
    expect((await asBen()).status).toBe(403);
    expect((await put('ben@example.com', { form: { is_staff: 'true' } })).json).toMatchObject({
      is_staff: true,
    });
    expect((await asBen()).status).toBe(200);
    expect((await put('ben@example.com', { form: { is_staff: 'false' } })).json).toMatchObject({
      is_staff: false,
    });
    expect((await asBen()).status).toBe(403);
  });

  it('ends every token when it deactivates an account or sets a password', async () => {
    const token = await app().addUser('dora@example.com');
    expect((await put('dora@example.com', { form: { is_active: 'false' } })).json).toMatchObject({
      is_active: false,
    });
    expect(outcome(await ping(token))).toEqual({ status: 401, body: { detail: 'User inactive or deleted' } });
    await put('dora@example.com', { form: { is_active: 'true', password: 'second-secret' } });
    expect((await ping(token)).status).toBe(401);
    expect((await signIn('dora@example.com', 'secret-of-dora@example.com')).status).toBe(400);
    expect((await signIn('dora@example.com', 'second-secret')).status).toBe(200);
  });

  it('refuses what makes no sense, and then changes nothing', async () => {
    await add('emil@example.com');
    const before = (await get('emil@example.com')).json;
    for (const [form, text] of [
      [{ name: 'a/b' }, 'name invalid.'],
      [{ name: 'n'.repeat(65) }, 'name invalid.'],
      [{ name: 'Fine', is_staff: 'maybe' }, 'is_staff invalid.'],
      [{ name: 'Fine', is_active: '7' }, 'is_active invalid.'],
      [{ name: 'Fine', quota_total: 'x' }, 'quota_total invalid.'],
      [{ name: 'Fine', contact_email: 'x' }, 'contact_email invalid.'],
      [{ name: 'Fine', contact_email: 'anna@example.com' }, 'User anna@example.com already exists.'],
    ] as const) {
      expect([form, outcome(await put('emil@example.com', { form }))]).toEqual([
        form,
        { status: 400, body: { error_msg: text } },
      ]);
    }
    expect((await get('emil@example.com')).json).toEqual(before);
    expect(outcome(await put('nobody@example.com', { form: { name: 'x' } }))).toEqual(ABSENT);
  });

  it('keeps the last administrator one', async () => {
    for (const form of [{ is_staff: 'false' }, { is_active: 'false' }]) {
      expect(outcome(await put('admin@example.com', { form }))).toEqual({
        status: 403,
        body: { error_msg: 'Permission denied.' },
      });
    }
    expect((await get('admin@example.com')).json).toMatchObject({ is_staff: true, is_active: true });
  });
});

describe('DELETE /api/v2.1/admin/users/{email}/', () => {
  it('removes an account, its tokens, and puts its libraries among the deleted ones', async () => {
    const token = await app().addUser('fritz@example.com');
    const id = await admin.makeLibrary('Of Fritz', 'fritz@example.com');
    expect(outcome(await remove('Fritz@example.com'))).toEqual({ status: 200, body: { success: true } });
    expect((await get('fritz@example.com')).status).toBe(404);
    expect(outcome(await ping(token))).toEqual({ status: 401, body: { detail: 'User inactive or deleted' } });
    expect((await signIn('fritz@example.com', 'secret-of-fritz@example.com')).status).toBe(400);
    expect((await admin.call('GET', `libraries/${id}/`)).status).toBe(404);
    expect(await admin.deletedIds()).toContain(id);
  });

  it('gives the libraries of a removed account to nobody who takes its name', async () => {
    await add('gina@example.com');
    const id = await admin.makeLibrary('Of Gina', 'gina@example.com');
    await remove('gina@example.com');
    const token = await app().addUser('gina@example.com');
    const { json } = await app().call('GET', '/api2/repos/', { token });
    expect((json as { id: string }[]).map((row) => row.id)).not.toContain(id);
  });

  it('finds no account that there is not', async () => {
    expect(outcome(await remove('nobody@example.com'))).toEqual(ABSENT);
    await add('hugo@example.com');
    expect((await admin.call('DELETE', 'users/hugo@example.com')).status).toBe(200);
    expect((await remove('hugo@example.com')).status).toBe(404);
  });

  it('keeps the last administrator', async () => {
    expect(outcome(await remove('admin@example.com'))).toEqual({
      status: 403,
      body: { error_msg: 'Permission denied.' },
    });
    expect((await get('admin@example.com')).status).toBe(200);
  });
});
