import { hash, pbkdf2 } from 'node:crypto';
import type { LibraryEncryption } from './library.ts';

/** Which derivation applies, and the salt of the library as 64 hex digits (versions 3 and 4). */
export type DerivationRule = Pick<LibraryEncryption, 'version' | 'salt'>;

export interface DerivedKey {
  /** 32 bytes; 16 for version 1. */
  readonly key: Buffer;
  /** 16 bytes. */
  readonly iv: Buffer;
}

/** The salt of versions 1 and 2, the same for every library. */
const FIXED_SALT = Buffer.from('da9045c306c7cc26', 'hex');

const KEY_ITERATIONS = 1000;
const IV_ITERATIONS = 10;

/**
 * Key and initialisation vector that a password or a secret gives; computed off the event loop but for
 * version 1.
 */
export async function deriveKey(secret: Buffer, rule: DerivationRule): Promise<DerivedKey> {
  if (rule.version === 1) return deriveKeyVersion1(secret);
  const salt = rule.version === 2 ? FIXED_SALT : Buffer.from(rule.salt, 'hex');
  const key = await pbkdf2Sha256(secret, { salt, iterations: KEY_ITERATIONS, lengthBytes: 32 });
  const iv = await pbkdf2Sha256(key, { salt, iterations: IV_ITERATIONS, lengthBytes: 16 });
  return { key, iv };
}

/** The salt of password hashes: 32 bytes whatever the version. */
export function passwordHashSalt(rule: DerivationRule): Buffer {
  if (rule.version >= 3) return Buffer.from(rule.salt, 'hex');
  return Buffer.concat([FIXED_SALT], 32);
}

export function pbkdf2Sha256(
  secret: Buffer,
  options: { salt: Buffer; iterations: number; lengthBytes: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    pbkdf2(secret, options.salt, options.iterations, options.lengthBytes, 'sha256', (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

const VERSION_1_ITERATIONS = 524_288;

/**
 * What OpenSSL calls EVP_BytesToKey, with SHA-1: 16 bytes of key, then 16 of initialisation vector. Node
 * can't do it in the background, so it holds the event loop for about a second; no client has made such a
 * library for a decade.
 */
function deriveKeyVersion1(secret: Buffer): DerivedKey {
  const first = sha1Iterated(Buffer.concat([secret, FIXED_SALT]));
  const second = sha1Iterated(Buffer.concat([first, secret, FIXED_SALT]));
  const stream = Buffer.concat([first, second]);
  return { key: stream.subarray(0, 16), iv: stream.subarray(16, 32) };
}

function sha1Iterated(input: Buffer): Buffer {
  let digest = input;
  for (let done = 0; done < VERSION_1_ITERATIONS; done++) digest = hash('sha1', digest, 'buffer');
  return digest;
}
