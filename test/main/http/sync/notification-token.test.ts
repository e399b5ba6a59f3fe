import { describe, expect, it } from 'vitest';
import { ADMIN_EMAIL, ANNA_EMAIL } from '../http-world.ts';
import { ADMIN, ANNA, syncWorld } from './sync-world.ts';

async function tokenWorld() {
  const world = await syncWorld();
  const ask = async (method: string, path: string, token?: string) => {
    const headers = token === undefined ? {} : { 'Seafile-Repo-Token': token };
    const response = await fetch(`${world.origin}/seafhttp${path}`, { method, headers });
    return { status: response.status, text: await response.text() };
  };
  return { ...world, ask, path: `/repo/${world.id}/jwt-token` };
}

describe('/seafhttp/repo/{id}/jwt-token', () => {
  it('gives a token for notifications to whoever may sync the library', async () => {
    const { ask, path, tokenOf, services, id } = await tokenWorld();
    for (const address of [path, `${path}/`]) {
      const { status, text } = await ask('GET', address, tokenOf(ANNA_EMAIL));
      expect(status).toBe(200);
      const { jwt_token: token } = JSON.parse(text) as { jwt_token: string };
      expect(services.notificationTokens.state(id, token)).toMatchObject({ kind: 'good' });
    }
  });

  it('gives none to anybody else', async () => {
    const { ask, path, tokenOf, annaToken, services } = await tokenWorld();
    const other = await services.libraries.create(ADMIN, { name: 'Other', description: '' });
    const refused = { status: 403, text: 'Permission denied.' };
    expect((await ask('GET', path)).status).toBe(400);
    for (const token of [annaToken, 'f'.repeat(40), tokenOf(ADMIN_EMAIL)])
      expect(await ask('GET', path, token)).toEqual(refused);
    expect(await ask('GET', path, tokenOf(ADMIN_EMAIL, other.view.library.id))).toEqual(refused);
  });

  it('gives none that outlives the account or the library', async () => {
    const { ask, path, tokenOf, services, id } = await tokenWorld();
    const stateOfNew = async () => {
      const { text } = await ask('GET', path, tokenOf(ANNA_EMAIL));
      const { jwt_token: token } = JSON.parse(text) as { jwt_token: string };
      return () => services.notificationTokens.state(id, token).kind;
    };
    const ofAccount = await stateOfNew();
    await services.accounts.updateUser(ADMIN, ANNA_EMAIL, { isActive: false });
    await services.accounts.updateUser(ADMIN, ANNA_EMAIL, { isActive: true });
    const ofLibrary = await stateOfNew();
    expect([ofAccount(), ofLibrary()]).toEqual(['refused', 'good']);
    await services.libraries.remove(ANNA, id);
    expect(ofLibrary()).toBe('refused');
  });
});

describe('what only servers of another edition have', () => {
  it('is not there, so that clients do without locks and rights on folders', async () => {
    const { ask, tokenOf, id } = await tokenWorld();
    const token = tokenOf(ANNA_EMAIL);
    for (const [method, path] of [
      ['POST', '/repo/locked-files'],
      ['POST', '/repo/folder-perm'],
      ['PUT', `/repo/${id}/lock-file?p=/a.txt`],
      ['PUT', `/repo/${id}/unlock-file?p=/a.txt`],
    ] as const)
      expect([path, (await ask(method, path, token)).status]).toEqual([path, 404]);
  });
});
