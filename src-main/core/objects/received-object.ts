import { DomainError } from '../errors.ts';
import { FILE_MAX_BLOCKS, FILE_MAX_BYTES } from '../limits.ts';
import type { Steps } from '../steps.ts';
import { spelledDirInSteps } from './dir-object.ts';
import {
  canonicalFileInSteps,
  decodeFile,
  encodeFile,
  type FileObject,
  LONG_FILE_OBJECT_BYTES,
} from './file-object.ts';
import { type ObjectId, objectIdOf } from './object-id.ts';

/** The longest name that a disk takes. */
const MAX_NAME_BYTES = 255;
/** How a dir object begins; a file object begins otherwise. */
const DIR_START = Buffer.from('{"dirents"');
/** An id with its quotation marks and what parts it from the next one. */
const BLOCK_ID_BYTES = 44;
/** More than all of a file object that is no block id. */
const FILE_FRAME_BYTES = 128;

/**
 * Passes only an fs object spelled and ordered as official clients do, under the id that names these bytes. Clients walk
 * the rows of folders in lock step: one row out of order, and they take files for deleted. Folders and files of any
 * length in steps of some milliseconds.
 * @throws DomainError `argument-invalid`, `name-invalid`
 */
export function* requireReceivedObjectInSteps(id: ObjectId, bytes: Buffer): Steps<void> {
  const isDir = bytes.subarray(0, DIR_START.length).equals(DIR_START);
  try {
    if ((isDir ? yield* idOfDir(id, bytes) : yield* idOfFile(id, bytes)) === id) return;
  } catch (error) {
    throw receivedWrong(id, error);
  }
  throw refusal(id, 'not-canonical');
}

function* idOfDir(id: ObjectId, bytes: Buffer): Steps<ObjectId> {
  const { id: spelledId, longestNameBytes } = yield* spelledDirInSteps(id, bytes);
  if (longestNameBytes > MAX_NAME_BYTES)
    throw new DomainError('name-invalid', { value: id, reason: 'too-long' });
  return spelledId;
}

function* idOfFile(id: ObjectId, bytes: Buffer): Steps<ObjectId> {
  // Before it is read: that takes as long as it is.
  if (bytes.length > FILE_MAX_BLOCKS * BLOCK_ID_BYTES + FILE_FRAME_BYTES)
    throw refusal(id, 'too-many-blocks');
  const isLong = bytes.length >= LONG_FILE_OBJECT_BYTES;
  const file = isLong ? yield* canonicalFileInSteps(id, bytes) : decodeFile(id, bytes);
  if (file === null) throw refusal(id, 'not-canonical');
  requireShape(id, file);
  return isLong ? objectIdOf(bytes) : encodeFile(file).id;
}

/** What no content has, whatever its blocks. Whether they add up is for those who know them. */
function requireShape(id: ObjectId, { blockIds, sizeBytes }: FileObject): void {
  if (sizeBytes > FILE_MAX_BYTES) throw refusal(id, 'too-large');
  // Each holds a byte at least.
  if (sizeBytes < blockIds.length) throw refusal(id, 'size-untrue');
}

/** What is wrong with something that is brought is not damage to what is stored. */
function receivedWrong(id: ObjectId, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'object-corrupt') return error;
  const { reason = 'unreadable' } = error.detail;
  const code = reason.endsWith('name') ? 'name-invalid' : 'argument-invalid';
  return new DomainError(code, { field: 'object', value: id, reason }, error);
}

function refusal(id: ObjectId, reason: string): DomainError {
  return new DomainError('argument-invalid', { field: 'object', value: id, reason });
}
