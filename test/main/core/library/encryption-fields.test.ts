import { expect, it } from 'vitest';
import { malformedEncryptionField } from '../../../../src-main/core/library/encryption-fields.ts';
import type { LibraryEncryption } from '../../../../src-main/core/library/library.ts';

const hex = (digits: number) => 'a'.repeat(digits);
const OF_VERSION = { magic: hex(64), randomKey: hex(96), salt: hex(64), passwordHash: null };
const fieldOf = (version: 1 | 2 | 3 | 4, says: object = {}) =>
  malformedEncryptionField({ ...OF_VERSION, version, ...says } as LibraryEncryption);

it('key material of the shape that official clients take is well formed', () => {
  expect([fieldOf(2), fieldOf(3), fieldOf(4)]).toEqual([null, null, null]);
  expect(fieldOf(1, { magic: hex(32), randomKey: '', salt: '' })).toBeNull();
  expect(fieldOf(2, { salt: '' })).toBeNull();
  expect(fieldOf(4, { magic: '', passwordHash: { hash: hex(64) } })).toBeNull();
});

it('the first part of another shape is named, the salt before all', () => {
  expect(fieldOf(3, { salt: hex(63), magic: '' })).toBe('salt');
  expect(fieldOf(4, { passwordHash: { hash: hex(65) } })).toBe('pwd_hash');
  expect(fieldOf(2, { magic: hex(32) })).toBe('magic');
  expect(fieldOf(1, { magic: hex(64) })).toBe('magic');
  expect(fieldOf(2, { randomKey: hex(96).toUpperCase() })).toBe('random_key');
});
