import { expect, it } from 'vitest';
import { deriveKey, passwordHashSalt } from '../../../../src-main/core/library/key-derivation.ts';

const SALT = 'ab'.repeat(32);

// Computed with Python's hashlib.pbkdf2_hmac.
it.each([
  [2, 'ff8861907c48c2585131923053fde715a317d2e5c5dcf5be727b87e2ce460566', 'd9653e4c63e0512f9e750b9dda28b981'],
  [4, 'ce2d0777d55917b689e63f6b3915784d12fe3ba66a8975ced827336717a97cc3', 'bcc1ebfd329921a0db68ebae5527818f'],
] as const)('key and vector of version %s are those of PBKDF2 with its salt', async (version, key, iv) => {
  const derived = await deriveKey(Buffer.from('secret'), { version, salt: SALT });
  expect([derived.key.toString('hex'), derived.iv.toString('hex')]).toEqual([key, iv]);
});

it('the salt of password hashes has 32 bytes: the one of the library, or the fixed one filled up', () => {
  expect(passwordHashSalt({ version: 3, salt: SALT }).toString('hex')).toBe(SALT);
  expect(passwordHashSalt({ version: 2, salt: '' }).toString('hex')).toBe(
    `da9045c306c7cc26${'0'.repeat(48)}`,
  );
});
