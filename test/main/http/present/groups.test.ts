import { describe, expect, it } from 'vitest';
import {
  failedMember,
  groupMember,
  parseGroupChange,
  parseOwnGroupChange,
  userGroup,
} from '../../../../src-main/http/present/groups.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

describe('what is changed about a group', () => {
  it('is what was sent; a quota of −2 lifts the limit', async () => {
    const change = (sent: object) => parseGroupChange(sentTo('PUT /api/v2.1/admin/groups/:group_id/', sent));
    expect([change({}), change({ quota: '7' }), change({ quota: '-2' })]).toEqual([
      {},
      { quotaBytes: 7 },
      { quotaBytes: null },
    ]);
    expect(change({ new_owner: 'anna@example.com' })).toEqual({ ownerEmail: 'anna@example.com' });
    expect(await refusalOf(() => change({ quota: 'much' }))).toMatchObject({ detail: { field: 'quota' } });
  });

  it('by its owner is a name or another owner, and has to be one of them', async () => {
    const change = (sent: object) => parseOwnGroupChange(sentTo('PUT /api/v2.1/groups/:group_id/', sent));
    expect(change({ name: 'Team' })).toEqual({ name: 'Team' });
    expect(await refusalOf(() => change({}))).toMatchObject({
      code: 'argument-missing',
      detail: { field: 'name' },
    });
  });
});

it('a group without a limit has the quota −2', () => {
  const group = { id: 7, name: 'Team', parentGroupId: 0, createdAtSeconds: 0, quotaBytes: null };
  const view = { group, ownerEmail: 'anna@example.com', adminEmails: [] };
  expect(userGroup(view as unknown as Parameters<typeof userGroup>[0], 5)).toMatchObject({
    ...{ group_quota: -2, group_quota_usage: 5, created_at: '1970-01-01T00:00:00+00:00' },
  });
});

it('members are told by their roles, and why somebody became none', () => {
  const member = (role: string) => {
    const one = { groupId: 7, email: 'anna@example.com', name: 'Anna', contactEmail: '', role };
    return groupMember(one as unknown as Parameters<typeof groupMember>[0], 'http://here');
  };
  expect(['owner', 'admin', 'member'].map((role) => [member(role).role, member(role).is_admin])).toEqual([
    ['Owner', true],
    ['Admin', true],
    ['Member', false],
  ]);
  const why = (reason: string) =>
    failedMember({ email: 'x@y.z', why: reason } as unknown as Parameters<typeof failedMember>[0]).error_msg;
  expect(why('user-not-found')).toBe('User x@y.z not found.');
  expect(why('group-member-exists')).toBe('User x@y.z is already a group member.');
});
