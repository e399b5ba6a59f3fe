import { beforeEach, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

describe('DELETE /api2/repos/{id}/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  let id = '';
  const remove = async (token: string, path = `/api2/repos/${id}/`) =>
    outcome(await app().call('DELETE', path, { token }));
  const SUCCESS = { status: 200, body: 'success' };

  beforeEach(async () => {
    id = await user.makeLibrary(cast().owner, 'Doomed');
  });

  it('answers the JSON string "success"', async () => {
    const answer = await app().call('DELETE', `/api2/repos/${id}/`, { token: cast().owner });
    expect(answer).toMatchObject({ status: 200, text: '"success"' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it('takes the library out of the listing', async () => {
    const others = await user.libraries(cast().owner);
    await remove(cast().owner);
    const left = others.filter((row) => row.id !== id).map((row) => row.id);
    expect((await user.libraries(cast().owner)).map((row) => row.id).sort()).toEqual(left.sort());
  });

  it.each([
    ['GET', '/api2/repos/ID/'],
    ['GET', '/api2/repos/ID/owner/'],
    ['GET', '/api2/repos/ID/history-limit/'],
    ['GET', '/api2/repos/ID/download-info/'],
    ['GET', '/api/v2.1/repos/ID/history/'],
    ['GET', '/api/v2.1/repos/ID/trash/'],
    ['POST', '/api2/repos/ID/?op=rename'],
  ])('makes %s %s answer that there is no such library', async (method, path) => {
    await remove(cast().owner);
    const form = method === 'POST' ? { form: { repo_name: 'x' } } : {};
    const answer = await app().call(method, path.replace('ID', id), { token: cast().owner, ...form });
    expect(answer.status).toBe(404);
  });

  it('puts the library among the deleted ones', async () => {
    await remove(cast().owner);
    const { json } = await admin.call('GET', 'trash-libraries/?owner=ann%40example.com');
    expect((json as { repos: { id: string }[] }).repos.find((row) => row.id === id)).toEqual({
      id,
      name: 'Doomed',
      owner: 'ann@example.com',
      owner_name: 'ann',
      delete_time: A_TIMESTAMP,
    });
  });

  it('keeps the history for when the library is restored, and neither retention nor status', async () => {
    const history = await user.history(cast().owner, id);
    await user.setKeepDays(cast().owner, id, 30);
    await admin.update(id, { status: 'read-only' });
    await remove(cast().owner);
    await admin.call('PUT', `trash-libraries/${id}/`);
    expect(await user.history(cast().owner, id)).toEqual(history);
    expect(await user.keepDays(cast().owner, id)).toBe(-1);
    expect(await user.state(cast().owner, id)).toMatchObject({ name: 'Doomed', permission: 'rw' });
  });

  it('works on read-only and on encrypted libraries', async () => {
    await admin.update(id, { status: 'read-only' });
    expect(await remove(cast().owner)).toEqual(SUCCESS);
    const form = { name: 'Secret', passwd: 'p' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    id = (made.json as { repo_id: string }).repo_id;
    expect(await remove(cast().owner)).toEqual(SUCCESS);
  });

  it('finds nothing to delete the second time', async () => {
    await remove(cast().owner);
    expect(await remove(cast().owner)).toEqual(libraryNotFound(id));
  });

  it.each(['owner', 'stranger', 'administrator'] as const)('tells the %s of an unknown id', async (who) => {
    const path = `/api2/repos/${UNKNOWN_LIBRARY}/`;
    expect(await remove(cast()[who], path)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    expect(await remove(cast()[who])).toEqual(PERMISSION_DENIED);
    expect(await user.state(cast().owner, id)).toMatchObject({ name: 'Doomed' });
  });

  it('lets administrators of a department delete its libraries, and nobody else', async () => {
    id = await admin.makeLibrary('Plans', cast().department);
    for (const who of ['departmentMember', 'owner', 'administrator'] as const) {
      expect(await remove(cast()[who])).toEqual(PERMISSION_DENIED);
    }
    expect(await remove(cast().departmentAdmin)).toEqual(SUCCESS);
    expect(await admin.deletedIds()).toContain(id);
  });

  it('deletes nothing for callers without a valid token', async () => {
    await expectTokenNeeded(app(), 'DELETE', `/api2/repos/${id}/`);
    expect(await user.state(cast().owner, id)).toMatchObject({ name: 'Doomed' });
  });

  it('knows neither PUT nor PATCH', async () => {
    await expectMethodRefused(app(), 'PATCH', `/api2/repos/${id}/`, ['GET', 'POST', 'DELETE']);
    await expectMethodRefused(app(), 'PUT', `/api2/repos/${id}/`, ['GET', 'POST', 'DELETE']);
  });
});
