import { beforeEach, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, unreadableBodies } from '../../support/unreadable-bodies.ts';
import {
  expectClearRefusal,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const SUCCESS = { status: 200, body: { success: true } };
const NO_OWNER = { status: 400, body: { error_msg: 'owner invalid.' } };
const ANN = 'ann@example.com';
const BEN = 'ben@example.com';

function userNotFound(owner: string) {
  return { status: 404, body: { error_msg: `User ${owner} not found.` } };
}

describe('PUT /api2/repos/{id}/owner/ with a user', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  let id = '';
  const path = (library = id) => `/api2/repos/${library}/owner/`;
  const give = async (token: string, owner: string, library = id) =>
    outcome(await app().call('PUT', path(library), { token, form: { owner } }));
  const ownerNow = async (library = id) => (await admin.library(library)).owner;

  beforeEach(async () => {
    id = await user.makeLibrary(cast().owner, 'Handed over');
  });

  it('file system the library to the other user', async () => {
    expect(await give(cast().owner, BEN)).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(BEN);
    const answer = await app().call('GET', path(), { token: cast().stranger });
    expect(answer).toMatchObject({ status: 200, json: { owner: BEN } });
  });

  it('moves it from one listing to the other', async () => {
    await give(cast().owner, BEN);
    expect((await user.libraries(cast().owner)).map((row) => row.id)).not.toContain(id);
    expect((await user.libraries(cast().stranger, '?type=mine')).find((row) => row.id === id)).toMatchObject({
      type: 'repo',
      name: 'Handed over',
      owner: BEN,
      owner_name: 'ben',
      permission: 'rw',
    });
  });

  it.each([
    ['GET', '/api2/repos/ID/'],
    ['GET', '/api2/repos/ID/owner/'],
    ['GET', '/api2/repos/ID/download-info/'],
    ['GET', '/api/v2.1/repos/ID/history/'],
    ['GET', '/api/v2.1/repos/ID/trash/'],
    ['PUT', '/api2/repos/ID/owner/'],
    ['DELETE', '/api2/repos/ID/'],
  ])('leaves the one who gave it no %s %s', async (method, pattern) => {
    await give(cast().owner, BEN);
    const form = method === 'PUT' ? { form: { owner: ANN } } : {};
    const answer = await app().call(method, pattern.replace('ID', id), { token: cast().owner, ...form });
    expect(answer.status).toBe(403);
    expect(await ownerNow()).toBe(BEN);
  });

  it('is no commit, and keeps retention and history', async () => {
    await user.setKeepDays(cast().owner, id, 30);
    const before = await user.history(cast().owner, id);
    await give(cast().owner, BEN);
    expect(await user.history(cast().stranger, id)).toEqual(before);
    expect(await user.keepDays(cast().stranger, id)).toBe(30);
  });

  it('lets the new owner do everything, giving it back included', async () => {
    await give(cast().owner, BEN);
    const form = { repo_name: 'Mine now' };
    const renamed = await app().call('POST', `/api2/repos/${id}/?op=rename`, {
      token: cast().stranger,
      form,
    });
    expect(renamed.status).toBe(200);
    expect(await give(cast().stranger, ANN)).toEqual(SUCCESS);
    expect(await user.state(cast().owner, id)).toMatchObject({ name: 'Mine now', owner: 'self' });
  });

  it('takes e-mails in any letter case', async () => {
    expect(await give(cast().owner, 'BEN@Example.COM')).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(BEN);
  });

  it('works on read-only and on encrypted libraries', async () => {
    await admin.update(id, { status: 'read-only' });
    expect(await give(cast().owner, BEN)).toEqual(SUCCESS);
    expect(await user.state(cast().stranger, id)).toMatchObject({ permission: 'r', owner: 'self' });
    const form = { name: 'Secret', passwd: 'p' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    const { repo_id: secret } = made.json as { repo_id: string };
    expect(await give(cast().owner, BEN, secret)).toEqual(SUCCESS);
    expect(await user.state(cast().stranger, secret)).toMatchObject({ encrypted: true });
  });

  it('reads multipart and JSON alike, with and without the slash at the end', async () => {
    const put = async (token: string, options: object, at = path()) =>
      outcome(await app().call('PUT', at, { token, ...options }));
    expect(await put(cast().owner, { multipart: { owner: BEN } })).toEqual(SUCCESS);
    expect(await put(cast().stranger, { json: { owner: ANN } })).toEqual(SUCCESS);
    expect(await put(cast().owner, { form: { owner: BEN } }, `/api2/repos/${id}/owner`)).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(BEN);
  });

  it.each(['true', 'false'])('takes reshare=%s', async (reshare) => {
    const form = { owner: BEN, reshare };
    expect(outcome(await app().call('PUT', path(), { token: cast().owner, form }))).toEqual(SUCCESS);
  });

  it('lets the administrator of a department give its library to a user, and no other member', async () => {
    id = await admin.makeLibrary('Plans', cast().department);
    expect(await give(cast().departmentMember, BEN)).toEqual(PERMISSION_DENIED);
    expect(await give(cast().owner, ANN)).toEqual(PERMISSION_DENIED);
    expect(await give(cast().departmentAdmin, BEN)).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(BEN);
    expect((await user.libraries(cast().departmentMember)).map((row) => row.id)).not.toContain(id);
  });

  it('refuses in the order: no owner, unknown library, unknown user, caller, same owner', async () => {
    expect(await give(cast().stranger, '', UNKNOWN_LIBRARY)).toEqual(NO_OWNER);
    const unknown = libraryNotFound(UNKNOWN_LIBRARY);
    expect(await give(cast().stranger, 'nobody@example.com', UNKNOWN_LIBRARY)).toEqual(unknown);
    expect(await give(cast().stranger, 'nobody@example.com')).toEqual(userNotFound('nobody@example.com'));
    expect(await give(cast().stranger, ANN)).toEqual(PERMISSION_DENIED);
    expect(await give(cast().owner, ANN)).toEqual({
      status: 400,
      body: { error_msg: 'Library can not be transferred to owner.' },
    });
    expect(await ownerNow()).toBe(ANN);
  });

  it('names an unknown user in lower case', async () => {
    expect(await give(cast().owner, 'Nobody@Example.com')).toEqual(userNotFound('nobody@example.com'));
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    expect(await give(cast()[who], BEN)).toEqual(PERMISSION_DENIED);
    expect(await ownerNow()).toBe(ANN);
  });

  it.each([
    { why: 'no owner', form: {} },
    { why: 'an empty owner', form: { owner: '' } },
    { why: 'the owner in the wrong field', form: { email: BEN } },
  ] satisfies { why: string; form: Record<string, string> }[])('refuses $why', async ({ form }) => {
    expect(outcome(await app().call('PUT', path(), { token: cast().owner, form }))).toEqual(NO_OWNER);
  });

  it.each(['ben', 'ben@', '@example.com', ' ', `${'b'.repeat(300)}@example.com`, "' OR 1=1 --"])(
    'does not take %j for a user',
    async (owner) => {
      const answer = await app().call('PUT', path(), { token: cast().owner, form: { owner } });
      expect([400, 404]).toContain(answer.status);
      expectClearRefusal(answer, answer.status);
      expect(await ownerNow()).toBe(ANN);
    },
  );

  it('knows no deleted library', async () => {
    await user.removeLibrary(cast().owner, id);
    expect(await give(cast().owner, BEN)).toEqual(libraryNotFound(id));
  });

  it.each(unreadableBodies('owner', BEN))('refuses $why', async (bytes) => {
    const call = { method: 'PUT', path: path(), token: cast().owner };
    expectClearRefusal(await sendBytes(app(), call, bytes), bytes.status);
    expect(await ownerNow()).toBe(ANN);
  });

  it('gives nothing away for callers without a valid token', async () => {
    await expectTokenNeeded(app(), 'PUT', path());
    expect(await ownerNow()).toBe(ANN);
  });
});
