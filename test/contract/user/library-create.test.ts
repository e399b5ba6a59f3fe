import { beforeAll, describe, expect, it } from 'vitest';
import { A_LIBRARY_ID, A_TIMESTAMP, outcome } from '../../support/admin-calls.ts';
import { BAD_NAMES, UNUSUAL_NAMES } from '../../support/bad-names.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, unreadableBodies } from '../../support/unreadable-bodies.ts';
import {
  EMPTY_ID,
  expectClearRefusal,
  expectMethodRefused,
  expectTokenNeeded,
  FORTY_HEX,
  userCalls,
} from '../../support/user-calls.ts';

const PATH = '/api2/repos/';

interface Created {
  readonly repo_id: string;
  readonly token: string;
  readonly mtime: number;
  readonly last_modified: string;
  readonly mtime_relative: string;
}

describe('POST /api2/repos/ for a plain library', () => {
  const app = useApp();
  const user = userCalls(app);
  let owner = '';
  const post = (form: Record<string, string>, path = PATH) =>
    app().call('POST', path, { token: owner, form });
  const created = async (form: Record<string, string>) => (await post(form)).json as Created;
  const names = async () => (await user.libraries(owner)).map(({ name }) => name);

  beforeAll(async () => {
    owner = await app().addUser('ann@example.com');
  });

  it('answers 200 with all that a client needs to sync it', async () => {
    const answer = await post({ name: 'Photos', desc: 'of the summer' });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: {
        relay_id: FORTY_HEX,
        relay_addr: '127.0.0.1',
        relay_port: new URL(app().url).port,
        email: 'ann@example.com',
        token: FORTY_HEX,
        repo_id: A_LIBRARY_ID,
        repo_name: 'Photos',
        repo_desc: 'of the summer',
        repo_size: 0,
        repo_size_formatted: '0\u00a0bytes',
        mtime: expect.any(Number),
        last_modified: A_TIMESTAMP,
        mtime_relative: expect.stringMatching(
          /^<time datetime="20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d" is="relative-time" title="[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d \+0000" >(Just now|\d seconds? ago)<\/time>$/,
        ),
        encrypted: '',
        enc_version: 0,
        salt: '',
        magic: '',
        random_key: '',
        pwd_hash: '',
        pwd_hash_algo: '',
        pwd_hash_params: '',
        repo_version: 1,
        head_commit_id: FORTY_HEX,
        permission: 'rw',
      },
    });
  });

  it('tells one time in three ways', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { mtime, last_modified: timestamp, mtime_relative: relative } = await created({ name: 'Times' });
    expect(mtime).toBeGreaterThanOrEqual(before);
    expect(mtime).toBeLessThanOrEqual(Date.now() / 1000);
    const iso = new Date(mtime * 1000).toISOString().slice(0, 19);
    expect(timestamp).toBe(`${iso}+00:00`);
    expect(relative).toContain(`datetime="${iso}"`);
  });

  it('starts the history with one commit without content', async () => {
    const { repo_id: id } = await created({ name: 'Fresh' });
    const token = owner;
    const state = await user.state(token, id);
    expect(state).toMatchObject({ root: EMPTY_ID, file_count: 0, size: 0, owner: 'self', permission: 'rw' });
    const history = await user.history(token, id);
    expect(history).toMatchObject([
      { commit_id: state.head_commit_id, description: 'Created library', creator: 'ann@example.com' },
    ]);
    const head = `/api/v2.1/repos/${id}/commits/${state.head_commit_id}/`;
    expect((await app().call('GET', head, { token })).json).toMatchObject({ commit_diffs: [] });
  });

  it('takes the description for empty when there is none', async () => {
    expect(await created({ name: 'Bare' })).toMatchObject({ repo_desc: '' });
    expect(await created({ name: 'Bare', desc: '' })).toMatchObject({ repo_desc: '' });
  });

  it('takes an empty password for none, as rclone sends it', async () => {
    const form = { name: 'From rclone', desc: 'Created by rclone', passwd: '' };
    expect(await created(form)).toMatchObject({ encrypted: '', enc_version: 0, magic: '', random_key: '' });
  });

  it('gives a sync token of its own at every call, and none to the web', async () => {
    const first = await created({ name: 'Twice' });
    const second = await created({ name: 'Twice' });
    expect(second.token).not.toBe(first.token);
    expect(second.repo_id).not.toBe(first.repo_id);
    const web = await post({ name: 'Web' }, '/api2/repos/?from=web');
    expect(outcome(web)).toMatchObject({ status: 200, body: { token: '', repo_name: 'Web' } });
  });

  it('gives a sync token that opens no call of this interface', async () => {
    const { token } = await created({ name: 'Narrow' });
    expect(outcome(await app().call('GET', PATH, { token }))).toEqual({
      status: 401,
      body: { detail: 'Invalid token' },
    });
  });

  it('reads form, multipart and JSON alike, with and without the slash at the end', async () => {
    const token = owner;
    const fields = { name: 'Same', desc: 'd' };
    const same = { status: 200, json: { repo_name: 'Same', repo_desc: 'd' } };
    expect(await app().call('POST', PATH, { token, form: fields })).toMatchObject(same);
    expect(await app().call('POST', PATH, { token, multipart: fields })).toMatchObject(same);
    expect(await app().call('POST', PATH, { token, json: fields })).toMatchObject(same);
    expect(await app().call('POST', '/api2/repos', { token, form: fields })).toMatchObject(same);
  });

  it('reads the boundary of Qt clients, and content types in any letter case', async () => {
    const call = { method: 'POST', path: PATH, token: owner };
    const boundary = '_.Seafile._{7e7e7e7e-0000}';
    const part = 'Content-Disposition: form-data; name="name"\r\n\r\nFrom Qt\r\n';
    const multipart = {
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\n${part}--${boundary}--\r\n`,
    };
    expect(await sendBytes(app(), call, multipart)).toMatchObject({ json: { repo_name: 'From Qt' } });
    const json = {
      headers: { 'Content-Type': 'Application/JSON ;\tCharset="UTF-8"' },
      body: '{"name": "Loud"}',
    };
    expect(await sendBytes(app(), call, json)).toMatchObject({ json: { repo_name: 'Loud' } });
  });

  it('takes numbers and booleans in JSON for text, and null for nothing', async () => {
    const json = { name: 2024, desc: true, passwd: null, storage_id: null };
    const answer = await app().call('POST', PATH, { token: owner, json });
    expect(answer).toMatchObject({
      status: 200,
      json: { repo_name: '2024', repo_desc: 'true', encrypted: '' },
    });
  });

  it('minds no parameters that it does not know', async () => {
    const form = { name: 'Extra', storage_id: 'x', library_template: 'y', z: '1' };
    expect(await created(form)).toMatchObject({ repo_name: 'Extra' });
  });

  it.each(UNUSUAL_NAMES)('keeps the name %j byte for byte', async (name) => {
    const { repo_id: id } = await created({ name });
    expect(await user.state(owner, id)).toMatchObject({ name });
  });

  it('lets several libraries have one name', async () => {
    await created({ name: 'Namesake' });
    await created({ name: 'Namesake' });
    expect((await names()).filter((name) => name === 'Namesake')).toHaveLength(2);
  });

  it.each([
    { why: 'no name', form: {}, text: 'Library name is required.' },
    { why: 'an empty name', form: { name: '' }, text: 'Library name is required.' },
    { why: 'no name but a bad id', form: { repo_id: 'x' }, text: 'Library name is required.' },
    { why: 'a bad name and a bad id', form: { name: 'a/b', repo_id: 'x' }, text: 'name invalid.' },
  ])('refuses $why', async ({ form, text }) => {
    const before = await names();
    expect(outcome(await post(form))).toEqual({ status: 400, body: { error_msg: text } });
    expect(await names()).toEqual(before);
  });

  it('refuses a name of spaces only', async () => {
    expectClearRefusal(await post({ name: '   ' }), 400);
  });

  it.each(BAD_NAMES)('refuses the name %j', async (name) => {
    const before = await names();
    expect(outcome(await post({ name }))).toEqual({ status: 400, body: { error_msg: 'name invalid.' } });
    expect(await names()).toEqual(before);
  });

  it.each(unreadableBodies('name', 'Unreadable'))('refuses $why', async (bytes) => {
    const call = { method: 'POST', path: PATH, token: owner };
    expectClearRefusal(await sendBytes(app(), call, bytes), bytes.status);
    expect(await names()).not.toContain('Unreadable');
  });

  it('makes nothing for callers without a valid token', async () => {
    await expectTokenNeeded(app(), 'POST', PATH);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, PATH, ['GET', 'POST']);
  });
});
