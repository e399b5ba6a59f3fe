import { promisify } from 'node:util';
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib';
import { INFLATED_PACK_MAX_BYTES } from '../../core/limits.ts';
import { isObjectId, type ObjectId } from '../../core/objects/object-id.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import { unreadableBody } from '../request-error.ts';

/** An fs object on its way. */
export interface PackedObject {
  readonly id: ObjectId;
  readonly bytes: Buffer;
}

const ID_BYTES = 40;
const HEADER_BYTES = ID_BYTES + 4;
/** Above this (about 1 ms of work) zlib leaves the event loop for the thread pool. */
const MAX_SYNC_BYTES = 64 * 1024;
/** Level 1: ids do not get smaller, and the rest gets small enough. */
const LEVEL = 1;

const deflateInPool = promisify<Uint8Array, { level: number }, Buffer>(deflate);
const inflateInPool = promisify<Uint8Array, { maxOutputLength: number; chunkSize: number }, Buffer>(inflate);

/**
 * The objects of a pack as sync clients send them: id, length and deflated text, one after the other. Whether the text
 * is what the id names is checked elsewhere.
 * @throws RequestError 400 for anything else than whole records, or when they inflate to more than 128 MiB
 */
export async function unpackObjects(pack: Buffer): Promise<PackedObject[]> {
  if (pack.length === 0) throw unreadableBody('The pack is empty.');
  const objects: PackedObject[] = [];
  let roomBytes = INFLATED_PACK_MAX_BYTES;
  for (let at = 0; at < pack.length; ) {
    const start = at + HEADER_BYTES;
    if (start > pack.length) throw unreadableBody('The pack ends inside a record.');
    const id = pack.toString('latin1', at, at + ID_BYTES);
    at = start + pack.readUInt32BE(at + ID_BYTES);
    if (!isObjectId(id)) throw unreadableBody('A record of the pack has no id.');
    if (at > pack.length) throw unreadableBody('The pack ends inside a record.');
    const bytes = await inflated(pack.subarray(start, at), roomBytes);
    roomBytes -= bytes.length;
    objects.push({ id, bytes });
  }
  return objects;
}

async function inflated(deflated: Buffer, roomBytes: number): Promise<Buffer> {
  const limit = { maxOutputLength: Math.max(1, roomBytes) };
  try {
    // What is small here may be large there, but no larger than what the thread can do in a moment.
    if (deflated.length <= MAX_SYNC_BYTES) {
      const bounded = { maxOutputLength: Math.min(limit.maxOutputLength, MAX_SYNC_BYTES * 16) };
      const quick = tryInflate(deflated, bounded);
      if (quick !== null) return quick;
    }
    return await inflatedAtOnce(deflated, limit);
  } catch {
    throw unreadableBody('A record of the pack cannot be inflated.');
  }
}

/**
 * Into one piece that has room for all there may be: memory that is not written to costs nothing, and pieces that are put
 * together at the end would be there twice.
 */
async function inflatedAtOnce(deflated: Buffer, limit: { maxOutputLength: number }): Promise<Buffer> {
  const chunkSize = Math.max(MAX_SYNC_BYTES, limit.maxOutputLength);
  const bytes = await inflateInPool(deflated, { ...limit, chunkSize });
  if (bytes.length * 2 >= chunkSize) return bytes;
  const copy = Buffer.from(bytes);
  blockMemory.release(bytes);
  return copy;
}

/** Null: it becomes too large. */
function tryInflate(deflated: Buffer, limit: { maxOutputLength: number }): Buffer | null {
  try {
    return inflateSync(deflated, limit);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

/** The record of one object. */
export async function packObject({ id, bytes }: PackedObject): Promise<Buffer> {
  const text =
    bytes.length <= MAX_SYNC_BYTES
      ? deflateSync(bytes, { level: LEVEL })
      : await deflateInPool(bytes, { level: LEVEL });
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(id, 'latin1');
  header.writeUInt32BE(text.length, ID_BYTES);
  return Buffer.concat([header, text]);
}
