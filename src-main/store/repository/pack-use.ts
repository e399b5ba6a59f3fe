import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import { RECORD_HEADER_BYTES } from './pack-format.ts';

/** What of a pack is on record. */
export interface PackUse {
  readonly objects: number;
  /** Bytes of their records. */
  readonly bytes: number;
}

/** About 10 ms of reading rows, after which other work gets its turn. */
const ROWS_PER_TURN = 5_000;

/** The use of each pack that has objects on record; 0 stands for all files of their own together. */
export async function countPackUse(
  index: ObjectIndex,
  storeKey: number,
  assertGoingOn: () => void,
): Promise<Map<number, PackUse>> {
  const use = new Map<number, PackUse>();
  let rows = 0;
  for (const { pack, storedBytes } of index.listAll(storeKey)) {
    const { objects, bytes } = use.get(pack) ?? { objects: 0, bytes: 0 };
    use.set(pack, { objects: objects + 1, bytes: bytes + RECORD_HEADER_BYTES + storedBytes });
    rows += 1;
    if (rows % ROWS_PER_TURN !== 0) continue;
    await yieldToEventLoop();
    assertGoingOn();
  }
  return use;
}
