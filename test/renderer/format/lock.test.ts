import { describe, expect, it } from 'vitest';
import { isLockedAt, isUnlocked, lockText } from '../../../src-renderer/format/lock.ts';

const NOW = 1_000_000;
const open = (open_until: number | null) => ({ lock: 'open', open_until }) as const;

describe('the lock of a library', () => {
  it.each([
    [open(NOW + 3_600), 'open for 60\u00a0min'],
    [open(NOW + 3_480), 'open for 58\u00a0min'],
    [open(NOW + 1), 'open for 1\u00a0min'],
    [open(NOW + 8 * 3_600), 'open for 8\u00a0h 0\u00a0min'],
    [open(NOW + 3_620), 'open for 60\u00a0min'],
    [open(NOW + 3_660), 'open for 1\u00a0h 1\u00a0min'],
    [open(null), 'open until Keepfold quits'],
    [open(NOW), 'locked'],
    [{ lock: 'locked', open_until: null } as const, 'locked'],
  ])('is said in words: %o', (library, text) => {
    expect(lockText(library, NOW)).toBe(text);
    expect(isLockedAt(library, NOW)).toBe(text === 'locked');
    expect(isUnlocked(library, NOW)).toBe(text !== 'locked');
  });

  it('is neither open nor locked where there is no password', () => {
    const plain = { lock: 'none', open_until: null } as const;
    expect([isLockedAt(plain, NOW), isUnlocked(plain, NOW)]).toEqual([false, false]);
  });
});
