import { createHash, hash } from 'node:crypto';
import type { Steps } from '../steps.ts';

/** Name of a block or fs object: 40 lower-case hex digits of a SHA-1. */
export type ObjectId = string & { readonly brand: 'ObjectId' };

/** Name of a commit: 40 lower-case hex digits, unique within one library only. */
export type CommitId = string & { readonly brand: 'CommitId' };

/** The id of every empty dir object and every empty file; no object is stored under it. */
export const EMPTY_ID = '0'.repeat(40) as ObjectId;

const HEX_40 = /^[0-9a-f]{40}$/;

export function isId(text: unknown): text is string {
  return typeof text === 'string' && HEX_40.test(text);
}

export function isObjectId(value: unknown): value is ObjectId {
  return isId(value);
}

export function isCommitId(value: unknown): value is CommitId {
  return isId(value);
}

/** Hashed in some milliseconds. */
export const BYTES_HASHED_A_STEP = 4 * 1024 * 1024;

/** As `objectIdOf`. */
export function* objectIdOfInSteps(bytes: Uint8Array): Steps<ObjectId> {
  if (bytes.length <= BYTES_HASHED_A_STEP) return objectIdOf(bytes);
  const hashing = createHash('sha1');
  for (let at = 0; at < bytes.length; at += BYTES_HASHED_A_STEP) {
    if (at > 0) yield;
    hashing.update(bytes.subarray(at, at + BYTES_HASHED_A_STEP));
  }
  return hashing.digest('hex') as ObjectId;
}

/** The id that names these exact bytes. */
export function objectIdOf(bytes: Uint8Array | string): ObjectId {
  return hash('sha1', bytes, 'hex') as ObjectId;
}
