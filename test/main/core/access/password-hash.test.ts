import { describe, expect, it } from 'vitest';
import {
  hashPassword,
  isPassword,
  PASSWORD_COST,
  unmatchableHash,
} from '../../../../src-main/core/access/password-hash.ts';
import { deriveHere } from '../../../support/derive-here.ts';

const { derive } = deriveHere;
const CHEAP = { logN: 4, r: 1, p: 1 };
const SALT = Buffer.from('SodiumChloride__');

describe('a password hash', () => {
  it('says how it was made', async () => {
    expect(await hashPassword('secret', SALT, CHEAP, derive)).toMatch(
      /^scrypt\$4\$1\$1\$U29kaXVtQ2hsb3JpZGVfXw==\$[A-Za-z0-9+/]{43}=$/,
    );
  });

  it('proves its password and no other', async () => {
    const encoded = await hashPassword('secret', SALT, CHEAP, derive);
    expect(await isPassword('secret', encoded, derive)).toBe(true);
    expect(await isPassword('Secret', encoded, derive)).toBe(false);
    expect(await isPassword('', encoded, derive)).toBe(false);
  });

  it('can be made and checked at the real cost', async () => {
    const encoded = await hashPassword('secret', SALT, PASSWORD_COST, derive);
    expect(encoded.startsWith('scrypt$16$8$2$')).toBe(true);
    expect(await isPassword('secret', encoded, derive)).toBe(true);
  });

  it('that cannot be read is a fault, not a wrong password', async () => {
    await expect(isPassword('secret', 'bcrypt$x', derive)).rejects.toThrow('cannot be read');
  });

  it('for nobody matches nothing', async () => {
    expect(await isPassword('', unmatchableHash(CHEAP), derive)).toBe(false);
  });
});
