import { timingSafeEqual } from 'node:crypto';
import type { Derive, ScryptDerivation } from '../derivation.ts';

export type PasswordCost = Pick<ScryptDerivation, 'logN' | 'r' | 'p'>;

/** About a third of a second and 64 MiB; as hard to attack as N=2^17 with p=1 (OWASP), with half the memory. */
export const PASSWORD_COST: PasswordCost = { logN: 16, r: 8, p: 2 };

export const SALT_BYTES = 16;
const HASH_BYTES = 32;
const ENCODED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** The text that proves a password: `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`, the last two in base64. */
export async function hashPassword(
  password: string,
  salt: Uint8Array,
  cost: PasswordCost,
  derive: Derive,
): Promise<string> {
  const hash = await derive(derivationOf(password, salt, cost));
  return encode(salt, hash, cost);
}

/** Whether the password is the one that `encoded` was made from. Takes the same time either way. */
export async function isPassword(password: string, encoded: string, derive: Derive): Promise<boolean> {
  const [, logN, r, p, saltText, hashText] = ENCODED.exec(encoded) ?? [];
  if (saltText === undefined || hashText === undefined)
    throw new Error('a stored password hash cannot be read');
  const expected = Buffer.from(hashText, 'base64');
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const actual = await derive(derivationOf(password, Buffer.from(saltText, 'base64'), cost));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** A hash that no password matches, for spending on unknown users what a known one costs. */
export function unmatchableHash(cost: PasswordCost): string {
  return encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES), cost);
}

function encode(salt: Uint8Array, hash: Uint8Array, { logN, r, p }: PasswordCost): string {
  return ['scrypt', logN, r, p, base64(salt), base64(hash)].join('$');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function derivationOf(password: string, salt: Uint8Array, { logN, r, p }: PasswordCost): ScryptDerivation {
  return { algorithm: 'scrypt', secret: Buffer.from(password), salt, lengthBytes: HASH_BYTES, logN, r, p };
}
