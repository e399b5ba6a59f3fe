import crypto from 'node:crypto';
import { DomainError } from '../errors.ts';
import { type DerivationRule, passwordHashSalt, pbkdf2Sha256 } from './key-derivation.ts';

/** How a password hash is computed, read from its wire form. */
type Cost =
  | { readonly algorithm: 'pbkdf2_sha256'; readonly iterations: number }
  | {
      readonly algorithm: 'argon2id';
      readonly passes: number;
      readonly memoryKib: number;
      readonly parallelism: number;
    };

/** A client chooses the cost and the server pays it: seconds, and 1 GiB, at most. */
const MAX_ITERATIONS = 10_000_000;
const MAX_PASSES = 16;
const MAX_MEMORY_KIB = 1024 * 1024;
const MAX_PARALLELISM = 64;

const HASH_BYTES = 32;

/**
 * The cost that the wire fields `pwd_hash_algo` and `pwd_hash_params` describe.
 * @throws DomainError `argument-invalid` for another algorithm, or a cost that is malformed or beyond bounds.
 */
export function parseCost(algorithm: string, parameters: string): Cost {
  if (algorithm === 'pbkdf2_sha256') {
    const [iterations] = wholeNumbers(parameters, [MAX_ITERATIONS]);
    if (iterations !== undefined) return { algorithm, iterations };
  } else if (algorithm === 'argon2id') {
    const [passes, memoryKib, parallelism] = wholeNumbers(parameters, [
      MAX_PASSES,
      MAX_MEMORY_KIB,
      MAX_PARALLELISM,
    ]);
    const whole = passes !== undefined && memoryKib !== undefined && parallelism !== undefined;
    // Argon2 itself needs 8 KiB a lane.
    if (whole && memoryKib >= 8 * parallelism) return { algorithm, passes, memoryKib, parallelism };
  } else {
    throw new DomainError('argument-invalid', { field: 'pwd_hash_algo', value: algorithm });
  }
  throw new DomainError('argument-invalid', { field: 'pwd_hash_params', value: parameters });
}

/** One number from 1 to its limit for each limit; empty when the text is anything else. */
function wholeNumbers(text: string, limits: readonly number[]): number[] {
  const parts = text.split(',');
  const numbers = parts.map(Number);
  const fits = (part: string, index: number) =>
    /^[1-9][0-9]{0,8}$/.test(part) && Number(part) <= (limits[index] ?? 0);
  return parts.length === limits.length && parts.every(fits) ? numbers : [];
}

/**
 * The 32 bytes that prove a password, for libraries that carry a password hash instead of a magic.
 * @throws DomainError `argument-invalid` as `parseCost`, also where the running Node has no Argon2.
 */
export async function passwordHashOf(secret: Buffer, rule: DerivationRule, cost: Cost): Promise<Buffer> {
  const salt = passwordHashSalt(rule);
  if (cost.algorithm === 'pbkdf2_sha256') {
    return pbkdf2Sha256(secret, { salt, iterations: cost.iterations, lengthBytes: HASH_BYTES });
  }
  return argon2id(secret, salt, cost);
}

function argon2id(secret: Buffer, salt: Buffer, cost: Cost & { algorithm: 'argon2id' }): Promise<Buffer> {
  // Node before 24.7 and builds on other crypto libraries, Electron's among them, lack it.
  if (typeof crypto.argon2 !== 'function') {
    throw new DomainError('argument-invalid', {
      field: 'pwd_hash_algo',
      value: cost.algorithm,
      reason: 'unsupported',
    });
  }
  const parameters = {
    message: secret,
    nonce: salt,
    parallelism: cost.parallelism,
    memory: cost.memoryKib,
    passes: cost.passes,
    tagLength: HASH_BYTES,
  };
  return new Promise((resolve, reject) => {
    crypto.argon2(cost.algorithm, parameters, (error, digest) => {
      if (error === null) resolve(digest);
      else reject(error);
    });
  });
}
