import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import {
  failedGroup,
  failedUser,
  givenLibrary,
  libraryShare,
  parseReceiver,
  parseSharedEmail,
  parseSharedGroup,
  parseShareRights,
  parseShareTarget,
} from '../../../../src-main/http/present/shares.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

describe('what a share gives', () => {
  it('is one of three words', async () => {
    expect(['r', 'rw', 'admin'].map(parseShareRights)).toEqual([
      { permission: 'r', isAdmin: false },
      { permission: 'rw', isAdmin: false },
      { permission: 'rw', isAdmin: true },
    ]);
    for (const text of [undefined, '', 'R', 'constructor', 'toString'])
      expect(await refusalOf(() => parseShareRights(text))).toMatchObject({
        detail: { field: 'permission' },
      });
  });

  it('is told by the same words', () => {
    const share = { email: 'anna@example.com', name: 'Anna', permission: 'rw', isAdmin: true } as const;
    expect(libraryShare(share)).toEqual({
      kind: 'user',
      id: 'anna@example.com',
      name: 'Anna',
      permission: 'admin',
    });
    expect(libraryShare({ groupId: 7, name: 'Team', permission: 'r', isAdmin: false })).toEqual({
      ...{ kind: 'group', id: '7', name: 'Team', permission: 'r' },
    });
  });
});

describe('whom a share is for', () => {
  it('is a person by e-mail, or a group by number', () => {
    const receiver = (sent: object) =>
      parseReceiver(sentTo('PUT /api/local/v1/libraries/:library_id/shares/', { permission: 'r', ...sent }));
    expect(receiver({ kind: 'user', id: 'ANNA@example.com' })).toEqual({ email: 'anna@example.com' });
    expect(receiver({ kind: 'group', id: '7' })).toEqual({ groupId: 7 });
  });

  it('is refused with what was sent, for calls that repeat it', async () => {
    expect(await refusalOf(() => parseSharedEmail('anna'))).toMatchObject({
      ...{ code: 'argument-invalid', detail: { field: 'Email', value: 'anna' } },
    });
    for (const text of ['0', '-1', '1000000000', '1.5', 'x', undefined])
      expect(await refusalOf(() => parseSharedGroup(text))).toMatchObject({ detail: { value: text ?? '' } });
    expect(await refusalOf(() => parseShareTarget('everybody'))).toMatchObject({
      detail: { field: 'share_type' },
    });
  });

  it('is told why not, in the words of real servers', () => {
    const user = (code: DomainError['code']) =>
      failedUser('anna@example.com', new DomainError(code)).error_msg;
    expect([user('argument-invalid'), user('user-not-found'), user('share-exists'), user('busy')]).toEqual([
      'username invalid.',
      'User anna@example.com not found.',
      'This item has been shared to anna@example.com.',
      'Permission denied.',
    ]);
    const group = failedGroup({ groupName: (id: number) => (id === 7 ? 'Team' : '') });
    expect(group('7', new DomainError('share-exists'))).toEqual({
      ...{ group_name: 'Team', error_msg: 'This item has been shared to Team.' },
    });
    expect(group('x', new DomainError('group-not-found'))).toEqual({
      ...{ group_name: 'x', error_msg: 'Group x not found' },
    });
  });
});

it('a library that was given to many names three, groups first', () => {
  const people = {
    displayName: (email: string) => email.slice(0, 1),
    groupName: (id: number) => `Team ${id}`,
  };
  const given = {
    ...{ id: 'l', name: 'Papers', path: '', isEncrypted: false, groups: [{ groupId: 1 }] },
    users: ['a@x.y', 'b@x.y', 'c@x.y', 'd@x.y'].map((email) => ({ email })),
  } as unknown as Parameters<typeof givenLibrary>[0];
  expect(givenLibrary(given, people)).toMatchObject({ people: 4, groups: 1, names: ['Team 1', 'a', 'b'] });
});
