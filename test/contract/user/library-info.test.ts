import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { EMPTY_ID, expectTokenNeeded, FORTY_HEX, useCast, userCalls } from '../../support/user-calls.ts';

const UNKNOWN = { status: 404, body: { error_msg: 'Library not found.' } };
const REFUSED = {
  status: 403,
  body: { error_msg: 'You do not have permission to access this library.' },
};

describe('GET /api2/repos/{id}/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  const ask = async (token: string, id: string) =>
    outcome(await app().call('GET', `/api2/repos/${id}/`, { token }));
  let empty = '';

  beforeAll(async () => {
    empty = await user.makeLibrary(cast().owner, 'Empty');
  });

  it('shows every field of an empty library', async () => {
    expect(await ask(cast().owner, empty)).toEqual({
      status: 200,
      body: {
        type: 'repo',
        id: empty,
        owner: 'self',
        name: 'Empty',
        mtime: expect.any(Number),
        size: 0,
        encrypted: false,
        root: EMPTY_ID,
        permission: 'rw',
        modifier_email: 'ann@example.com',
        modifier_contact_email: 'ann@example.com',
        modifier_name: 'ann',
        file_count: 0,
        head_commit_id: FORTY_HEX,
      },
    });
  });

  it('counts files and bytes, and names the last modifier', async () => {
    const files = { 'a.txt': 'alpha', 'docs/b.txt': 'beta', 'docs/deep/c.txt': '' };
    const { libraryId, change } = await linkedLibrary({ name: 'Full', files });
    const before = await ask(cast().administrator, libraryId);
    expect(before).toMatchObject({
      status: 200,
      body: { owner: 'self', size: 9, file_count: 3, modifier_email: 'admin@example.com', root: FORTY_HEX },
    });
    await change({ 'a.txt': null, 'docs/b.txt': 'better' });
    const after = await ask(cast().administrator, libraryId);
    expect(after.body).toMatchObject({ size: 6, file_count: 2 });
    const { root, head_commit_id: head } = before.body as { root: string; head_commit_id: string };
    expect(after.body).not.toMatchObject({ root });
    expect(after.body).not.toMatchObject({ head_commit_id: head });
  }, 30_000);

  it('adds the key material of an encrypted library', async () => {
    const material = { enc_version: '4', magic: 'a1'.repeat(32), random_key: 'b2'.repeat(48) };
    const id = 'abcdef01-0000-4000-8000-000000000001';
    const form = { name: 'Secret', repo_id: id, salt: 'c3'.repeat(32), ...material };
    await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    expect(await ask(cast().owner, id)).toEqual({
      status: 200,
      body: {
        type: 'repo',
        id,
        owner: 'self',
        name: 'Secret',
        mtime: expect.any(Number),
        size: 0,
        encrypted: true,
        root: EMPTY_ID,
        permission: 'rw',
        modifier_email: 'ann@example.com',
        modifier_contact_email: 'ann@example.com',
        modifier_name: 'ann',
        file_count: 0,
        head_commit_id: FORTY_HEX,
        enc_version: 4,
        salt: 'c3'.repeat(32),
        magic: 'a1'.repeat(32),
        random_key: 'b2'.repeat(48),
      },
    });
  });

  it('says "share" to members of the department that owns the library', async () => {
    const id = await admin.makeLibrary('Plans', cast().department);
    for (const who of ['departmentMember', 'departmentAdmin'] as const) {
      expect(await ask(cast()[who], id)).toMatchObject({
        status: 200,
        body: { type: 'repo', owner: 'share', permission: 'rw', name: 'Plans' },
      });
    }
    expect(await ask(cast().owner, id)).toEqual(REFUSED);
  });

  it('caps the permission on a read-only library and grants nobody any', async () => {
    const id = await user.makeLibrary(cast().owner, 'Frozen');
    await admin.update(id, { status: 'read-only' });
    expect(await ask(cast().owner, id)).toMatchObject({ status: 200, body: { permission: 'r' } });
    expect(await ask(cast().stranger, id)).toEqual(REFUSED);
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    expect(await ask(cast()[who], empty)).toEqual(REFUSED);
  });

  it.each(['owner', 'administrator'] as const)('tells the %s of an unknown id', async (who) => {
    expect(await ask(cast()[who], UNKNOWN_LIBRARY)).toEqual(UNKNOWN);
  });

  it('knows no deleted library', async () => {
    const id = await user.makeLibrary(cast().owner, 'Gone');
    await user.removeLibrary(cast().owner, id);
    expect(await ask(cast().owner, id)).toEqual(UNKNOWN);
    expect(await ask(cast().stranger, id)).toEqual(UNKNOWN);
  });

  it('answers nobody without a valid token, whether the library exists or not', async () => {
    await expectTokenNeeded(app(), 'GET', `/api2/repos/${empty}/`);
    await expectTokenNeeded(app(), 'GET', `/api2/repos/${UNKNOWN_LIBRARY}/`);
  });
});
