import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_EMAIL, ANNA_EMAIL, form, type HttpWorld, httpWorld, PASSWORD } from './http-world.ts';

let world: HttpWorld;
let id: string;

const UNKNOWN = '8a4f1d4c-1111-4222-8333-444455556666';
const anna = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, fields?: Record<string, string>) =>
  world.call(world.annaToken, { method, url, ...(fields ? form(fields) : {}) });
const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, fields?: Record<string, string>) =>
  world.call(world.adminToken, { method, url, ...(fields ? form(fields) : {}) });
const create = async (name: string) =>
  ((await anna('POST', '/api2/repos/', { name })).body as { repo_id: string }).repo_id;

beforeAll(async () => {
  world = await httpWorld();
  id = await create('Photos');
});

afterAll(() => world.close());

describe('user level', () => {
  it('signs in with a stable token, and says what is wrong otherwise', async () => {
    const signIn = (fields: Record<string, string>) =>
      world.call('', { method: 'POST', url: '/api2/auth-token/', ...form(fields) });
    expect((await signIn({ username: ANNA_EMAIL, password: PASSWORD })).body).toEqual({
      token: world.annaToken,
    });
    expect(await signIn({ username: ANNA_EMAIL, password: 'wrong' })).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Unable to login with provided credentials.'] },
    });
    expect(await signIn({ username: '' })).toMatchObject({
      status: 400,
      body: { username: ['This field may not be blank.'], password: ['This field is required.'] },
    });
    const half = { username: ANNA_EMAIL, password: PASSWORD, platform: 'linux' };
    expect((await signIn(half)).body).toEqual({ non_field_errors: ['invalid params'] });
    const odd = { ...half, platform: 'amiga', device_id: 'x', device_name: 'y' };
    expect((await signIn(odd)).body).toEqual({ non_field_errors: ['invalid platform'] });
  });

  it('slows guessing with the words of real servers', async () => {
    const guess = () => {
      const fields = { username: 'nobody@example.com', password: 'x' };
      return world.call('', { method: 'POST', url: '/api2/auth-token/', ...form(fields) });
    };
    for (let count = 0; count < 4; count += 1) await guess();
    const answers = [await guess(), await guess(), await guess()];
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ detail: 'Request was throttled. Expected available in 1 seconds.' });
    expect(refused?.headers['retry-after']).toBe('1');
  });

  it('answers a created library as clients read it', async () => {
    const { status, body } = await anna('POST', '/api2/repos/', { name: 'Made', desc: 'd' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      relay_addr: 'localhost',
      relay_port: '80',
      email: ANNA_EMAIL,
      repo_name: 'Made',
      repo_desc: 'd',
      repo_size: 0,
      repo_size_formatted: '0\u00a0bytes',
      mtime: 1_714_564_800,
      encrypted: '',
      enc_version: 0,
      salt: '',
      magic: '',
      random_key: '',
      repo_version: 1,
      permission: 'rw',
    });
    expect((body as { token: string }).token).toMatch(/^[0-9a-f]{40}$/);
    const web = await anna('POST', '/api2/repos/?from=web', { name: 'Web' });
    expect(web.body).toMatchObject({ token: '' });
  });

  it('answers an encrypted library with its key material', async () => {
    const { body } = await anna('POST', '/api2/repos/', { name: 'Secret', passwd: 'long enough' });
    expect(body).toMatchObject({
      encrypted: 1,
      enc_version: 2,
      salt: '',
      magic: expect.stringMatching(/^[0-9a-f]{64}$/),
      random_key: expect.stringMatching(/^[0-9a-f]{96}$/),
    });
    const {
      repo_id: secret,
      magic,
      random_key: key,
    } = body as { repo_id: string; magic: string; random_key: string };
    expect((await anna('GET', `/api2/repos/${secret}/`)).body).toMatchObject({
      encrypted: true,
      enc_version: 2,
      magic,
    });
    expect(await admin('GET', `/api/v2.1/admin/libraries/${secret}/dirents/`)).toMatchObject({
      status: 403,
      body: { error_msg: 'Feature disabled.' },
    });
    const client = { name: 'Made by client', repo_id: UNKNOWN, enc_version: '2', magic, random_key: key };
    expect((await anna('POST', '/api2/repos/', client)).body).toMatchObject({
      repo_id: UNKNOWN,
      encrypted: 1,
      magic,
    });
    expect(await anna('POST', '/api2/repos/', client)).toMatchObject({
      status: 520,
      body: { error_msg: 'Failed to create library.' },
    });
    expect((await anna('DELETE', `/api/v2.1/repos/${UNKNOWN}/`)).body).toBe('success');
    expect((await anna('DELETE', `/api/v2.1/deleted-repos/${UNKNOWN}/`)).body).toEqual({ success: true });
  });

  it('refuses libraries it cannot make', async () => {
    const wrong: [Record<string, string>, string][] = [
      [{}, 'Library name is required.'],
      [{ name: '' }, 'Library name is required.'],
      [{ name: 'a/b' }, 'name invalid.'],
      [{ name: 'x', repo_id: 'abc' }, 'Repo id must be a valid uuid'],
      [{ name: 'x', repo_id: UNKNOWN, enc_version: 'two' }, 'Invalid enc_version param.'],
      [
        { name: 'x', repo_id: UNKNOWN, enc_version: '2', magic: 'ab' },
        'You must provide magic, random_key and enc_version.',
      ],
    ];
    for (const [fields, text] of wrong) {
      expect(await anna('POST', '/api2/repos/', fields)).toMatchObject({
        status: 400,
        body: { error_msg: text },
      });
    }
  });

  it('lists, shows, renames and deletes', async () => {
    const list = await anna('GET', '/api2/repos/?type=mine');
    expect(list.headers['enable_encrypted_library']).toBe('True');
    const item = (list.body as { id: string }[]).find((each) => each.id === id);
    expect(item).toMatchObject({
      type: 'repo',
      owner: ANNA_EMAIL,
      virtual: false,
      root: '',
      permission: 'rw',
      version: 1,
    });
    expect((await anna('GET', '/api2/repos/?type=foo')).body).toEqual([]);
    expect((await anna('GET', `/api2/repos/${id}/`)).body).toMatchObject({
      type: 'repo',
      owner: 'self',
      file_count: 0,
    });

    const doomed = await create('Doomed');
    const path = `/api2/repos/${doomed}/`;
    expect((await anna('POST', `${path}?op=rename`, { repo_name: 'Renamed' })).body).toBe('success');
    expect((await anna('POST', `${path}?op=rename`)).body).toEqual({ error_msg: 'name invalid.' });
    expect((await anna('DELETE', path)).text).toBe('"success"');
    expect(await anna('DELETE', path)).toMatchObject({
      status: 404,
      body: { error_msg: `Library ${doomed} not found.` },
    });
    expect(await anna('GET', path)).toMatchObject({ status: 404, body: { error_msg: 'Library not found.' } });
  });

  it('answers errors in the order of real servers', async () => {
    const rename = await world.call(world.adminToken, {
      method: 'POST',
      url: `/api2/repos/${id}/?op=rename`,
      ...form({ repo_name: 'x' }),
    });
    expect(rename).toMatchObject({
      status: 403,
      body: { error_msg: 'You do not have permission to rename this library.' },
    });
    expect((await anna('PUT', `/api2/repos/${UNKNOWN}/owner/`, { owner: '' })).body).toEqual({
      error_msg: 'owner invalid.',
    });
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, { owner: 'who@example.com' })).body).toEqual({
      error_msg: 'User who@example.com not found.',
    });
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, { owner: '9@seafile_group' })).body).toEqual({
      error_msg: 'User 9@service_group not found.',
    });
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, { owner: ANNA_EMAIL })).body).toEqual({
      error_msg: 'Library can not be transferred to owner.',
    });
    expect((await anna('PUT', `/api2/repos/${UNKNOWN}/history-limit/`, {})).status).toBe(404);
    for (const value of ['', '1.5', 'abc', '0x10', ' 5 ']) {
      expect(await anna('PUT', `/api2/repos/${id}/history-limit/`, { keep_days: value })).toMatchObject({
        status: 400,
        body: { error_msg: 'keep_days invalid.' },
      });
    }
  });

  it('keeps a default library', async () => {
    expect((await anna('GET', '/api2/default-repo/')).body).toEqual({ repo_id: '', exists: false });
    const made = await anna('POST', '/api2/default-repo/');
    expect(made).toMatchObject({ status: 200, body: { exists: true } });
    expect((await anna('GET', '/api2/default-repo/')).body).toEqual(made.body);
  });

  it('shows history, trash and commits', async () => {
    const history = await anna('GET', `/api/v2.1/repos/${id}/history/`);
    expect(history.body).toMatchObject({
      more: false,
      data: [
        { time: '2024-05-01T12:00:00+00:00', description: 'Created library', creator: ANNA_EMAIL, tags: [] },
      ],
    });
    const commit = (history.body as { data: { commit_id: string }[] }).data[0]?.commit_id;
    expect((await anna('GET', `/api/v2.1/repos/${id}/commits/${commit}/`)).body).toMatchObject({
      commit_info: { creator_email: ANNA_EMAIL, device_name: '' },
      commit_diffs: [],
    });
    expect((await anna('GET', `/api/v2.1/repos/${id}/commits/${'a'.repeat(40)}/`)).body).toEqual({
      error_msg: `Commit ${'a'.repeat(40)} not found.`,
    });
    const empty = { data: [], more: false, scan_stat: null };
    expect((await anna('GET', `/api/v2.1/repos/${id}/trash/`)).body).toEqual(empty);
    expect((await anna('POST', `/api/v2.1/repos/${id}/trash/`, { path: '/' })).body).toEqual(empty);
    expect((await anna('GET', `/api/v2.1/repos/${id}/trash/?scan_stat=x`)).body).toEqual({
      error_msg: 'scan_stat invalid.',
    });
    expect((await anna('GET', `/api/v2.1/repos/${id}/history/?page=0`)).body).toEqual({
      error_msg: 'page invalid.',
    });
  });

  it('gives sync clients what they start with', async () => {
    const ticket = await anna('GET', `/api2/repos/${id}/download-info/`);
    expect(ticket.body).toMatchObject({ repo_id: id, repo_name: 'Photos', encrypted: '', email: ANNA_EMAIL });
    const tokens = await anna('GET', `/api2/repo-tokens/?repos=${id},${UNKNOWN}`);
    expect(Object.keys(tokens.body as object)).toEqual([id]);
    expect((await anna('GET', '/api2/repo-tokens/')).body).toEqual({
      error_msg: 'You must specify libaries ids',
    });
    expect((await anna('GET', '/api2/repo-tokens/?repos=x')).body).toEqual({
      error_msg: 'Libraries ids are invalid',
    });
  });

  it('restores and purges own deleted libraries', async () => {
    const doomed = await create('Own');
    await anna('DELETE', `/api/v2.1/repos/${doomed}/`);
    expect((await anna('GET', '/api/v2.1/deleted-repos/')).body).toContainEqual(
      expect.objectContaining({ repo_id: doomed, repo_name: 'Own' }),
    );
    expect((await anna('POST', '/api/v2.1/deleted-repos/', { repo_id: doomed })).body).toEqual({
      success: true,
    });
    expect(await anna('POST', '/api/v2.1/deleted-repos/', { repo_id: doomed })).toMatchObject({
      status: 400,
      body: { error_msg: 'Library does not exist in trash.' },
    });
    expect(await anna('DELETE', `/api/v2.1/repos/${UNKNOWN}/`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await anna('DELETE', '/api/v2.1/deleted-repos/')).body).toEqual({ success: true });
  });

  it('tells about the account', async () => {
    expect((await anna('GET', '/api2/account/info/')).body).toMatchObject({
      email: ANNA_EMAIL,
      name: 'anna',
      is_staff: false,
      total: -2,
      space_usage: '0%',
    });
    const slash = await anna('PUT', '/api2/account/info/', { name: 'a/b' });
    expect(slash.body).toEqual({ error_msg: "Name should not include '/'." });
    expect((await anna('PUT', '/api2/account/info/', { name: 'Anna B.' })).body).toMatchObject({
      name: 'Anna B.',
    });
  });
});

