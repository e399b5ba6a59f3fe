import { describe, expect, it } from 'vitest';
import { pairingCodeOf, readPairingCode } from '../../../../src-main/core/access/pairing-code.ts';

describe('a pairing code', () => {
  it('is fifteen letters in three groups, without vowels and letters that look like others', () => {
    expect(pairingCodeOf('00'.repeat(16))).toBe('bbbbb bbbbb bbbbb');
    expect(pairingCodeOf('ff'.repeat(16))).toMatch(/^([bcdfghjkmnpqrstvwxz]{5} ?){3}$/);
    expect(pairingCodeOf('00000000000000000000000000000013')).toBe('bcbbb bbbbb bbbbb');
  });

  it('is read however it is grouped, in small letters and large ones', () => {
    for (const typed of [
      'bcdfg hjkmn pqrst',
      'BCDFGHJKMNPQRST',
      'bcdfg-hjkmn-pqrst',
      ' bcd fgh jkm npq rst ',
    ])
      expect(readPairingCode(typed)).toBe('bcdfghjkmnpqrst');
  });

  it.each([
    '',
    'bcdfg hjkmn pqrs',
    'bcdfg hjkmn pqrstt',
    'acdfg hjkmn pqrst',
    'bcdfg hjkmn pqr5t',
    'a password',
  ])('is not %j', (text) => {
    expect(readPairingCode(text)).toBeNull();
  });
});
