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

describe('GET /api2/repos/{id}/owner/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const ask = async (token: string, id: string) =>
    outcome(await app().call('GET', `/api2/repos/${id}/owner/`, { token }));
  const OWNED = { status: 200, body: { owner: 'ann@example.com' } };
  let id = '';
  let ofDepartment = '';

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Owned');
    ofDepartment = await admin.makeLibrary('Plans', cast().department);
  });

  it('names the owner to the owner', async () => {
    expect(await ask(cast().owner, id)).toEqual(OWNED);
  });

  it('names the owner to administrators of the server', async () => {
    expect(await ask(cast().administrator, id)).toEqual(OWNED);
  });

  it('names the department that owns a library to its administrators and those of the server', async () => {
    const owned = { status: 200, body: { owner: cast().department } };
    expect(cast().department).toMatch(/^\d+@service_group$/);
    expect(await ask(cast().departmentAdmin, ofDepartment)).toEqual(owned);
    expect(await ask(cast().administrator, ofDepartment)).toEqual(owned);
  });

  it('names nobody to other members of the department, and to people outside of it', async () => {
    expect(await ask(cast().departmentMember, ofDepartment)).toEqual(PERMISSION_DENIED);
    expect(await ask(cast().owner, ofDepartment)).toEqual(PERMISSION_DENIED);
  });

  it.each(['stranger', 'departmentAdmin'] as const)('refuses the %s', async (who) => {
    expect(await ask(cast()[who], id)).toEqual(PERMISSION_DENIED);
  });

  it('answers for read-only and encrypted libraries as well', async () => {
    const form = { name: 'Secret', passwd: 'p' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    const { repo_id: secret } = made.json as { repo_id: string };
    await admin.update(secret, { status: 'read-only' });
    expect(await ask(cast().owner, secret)).toEqual(OWNED);
  });

  it.each(['owner', 'stranger', 'administrator'] as const)('tells the %s of an unknown id', async (who) => {
    expect(await ask(cast()[who], UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('knows no deleted library', async () => {
    const gone = await user.makeLibrary(cast().owner, 'Gone');
    await user.removeLibrary(cast().owner, gone);
    expect(await ask(cast().owner, gone)).toEqual(libraryNotFound(gone));
    expect(await ask(cast().administrator, gone)).toEqual(libraryNotFound(gone));
  });

  it('indents its JSON when asked to', async () => {
    const headers = { Accept: 'application/json; indent=4' };
    const { text } = await app().call('GET', `/api2/repos/${id}/owner/`, { token: cast().owner, headers });
    expect(text).toBe('{\n    "owner": "ann@example.com"\n}');
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', `/api2/repos/${id}/owner/`);
  });

  it.each(['POST', 'PATCH', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, `/api2/repos/${id}/owner/`, ['GET', 'PUT']);
  });
});
