import crypto, { scryptSync } from 'node:crypto';
import { argon2id } from 'hash-wasm';
import type { Argon2idDerivation, Derivation, ScryptDerivation } from '../core/derivation.ts';

/** Computes the hash in the calling thread, so it is for threads that do nothing else. */
export async function computeDerivation(derivation: Derivation): Promise<Uint8Array> {
  if (derivation.algorithm === 'scrypt') return computeScrypt(derivation);
  return hasNativeArgon2id() ? nativeArgon2id(derivation) : await portableArgon2id(derivation);
}

function computeScrypt({ secret, salt, lengthBytes, logN, r, p }: ScryptDerivation): Uint8Array {
  const n = 2 ** logN;
  // Node refuses more than 32 MiB by default; scrypt needs 128·N·r plus a little for p and its own state.
  const maxmem = 128 * r * (n + p + 2) + 1024 * 1024;
  return scryptSync(secret, salt, lengthBytes, { N: n, r, p, maxmem });
}

function nativeArgon2id({ secret, salt, ...cost }: Argon2idDerivation): Uint8Array {
  return crypto.argon2Sync('argon2id', {
    ...{ message: secret, nonce: salt, tagLength: cost.lengthBytes },
    ...{ parallelism: cost.parallelism, memory: cost.memoryKib, passes: cost.passes },
  });
}

/** The same hash in two to three times the time. */
function portableArgon2id({ secret, salt, ...cost }: Argon2idDerivation): Promise<Uint8Array> {
  return argon2id({
    ...{ password: secret, salt, hashLength: cost.lengthBytes, outputType: 'binary' },
    ...{ parallelism: cost.parallelism, memorySize: cost.memoryKib, iterations: cost.passes },
  });
}

const SMALLEST: Argon2idDerivation = {
  ...{ algorithm: 'argon2id', secret: Buffer.from('secret'), salt: Buffer.alloc(16), lengthBytes: 32 },
  ...{ passes: 1, memoryKib: 8, parallelism: 1 },
};

let isNative: boolean | null = null;

/**
 * Tried out, because the function exists but fails in builds on BoringSSL, such as Electron's; Node before 24.7 has
 * none.
 */
export function hasNativeArgon2id(): boolean {
  isNative ??= succeeds(() => nativeArgon2id(SMALLEST));
  return isNative;
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
