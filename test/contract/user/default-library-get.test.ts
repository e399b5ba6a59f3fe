import { beforeAll, describe, expect, it } from 'vitest';
import { A_LIBRARY_ID, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { expectMethodRefused, expectTokenNeeded, userCalls } from '../../support/user-calls.ts';

const PATH = '/api2/default-repo/';

describe('GET /api2/default-repo/', () => {
  const app = useApp();
  const user = userCalls(app);
  let owner = '';
  let other = '';
  const ask = async (token: string, path = PATH) => outcome(await app().call('GET', path, { token }));
  const make = async (token: string): Promise<string> => {
    const { json } = await app().call('POST', PATH, { token });
    return (json as { repo_id: string }).repo_id;
  };
  const NONE = { status: 200, body: { repo_id: '', exists: false } };

  beforeAll(async () => {
    owner = await app().addUser('ann@example.com');
    other = await app().addUser('ben@example.com');
  });

  it('says that a new user has none, with both keys, and makes none', async () => {
    expect(await ask(other)).toEqual(NONE);
    expect(await ask(other)).toEqual(NONE);
    expect(await user.libraries(other)).toEqual([]);
  });

  it('does not take any other library for it', async () => {
    await user.makeLibrary(other, 'My Library');
    expect(await ask(other)).toEqual(NONE);
  });

  it('names the library once there is one, with and without the slash at the end', async () => {
    const id = await make(owner);
    const found = { status: 200, body: { repo_id: id, exists: true } };
    expect(found.body.repo_id).toEqual(A_LIBRARY_ID);
    expect(await ask(owner)).toEqual(found);
    expect(await ask(owner, '/api2/default-repo')).toEqual(found);
  });

  it('keeps naming it under another name', async () => {
    const id = await make(owner);
    const form = { repo_name: 'Everything' };
    await app().call('POST', `/api2/repos/${id}/?op=rename`, { token: owner, form });
    expect(await ask(owner)).toEqual({ status: 200, body: { repo_id: id, exists: true } });
  });

  it('is a matter of each user', async () => {
    const own = await make(owner);
    const others = await make(other);
    expect(others).not.toBe(own);
    expect(await ask(owner)).toEqual({ status: 200, body: { repo_id: own, exists: true } });
    expect(await ask(other)).toEqual({
      status: 200,
      body: { repo_id: others, exists: true },
    });
  });

  it('says that there is none after the library was deleted', async () => {
    await user.removeLibrary(owner, await make(owner));
    expect(await ask(owner)).toEqual(NONE);
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', PATH);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, PATH, ['GET', 'POST']);
  });
});
