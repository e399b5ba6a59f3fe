/** A hash of a password that is costly on purpose: it takes a processor core for a while, and much memory. */
export type Derivation = ScryptDerivation | Argon2idDerivation;

interface Derived {
  readonly secret: Uint8Array;
  readonly salt: Uint8Array;
  /** Of the hash. */
  readonly lengthBytes: number;
}

export interface ScryptDerivation extends Derived {
  readonly algorithm: 'scrypt';
  /** Base-2 logarithm of scrypt's N. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

export interface Argon2idDerivation extends Derived {
  readonly algorithm: 'argon2id';
  readonly passes: number;
  readonly memoryKib: number;
  readonly parallelism: number;
}

/** Computes the hash without holding up other work. */
export type Derive = (derivation: Derivation) => Promise<Uint8Array>;
