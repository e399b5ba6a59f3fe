import type { FileName } from '../backend/backend.ts';
import type { CompactionParts } from './pack-compaction.ts';

/** A flush waits for so many removals at most, about 5 ms. */
const FILES_PER_TURN = 64;

/** Removes the block files that neither a row nor an accepted block names. Returns their bytes. */
export async function sweepBlockFiles(parts: CompactionParts): Promise<number> {
  let freedBytes = 0;
  for await (const ids of parts.files.listBlocks()) {
    const doomed = ids.filter((id) => !isNeeded(parts, id));
    for (let from = 0; from < doomed.length; from += FILES_PER_TURN) {
      const slice = doomed.slice(from, from + FILES_PER_TURN);
      // A flush gives files their names before their rows: only while none runs is a file without a row garbage.
      freedBytes += await parts.alone(() => removeFiles(parts, slice));
    }
  }
  return freedBytes;
}

async function removeFiles(parts: CompactionParts, ids: readonly string[]): Promise<number> {
  try {
    return await parts.files.remove(doomedOf(parts, ids));
  } catch (cause) {
    throw parts.health.judgeRemoval(cause);
  }
}

/** Each is looked at right before it is removed. */
function* doomedOf(parts: CompactionParts, ids: readonly string[]): Iterable<FileName> {
  for (const id of ids) {
    parts.assertGoingOn();
    if (!isNeeded(parts, id)) yield { block: id };
  }
}

function isNeeded({ index, pending, storeKey }: CompactionParts, id: string): boolean {
  if (pending.get({ kind: 'block', id }) !== undefined) return true;
  return index.find(storeKey, 'block', id)?.pack === 0;
}
