import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { A_LIBRARY_ID, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { EMPTY_ID, expectTokenNeeded, userCalls } from '../../support/user-calls.ts';

const PATH = '/api2/default-repo/';

describe('POST /api2/default-repo/', () => {
  const app = useApp();
  const user = userCalls(app);
  let owner = '';
  let stranger = '';
  const post = async (token: string, path = PATH) => app().call('POST', path, { token });
  const idOf = ({ json }: { json: unknown }) => (json as { repo_id: string }).repo_id;

  beforeAll(async () => {
    owner = await app().addUser('ann@example.com');
    stranger = await app().addUser('ben@example.com');
  });

  beforeEach(async () => {
    for (const { id } of await user.libraries(owner)) await user.removeLibrary(owner, id);
  });

  it('makes a library and names it', async () => {
    const answer = await post(owner);
    expect(outcome(answer)).toEqual({ status: 200, body: { repo_id: A_LIBRARY_ID, exists: true } });
    expect(await app().call('GET', PATH, { token: owner })).toMatchObject({ json: answer.json });
  });

  it('calls it My Library, in the hands of the caller', async () => {
    const id = idOf(await post(owner));
    expect(await user.libraries(owner)).toMatchObject([
      { id, name: 'My Library', owner: 'ann@example.com', permission: 'rw', size: 0, encrypted: false },
    ]);
    const info = await app().call('GET', `/api2/repos/${id}/download-info/`, { token: owner });
    expect(info.json).toMatchObject({ repo_name: 'My Library', repo_desc: 'My Library' });
  });

  it('starts its history with one commit of the caller', async () => {
    const id = idOf(await post(owner));
    expect(await user.history(owner, id)).toMatchObject([
      { description: 'Created library', creator: 'ann@example.com' },
    ]);
    expect(await user.state(owner, id)).toMatchObject({ root: EMPTY_ID });
  });

  it('gives the same library when it is asked again', async () => {
    const first = await post(owner);
    expect(outcome(await post(owner))).toEqual(outcome(first));
    expect(outcome(await post(owner, '/api2/default-repo'))).toEqual(outcome(first));
    expect(await user.libraries(owner)).toHaveLength(1);
  });

  it('gives the same library to clients that ask at the same time', async () => {
    const ids = (await Promise.all([1, 2, 3, 4].map(() => post(owner)))).map(idOf);
    expect(new Set(ids).size).toBe(1);
    expect(await user.libraries(owner)).toHaveLength(1);
  });

  it('makes another one when the first was deleted', async () => {
    const first = idOf(await post(owner));
    await user.removeLibrary(owner, first);
    const second = idOf(await post(owner));
    expect(second).not.toBe(first);
    expect((await user.libraries(owner)).map(({ id }) => id)).toEqual([second]);
  });

  it('makes one of its own for every user', async () => {
    const own = idOf(await post(owner));
    const other = idOf(await post(stranger));
    expect(other).not.toBe(own);
    expect((await user.libraries(stranger)).map(({ id }) => id)).toEqual([other]);
  });

  it('needs no body and minds none', async () => {
    const token = owner;
    const id = idOf(await post(token));
    const found = { status: 200, body: { repo_id: id, exists: true } };
    expect(outcome(await app().call('POST', PATH, { token, form: {} }))).toEqual(found);
    expect(outcome(await app().call('POST', PATH, { token, json: {} }))).toEqual(found);
    expect(outcome(await app().call('POST', PATH, { token, multipart: { name: 'Other' } }))).toEqual(found);
  });

  it('makes nothing for callers without a valid token', async () => {
    await expectTokenNeeded(app(), 'POST', PATH);
  });
});
