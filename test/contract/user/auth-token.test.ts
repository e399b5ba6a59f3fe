import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, sentAnonymously, unreadableBodies } from '../../support/unreadable-bodies.ts';
import { expectClearRefusal, expectMethodRefused, FORTY_HEX } from '../../support/user-calls.ts';

const PATH = '/api2/auth-token/';
const ANN = { username: 'ann@example.com', password: 'secret-of-ann@example.com' };
const LINUX = { platform: 'linux', device_id: 'd'.repeat(40), device_name: 'terminal-vm' };

function refused(text: string) {
  return { status: 400, body: { non_field_errors: [text] } };
}
const WRONG = refused('Unable to login with provided credentials.');

// Every wrong password counts for the address that all tests have in common: keep them few.
describe('POST /api2/auth-token/', () => {
  const app = useApp();
  const admin = adminCalls(app);
  const signIn = async (form: Record<string, string>) => outcome(await app().call('POST', PATH, { form }));
  const tokenFor = async (form: Record<string, string>) => {
    const { status, body } = await signIn(form);
    if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`);
    return (body as { token: string }).token;
  };
  const statusWith = async (token: string) => (await app().call('GET', '/api2/repos/', { token })).status;
  let account = '';

  beforeAll(async () => {
    account = await app().addUser('ann@example.com');
  });

  it('answers nothing but a token, which opens the other calls', async () => {
    expect(await signIn(ANN)).toEqual({ status: 200, body: { token: account } });
    expect(account).toEqual(FORTY_HEX);
    expect(await statusWith(account)).toBe(200);
  });

  it('gives the same token every time, to multipart and JSON alike, with and without the slash at the end', async () => {
    const given = { status: 200, body: { token: account } };
    expect(outcome(await app().call('POST', PATH, { multipart: ANN }))).toEqual(given);
    expect(outcome(await app().call('POST', PATH, { json: ANN }))).toEqual(given);
    expect(outcome(await app().call('POST', '/api2/auth-token', { form: ANN }))).toEqual(given);
  });

  it('takes the e-mail in any letter case, and the contact e-mail', async () => {
    expect(await tokenFor({ ...ANN, username: 'Ann@Example.COM' })).toBe(account);
    await admin.call('PUT', 'users/ann@example.com/', { form: { contact_email: 'ann@home.example' } });
    expect(await tokenFor({ ...ANN, username: 'ann@home.example' })).toBe(account);
  });

  it('takes a JSON number for a password of digits', async () => {
    const form = { email: 'digits@example.com', password: '12345678' };
    await admin.call('POST', 'users/', { form });
    const json = { username: 'digits@example.com', password: 12_345_678 };
    expect(outcome(await app().call('POST', PATH, { json }))).toEqual({
      status: 200,
      body: { token: FORTY_HEX },
    });
  });

  it('is heard under both schemes, in any letter case', async () => {
    for (const scheme of ['Token', 'token', 'TOKEN', 'Bearer', 'bearer']) {
      const headers = { Authorization: `${scheme} ${account}` };
      expect((await app().call('GET', '/api2/repos/', { headers })).status).toBe(200);
    }
  });

  it('gives every device a token of its own, the same at each sign-in', async () => {
    const versions = { client_version: '9.0.5', platform_version: '' };
    const first = await tokenFor({ ...ANN, ...LINUX, ...versions });
    expect(first).toEqual(FORTY_HEX);
    expect(first).not.toBe(account);
    expect(await tokenFor({ ...ANN, ...LINUX, device_name: 'x'.repeat(100) })).toBe(first);
    const other = await tokenFor({ ...ANN, ...LINUX, device_id: 'e'.repeat(40) });
    const elsewhere = await tokenFor({ ...ANN, ...LINUX, platform: 'mac' });
    expect(new Set([account, first, other, elsewhere]).size).toBe(4);
    expect(await statusWith(first)).toBe(200);
  });

  it.each([
    { platform: 'windows', device_id: 'A'.repeat(40) },
    { platform: 'android', device_id: '0123456789abcdef' },
    { platform: 'ios', device_id: 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F' },
  ])('takes the device id of $platform', async (device) => {
    expect(await tokenFor({ ...ANN, ...device, device_name: 'thing' })).toEqual(FORTY_HEX);
  });

  it.each([
    { why: 'only a platform', device: { platform: 'linux' }, text: 'invalid params' },
    { why: 'no device name', device: { ...LINUX, device_name: '' }, text: 'invalid params' },
    { why: 'no platform', device: { ...LINUX, platform: '' }, text: 'invalid params' },
    { why: 'an unknown platform', device: { ...LINUX, platform: 'amiga' }, text: 'invalid platform' },
    { why: 'a short desktop id', device: { ...LINUX, device_id: 'd'.repeat(39) }, text: 'invalid device id' },
    {
      why: 'an Android id that is not hex',
      device: { ...LINUX, platform: 'android', device_id: 'xyz' },
      text: 'invalid device id',
    },
    {
      why: 'a long Android id',
      device: { ...LINUX, platform: 'android', device_id: 'a'.repeat(17) },
      text: 'invalid device id',
    },
    {
      why: 'a desktop id from iOS',
      device: { ...LINUX, platform: 'ios' },
      text: 'invalid device id',
    },
  ])('refuses $why', async ({ device, text }) => {
    expect(await signIn({ ...ANN, ...device })).toEqual(refused(text));
  });

  const REQUIRED = ['This field is required.'];
  const BLANK = ['This field may not be blank.'];

  it.each([
    { form: {}, body: { username: REQUIRED, password: REQUIRED } },
    { form: { username: ANN.username }, body: { password: REQUIRED } },
    { form: { password: ANN.password }, body: { username: REQUIRED } },
    { form: { username: '', password: '' }, body: { username: BLANK, password: BLANK } },
    { form: { ...ANN, password: '' }, body: { password: BLANK } },
    { form: { username: '' }, body: { username: BLANK, password: REQUIRED } },
    { form: { email: ANN.username, pass: 'x' }, body: { username: REQUIRED, password: REQUIRED } },
  ] satisfies { form: Record<string, string>; body: object }[])(
    'misses in $form what is missing',
    async (row) => {
      expect(await signIn(row.form)).toEqual({ status: 400, body: row.body });
    },
  );

  it('does not tell a wrong password from an unknown user', async () => {
    expect(await signIn({ ...ANN, password: 'wrong' })).toEqual(WRONG);
    expect(await signIn({ ...ANN, username: 'nobody@example.com' })).toEqual(WRONG);
  });

  it('refuses a password of 5 KiB and a name of 300 letters', async () => {
    expect(await signIn({ ...ANN, password: 'x'.repeat(5 * 1024) })).toEqual(WRONG);
    expect(await signIn({ ...ANN, username: `${'a'.repeat(300)}@example.com` })).toEqual(WRONG);
  });

  it('tells a disabled account from a wrong password only to who knows the password', async () => {
    const token = await app().addUser('dan@example.com');
    await admin.call('PUT', 'users/dan@example.com/', { form: { is_active: 'false' } });
    const dan = { username: 'dan@example.com', password: 'secret-of-dan@example.com' };
    expect(await signIn(dan)).toEqual(refused('User account is disabled.'));
    expect(await signIn({ ...dan, password: 'wrong' })).toEqual(WRONG);
    expect(outcome(await app().call('GET', '/api2/repos/', { token }))).toEqual({
      status: 401,
      body: { detail: 'User inactive or deleted' },
    });
  });

  it('ends every token of an account whose password was changed', async () => {
    const token = await app().addUser('eve@example.com');
    await admin.call('PUT', 'users/eve@example.com/', { form: { password: 'another one' } });
    expect(await statusWith(token)).toBe(401);
    const fresh = await tokenFor({ username: 'eve@example.com', password: 'another one' });
    expect(fresh).not.toBe(token);
    expect(await statusWith(fresh)).toBe(200);
  });

  it.each(unreadableBodies('username', ANN.username).map(sentAnonymously))('refuses $why', async (bytes) => {
    expectClearRefusal(await sendBytes(app(), { method: 'POST', path: PATH }, bytes), bytes.status);
  });

  it.each(['GET', 'PUT', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, PATH, ['POST']);
  });

  it('slows down who guesses, and says for how long', async () => {
    const guess = { username: 'guessed@example.com', password: 'x' };
    const answers = [];
    while (answers.length < 10 && answers.at(-1)?.status !== 429) {
      answers.push(await app().call('POST', PATH, { form: guess }));
    }
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const last = answers.at(-1);
    const seconds = last?.headers.get('retry-after') ?? '';
    expect(seconds).toMatch(/^[1-9]\d*$/);
    expect(last).toMatchObject({
      status: 429,
      json: { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
    });
  }, 20_000);
});
