import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

const app = useApp();
let ann = '';
let bob = '';

beforeAll(async () => {
  ann = await app().addUser('ann@example.com');
  bob = await app().addUser('bob@example.com');
});

async function library(name: string, token = ann): Promise<string> {
  const { json } = await app().call('POST', '/api2/repos/', { token, form: { name } });
  return (json as { repo_id: string }).repo_id;
}

describe('tokens of a library', () => {
  it('are made with a name, shown once, listed without what opens anything, and ended', async () => {
    const id = await library('Photos');
    const path = `/api/local/v1/libraries/${id}/tokens/`;
    const made = await app().call('POST', path, { token: ann, json: { name: 'Backup script' } });
    expect(outcome(made)).toEqual({ status: 200, body: { name: 'Backup script', token: FORTY_HEX } });
    const { token } = made.json as { token: string };
    const info = async () =>
      (await app().call('GET', '/api/v2.1/via-repo-token/repo-info/', { token })).status;
    expect(await info()).toBe(200);
    await app().call('POST', path, { token: ann, json: { name: 'Scanner', permission: 'rw' } });
    const listed = await app().call('GET', path, { token: ann });
    const by = { made_by: 'ann@example.com', made_by_name: 'ann', made_at: expect.any(Number) };
    expect((listed.json as { tokens: object[] }).tokens).toHaveLength(2);
    expect((listed.json as { tokens: object[] }).tokens).toEqual(
      expect.arrayContaining([
        { name: 'Scanner', permission: 'rw', ...by },
        { name: 'Backup script', permission: 'r', ...by },
      ]),
    );
    expect(listed.text).not.toContain(token);
    const ended = await app().call('DELETE', `${path}?name=Backup%20script`, { token: ann });
    expect(outcome(ended)).toEqual({ status: 200, body: { success: true } });
    expect(await info()).toBe(403);
    expect((await app().call('DELETE', `${path}?name=Backup%20script`, { token: ann })).json).toMatchObject({
      error_code: 'link-not-found',
    });
  });

  it('have each a name of their own, and are for who manages the library', async () => {
    const id = await library('Papers');
    const path = `/api/local/v1/libraries/${id}/tokens/`;
    const make = async (json: object, token = ann) => (await app().call('POST', path, { token, json })).json;
    await make({ name: 'Scanner' });
    expect(await make({ name: 'Scanner' })).toMatchObject({ error_code: 'name-taken' });
    for (const json of [{}, { name: '' }, { name: 'x'.repeat(256) }, { name: 'a\nb' }])
      expect(await make(json)).toMatchObject({ error_code: expect.stringMatching(/^argument-/) });
    expect(await make({ name: 'a', permission: 'admin' })).toMatchObject({ error_code: 'argument-invalid' });
    expect((await app().call('GET', path, { token: bob })).status).toBe(403);
    expect((await app().call('POST', path, { token: bob, json: { name: 'b' } })).status).toBe(403);
    expect((await app().call('DELETE', `${path}?name=Scanner`, { token: bob })).status).toBe(403);
  });
});

describe('a library as a drive', () => {
  const at = async (id: string, query = '', token = ann) =>
    app().call('GET', `/api/local/v1/libraries/${id}/drive/${query}`, { token });
  const open = async (address: string) => {
    const authorization = `Basic ${Buffer.from(`ann@example.com:${ann}`).toString('base64')}`;
    const path = address.slice(app().url.length);
    return (await app().call('PROPFIND', path, { headers: { authorization, depth: '0' } })).status;
  };

  it('is at an address that opens it, by whatever name the drive gives it', async () => {
    const ids = [await library('Reise & Büro'), await library('Twice'), await library('Twice')];
    for (const id of ids) {
      const { addresses, email } = (await at(id)).json as { addresses: string[]; email: string };
      expect(email).toBe('ann@example.com');
      expect(await open(addresses[0] ?? '')).toBe(207);
    }
    expect((await at(ids[0] ?? '')).json).toMatchObject({
      addresses: [`${app().url}/dav/Reise%20%26%20B%C3%BCro/`],
    });
  });

  it('is there as it was at a moment', async () => {
    const id = await library('Diary');
    const seconds = Math.floor(Date.now() / 1000) + 1;
    const { addresses } = (await at(id, `?at=${seconds}`)).json as { addresses: string[] };
    expect(addresses[0]).toMatch(/\/dav\/\.history\/Diary\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\/$/);
    expect(await open(addresses[0] ?? '')).toBe(207);
  });

  it('is refused to who does not reach it, and while it is locked', async () => {
    const id = await library('Mine');
    expect((await at(id, '', bob)).json).toMatchObject({ error_code: 'permission-denied' });
    expect((await at(id, '?at=-1')).status).toBe(400);
    const form = { name: 'Locked', passwd: 'a long enough password' };
    const made = await app().call('POST', '/api2/repos/', { token: ann, form });
    const { repo_id } = made.json as { repo_id: string };
    const json = { password: form.passwd };
    expect((await at(repo_id)).json).toMatchObject({ error_code: 'library-locked' });
    await app().call('POST', `/api/local/v1/libraries/${repo_id}/unlock/`, { token: ann, json });
    expect(await open(((await at(repo_id)).json as { addresses: string[] }).addresses[0] ?? '')).toBe(207);
  });
});
