import { describe, expect, it } from 'vitest';
import {
  adminDirent,
  adminGroupRow,
  adminUserRow,
  parseAdminUpdate,
  parseUserUpdate,
  systemInfo,
} from '../../../../src-main/http/present/admin.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

describe('what an administrator changes', () => {
  const library = (sent: object) =>
    parseAdminUpdate(sentTo('PATCH /api/local/v1/admin/libraries/:library_id/', sent));

  it('is what was sent, and nothing else', () => {
    expect(library({})).toEqual({});
    expect(library({ owner: '7@service_group', keep_days: -1, status: 'read-only' })).toEqual({
      ...{ owner: { kind: 'department', groupId: 7 }, keepDays: -1, status: 'read-only' },
    });
    const user = parseUserUpdate(sentTo('PATCH /api/local/v1/admin/users/:email/', { is_active: false }));
    expect(user).toEqual({ isActive: false });
  });

  it('is refused where it is nothing that could be', async () => {
    for (const sent of [{ owner: 'anna' }, { status: 'frozen' }, { keep_days: 'all' }])
      expect([sent, await refusalOf(() => library(sent))]).toMatchObject([
        sent,
        { code: 'argument-invalid' },
      ]);
  });
});

describe('what an administrator is shown', () => {
  it('of a department has no owner, and of a group its own', () => {
    const row = (parentGroupId: number) =>
      adminGroupRow(
        {
          ...{ group: { id: 7, name: 'Sales', parentGroupId, createdAtSeconds: 1 } },
          ...{ ownerEmail: 'anna@example.com', memberCount: 2 },
        } as unknown as Parameters<typeof adminGroupRow>[0],
        3,
      );
    expect(row(-1)).toMatchObject({ kind: 'department', parent_id: 0, owner: '' });
    expect(row(0)).toMatchObject({
      kind: 'group',
      parent_id: 0,
      owner: 'anna@example.com',
      library_count: 3,
    });
  });

  it('of a user who never came has no times', () => {
    const user = {
      email: 'a@b.c',
      isAdmin: false,
      isActive: true,
      createdAtSeconds: 5,
      name: '',
      contactEmail: '',
    };
    const never = { lastSignInAtSeconds: null, lastSeenAtSeconds: null };
    const row = { user: { ...user, ...never }, libraryCount: 1, bytes: 2, deviceCount: 0 };
    expect(adminUserRow(row as unknown as Parameters<typeof adminUserRow>[0])).toMatchObject({
      ...{ last_sign_in_at: 0, last_seen_at: 0, created_at: 5 },
    });
  });

  it('of items has sizes for files alone', () => {
    const item = { name: 'a', mtimeSeconds: 0, sizeBytes: 1 };
    const shown = (kind: string) =>
      adminDirent({ ...item, kind } as unknown as Parameters<typeof adminDirent>[0]);
    expect([shown('file').file_size, shown('dir').file_size, shown('dir').type]).toEqual([
      '1\u00a0byte',
      '',
      'folder',
    ]);
  });

  it('of the server adds up its libraries', () => {
    const libraries = [1, 2].map((fileCount) => ({ library: { fileCount, sizeBytes: 10 } }));
    const totals = { users: 3, activeUsers: 2, groups: 1, libraries };
    expect(systemInfo(totals as unknown as Parameters<typeof systemInfo>[0])).toMatchObject({
      ...{ repos_count: 2, total_files_count: 3, total_storage: 20, is_pro: false },
    });
  });
});
