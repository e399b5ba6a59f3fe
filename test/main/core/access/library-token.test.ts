import { describe, expect, it } from 'vitest';
import type { EffectiveAccess } from '../../../../src-main/core/access/effective-access.ts';
import {
  accessByToken,
  checkAppName,
  deriveLibraryToken,
} from '../../../../src-main/core/access/library-token.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';

const PAPERS = '00000000-0000-4000-8000-000000000001' as LibraryId;
const PHOTOS = '00000000-0000-4000-8000-000000000002' as LibraryId;

const OWN: EffectiveAccess = {
  permission: 'rw',
  isManager: true,
  canShare: true,
  isOwner: true,
  source: 'owner',
};

describe('what is left of a person’s access by a library token', () => {
  it('is reading, or writing too, and nothing that managers may', () => {
    const left = { isManager: false, canShare: false, isOwner: false, source: 'owner' };
    const token = (permission: 'r' | 'rw') => ({ libraryId: PAPERS, permission });
    expect(accessByToken(OWN, token('rw'), PAPERS)).toEqual({ ...left, permission: 'rw' });
    expect(accessByToken(OWN, token('r'), PAPERS)).toEqual({ ...left, permission: 'r' });
    expect(accessByToken({ ...OWN, permission: 'r' }, token('rw'), PAPERS)).toEqual({
      ...left,
      permission: 'r',
    });
  });

  it('is nothing in another library, and once the person does not manage this one', () => {
    expect(accessByToken(OWN, { libraryId: PAPERS, permission: 'rw' }, PHOTOS)).toBeNull();
    const shared = { ...OWN, isManager: false };
    expect(accessByToken(shared, { libraryId: PAPERS, permission: 'rw' }, PAPERS)).toBeNull();
  });
});

describe('a library token', () => {
  it('is always the same for a seed and a secret', () => {
    const secret = Buffer.alloc(32, 1);
    expect(deriveLibraryToken(secret, 'one')).toMatch(/^[0-9a-f]{40}$/);
    expect(deriveLibraryToken(secret, 'one')).toBe(deriveLibraryToken(secret, 'one'));
    expect(deriveLibraryToken(secret, 'two')).not.toBe(deriveLibraryToken(secret, 'one'));
    expect(deriveLibraryToken(Buffer.alloc(32, 2), 'one')).not.toBe(deriveLibraryToken(secret, 'one'));
  });

  it('is for a program with a name', () => {
    expect(() => checkAppName('backup script')).not.toThrow();
    expect(() => checkAppName('')).toThrow('argument-missing');
    expect(() => checkAppName('a\u0000b')).toThrow('argument-invalid');
    expect(() => checkAppName('ü'.repeat(128))).toThrow('argument-invalid');
  });
});
