import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto';
import type { Derive } from '../derivation.ts';
import { DomainError } from '../errors.ts';
import { inOneGo, type Steps } from '../steps.ts';
import { malformedEncryptionField } from './encryption-fields.ts';
import { type DerivedKey, deriveKey } from './key-derivation.ts';
import type { LibraryEncryption } from './library.ts';
import type { LibraryId } from './library-id.ts';
import { parseCost, passwordHashOf } from './password-proof.ts';

/** What encrypts and decrypts every block of one library. As secret as the password. */
export interface FileKey {
  readonly cipher: 'aes-256-cbc' | 'aes-128-ecb' | 'aes-128-cbc';
  readonly key: Buffer;
  /** Null for the cipher that takes none. */
  readonly iv: Buffer | null;
  /** Absent: the key may be used without end. */
  readonly lease?: KeyLease;
}

/** Lets the lender of a key end its use, even in the middle of a file. */
export interface KeyLease {
  readonly isOver: boolean;
}

const SECRET_BYTES = 32;
const SALT_BYTES = 32;
/** An encrypted block is longer than its content, by 1 to 16 bytes. */
export const MOST_PADDING_BYTES = 16;
/** Some milliseconds. */
const BYTES_A_STEP = 4 * 1024 * 1024;

/**
 * Key material for a new library. Version 2 opens in every official client, version 4 has a salt of its own.
 * @throws DomainError `argument-invalid` for an empty password.
 */
export async function createEncryption(options: {
  version: 2 | 4;
  libraryId: LibraryId;
  password: string;
  randomBytes: (byteCount: number) => Uint8Array;
}): Promise<LibraryEncryption> {
  const { version, libraryId, password, randomBytes } = options;
  if (password === '') throw new DomainError('argument-invalid', { field: 'passwd', reason: 'empty' });
  const salt = version === 2 ? '' : Buffer.from(randomBytes(SALT_BYTES)).toString('hex');
  const rule = { version, salt };
  const proof = await deriveKey(Buffer.from(libraryId + password), rule);
  const wrapping = fileKeyFrom(version, await deriveKey(Buffer.from(password), rule));
  const randomKey = encryptBlock(wrapping, randomBytes(SECRET_BYTES)).toString('hex');
  return { version, magic: proof.key.toString('hex'), randomKey, salt, passwordHash: null };
}

/**
 * Whether the password is the one of the library. Costs as much time as the library's derivation, right or
 * wrong.
 * @throws DomainError `argument-invalid` when the library's kind of password hash is none that is computed here.
 */
export async function verifyPassword(
  encryption: LibraryEncryption,
  libraryId: LibraryId,
  password: string,
  derive: Derive,
): Promise<boolean> {
  const secret = Buffer.from(libraryId + password);
  const { passwordHash } = encryption;
  if (passwordHash === null) {
    const { key } = await deriveKey(secret, encryption);
    return isSame(encryption.magic, key);
  }
  const cost = parseCost(passwordHash.algorithm, passwordHash.parameters);
  return isSame(passwordHash.hash, await passwordHashOf(secret, encryption, cost, derive));
}

/**
 * The same key of the blocks behind another password: nothing that is stored has to be encrypted anew.
 * @throws DomainError `password-wrong`; `argument-invalid` for version 1, whose blocks hang on the password itself,
 * and for an empty password
 */
export async function withOtherPassword(
  encryption: LibraryEncryption,
  libraryId: LibraryId,
  { from, to }: { readonly from: string; readonly to: string },
  derive: Derive,
): Promise<LibraryEncryption> {
  const { version, passwordHash } = encryption;
  if (version === 1) throw new DomainError('argument-invalid', { field: 'enc_version', reason: 'too-old' });
  if (to === '') throw new DomainError('argument-invalid', { field: 'new_password', reason: 'empty' });
  if (!(await verifyPassword(encryption, libraryId, from, derive))) throw new DomainError('password-wrong');
  const wrapped = Buffer.from(encryption.randomKey, 'hex');
  const secret = unwrap(fileKeyFrom(version, await deriveKey(Buffer.from(from), encryption)), wrapped);
  const wrapping = fileKeyFrom(version, await deriveKey(Buffer.from(to), encryption));
  const randomKey = encryptBlock(wrapping, secret).toString('hex');
  const proof = Buffer.from(libraryId + to);
  if (passwordHash === null) {
    const { key } = await deriveKey(proof, encryption);
    return { ...encryption, randomKey, magic: key.toString('hex') };
  }
  const cost = parseCost(passwordHash.algorithm, passwordHash.parameters);
  const hash = Buffer.from(await passwordHashOf(proof, encryption, cost, derive)).toString('hex');
  return { ...encryption, randomKey, passwordHash: { ...passwordHash, hash } };
}

function isSame(hex: string, bytes: Uint8Array): boolean {
  const expected = Buffer.from(hex, 'hex');
  return expected.length === bytes.length && timingSafeEqual(expected, bytes);
}

/**
 * The key of every block of the library. Version 1 gives a key for any password: verify it first.
 * @throws DomainError `password-wrong`
 */
