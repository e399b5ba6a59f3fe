import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome } from '../../support/admin-calls.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';

const app = useApp();
const admin = adminCalls(app);

const create = (options: CallOptions) => admin.call('POST', 'users/', options);
const countUsers = async () =>
  ((await admin.call('GET', 'users/')).json as { total_count: number }).total_count;
const refused = (text: string) => ({ status: 400, body: { error_msg: text } });
const signIn = (username: string, password: string) =>
  app().call('POST', '/api2/auth-token/', { form: { username, password } });

beforeAll(async () => {
  await app().addUser('anna@example.com');
});

describe('POST /api/v2.1/admin/users/', () => {
  it('adds a user and answers the account', async () => {
    const form = { email: 'Ben@Example.com', password: 'ben-secret' };
    expect(outcome(await create({ form }))).toEqual({
      status: 200,
      body: {
        email: 'ben@example.com',
        name: 'ben',
        contact_email: 'ben@example.com',
        login_id: '',
        is_staff: false,
        is_active: true,
        quota_usage: 0,
        quota_total: -2,
        create_time: A_TIMESTAMP,
        last_login: '',
        last_access_time: '',
        role: 'default',
        avatar_url: `${app().url}/media/avatars/default.png`,
        has_default_device: false,
        is_force_2fa: false,
        social_auth: [],
        add_user_tip: '',
      },
    });
    const signedIn = await signIn('ben@example.com', 'ben-secret');
    expect(signedIn.json).toEqual({ token: expect.stringMatching(/^[0-9a-f]{40}$/) });
  });

  it('takes all that an account can be given, and any kind of body', async () => {
    const account = {
      email: 'carla@example.com',
      password: 'carla-secret',
      name: 'Carla C.',
      is_staff: 'true',
      is_active: 'True',
      quota_total: '100',
      role: 'default',
    };
    expect((await create({ form: account })).json).toMatchObject({
      email: 'carla@example.com',
      name: 'Carla C.',
      is_staff: true,
      is_active: true,
      quota_total: 100_000_000,
    });
    const token = ((await signIn('carla@example.com', 'carla-secret')).json as { token: string }).token;
    expect((await app().call('GET', '/api/v2.1/admin/users/', { token })).status).toBe(200);
    const json = { email: 'dora@example.com', password: 'dora-secret', is_staff: false, quota_total: 5 };
    expect((await create({ json })).json).toMatchObject({
      email: 'dora@example.com',
      quota_total: 5_000_000,
    });
    const multipart = { email: 'emil+x@example.com', password: 'emil-secret' };
    expect((await create({ multipart })).json).toMatchObject({ email: 'emil+x@example.com' });
  });

  it('adds an account that cannot sign in when told so', async () => {
    const form = { email: 'fritz@example.com', password: 'fritz-secret', is_active: '0' };
    expect((await create({ form })).json).toMatchObject({ is_active: false });
    expect((await signIn('fritz@example.com', 'fritz-secret')).status).toBe(400);
  });

  it('makes somebody a library can be given to', async () => {
    await create({ form: { email: 'gina@example.com', password: 'gina-secret' } });
    const id = await admin.makeLibrary('Gift', 'gina@example.com');
    expect((await admin.library(id)).owner).toBe('gina@example.com');
  });
});

describe('an account that cannot be added', () => {
  it('has no e-mail, or something else in its place', async () => {
    const before = await countUsers();
    const emails = [
      '',
      'anna',
      '@example.com',
      'anna@',
      'a b@example.com',
      'a@b@c',
      '7@service_group',
      '7@seafile_group',
      'a\n@b.c',
      `${'a'.repeat(251)}@b.c`,
    ];
    for (const email of emails) {
      const answer = await create({ form: { email, password: 'secret' } });
      expect([email, outcome(answer)]).toEqual([email, refused('email invalid.')]);
    }
    expect(outcome(await create({ form: { password: 'secret' } }))).toEqual(refused('email invalid.'));
    expect(outcome(await create({ json: { email: ['a@b.c', 'd@e.f'], password: 'x' } }))).toEqual(
      refused('email invalid.'),
    );
    expect(outcome(await create({}))).toEqual(refused('email invalid.'));
    expect(await countUsers()).toBe(before);
  });

  it('is there already, whatever the letter case', async () => {
    const before = await countUsers();
    for (const email of ['anna@example.com', 'ANNA@example.com']) {
      const answer = await create({ form: { email, password: 'another' } });
      expect([answer.status, answer.json]).toEqual([
        400,
        { error_msg: expect.stringMatching(/^User anna@example\.com already exists\.$/i) },
      ]);
    }
    expect(await countUsers()).toBe(before);
    expect((await signIn('anna@example.com', 'secret-of-anna@example.com')).status).toBe(200);
  });

  it('has no password, or one that nobody types', async () => {
    const before = await countUsers();
    for (const form of [{ email: 'x@example.com' }, { email: 'x@example.com', password: '' }]) {
      expect(outcome(await create({ form }))).toEqual(refused('password required.'));
    }
    const long = await create({ form: { email: 'x@example.com', password: 'p'.repeat(4097) } });
    expect([long.status, long.json]).toEqual([400, { error_msg: expect.stringContaining('password') }]);
    expect(await countUsers()).toBe(before);
  });

  it('has a name, a flag or a quota that makes no sense', async () => {
    const before = await countUsers();
    const base = { email: 'x@example.com', password: 'secret' };
    for (const [form, field] of [
      [{ ...base, name: 'a/b' }, 'name'],
      [{ ...base, name: 'n'.repeat(65) }, 'name'],
      [{ ...base, name: 'a\nb' }, 'name'],
      [{ ...base, is_staff: 'yes' }, 'is_staff'],
      [{ ...base, is_staff: '2' }, 'is_staff'],
      [{ ...base, is_active: 'maybe' }, 'is_active'],
      [{ ...base, quota_total: 'abc' }, 'quota_total'],
      [{ ...base, quota_total: '1.5' }, 'quota_total'],
      [{ ...base, quota_total: '-3' }, 'quota_total'],
      [{ ...base, quota_total: '999999999999999' }, 'quota_total'],
    ] as const) {
      expect([form, outcome(await create({ form }))]).toEqual([form, refused(`${field} invalid.`)]);
    }
    expect(await countUsers()).toBe(before);
  });
});
