import { hash } from 'node:crypto';
import { DomainError } from '../../core/errors.ts';
import {
  BYTES_HASHED_A_STEP,
  EMPTY_ID,
  objectIdOf,
  objectIdOfInSteps,
} from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ObjectKind, ObjectName } from '../objects/object-store.ts';

/** The id that names these bytes. Tests bring one under which different bytes share an id. */
export type IdOf = (bytes: Uint8Array) => string;

/**
 * Passes only bytes that the id names: `idOf` for blocks and fs objects, the `commit_id` inside the text for commits
 * (a commit's id does not cover all of its text, so a stored commit is guarded by the checksum of its record too).
 * @throws DomainError `object-corrupt` for any other bytes
 */
export function verifyObject({ kind, id }: ObjectName, bytes: Uint8Array, idOf: IdOf): void {
  if (kind === 'commit') {
    if (commitIdInside(id, bytes) !== id) throw objectCorrupt(id, 'id-mismatch');
    return;
  }
  if (isEmptyObject(kind, id) && bytes.length === 0) return;
  if (idOf(bytes) !== id) throw objectCorrupt(id, 'id-mismatch');
}

/** As `verifyObject`; others have turns while a long object is hashed, which must not change meanwhile. */
export async function verifyInSteps(object: ObjectName, bytes: Uint8Array, idOf: IdOf): Promise<void> {
  const isLong = object.kind !== 'commit' && idOf === objectIdOf && bytes.length > BYTES_HASHED_A_STEP;
  if (!isLong) return verifyObject(object, bytes, idOf);
  const id = await inSteps(objectIdOfInSteps(bytes), yieldToEventLoop);
  if (id !== object.id) throw objectCorrupt(object.id, 'id-mismatch');
}

/** As `verifyInSteps`; null where it is done at once. */
export function verifyAtPace(object: ObjectName, bytes: Uint8Array, idOf: IdOf): Promise<void> | null {
  if (bytes.length > BYTES_HASHED_A_STEP) return verifyInSteps(object, bytes, idOf);
  verifyObject(object, bytes, idOf);
  return null;
}

/**
 * The second hash of a block, by which two contents under one id are told apart; null for other kinds. fs objects and
 * commits are written by programs, not chosen by the author of a file, and a false one names no content that exists.
 */
export function contentHashOf(kind: ObjectKind, bytes: Uint8Array): Buffer | null {
  return kind === 'block' ? hash('sha256', bytes, 'buffer') : null;
}

/** Whether this is the fs object that always exists and is never stored. */
export function isEmptyObject(kind: ObjectKind, id: string): boolean {
  return kind === 'fs' && id === EMPTY_ID;
}

/** The refusal of bytes that are not what their id names. */
export function objectCorrupt(id: string, reason: string, cause?: unknown): DomainError {
  return new DomainError('object-corrupt', { value: id, reason }, cause);
}

/** The refusal of an id that nothing is stored under. */
export function objectMissing(id: string, cause?: unknown): DomainError {
  return new DomainError('object-missing', { value: id }, cause);
}

/** The refusal of content whose id other content already has. */
export function objectCollision(id: string): DomainError {
  return new DomainError('object-collision', { value: id });
}

/** @throws DomainError `object-collision` unless the hashes agree or one is not known */
export function assertSameHash(id: string, first: Buffer | null, second: Buffer | null): void {
  if (first !== null && second !== null && !first.equals(second)) throw objectCollision(id);
}

function commitIdInside(id: string, bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'),
    );
    return typeof value === 'object' && value !== null && 'commit_id' in value ? value.commit_id : undefined;
  } catch (cause) {
    throw objectCorrupt(id, 'json', cause);
  }
}
