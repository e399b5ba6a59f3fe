import { pbkdf2Sync, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { A_LIBRARY_ID, A_TIMESTAMP, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { expectClearRefusal, FORTY_HEX, userCalls } from '../../support/user-calls.ts';

const PATH = '/api2/repos/';
const MAGIC = 'a1'.repeat(32);
const RANDOM_KEY = 'b2'.repeat(48);
const SALT = 'c3'.repeat(32);

/** What a client makes for version 2; with an id of its own at each call. */
function material(changes: Record<string, string> = {}): Record<string, string> {
  const made = { repo_id: randomUUID(), enc_version: '2', magic: MAGIC, random_key: RANDOM_KEY };
  return { name: 'Secret', ...made, ...changes };
}

describe('POST /api2/repos/ for an encrypted library', () => {
  const app = useApp();
  const user = userCalls(app);
  let owner = '';
  let stranger = '';
  const post = (form: Record<string, string>) => app().call('POST', PATH, { token: owner, form });
  const rows = () => user.libraries(owner);

  beforeAll(async () => {
    owner = await app().addUser('ann@example.com');
    stranger = await app().addUser('ben@example.com');
  });

  it('refuses a check of its password that others would have to wait for', async () => {
    const hash = { pwd_hash: MAGIC, pwd_hash_algo: 'argon2id', pwd_hash_params: '8,1048576,1' };
    const before = await rows();
    const refused = await post(material(hash));
    expectClearRefusal(refused, 400);
    expect(refused.text).toContain('more memory or time than this server allows');
    expect(await rows()).toEqual(before);
  });

  it('takes id and key material from the client', async () => {
    const form = material({ desc: 'd' });
    expect(outcome(await post(form))).toEqual({
      status: 200,
      body: {
        relay_id: FORTY_HEX,
        relay_addr: '127.0.0.1',
        relay_port: new URL(app().url).port,
        email: 'ann@example.com',
        token: FORTY_HEX,
        repo_id: form['repo_id'],
        repo_name: 'Secret',
        repo_desc: 'd',
        repo_size: 0,
        repo_size_formatted: '0\u00a0bytes',
        mtime: expect.any(Number),
        last_modified: A_TIMESTAMP,
        mtime_relative: expect.stringMatching(/^<time datetime="/),
        encrypted: 1,
        enc_version: 2,
        salt: '',
        magic: MAGIC,
        random_key: RANDOM_KEY,
        pwd_hash: '',
        pwd_hash_algo: '',
        pwd_hash_params: '',
        repo_version: 1,
        head_commit_id: FORTY_HEX,
        permission: 'rw',
      },
    });
  });

  it('shows the library as encrypted from then on', async () => {
    const { repo_id: id = '' } = (await post(material({ name: 'Shown' }))).json as Record<string, string>;
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ encrypted: true, salt: '' });
    expect(await user.state(owner, id)).toMatchObject({
      encrypted: true,
      enc_version: 2,
      magic: MAGIC,
      random_key: RANDOM_KEY,
      salt: '',
    });
    expect(await user.history(owner, id)).toMatchObject([{ description: 'Created library' }]);
  });

  it.each(['3', '4'])('keeps the salt of version %s', async (version) => {
    const form = material({ enc_version: version, salt: SALT });
    const answer = await post(form);
    expect(outcome(answer)).toMatchObject({
      status: 200,
      body: { repo_id: form['repo_id'], enc_version: Number(version), salt: SALT, magic: MAGIC },
    });
    expect((await rows()).find(({ id }) => id === form['repo_id'])).toMatchObject({ salt: SALT });
  });

  it('takes a password hash in the place of magic', async () => {
    const hash = { pwd_hash: 'd4'.repeat(32), pwd_hash_algo: 'pbkdf2_sha256', pwd_hash_params: '1000' };
    const { magic: _, ...form } = material(hash);
    expect(outcome(await post(form))).toMatchObject({
      status: 200,
      body: { encrypted: 1, enc_version: 2, magic: '', random_key: RANDOM_KEY, ...hash },
    });
  });

  it('makes the key material itself from a password, so that clients can open it', async () => {
    const answer = await post({ name: 'By password', passwd: 'pass phrase ü' });
    expect(outcome(answer)).toMatchObject({
      status: 200,
      body: {
        repo_id: A_LIBRARY_ID,
        encrypted: 1,
        enc_version: 2,
        salt: '',
        magic: expect.stringMatching(/^[0-9a-f]{64}$/),
        random_key: expect.stringMatching(/^[0-9a-f]{96}$/),
        pwd_hash: '',
      },
    });
    const { repo_id: id, magic } = answer.json as { repo_id: string; magic: string };
    const salt = Buffer.from('da9045c306c7cc26', 'hex');
    expect(magic).toBe(pbkdf2Sync(`${id}pass phrase ü`, salt, 1000, 32, 'sha256').toString('hex'));
  });

  it('prefers the material of a client over a password', async () => {
    expect(outcome(await post(material({ passwd: 'x' })))).toMatchObject({
      status: 200,
      body: { magic: MAGIC },
    });
  });

  it('reads multipart and JSON alike, with the version as a number', async () => {
    const token = owner;
    const made = { status: 200, json: { encrypted: 1, enc_version: 2, magic: MAGIC } };
    expect(await app().call('POST', PATH, { token, multipart: material() })).toMatchObject(made);
    const json = { ...material(), enc_version: 2 };
    expect(await app().call('POST', PATH, { token, json })).toMatchObject(made);
  });

  const BAD_ID = 'Repo id must be a valid uuid';
  const BAD_VERSION = 'Invalid enc_version param.';
  const BAD_SALT = 'salt invalid.';
  const BAD_KEYS = 'You must provide magic, random_key and enc_version.';

  it.each([
    { why: 'no name', changes: { name: '', repo_id: 'x' }, text: 'Library name is required.' },
    { why: 'a bad name', changes: { name: '..', repo_id: 'x' }, text: 'name invalid.' },
    { why: 'a bad id before a bad version', changes: { repo_id: 'x', enc_version: 'x' }, text: BAD_ID },
    { why: 'an id in braces', changes: { repo_id: `{${randomUUID()}}` }, text: BAD_ID },
    { why: 'an id in capitals', changes: { repo_id: 'ABCDEFAB-0000-4000-8000-000000000000' }, text: BAD_ID },
    { why: 'an id without hyphens', changes: { repo_id: randomUUID().replaceAll('-', '') }, text: BAD_ID },
    { why: 'a version in words', changes: { enc_version: 'two' }, text: BAD_VERSION },
    { why: 'half a version', changes: { enc_version: '2.5' }, text: BAD_VERSION },
    { why: 'version 0', changes: { enc_version: '0' }, text: BAD_VERSION },
    { why: 'version 1', changes: { enc_version: '1' }, text: BAD_VERSION },
    { why: 'version 99', changes: { enc_version: '99' }, text: BAD_VERSION },
    { why: 'a bad version before a bad magic', changes: { enc_version: '99', magic: '' }, text: BAD_VERSION },
    { why: 'version 3 without salt', changes: { enc_version: '3' }, text: BAD_SALT },
    { why: 'version 4 with a short salt', changes: { enc_version: '4', salt: 'ab' }, text: BAD_SALT },
    {
      why: 'a missing salt before a missing magic',
      changes: { enc_version: '4', magic: '' },
      text: BAD_SALT,
    },
    { why: 'no magic', changes: { magic: '' }, text: BAD_KEYS },
    { why: 'no random key', changes: { random_key: '' }, text: BAD_KEYS },
    { why: 'magic of 63 digits', changes: { magic: MAGIC.slice(1) }, text: BAD_KEYS },
    { why: 'magic that is not hex', changes: { magic: `g${MAGIC.slice(1)}` }, text: BAD_KEYS },
    { why: 'a random key of 97 digits', changes: { random_key: `${RANDOM_KEY}0` }, text: BAD_KEYS },
  ] satisfies { why: string; changes: Record<string, string>; text: string }[])(
    'refuses $why',
    async ({ changes, text }) => {
      const before = await rows();
      expect(outcome(await post(material(changes)))).toEqual({ status: 400, body: { error_msg: text } });
      expect(await rows()).toHaveLength(before.length);
    },
  );

  it.each([
    { why: 'no version', changes: { enc_version: '' } },
    { why: 'a negative version', changes: { enc_version: '-1' } },
    { why: 'a password hash of an unknown kind', changes: { pwd_hash: MAGIC, pwd_hash_algo: 'md5' } },
    {
      why: 'a short password hash',
      changes: { pwd_hash: 'ab', pwd_hash_algo: 'pbkdf2_sha256', pwd_hash_params: '1000' },
    },
  ])('refuses $why with clear words', async ({ changes }) => {
    expectClearRefusal(await post(material(changes)), 400);
  });

  it('refuses an id that is in use, and changes nothing about its library', async () => {
    const id = await user.makeLibrary(stranger, 'Theirs');
    const failed = { status: 520, body: { error_msg: 'Failed to create library.' } };
    expect(outcome(await post(material({ repo_id: id })))).toEqual(failed);
    expect(await user.state(stranger, id)).toMatchObject({ name: 'Theirs', encrypted: false });
  });

  it('refuses the id of a library that can still be restored', async () => {
    const id = await user.makeLibrary(owner, 'Gone');
    await user.removeLibrary(owner, id);
    expect((await post(material({ repo_id: id }))).status).toBe(520);
  });
});
