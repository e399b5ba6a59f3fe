import type { Argon2idDerivation, Derive } from '../derivation.ts';
import { DomainError } from '../errors.ts';
import {
  PASSWORD_CHECK_MAX_ITERATIONS,
  PASSWORD_CHECK_MAX_KIB,
  PASSWORD_CHECK_MAX_KIB_PASSES,
} from '../limits.ts';
import { type DerivationRule, passwordHashSalt, pbkdf2Sha256 } from './key-derivation.ts';

/** How a password hash is computed, read from its wire form. */
type Cost =
  | { readonly algorithm: 'pbkdf2_sha256'; readonly iterations: number }
  | Pick<Argon2idDerivation, 'algorithm' | 'passes' | 'memoryKib' | 'parallelism'>;

const MAX_PARALLELISM = 64;

const HASH_BYTES = 32;

/**
 * The cost that the wire fields `pwd_hash_algo` and `pwd_hash_params` describe.
 * @throws DomainError `argument-invalid` for another algorithm or a cost that is malformed; with reason `too-costly`
 * for one above what this server computes.
 */
export function parseCost(algorithm: string, parameters: string): Cost {
  if (algorithm === 'pbkdf2_sha256') {
    const [iterations] = wholeNumbers(parameters, 1);
    if (iterations !== undefined) return affordable({ algorithm, iterations }, parameters);
  } else if (algorithm === 'argon2id') {
    const [passes, memoryKib, parallelism] = wholeNumbers(parameters, 3);
    const whole = passes !== undefined && memoryKib !== undefined && parallelism !== undefined;
    // Argon2 itself needs 8 KiB a lane.
    if (whole && memoryKib >= 8 * parallelism)
      return affordable({ algorithm, passes, memoryKib, parallelism }, parameters);
  } else {
    throw new DomainError('argument-invalid', { field: 'pwd_hash_algo', value: algorithm });
  }
  throw new DomainError('argument-invalid', { field: 'pwd_hash_params', value: parameters });
}

/** So many numbers from 1 to 999,999,999; empty when the text is anything else. */
function wholeNumbers(text: string, count: number): number[] {
  const parts = text.split(',');
  const isValid = parts.length === count && parts.every((part) => /^[1-9][0-9]{0,8}$/.test(part));
  return isValid ? parts.map(Number) : [];
}

/** The cost, unless the client that chose it would have others pay too much. */
function affordable(cost: Cost, parameters: string): Cost {
  const isAffordable =
    cost.algorithm === 'pbkdf2_sha256'
      ? cost.iterations <= PASSWORD_CHECK_MAX_ITERATIONS
      : cost.memoryKib <= PASSWORD_CHECK_MAX_KIB &&
        cost.memoryKib * cost.passes <= PASSWORD_CHECK_MAX_KIB_PASSES &&
        cost.parallelism <= MAX_PARALLELISM;
  if (isAffordable) return cost;
  throw new DomainError('argument-invalid', {
    field: 'pwd_hash_params',
    value: parameters,
    reason: 'too-costly',
  });
}

/** The 32 bytes that prove a password, for libraries that carry a password hash instead of a magic. */
export async function passwordHashOf(
  secret: Buffer,
  rule: DerivationRule,
  cost: Cost,
  derive: Derive,
): Promise<Uint8Array> {
  const salt = passwordHashSalt(rule);
  if (cost.algorithm === 'argon2id') return derive({ ...cost, secret, salt, lengthBytes: HASH_BYTES });
  return pbkdf2Sha256(secret, { salt, iterations: cost.iterations, lengthBytes: HASH_BYTES });
}
