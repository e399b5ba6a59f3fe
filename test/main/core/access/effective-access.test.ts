import { describe, expect, it } from 'vitest';
import {
  administratorAccess,
  effectiveAccessOf,
  type GroupRole,
  type ShareRights,
  type Ties,
} from '../../../../src-main/core/access/effective-access.ts';

const ANNA = 'anna@example.com';
const BERT = 'bert@example.com';
const ofAnna = { kind: 'user', email: ANNA } as const;
const ofOffice = { kind: 'department', groupId: 7 } as const;

const R: ShareRights = { permission: 'r', isAdmin: false };
const RW: ShareRights = { permission: 'rw', isAdmin: false };
const ADMIN: ShareRights = { permission: 'rw', isAdmin: true };

interface GivenTies {
  readonly role?: GroupRole | null;
  readonly personal?: ShareRights | null;
  readonly groups?: readonly ShareRights[];
}

const ties = ({ role = null, personal = null, groups = [] }: GivenTies = {}): Ties => ({
  roleIn: (groupId) => (groupId === 7 ? role : null),
  personalShare: () => personal,
  groupShares: () => groups,
});

describe('the access towards a library of a user', () => {
  it('is all for the owner and none for anybody else', () => {
    const library = { owner: ofAnna, status: 'normal' } as const;
    expect(effectiveAccessOf(library, ANNA, ties())).toEqual({
      ...{ permission: 'rw', isManager: true, canShare: true, isOwner: true, source: 'owner' },
    });
    expect(effectiveAccessOf(library, BERT, ties({ role: 'owner' }))).toBe(null);
  });

  it('is reading for the owner when the library is read-only, who still manages it', () => {
    const library = { owner: ofAnna, status: 'read-only' } as const;
    expect(effectiveAccessOf(library, ANNA, ties())).toEqual({
      ...{ permission: 'r', isManager: true, canShare: true, isOwner: true, source: 'owner' },
    });
  });
});

describe('the access towards a library of a department', () => {
  it.each([
    ['owner', true],
    ['admin', true],
    ['member', false],
  ] as const)('of its %s is to read and write, and to manage: %s', (role, isManager) => {
    const library = { owner: ofOffice, status: 'normal' } as const;
    expect(effectiveAccessOf(library, ANNA, ties({ role }))).toEqual({
      ...{ permission: 'rw', isManager, canShare: isManager, isOwner: false, source: 'department' },
    });
  });

  it('is none for those outside, whether the library is read-only or not', () => {
    for (const status of ['normal', 'read-only'] as const)
      expect(effectiveAccessOf({ owner: ofOffice, status }, ANNA, ties())).toBe(null);
  });

  it('is reading for members when the library is read-only', () => {
    const library = { owner: ofOffice, status: 'read-only' } as const;
    expect(effectiveAccessOf(library, ANNA, ties({ role: 'member' }))).toMatchObject({ permission: 'r' });
  });

  it('is what a member has been given personally, and all for administrators whatever they were given', () => {
    const library = { owner: ofOffice, status: 'normal' } as const;
    expect(effectiveAccessOf(library, ANNA, ties({ role: 'member', personal: R }))).toMatchObject({
      ...{ permission: 'r', source: 'personal-share' },
    });
    expect(effectiveAccessOf(library, ANNA, ties({ role: 'admin', personal: R }))).toMatchObject({
      ...{ permission: 'rw', isManager: true },
    });
  });
});

describe('the access of those a library is shared with', () => {
  const library = { owner: ofAnna, status: 'normal' } as const;

  it.each([
    ['a personal share', { personal: R }, 'r only, by personal-share'],
    ['a personal share before any group', { personal: R, groups: [ADMIN] }, 'r only, by personal-share'],
    ['a personal share with the right to share', { personal: ADMIN }, 'rw and sharing, by personal-share'],
    ['a share of one group', { groups: [R] }, 'r only, by group-share'],
    ['the best share of several groups', { groups: [R, RW, R] }, 'rw only, by group-share'],
    ['the right to share of any group', { groups: [R, ADMIN] }, 'rw and sharing, by group-share'],
  ] as const)('is %s', (_what, given, wanted) => {
    const access = effectiveAccessOf(library, BERT, ties(given));
    expect(access).toMatchObject({ isManager: false, isOwner: false });
    const { permission, canShare, source } = access ?? {};
    expect(`${permission} ${canShare ? 'and sharing' : 'only'}, by ${source}`).toBe(wanted);
  });

  it('is reading when the library is read-only, and none without a share', () => {
    const fixed = { ...library, status: 'read-only' } as const;
    expect(effectiveAccessOf(fixed, BERT, ties({ personal: RW }))).toMatchObject({ permission: 'r' });
    expect(effectiveAccessOf(fixed, BERT, ties({ groups: [RW] }))).toMatchObject({ permission: 'r' });
    expect(effectiveAccessOf(fixed, BERT, ties())).toBe(null);
  });
});

describe('the access of an administrator of the server', () => {
  it('is to manage everything, and to write unless the library is read-only', () => {
    expect(administratorAccess({ owner: ofAnna, status: 'normal' })).toEqual({
      ...{ permission: 'rw', isManager: true, canShare: true, isOwner: false, source: 'administration' },
    });
    expect(administratorAccess({ owner: ofAnna, status: 'read-only' })).toMatchObject({ permission: 'r' });
  });
});
