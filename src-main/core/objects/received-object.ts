import { DomainError } from '../errors.ts';
import { decodeDir, encodeDir } from './dir-object.ts';
import { decodeFile, encodeFile } from './file-object.ts';
import type { ObjectId } from './object-id.ts';

/** The longest name that a disk takes. */
const MAX_NAME_BYTES = 255;
/** How a dir object begins; a file object begins otherwise. */
const DIR_START = Buffer.from('{"dirents"');

/**
 * Passes only an fs object spelled and ordered as official clients do, under the id that names these bytes. Clients walk
 * the rows of folders in lock step: one row out of order, and they take files for deleted.
 * @throws DomainError `argument-invalid`, `name-invalid`
 */
export function requireReceivedObject(id: ObjectId, bytes: Buffer): void {
  const isDir = bytes.subarray(0, DIR_START.length).equals(DIR_START);
  if ((isDir ? idOfDir(id, bytes) : idOfFile(id, bytes)) !== id) throw refusal(id, 'not-canonical');
}

function idOfDir(id: ObjectId, bytes: Buffer): ObjectId {
  const dirents = decoded(id, () => decodeDir(id, bytes));
  const tooLong = dirents.find(({ name }) => Buffer.byteLength(name) > MAX_NAME_BYTES);
  if (tooLong !== undefined) throw new DomainError('name-invalid', { value: id, reason: 'too-long' });
  return encodeDir(dirents).id;
}

function idOfFile(id: ObjectId, bytes: Buffer): ObjectId {
  return encodeFile(decoded(id, () => decodeFile(id, bytes))).id;
}

/** What is wrong with something that is brought is not damage to what is stored. */
function decoded<T>(id: ObjectId, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { reason = 'unreadable' } = error.detail;
    const code = reason.endsWith('name') ? 'name-invalid' : 'argument-invalid';
    throw new DomainError(code, { field: 'object', value: id, reason }, error);
  }
}

function refusal(id: ObjectId, reason: string): DomainError {
  return new DomainError('argument-invalid', { field: 'object', value: id, reason });
}
