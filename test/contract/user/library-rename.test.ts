import { beforeEach, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { BAD_NAMES, UNUSUAL_NAMES } from '../../support/bad-names.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, unreadableBodies } from '../../support/unreadable-bodies.ts';
import {
  expectClearRefusal,
  expectTokenNeeded,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const SUCCESS = { status: 200, body: 'success' };
const UNKNOWN = { status: 404, body: { error_msg: 'Library not found.' } };
const NAME_INVALID = { status: 400, body: { error_msg: 'name invalid.' } };
const REFUSED = {
  status: 403,
  body: { error_msg: 'You do not have permission to rename this library.' },
};

describe('POST /api2/repos/{id}/?op=rename', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  let id = '';
  const path = () => `/api2/repos/${id}/?op=rename`;
  const rename = async (token: string, form: Record<string, string>) =>
    outcome(await app().call('POST', path(), { token, form }));
  const nameNow = async () => (await user.state(cast().owner, id)).name;
  const descriptionNow = async () => {
    const answer = await app().call('GET', `/api2/repos/${id}/download-info/`, { token: cast().owner });
    return (answer.json as { repo_desc: string }).repo_desc;
  };

  beforeEach(async () => {
    const form = { name: 'Before', desc: 'as it was' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    id = (made.json as { repo_id: string }).repo_id;
  });

  it('answers the JSON string "success" and renames', async () => {
    const form = { repo_name: 'After' };
    const answer = await app().call('POST', path(), { token: cast().owner, form });
    expect(answer).toMatchObject({ status: 200, text: '"success"' });
    expect(await nameNow()).toBe('After');
    expect(await user.libraries(cast().owner, '?nameContains=After')).toMatchObject([{ id }]);
  });

  it('is a commit of the caller that leaves the content alone', async () => {
    const before = await user.state(cast().owner, id);
    await rename(cast().owner, { repo_name: 'After' });
    const after = await user.state(cast().owner, id);
    expect(after.root).toBe(before.root);
    expect(after.head_commit_id).not.toBe(before.head_commit_id);
    expect(await user.history(cast().owner, id)).toMatchObject([
      {
        commit_id: after.head_commit_id,
        description: 'Changed library name or description',
        creator: 'ann@example.com',
      },
      { commit_id: before.head_commit_id, description: 'Created library' },
    ]);
    const commit = `/api/v2.1/repos/${id}/commits/${after.head_commit_id}/`;
    const detail = await app().call('GET', commit, { token: cast().owner });
    expect(detail.json).toMatchObject({ commit_diffs: [] });
  });

  it('keeps the description unless there is a new one', async () => {
    await rename(cast().owner, { repo_name: 'After' });
    expect(await descriptionNow()).toBe('as it was');
    await rename(cast().owner, { repo_name: 'After', repo_desc: '' });
    expect(await descriptionNow()).toBe('as it was');
    await rename(cast().owner, { repo_name: 'After', repo_desc: 'as it is' });
    expect(await descriptionNow()).toBe('as it is');
  });

  it('reads form, multipart and JSON alike, with and without the slash at the end', async () => {
    const token = cast().owner;
    const fields = (name: string) => ({ repo_name: name });
    const bare = `/api2/repos/${id}?op=rename`;
    expect(await rename(token, fields('Form'))).toEqual(SUCCESS);
    expect(outcome(await app().call('POST', bare, { token, form: fields('Bare') }))).toEqual(SUCCESS);
    expect(await nameNow()).toBe('Bare');
    expect(outcome(await app().call('POST', path(), { token, multipart: fields('Parts') }))).toEqual(SUCCESS);
    expect(await nameNow()).toBe('Parts');
    expect(outcome(await app().call('POST', path(), { token, json: { repo_name: 7 } }))).toEqual(SUCCESS);
    expect(await nameNow()).toBe('7');
  });

  it('lets encrypted libraries keep their key material', async () => {
    const form = { name: 'Secret', passwd: 'p' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    const { repo_id: secret, magic, random_key } = made.json as Record<string, string>;
    id = secret ?? '';
    expect(await rename(cast().owner, { repo_name: 'Still secret' })).toEqual(SUCCESS);
    expect(await user.state(cast().owner, id)).toMatchObject({ encrypted: true, magic, random_key });
  });

  it.each(UNUSUAL_NAMES)('keeps the name %j byte for byte', async (name) => {
    expect(await rename(cast().owner, { repo_name: name })).toEqual(SUCCESS);
    expect(await nameNow()).toBe(name);
  });

  it('refuses in the order: unknown library, bad name, caller, read-only', async () => {
    const unknown = `/api2/repos/${UNKNOWN_LIBRARY}/?op=rename`;
    const form = { repo_name: 'a/b' };
    expect(outcome(await app().call('POST', unknown, { token: cast().owner, form }))).toEqual(UNKNOWN);
    await admin.update(id, { status: 'read-only' });
    expect(await rename(cast().stranger, form)).toEqual(NAME_INVALID);
    expect(await rename(cast().stranger, { repo_name: 'After' })).toEqual(REFUSED);
    expect(await rename(cast().owner, { repo_name: 'After' })).toEqual(PERMISSION_DENIED);
    expect(await nameNow()).toBe('Before');
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    expect(await rename(cast()[who], { repo_name: 'After' })).toEqual(REFUSED);
    expect(await nameNow()).toBe('Before');
  });

  it('lets administrators of a department rename its libraries, and no other member', async () => {
    id = await admin.makeLibrary('Plans', cast().department);
    expect(await rename(cast().departmentMember, { repo_name: 'After' })).toEqual(REFUSED);
    expect(await rename(cast().departmentAdmin, { repo_name: 'After' })).toEqual(SUCCESS);
    expect(await user.state(cast().departmentMember, id)).toMatchObject({ name: 'After' });
  });

  it.each([
    { why: 'no name', form: {} },
    { why: 'an empty name', form: { repo_name: '' } },
    { why: 'the name in the wrong field', form: { name: 'After' } },
    { why: 'only a description', form: { repo_desc: 'x' } },
    { why: 'a name of spaces only', form: { repo_name: '   ' } },
  ] satisfies { why: string; form: Record<string, string> }[])('refuses $why', async ({ form }) => {
    expect(await rename(cast().owner, form)).toEqual(NAME_INVALID);
    expect(await user.history(cast().owner, id)).toHaveLength(1);
  });

  it.each(BAD_NAMES)('refuses the name %j', async (name) => {
    expect(await rename(cast().owner, { repo_name: name })).toEqual(NAME_INVALID);
    expect(await nameNow()).toBe('Before');
  });

  it('answers "unsupported operation" to operations that it does not know', async () => {
    const form = { repo_name: 'After' };
    const answer = await app().call('POST', `/api2/repos/${id}/?op=explode`, { token: cast().owner, form });
    expect(outcome(answer)).toEqual({ status: 200, body: 'unsupported operation' });
    expect(await nameNow()).toBe('Before');
  });

  it('renames nothing when no operation is named', async () => {
    const form = { repo_name: 'After' };
    await app().call('POST', `/api2/repos/${id}/`, { token: cast().owner, form });
    expect(await nameNow()).toBe('Before');
  });

  it.each(unreadableBodies('repo_name', 'After'))('refuses $why', async (bytes) => {
    const call = { method: 'POST', path: path(), token: cast().owner };
    expectClearRefusal(await sendBytes(app(), call, bytes), bytes.status);
    expect(await nameNow()).toBe('Before');
  });

  it('renames nothing for callers without a valid token', async () => {
    await expectTokenNeeded(app(), 'POST', path());
  });
});