describe('administrator level', () => {
  const one = () => `/api/v2.1/admin/libraries/${id}/`;

  it('lists, filters and searches', async () => {
    const list = await admin('GET', '/api/v2.1/admin/libraries/?page=1&per_page=2');
    expect(list.body).toMatchObject({ page_info: { current_page: 1, has_next_page: true } });
    const owned = await admin('GET', `/api/v2.1/admin/libraries/?owner=${ADMIN_EMAIL}`);
    expect(owned.body).toEqual({ owner: ADMIN_EMAIL, name: '', repos: [] });
    expect((await admin('GET', '/api/v2.1/admin/libraries/?owner=nonsense')).body).toMatchObject({
      repos: [],
    });
    const search = await admin('GET', '/api/v2.1/admin/search-library/?query=PHOTO');
    expect(search.body).toMatchObject({ repo_list: [{ id, owner_email: ANNA_EMAIL, status: 'normal' }] });
    expect((await admin('GET', '/api/v2.1/admin/search-library/?query=+')).body).toEqual({
      error_msg: 'query invalid.',
    });
    expect((await admin('GET', '/api/v2.1/admin/libraries/?order_by=x')).body).toEqual({
      error_msg: 'order_by invalid.',
    });
  });

  it('creates from a multipart form, changes and deletes', async () => {
    const boundary = '----x';
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nTeam\r\n--${boundary}--\r\n`;
    const made = await world.call(world.adminToken, {
      method: 'POST',
      url: '/api/v2.1/admin/libraries/',
      payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect(made).toMatchObject({
      status: 200,
      body: { name: 'Team', owner: ADMIN_EMAIL, status: 'normal', file_count: 0 },
    });
    const path = `/api/v2.1/admin/libraries/${(made.body as { id: string }).id}/`;
    const changed = await admin('PUT', path, { status: 'read-only', name: 'Team 2', owner: ANNA_EMAIL });
    expect(changed.body).toMatchObject({ name: 'Team 2', owner: ANNA_EMAIL, status: 'read-only' });
    expect((await admin('PUT', path, { status: 'frozen' })).body).toEqual({ error_msg: 'status invalid.' });
    expect((await admin('PUT', path, { owner: 'x@service_group' })).body).toEqual({
      error_msg: 'owner invalid.',
    });
    expect((await admin('PUT', path, {})).status).toBe(400);
    expect((await admin('DELETE', path)).body).toEqual({ success: true });
    expect((await admin('DELETE', path)).body).toEqual({ success: true });
  });

  it('sets retention', async () => {
    expect((await admin('PUT', `${one()}history-limit/`, { keep_days: '30' })).body).toEqual({
      keep_days: 30,
    });
    expect((await admin('GET', `${one()}history-limit/`)).body).toEqual({ keep_days: 30 });
    expect((await admin('PUT', `${one()}history-limit/`, { keep_days: '-5' })).body).toEqual({
      keep_days: -1,
    });
  });

  it('manages deleted libraries', async () => {
    const doomed = await create('Gone');
    await anna('DELETE', `/api2/repos/${doomed}/`);
    const path = '/api/v2.1/admin/trash-libraries/';
    expect((await admin('GET', path)).body).toMatchObject({
      page_info: { current_page: 1, has_next_page: false },
    });
    const record = { id: doomed, name: 'Gone', owner: ANNA_EMAIL, delete_time: '2024-05-01T12:00:00+00:00' };
    const owned = await admin('GET', `${path}?owner=${ANNA_EMAIL}`);
    expect(owned.body).toMatchObject({
      search_owner: ANNA_EMAIL,
      repos: expect.arrayContaining([expect.objectContaining(record)]),
    });
    expect((await admin('GET', `${path}?owner=x`)).body).toEqual({ error_msg: 'owner invalid.' });
    expect((await admin('PUT', `${path}${doomed}/`)).body).toEqual({ success: true });
    expect(await admin('PUT', `${path}${doomed}/`)).toMatchObject({ status: 404 });
    expect((await admin('DELETE', `${path}${doomed}/`)).body).toEqual({ success: true });
    expect((await admin('DELETE', path)).body).toEqual({ success: true });
  });

  it('looks into libraries', async () => {
    const dirents = `${one()}dirents/?parent_dir=%2F`;
    const made = await admin('POST', dirents, { obj_name: 'Sub' });
    expect(made).toMatchObject({
      status: 200,
      body: { obj_name: 'Sub', is_file: false, type: 'folder', file_size: '' },
    });
    expect((await admin('GET', dirents)).body).toMatchObject({
      repo_id: id,
      repo_name: 'Photos',
      is_system_library: false,
      dirent_list: [{ obj_name: 'Sub' }],
    });
    expect((await admin('GET', `${one()}dirents/?parent_dir=/no/`)).body).toEqual({
      error_msg: 'Folder /no/ not found.',
    });
    expect((await admin('GET', `${one()}dirents/?parent_dir=../x`)).body).toEqual({
      error_msg: 'parent_dir invalid.',
    });
    expect((await admin('POST', dirents, { obj_name: 'a/b' })).body).toEqual({
      error_msg: 'obj_name invalid.',
    });
    expect((await admin('GET', `${one()}dirent/?path=/Sub&dl=1`)).body).toMatchObject({ obj_name: 'Sub' });
    expect((await admin('GET', `${one()}dirent/?path=/no`)).body).toEqual({
      error_msg: 'File or folder /no not found.',
    });
    expect((await admin('GET', `${one()}dirent/`)).body).toEqual({ error_msg: 'path invalid.' });
    expect((await admin('DELETE', `${one()}dirent/?path=/`)).body).toEqual({ error_msg: 'path invalid.' });
    expect((await admin('DELETE', `${one()}dirent/`, { path: '/Sub' })).body).toEqual({ success: true });
    expect((await admin('DELETE', `${one()}dirent/?path=/Sub`)).body).toEqual({ success: true });
  });

  it('manages users, groups and departments', async () => {
    const made = await admin('POST', '/api/v2.1/admin/users/', {
      email: 'bert@example.com',
      password: 'x1',
      is_staff: 'false',
    });
    expect(made.body).toMatchObject({
      email: 'bert@example.com',
      is_staff: false,
      is_active: true,
      quota_total: -2,
    });
    expect((await admin('POST', '/api/v2.1/admin/users/', { email: 'c@example.com' })).body).toEqual({
      error_msg: 'password required.',
    });
    expect((await admin('GET', '/api/v2.1/admin/users/nobody@example.com/')).body).toEqual({
      error_msg: 'User nobody@example.com not found.',
    });
    const department = await admin('POST', '/api/v2.1/admin/address-book/groups/', {
      group_name: 'Sales',
      parent_group: '-1',
    });
    const groupId = (department.body as { id: number }).id;
    expect(department.body).toMatchObject({ name: 'Sales', parent_group_id: -1, owner: 'system admin' });
    const members = `/api/v2.1/admin/groups/${groupId}/members/`;
    await admin('POST', members, { email: ANNA_EMAIL });
    expect((await admin('PUT', `${members}${ANNA_EMAIL}/`, { is_admin: 'true' })).body).toMatchObject({
      role: 'Admin',
    });
    expect((await anna('GET', '/api/v2.1/departments/?can_admin=true')).body).toMatchObject([
      { id: groupId, email: `${groupId}@service_group`, name: 'Sales' },
    ]);
    const give = { owner: `${groupId}@seafile_group` };
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, give)).body).toEqual({ success: true });
    expect((await anna('GET', `/api2/repos/${id}/owner/`)).body).toEqual({
      owner: `${groupId}@service_group`,
    });
    expect((await anna('GET', '/api2/repos/?type=group')).body).toMatchObject([
      { type: 'grepo', id, owner: 'Sales', group_name: 'Sales', groupid: groupId },
    ]);
    expect((await admin('GET', one())).body).toMatchObject({
      owner: `${groupId}@service_group`,
      group_name: 'Sales',
    });
  });
});
