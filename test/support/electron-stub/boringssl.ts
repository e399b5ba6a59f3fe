import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded with --import into a process and its threads: node:crypto then is as Electron has it, whose Node stands on BoringSSL.

const DIGESTS = /^(rsa-)?(md4|md5|md5-sha1|sha-?1|sha-?224|sha-?256|sha-?384|sha-?512|sha-?512[-/]256)$/i;
const CIPHERS = /^(aes-?(128|192|256)-(cbc|ctr|ecb|gcm|ofb)|des-(cbc|ecb|ede|ede-cbc|ede3|ede3-cbc)|rc4)$/i;

function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

type Act = (...args: never[]) => unknown;

/** Replaces a function by one that first looks at the name at this place among its arguments. */
function limit(name: keyof typeof crypto, at: number, known: RegExp, refusal: () => Error): void {
  const act = crypto[name] as (...args: unknown[]) => unknown;
  replace(name, (...args: unknown[]) => {
    const named = args[at];
    if (typeof named === 'string' && !known.test(named)) throw refusal();
    return act(...args);
  });
}

function replace(name: string, act: Act): void {
  Object.assign(crypto, { [name]: act });
}

const unknownDigest = () => failure('Digest method not supported', 'ERR_CRYPTO_INVALID_DIGEST');
limit('hash', 0, DIGESTS, unknownDigest);
limit('createHash', 0, DIGESTS, unknownDigest);
limit('createHmac', 0, DIGESTS, unknownDigest);
limit('hkdf', 0, DIGESTS, unknownDigest);
limit('hkdfSync', 0, DIGESTS, unknownDigest);
limit('pbkdf2', 4, DIGESTS, unknownDigest);
limit('pbkdf2Sync', 4, DIGESTS, unknownDigest);

const unknownCipher = () => failure('Unknown cipher', 'ERR_CRYPTO_UNKNOWN_CIPHER');
limit('createCipheriv', 0, CIPHERS, unknownCipher);
limit('createDecipheriv', 0, CIPHERS, unknownCipher);

// They are there, and of no use.
const noArgon2 = (): never => {
  throw failure('Argon2 algorithm not supported', 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED');
};
replace('argon2', noArgon2);
replace('argon2Sync', noArgon2);

/**
 * What is said on standard error, for the test, when the thread that answers all clients computes a password's hash itself.
 */
const BLOCKED = 'scrypt holds up the main thread';

// To see whether it can, BoringSSL computes everything, and Node asks it before it hands the work to another thread.
const { scrypt, scryptSync } = crypto;

function computeToSee(...args: Parameters<typeof scryptSync>): void {
  if (isMainThread) process.stderr.write(`${BLOCKED}\n`);
  scryptSync(...args);
}

replace('scrypt', ((...args: Parameters<typeof scrypt>) => {
  const [password, salt, length, options] = args;
  computeToSee(password, salt, length, typeof options === 'function' ? {} : options);
  scrypt(...args);
}) as Act);
replace('scryptSync', ((...args: Parameters<typeof scryptSync>) => {
  computeToSee(...args);
  return scryptSync(...args);
}) as Act);

syncBuiltinESMExports();
