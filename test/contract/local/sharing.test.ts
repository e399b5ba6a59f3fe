import { beforeAll, describe, expect, it } from 'vitest';
import type { PublicLinkJson } from '../../../src-shared/sharing-api.ts';
import { adminCalls } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';

describe('sharing on /api/local/v1/', () => {
  const app = useApp();
  const admin = adminCalls(app);
  const sharing = sharingCalls(app);
  let papers: string;
  let anna: string;
  let family: number;

  const call = (method: string, path: string, json?: object, token = app().adminToken) =>
    app().call(method, `/api/local/v1/${path}`, { token, ...(json === undefined ? {} : { json }) });

  beforeAll(async () => {
    papers = await admin.makeLibrary('Papers');
    anna = await app().addUser('anna@example.com');
    await app().addUser('bert@example.com');
    family = await sharing.makeGroup(app().adminToken, 'Family');
    await sharing.addMember(app().adminToken, family, 'anna@example.com');
  }, 60_000);

  it('offers groups, then people, but nobody who has the library', async () => {
    const names = async () => {
      const { json } = await call('GET', `libraries/${papers}/share-targets/`);
      return (json as { targets: { id: string }[] }).targets.map(({ id }) => id);
    };
    expect(await names()).toEqual([String(family), 'anna@example.com', 'bert@example.com']);
    const given = { kind: 'user', id: 'anna@example.com', permission: 'r' };
    expect((await call('PUT', `libraries/${papers}/shares/`, given)).status).toBe(200);
    expect(await names()).toEqual([String(family), 'bert@example.com']);
    const found = await call('GET', `libraries/${papers}/share-targets/?text=FAM`);
    expect(found.json).toEqual({ targets: [{ kind: 'group', id: String(family), name: 'Family' }] });
  });

  it('changes a right with the same call, and lists groups first', async () => {
    await call('PUT', `libraries/${papers}/shares/`, {
      ...{ kind: 'user', id: 'anna@example.com', permission: 'rw' },
    });
    await call('PUT', `libraries/${papers}/shares/`, {
      ...{ kind: 'group', id: String(family), permission: 'r' },
    });
    const { json } = await call('GET', `libraries/${papers}/shares/`);
    expect(json).toEqual({
      shares: [
        { kind: 'group', id: String(family), name: 'Family', permission: 'r' },
        { kind: 'user', id: 'anna@example.com', name: 'anna', permission: 'rw' },
      ],
      total: 2,
      cursor: null,
    });
  });

  it('shows both sides what is shared, and lets one give it up', async () => {
    expect((await call('GET', 'sharing/given/')).json).toEqual({
      libraries: [
        {
          ...{ library_id: papers, library_name: 'Papers', path: '/', encrypted: false },
          ...{ people: 1, groups: 1, names: ['Family', 'anna'] },
        },
      ],
      cursor: null,
    });
    const received = async () => (await call('GET', 'sharing/received/', undefined, anna)).json;
    expect(await received()).toMatchObject({
      libraries: [{ library_id: papers, permission: 'rw', group_name: '' }],
    });
    await call('DELETE', `sharing/received/${papers}/`, undefined, anna);
    expect(await received()).toMatchObject({
      libraries: [{ library_id: papers, permission: 'r', group_name: 'Family' }],
    });
    const again = await call('DELETE', `sharing/received/${papers}/`, undefined, anna);
    expect([again.status, again.json]).toMatchObject([404, { error_code: 'share-not-found' }]);
    await call('DELETE', `libraries/${papers}/shares/?kind=group&id=${family}`);
    expect(await received()).toEqual({ libraries: [], cursor: null });
  });

  it('shares one folder, with everybody who has not got that one', async () => {
    const mkdir = `/api2/repos/${papers}/dir/?p=/Letters`;
    await app().call('POST', mkdir, { token: app().adminToken, form: { operation: 'mkdir' } });
    const shares = (query: string) => call('GET', `libraries/${papers}/shares/?path=/Letters${query}`);
    const targets = async () => {
      const { json } = await call('GET', `libraries/${papers}/share-targets/?path=/Letters`);
      return (json as { targets: { id: string }[] }).targets.map(({ id }) => id);
    };
    const given = { kind: 'user', id: 'bert@example.com', permission: 'r' };
    await call('PUT', `libraries/${papers}/shares/`, given);
    expect((await shares('')).json).toEqual({ shares: [], total: 0, cursor: null });
    expect(await targets()).toEqual([String(family), 'anna@example.com', 'bert@example.com']);
    const unknown = { ...given, id: 'none@example.com', path: '/Letters' };
    expect((await call('PUT', `libraries/${papers}/shares/`, unknown)).json).toMatchObject({
      error_code: 'user-not-found',
    });
    const folder = { kind: 'user', id: 'anna@example.com', permission: 'rw', path: '/Letters' };
    expect((await call('PUT', `libraries/${papers}/shares/`, folder)).json).toEqual({ success: true });
    expect((await shares('')).json).toMatchObject({ shares: [{ id: 'anna@example.com', permission: 'rw' }] });
    expect(await targets()).toEqual([String(family), 'bert@example.com']);
    expect((await call('GET', 'sharing/given/')).json).toMatchObject({
      libraries: [
        { library_id: papers, path: '/', names: ['bert'] },
        { library_id: papers, library_name: 'Papers', path: '/Letters', names: ['anna'] },
      ],
    });
    expect((await call('GET', 'sharing/received/', undefined, anna)).json).toMatchObject({
      libraries: [{ library_name: 'Letters', folder_of: 'Papers', permission: 'rw', group_name: '' }],
    });
    const end = `libraries/${papers}/shares/?kind=user&id=anna@example.com&path=/Letters`;
    expect((await call('DELETE', end)).json).toEqual({ success: true });
    expect((await call('DELETE', end)).json).toMatchObject({ error_code: 'share-not-found' });
    expect((await call('GET', `libraries/${papers}/shares/?path=/none`)).json).toMatchObject({
      error_code: 'folder-not-found',
    });
    await call('DELETE', `libraries/${papers}/shares/?kind=user&id=bert@example.com`);
  });

  it('refuses what makes no sense', async () => {
    const put = async (json: object) => (await call('PUT', `libraries/${papers}/shares/`, json)).json;
    const right = { permission: 'r' };
    expect(await put({ kind: 'user', id: 'none@example.com', ...right })).toMatchObject({
      error_code: 'user-not-found',
    });
    expect(await put({ kind: 'group', id: '4711', ...right })).toMatchObject({
      error_code: 'group-not-found',
    });
    expect(await put({ kind: 'all', id: '1', ...right })).toMatchObject({ error_code: 'argument-invalid' });
    expect(await put({ kind: 'user', id: 'anna@example.com' })).toMatchObject({
      error_code: 'argument-invalid',
    });
  });

  it('makes, lists, changes and removes links, and brings one back', async () => {
    const wanted = { kind: 'share', library_id: papers, path: '/', password: 'long enough', expire_days: 7 };
    const made = await call('POST', 'public-links/', wanted);
    const link = made.json as PublicLinkJson;
    expect(link).toMatchObject({ is_dir: true, has_password: true, is_expired: false, visits: 0 });
    expect(link.expires_at).toBe(link.created_at + 7 * 86_400);
    expect(link.url).toBe(`${app().url}/d/${link.token}/`);
    const upload = { kind: 'upload', library_id: papers, path: '/', expire_days: 0 };
    const second = (await call('POST', 'public-links/', upload)).json as PublicLinkJson;
    const tokens = async (query = '') => {
      const { json } = await call('GET', `public-links/${query}`);
      return (json as { links: PublicLinkJson[] }).links.map(({ token }) => token).sort();
    };
    expect(await tokens()).toEqual([link.token, second.token].sort());
    expect(await tokens(`?kind=share&library=${papers}&path=/`)).toEqual([link.token]);
    const changed = await call('PUT', `public-links/${link.token}/`, {
      ...{ kind: 'share', password: '', expire_days: 0 },
    });
    expect(changed.json).toMatchObject({ has_password: false, expires_at: null });
    await call('DELETE', `public-links/${link.token}/?kind=share`);
    expect(await tokens('?kind=share')).toEqual([]);
    expect((await call('POST', `public-links/${link.token}/put-back/`, {}, anna)).status).toBe(404);
    const back = await call('POST', `public-links/${link.token}/put-back/`, {});
    expect(back.json).toMatchObject({ token: link.token, url: link.url });
    expect((await call('POST', `public-links/${link.token}/put-back/`, {})).status).toBe(404);
    expect((await call('POST', 'public-links/', wanted)).json).toMatchObject({
      error_code: 'public-link-exists',
    });
    expect((await call('GET', 'public-links/', undefined, anna)).json).toEqual({
      ...{ links: [], origin: app().url, cursor: null },
    });
  });

  it('ends when the library is deleted, and is back with it', async () => {
    const photos = await admin.makeLibrary('Photos');
    for (const [kind, id] of [
      ['user', 'anna@example.com'],
      ['group', String(family)],
    ])
      await call('PUT', `libraries/${photos}/shares/`, { kind, id, permission: 'r' });
    const made = await call('POST', 'public-links/', { kind: 'share', library_id: photos, path: '/' });
    const { token } = made.json as PublicLinkJson;
    const annas = async () => {
      const { json } = await app().call('GET', '/api2/repos/', { token: anna });
      return (json as { id: string }[]).filter(({ id }) => id === photos).length;
    };
    const reach = async () => ({
      inListOfAnna: await annas(),
      shared: ((await call('GET', `libraries/${photos}/shares/`)).json as { total?: number }).total,
      given: JSON.stringify((await call('GET', 'sharing/given/')).json).includes(photos),
      received: JSON.stringify((await call('GET', 'sharing/received/', undefined, anna)).json).includes(
        photos,
      ),
      links: JSON.stringify((await call('GET', 'public-links/')).json).includes(token),
      link: (await app().call('GET', `/d/${token}/`, {})).status,
    });
    const before = await reach();
    expect(before).toEqual({
      ...{ inListOfAnna: 2, shared: 2, given: true, received: true, links: true, link: 200 },
    });
    await call('DELETE', `libraries/${photos}/`);
    expect(await reach()).toEqual({
      ...{ inListOfAnna: 0, shared: undefined, given: false, received: false, links: false, link: 404 },
    });
    await call('POST', `deleted-libraries/${photos}/restore/`, {});
    expect(await reach()).toEqual(before);
  });
});
