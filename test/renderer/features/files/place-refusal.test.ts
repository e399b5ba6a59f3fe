import { describe, expect, it } from 'vitest';
import { placeRefusal } from '../../../../src-renderer/features/files/place-refusal.ts';

const PLAIN = { permission: 'rw', status: 'normal', encrypted: false } as const;
const from = { libraryId: 'a', folder: '/in', folderNames: ['sub'], isEncrypted: false };

describe('a place that items could go to', () => {
  it.each([
    ['move', 'a', '/other', PLAIN, null],
    ['move', 'b', '/in', PLAIN, null],
    ['copy', 'a', '/in', PLAIN, null],
    ['move', 'a', '/in', PLAIN, 'They are in this folder already.'],
    ['copy', 'a', '/in/sub/deep', PLAIN, 'A folder cannot go into itself.'],
    ['move', 'a', '/in/sub2', PLAIN, null],
    ['copy', 'a', '/', { ...PLAIN, permission: 'r' } as const, 'This library is read-only.'],
    [
      'copy',
      'b',
      '/',
      { ...PLAIN, encrypted: true },
      'You cannot move or copy between libraries when one of them is encrypted.',
    ],
    ['copy', 'b', '/', null, 'Loading the libraries…'],
  ] as const)('for a %s to %s%s of %o: %s', (...[mode, libraryId, folder, library, refusal]) => {
    expect(placeRefusal({ mode, from, to: { libraryId, folder }, library })).toBe(refusal);
  });
});
