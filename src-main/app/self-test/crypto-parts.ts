import { createHmac, hash } from 'node:crypto';
import type { Argon2idDerivation, ScryptDerivation } from '../../core/derivation.ts';
import { decryptBlock, encryptBlock, type FileKey } from '../../core/library/encryption.ts';
import { pbkdf2Sha256 } from '../../core/library/key-derivation.ts';
import { hasNativeArgon2id } from '../compute-derivation.ts';
import { createPasswordThreads } from '../password-threads.ts';

/** Inputs and results of the standards: FIPS 180, RFC 4231, RFC 7914 and RFC 6070 with SHA-256. */
const SHA1_OF_ABC = 'a9993e364706816aba3e25717850c26c9cd0d89d';
const SHA256_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const HMAC_OF_JEFE = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
const PBKDF2_OF_PASSWORD = '120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b';
const SCRYPT_OF_NOTHING =
  '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906';
const ARGON2ID_OF_SECRET = '5eb8e75a1a46244e3376ba4f71bb3c476ea0d02453b69f52cf7ef8b2ff105b92';

const NOTHING: ScryptDerivation = {
  ...{ algorithm: 'scrypt', secret: Buffer.alloc(0), salt: Buffer.alloc(0), lengthBytes: 64 },
  ...{ logN: 4, r: 1, p: 1 },
};
const SECRET: Argon2idDerivation = {
  ...{ algorithm: 'argon2id', secret: Buffer.from('secret'), salt: Buffer.alloc(16), lengthBytes: 32 },
  ...{ passes: 1, memoryKib: 8, parallelism: 1 },
};

/** Names of objects, tokens and keys are based on these. */
export async function tryDigests(): Promise<string> {
  expectHex('SHA-1', hash('sha1', 'abc'), SHA1_OF_ABC);
  expectHex('SHA-256', hash('sha256', 'abc'), SHA256_OF_ABC);
  const hmac = createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex');
  expectHex('HMAC-SHA-256', hmac, HMAC_OF_JEFE);
  const options = { salt: Buffer.from('salt'), iterations: 1, lengthBytes: 32 };
  const key = await pbkdf2Sha256(Buffer.from('password'), options);
  expectHex('PBKDF2', key.toString('hex'), PBKDF2_OF_PASSWORD);
  return 'SHA-1, SHA-256, HMAC, PBKDF2';
}

const KEY = Buffer.alloc(32, 1);
const IV = Buffer.alloc(16, 2);
const CIPHERS: readonly (readonly [key: FileKey, encrypted: string])[] = [
  [{ cipher: 'aes-256-cbc', key: KEY, iv: IV }, 'c68042a315fe299ddacf35bc00151eb9'],
  [{ cipher: 'aes-128-cbc', key: KEY.subarray(16), iv: IV }, 'ba0d56af0ea3ef3592a40d3edf508b40'],
  [{ cipher: 'aes-128-ecb', key: KEY.subarray(16), iv: null }, '40e33eab4a488b0b928f4bed94c419dd'],
];

/** The ciphers of encrypted libraries, all versions. */
export function tryCiphers(): string {
  const plain = Buffer.from('Keepfold');
  for (const [key, expected] of CIPHERS) {
    const encrypted = encryptBlock(key, plain);
    expectHex(key.cipher, encrypted.toString('hex'), expected);
    expectHex(key.cipher, decryptBlock(key, encrypted).toString('hex'), plain.toString('hex'));
  }
  return CIPHERS.map(([{ cipher }]) => cipher).join(', ');
}

/** In the thread for passwords of accounts, which has to start for that. */
export async function tryScrypt(): Promise<string> {
  const threads = createPasswordThreads();
  const found = await threads.derive(NOTHING).finally(threads.end);
  expectHex('scrypt', Buffer.from(found).toString('hex'), SCRYPT_OF_NOTHING);
  return 'in a thread';
}

/** In the thread for passwords of libraries. */
export async function tryArgon2id(): Promise<string> {
  const threads = createPasswordThreads();
  const found = await threads.deriveForLibraries(SECRET).finally(threads.end);
  expectHex('Argon2id', Buffer.from(found).toString('hex'), ARGON2ID_OF_SECRET);
  return hasNativeArgon2id() ? 'native' : 'portable';
}

function expectHex(what: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${what} gave ${found} for ${expected}`);
}
