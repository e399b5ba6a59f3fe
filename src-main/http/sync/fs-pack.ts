import { promisify } from 'node:util';
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib';
import {
  INFLATED_PACK_MAX_BYTES,
  INFLATIONS_AT_ONCE,
  INFLATIONS_AT_ONCE_PER_PERSON,
  INFLATIONS_WAITING,
  INFLATIONS_WAITING_PER_PERSON,
  PACKED_AT_ONCE,
  PACKED_AT_ONCE_PER_PERSON,
  PACKED_WAITING,
  PACKED_WAITING_PER_PERSON,
  PACKED_WITHOUT_TURN_BYTES,
} from '../../core/limits.ts';
import { isObjectId, type ObjectId } from '../../core/objects/object-id.ts';
import type { SyncObjects } from '../../engine/objects/sync-objects.ts';
import type { ReadingMemory } from '../../engine/reading/read-ahead.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import type { SyncVisit } from '../../usecases/access/sync-access.ts';
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
async function unpackObjects(pack: Buffer): Promise<PackedObject[]> {
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
async function packObject({ id, bytes }: PackedObject): Promise<Buffer> {
  const text =
    bytes.length <= MAX_SYNC_BYTES
      ? deflateSync(bytes, { level: LEVEL })
      : await deflateInPool(bytes, { level: LEVEL });
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(id, 'latin1');
  header.writeUInt32BE(text.length, ID_BYTES);
  return Buffer.concat([header, text]);
}

/** A pack is sent when it has this much; clients ask for the rest again. */
const PACK_BYTES = 1024 * 1024;

const PACKINGS_OF_ONE_PERSON = { atOnce: PACKED_AT_ONCE_PER_PERSON, waiting: PACKED_WAITING_PER_PERSON };
const INFLATIONS_OF_ONE_PERSON = {
  atOnce: INFLATIONS_AT_ONCE_PER_PERSON,
  waiting: INFLATIONS_WAITING_PER_PERSON,
};

/** Makes and takes in packs of fs objects, in turns: each person leaves room for others. */
export function createFsPackTurns(syncObjects: SyncObjects) {
  const packings = new SharedSemaphore({ atOnce: PACKED_AT_ONCE, waiting: PACKED_WAITING });
  const inflations = new SharedSemaphore({ atOnce: INFLATIONS_AT_ONCE, waiting: INFLATIONS_WAITING });

  return {
    /**
     * Records of the first of the objects, as many as a pack has; takes memory for them, which the caller gives back.
     * @throws DomainError `object-missing`, `object-corrupt`, `busy`
     */
    async pack(
      { library, bearer }: SyncVisit,
      ids: readonly ObjectId[],
      memory: ReadingMemory,
    ): Promise<Buffer[]> {
      const sizes = await syncObjects.fsSizes(library.id, ids);
      const largestBytes = sizes.reduce((most, size) => Math.max(most, size), 0);
      const pack = async () => {
        await memory.take(PACK_BYTES + largestBytes);
        return packOf(ids, (id) => syncObjects.fsObject(library.id, id));
      };
      if (largestBytes <= PACKED_WITHOUT_TURN_BYTES) return pack();
      return packings.run(pack, [{ sender: bearer.email, ...PACKINGS_OF_ONE_PERSON }]);
    },

    /**
     * Stores what is in a pack. NOT durable before a head moves.
     * @throws RequestError 400 as `unpackObjects`; DomainError as `SyncObjects.putFs`, `busy`
     */
    async unpack({ library, bearer }: SyncVisit, pack: Buffer): Promise<void> {
      const store = async () => syncObjects.putFs(library, await unpackObjects(pack));
      await inflations.run(store, [{ sender: bearer.email, ...INFLATIONS_OF_ONE_PERSON }]);
    },
  };
}

async function packOf(ids: readonly ObjectId[], read: (id: ObjectId) => Promise<Buffer>): Promise<Buffer[]> {
  const records: Buffer[] = [];
  let packBytes = 0;
  for (const id of ids) {
    const record = await packObject({ id, bytes: await read(id) });
    records.push(record);
    packBytes += record.length;
    if (packBytes >= PACK_BYTES) break;
  }
  return records;
}
