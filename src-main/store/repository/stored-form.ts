import { promisify } from 'node:util';
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib';
import type { ObjectKind } from '../objects/object-store.ts';
import type { Encoding } from './pack-format.ts';

/** The payload of a record. */
export interface StoredForm {
  readonly encoding: Encoding;
  readonly payload: Uint8Array;
}

/** A payload as it was read. */
interface PackedForm {
  readonly encoding: Encoding;
  readonly payload: Buffer;
}

/** Below this the fixed cost of deflate buys next to nothing. */
const MIN_DEFLATE_BYTES = 512;
/** Above this (about 1 ms of work) deflate leaves the event loop for the thread pool. */
const MAX_SYNC_BYTES = 64 * 1024;
/** Level 1: fs objects are JSON full of hex ids, which higher levels shrink by a few per cent for several times the time. */
const LEVEL = 1;

const deflateInPool = promisify<Uint8Array, { level: number }, Buffer>(deflate);
const inflateInPool = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);

/** How an object is kept in a pack: fs objects deflated when that is smaller, everything else as it is. */
export function storedFormOf(kind: ObjectKind, bytes: Uint8Array): StoredForm | Promise<StoredForm> {
  const raw: StoredForm = { encoding: 'raw', payload: bytes };
  if (kind !== 'fs' || bytes.length < MIN_DEFLATE_BYTES) return raw;
  const smallerOf = (payload: Uint8Array): StoredForm =>
    payload.length < bytes.length ? { encoding: 'zlib', payload } : raw;
  if (bytes.length <= MAX_SYNC_BYTES) return smallerOf(deflateSync(bytes, { level: LEVEL }));
  return deflateInPool(bytes, { level: LEVEL }).then(smallerOf);
}

/** The object's bytes again; raw ones share the payload's memory. Rejects with zlib's error when the payload is damaged or too long. */
export async function bytesOfStoredForm(stored: PackedForm, sizeBytes: number): Promise<Buffer> {
  return stored.encoding === 'raw' || sizeBytes <= MAX_SYNC_BYTES
    ? bytesOfStoredFormNow(stored, sizeBytes)
    : inflateInPool(stored.payload, limitOf(sizeBytes));
}

/** As `bytesOfStoredForm`, for where nothing else waits meanwhile. @throws zlib's error */
export function bytesOfStoredFormNow(stored: PackedForm, sizeBytes: number): Buffer {
  return stored.encoding === 'raw' ? stored.payload : inflateSync(stored.payload, limitOf(sizeBytes));
}

/** A payload that claims less than it inflates to is damage; the limit also stops inflate bombs. */
function limitOf(sizeBytes: number): { maxOutputLength: number } {
  return { maxOutputLength: Math.max(1, sizeBytes) };
}
