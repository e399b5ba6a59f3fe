import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

describe('GET /api2/repos/{id}/history-limit/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const ask = async (token: string, id: string) =>
    outcome(await app().call('GET', `/api2/repos/${id}/history-limit/`, { token }));
  const kept = (days: number) => ({ status: 200, body: { keep_days: days } });
  let id = '';
  let ofDepartment = '';

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Kept');
    ofDepartment = await admin.makeLibrary('Plans', cast().department);
  });

  it('is -1 for a new library, which keeps everything', async () => {
    expect(await ask(cast().owner, id)).toEqual(kept(-1));
  });

  it.each([0, 1, 30, -1])('is %i once that was set', async (days) => {
    const library = await user.makeLibrary(cast().owner, 'Set');
    await user.setKeepDays(cast().owner, library, days);
    expect(await ask(cast().owner, library)).toEqual(kept(days));
  });

  it('shows what an administrator of the server has set', async () => {
    const library = await user.makeLibrary(cast().owner, 'Set for her');
    await admin.call('PUT', `libraries/${library}/history-limit/`, { form: { keep_days: '12' } });
    expect(await ask(cast().owner, library)).toEqual(kept(12));
  });

  it('answers for read-only libraries as well', async () => {
    const library = await user.makeLibrary(cast().owner, 'Frozen');
    await admin.update(library, { status: 'read-only' });
    expect(await ask(cast().owner, library)).toEqual(kept(-1));
  });

  it('answers administrators of the department that owns the library, and no other member', async () => {
    expect(await ask(cast().departmentAdmin, ofDepartment)).toEqual(kept(-1));
    expect(await ask(cast().departmentMember, ofDepartment)).toEqual(PERMISSION_DENIED);
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    expect(await ask(cast()[who], id)).toEqual(PERMISSION_DENIED);
  });

  it.each(['owner', 'stranger', 'administrator'] as const)('tells the %s of an unknown id', async (who) => {
    expect(await ask(cast()[who], UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('knows no deleted library', async () => {
    const gone = await user.makeLibrary(cast().owner, 'Gone');
    await user.removeLibrary(cast().owner, gone);
    expect(await ask(cast().owner, gone)).toEqual(libraryNotFound(gone));
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', `/api2/repos/${id}/history-limit/`);
  });

  it.each(['POST', 'PATCH', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, `/api2/repos/${id}/history-limit/`, ['GET', 'PUT']);
  });
});
