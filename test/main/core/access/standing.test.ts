import { describe, expect, it } from 'vitest';
import { type GroupRole, standingOf } from '../../../../src-main/core/access/standing.ts';

const ofAnna = { kind: 'user', email: 'anna@example.com' } as const;
const ofOffice = { kind: 'department', groupId: 7 } as const;

const inOffice = (role: GroupRole | null) => (groupId: number) => (groupId === 7 ? role : null);

describe('the standing towards a library of a user', () => {
  it('is all for the owner and none for anybody else', () => {
    const library = { owner: ofAnna, status: 'normal' } as const;
    expect(standingOf(library, 'anna@example.com', inOffice(null))).toEqual({
      ...{ permission: 'rw', isManager: true, isOwner: true },
    });
    expect(standingOf(library, 'bert@example.com', inOffice('owner'))).toBe(null);
  });

  it('is reading for the owner when the library is read-only, who still manages it', () => {
    const library = { owner: ofAnna, status: 'read-only' } as const;
    expect(standingOf(library, 'anna@example.com', inOffice(null))).toEqual({
      ...{ permission: 'r', isManager: true, isOwner: true },
    });
  });
});

describe('the standing towards a library of a department', () => {
  it.each([
    ['owner', true],
    ['admin', true],
    ['member', false],
  ] as const)('of its %s is to read and write, and to manage: %s', (role, isManager) => {
    const library = { owner: ofOffice, status: 'normal' } as const;
    expect(standingOf(library, 'anna@example.com', inOffice(role))).toEqual({
      ...{ permission: 'rw', isManager, isOwner: false },
    });
  });

  it('is none for those outside, whether the library is read-only or not', () => {
    for (const status of ['normal', 'read-only'] as const)
      expect(standingOf({ owner: ofOffice, status }, 'anna@example.com', inOffice(null))).toBe(null);
  });

  it('is reading for members when the library is read-only', () => {
    const library = { owner: ofOffice, status: 'read-only' } as const;
    expect(standingOf(library, 'anna@example.com', inOffice('member'))).toMatchObject({ permission: 'r' });
  });
});
