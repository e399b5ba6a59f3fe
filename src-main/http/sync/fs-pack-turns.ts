import {
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
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { SyncObjects } from '../../engine/objects/sync-objects.ts';
import type { ReadingMemory } from '../../engine/reading/read-ahead.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import type { SyncVisit } from '../../usecases/access/sync-access.ts';
import { packObject, unpackObjects } from './fs-pack.ts';

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