export async function fileKeyOf(encryption: LibraryEncryption, password: string): Promise<FileKey> {
  const fromPassword = await deriveKey(Buffer.from(password), encryption);
  const wrapping = fileKeyFrom(encryption.version, fromPassword);
  if (encryption.version === 1) return wrapping;
  const secret = unwrap(wrapping, Buffer.from(encryption.randomKey, 'hex'));
  return fileKeyFrom(encryption.version, await deriveKey(secret, encryption));
}

function unwrap(wrapping: FileKey, wrapped: Buffer): Buffer {
  let secret: Buffer;
  try {
    secret = decryptBlock(wrapping, wrapped);
  } catch (cause) {
    throw new DomainError('password-wrong', {}, cause);
  }
  if (secret.length !== SECRET_BYTES) throw new DomainError('password-wrong');
  return secret;
}

function fileKeyFrom(version: LibraryEncryption['version'], { key, iv }: DerivedKey): FileKey {
  if (version === 1) return { cipher: 'aes-128-cbc', key, iv };
  if (version === 3) return { cipher: 'aes-128-ecb', key: key.subarray(0, 16), iv: null };
  return { cipher: 'aes-256-cbc', key, iv };
}

/**
 * The stored form of one block: 1 to 16 bytes longer. Equal plaintext gives equal bytes inside one library.
 * @throws DomainError `library-locked` when the lease of the key is over
 */
export function encryptBlock(fileKey: FileKey, plaintext: Uint8Array): Buffer {
  requireLease(fileKey);
  const cipher = createCipheriv(fileKey.cipher, fileKey.key, fileKey.iv);
  return Buffer.concat([cipher.update(plaintext), cipher.final()]);
}

/**
 * The content of one stored block.
 * @throws DomainError `object-corrupt` when the padding is not whole: the block or the key is not the right
 * one. Most other damage passes unnoticed; the id of the stored block is what tells. `library-locked` when the lease of the
 * key is over.
 */
export function decryptBlock(fileKey: FileKey, stored: Uint8Array): Buffer {
  return inOneGo(decryptBlockInSteps(fileKey, stored));
}

/** As `decryptBlock`: clients may bring blocks of 64 MiB, which take a tenth of a second. */
export function* decryptBlockInSteps(fileKey: FileKey, stored: Uint8Array): Steps<Buffer> {
  requireLease(fileKey);
  const decipher = createDecipheriv(fileKey.cipher, fileKey.key, fileKey.iv);
  // One step may give the last bytes of the one before.
  const block = Buffer.allocUnsafe(stored.length);
  let length = 0;
  for (let at = 0; at < stored.length; at += BYTES_A_STEP) {
    if (at > 0) yield;
    length += decipher.update(stored.subarray(at, at + BYTES_A_STEP)).copy(block, length);
  }
  try {
    length += decipher.final().copy(block, length);
  } catch (cause) {
    throw new DomainError('object-corrupt', { reason: 'padding' }, cause);
  }
  return block.subarray(0, length);
}

function requireLease({ lease }: FileKey): void {
  if (lease?.isOver) throw new DomainError('library-locked', { reason: 'was locked meanwhile' });
}

/** Key material as a client sends it with a library it makes; forms carry every value as text. */
export interface ClientEncryptionFields {
  readonly enc_version?: string | number | undefined;
  readonly magic?: string | undefined;
  readonly random_key?: string | undefined;
  readonly salt?: string | undefined;
  readonly pwd_hash?: string | undefined;
  readonly pwd_hash_algo?: string | undefined;
  readonly pwd_hash_params?: string | undefined;
}

/**
 * The key material that a client made, checked for shape only: only the client knows the password. A salt that the
 * version does not use, and a magic beside a password hash, are dropped.
 * @throws DomainError `argument-invalid` with the wire name of the first bad field. Versions 0 and 1 are
 * refused.
 */
export function checkClientEncryption(fields: ClientEncryptionFields): LibraryEncryption {
  const version = clientVersion(fields.enc_version);
  const passwordHash = clientPasswordHash(fields);
  const encryption: LibraryEncryption = {
    version,
    magic: passwordHash === null ? (fields.magic ?? '') : '',
    randomKey: fields.random_key ?? '',
    salt: version === 2 ? '' : (fields.salt ?? ''),
    passwordHash,
  };
  const field = malformedEncryptionField(encryption);
  if (field !== null) throw new DomainError('argument-invalid', { field });
  return encryption;
}

function clientVersion(value: string | number | undefined): 2 | 3 | 4 {
  const text = String(value);
  if (text === '2') return 2;
  if (text === '3') return 3;
  if (text === '4') return 4;
  throw new DomainError('argument-invalid', { field: 'enc_version', value: text });
}

function clientPasswordHash(fields: ClientEncryptionFields): LibraryEncryption['passwordHash'] {
  const { pwd_hash: hash = '', pwd_hash_algo: algorithm = '', pwd_hash_params: parameters = '' } = fields;
  if (hash === '') return null;
  parseCost(algorithm, parameters);
  return { hash, algorithm, parameters };
}
