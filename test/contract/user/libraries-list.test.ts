import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { adminCalls, outcome } from '../../support/admin-calls.ts';
import { commitEdit } from '../../support/disk-commits.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { expectTokenNeeded, FORTY_HEX, useCast, userCalls } from '../../support/user-calls.ts';

const PATH = '/api2/repos/';
const RELATIVE_TIME: unknown = expect.stringMatching(
  /^<time datetime="20[-\dT:]{17}" is="relative-time" title="[A-Z][\w,: ]+ \+0000" >[\w ]+<\/time>$/,
);

interface Row {
  readonly id: string;
  readonly name: string;
  readonly mtime: number;
}

describe('GET /api2/repos/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  const list = async (token: string, query = '') => {
    const { json } = await app().call('GET', PATH + query, { token });
    return json as Row[];
  };
  const namesOf = async (token: string, query = '') => (await list(token, query)).map(({ name }) => name);
  let own = '';
  let ofDepartment = '';

  beforeAll(async () => {
    own = await user.makeLibrary(cast().departmentMember, 'Own things');
    ofDepartment = await admin.makeLibrary('Plans', cast().department);
  });

  it('is empty for who has nothing', async () => {
    expect(outcome(await app().call('GET', PATH, { token: cast().stranger }))).toEqual({
      status: 200,
      body: [],
    });
  });

  it('shows every field of a library of the caller', async () => {
    const [row] = await list(cast().departmentMember, '?type=mine');
    expect(row).toEqual({
      type: 'repo',
      id: own,
      name: 'Own things',
      owner: 'max@example.com',
      owner_name: 'max',
      owner_contact_email: 'max@example.com',
      virtual: false,
      mtime: expect.any(Number),
      mtime_relative: RELATIVE_TIME,
      modifier_email: 'max@example.com',
      modifier_name: 'max',
      modifier_contact_email: 'max@example.com',
      size: 0,
      size_formatted: '0\u00a0bytes',
      encrypted: false,
      permission: 'rw',
      head_commit_id: FORTY_HEX,
      version: 1,
      salt: '',
      root: '',
    });
  });

  it('shows every field of a library of a department of the caller', async () => {
    const [row] = await list(cast().departmentMember, '?type=group');
    expect(row).toEqual({
      type: 'grepo',
      id: ofDepartment,
      name: 'Plans',
      owner: 'Office',
      group_name: 'Office',
      groupid: Number.parseInt(cast().department, 10),
      share_from: cast().department,
      share_from_name: 'Office',
      share_from_contact_email: '',
      mtime: expect.any(Number),
      mtime_relative: RELATIVE_TIME,
      modifier_email: 'admin@example.com',
      modifier_name: 'admin',
      modifier_contact_email: 'admin@example.com',
      size: 0,
      size_formatted: '0\u00a0bytes',
      encrypted: false,
      permission: 'rw',
      head_commit_id: FORTY_HEX,
      version: 1,
      salt: '',
      root: '',
    });
  });

  it('shows size, time, modifier and head as the last commit left them', async () => {
    const linked = await linkedLibrary({ name: 'Sized', files: { 'a.bin': 'x'.repeat(1024) } });
    await user.giveAway(cast().administrator, linked.libraryId, 'dora@example.com');
    const head = await user.state(cast().departmentAdmin, linked.libraryId);
    expect((await list(cast().departmentAdmin, '?nameContains=Sized'))[0]).toMatchObject({
      owner: 'dora@example.com',
      modifier_email: 'admin@example.com',
      size: 1024,
      size_formatted: '1.0\u00a0KB',
      head_commit_id: head.head_commit_id,
      mtime: head.mtime,
    });
  }, 30_000);

  it('orders own libraries by their last change, newest first, before those of departments', async () => {
    const linked = await linkedLibrary({ name: 'Old', files: { 'a.txt': 'a' } });
    const newer = await user.makeLibrary(cast().administrator, 'New');
    const { mtime } = await user.state(cast().administrator, newer);
    await vi.waitFor(() => expect(Date.now() / 1000).toBeGreaterThan(mtime + 1), { timeout: 5000 });
    await commitEdit(app(), linked, () => writeFile(join(linked.folder, 'a.txt'), 'changed'));
    expect((await namesOf(cast().administrator, '?type=mine')).slice(0, 2)).toEqual(['Old', 'New']);
    await user.makeLibrary(cast().departmentMember, 'Newest of all');
    const kinds = (await list(cast().departmentMember)).map((row) => (row as { type?: string }).type);
    expect(kinds).toEqual(['repo', 'repo', 'grepo']);
  }, 30_000);

  it('caps the permission on a read-only library, for its owner too', async () => {
    const id = await user.makeLibrary(cast().owner, 'Frozen');
    await admin.update(id, { status: 'read-only' });
    expect(await user.libraries(cast().owner, '?nameContains=Frozen')).toMatchObject([{ permission: 'r' }]);
    await admin.update(id, { status: 'normal' });
    expect(await user.libraries(cast().owner, '?nameContains=Frozen')).toMatchObject([{ permission: 'rw' }]);
  });

  it('tells encrypted libraries by a boolean', async () => {
    const form = { name: 'Locked', passwd: 'p' };
    await app().call('POST', PATH, { token: cast().owner, form });
    expect(await user.libraries(cast().owner, '?nameContains=Locked')).toMatchObject([
      { name: 'Locked', encrypted: true, salt: '' },
    ]);
  });

  it('shows an administrator only the libraries that are his own', async () => {
    const names = await namesOf(cast().administrator);
    expect(names).not.toContain('Own things');
    expect(names).not.toContain('Plans');
  });

  it.each([
    { query: '', mine: true, group: true },
    { query: '?type=', mine: true, group: true },
    { query: '?type=mine', mine: true, group: false },
    { query: '?type=group', mine: false, group: true },
    { query: '?type=shared', mine: false, group: false },
    { query: '?type=org', mine: false, group: false },
    { query: '?type=mine,group', mine: true, group: true },
    { query: '?type=group%2Cmine', mine: true, group: true },
    { query: '?type=foo', mine: false, group: false },
    { query: '?type=foo,mine', mine: true, group: false },
    { query: '?type=Mine', mine: false, group: false },
    { query: '?unknown=1', mine: true, group: true },
  ])('filters by $query', async ({ query, mine, group }) => {
    const names = await namesOf(cast().departmentMember, query);
    expect(names.includes('Own things')).toBe(mine);
    expect(names.includes('Plans')).toBe(group);
    if (!mine && !group) expect(names).toEqual([]);
  });

  it.each([
    { contains: 'own', found: true },
    { contains: 'N TH', found: true },
    { contains: '', found: true },
    { contains: 'things!', found: false },
    { contains: '%', found: false },
    { contains: '_wn', found: false },
    { contains: '\' OR 1=1 --"', found: false },
    { contains: 'x'.repeat(1000), found: false },
  ])('finds names that contain $contains: $found', async ({ contains, found }) => {
    const names = await namesOf(cast().departmentMember, `?nameContains=${encodeURIComponent(contains)}`);
    expect(names.includes('Own things')).toBe(found);
  });

  it('says in a header that libraries can be encrypted', async () => {
    const { headers } = await app().call('GET', PATH, { token: cast().stranger });
    expect(headers.get('enable_encrypted_library')).toBe('True');
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it('indents its JSON when asked to, up to eight spaces', async () => {
    const ask = async (accept: string) =>
      (await app().call('GET', PATH, { token: cast().departmentMember, headers: { Accept: accept } })).text;
    expect(await ask('application/json; indent=4')).toMatch(/^\[\n {4}\{\n {8}"type": /);
    expect(await ask('application/json; indent=99')).toMatch(/^\[\n {8}\{\n {16}"type": /);
    expect(await ask('application/json')).toMatch(/^\[\{"type":/);
    expect(await ask('application/json; indent=x')).toMatch(/^\[\{"type":/);
    expect(await ask('*/*')).toMatch(/^\[\{"type":/);
  });

  it('answers 406 to who accepts no JSON', async () => {
    const answer = await app().call('GET', PATH, {
      token: cast().departmentMember,
      headers: { Accept: 'text/html' },
    });
    expect(outcome(answer)).toEqual({
      status: 406,
      body: { detail: 'Could not satisfy the request Accept header.' },
    });
  });

  it.each([
    { why: 'a repeated type', query: '?type=mine&type=group' },
    { why: 'a percent sign that escapes nothing', query: '?nameContains=%zz' },
    { why: 'bytes that are no UTF-8', query: '?nameContains=%ff' },
    { why: 'a NUL', query: '?nameContains=a%00' },
  ])('refuses $why', async ({ query }) => {
    const answer = await app().call('GET', PATH + query, { token: cast().departmentMember });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.json).not.toBeInstanceOf(Array);
  });

  it('answers nobody without a valid token, wherever else one stands', async () => {
    await expectTokenNeeded(app(), 'GET', PATH);
    const answer = await app().call('GET', `${PATH}?token=${cast().departmentMember}`);
    expect(answer.status).toBe(403);
  });
});
