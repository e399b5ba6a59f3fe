import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isId } from '../../core/objects/object-id.ts';
import type { CompactionParts } from './compaction-parts.ts';

/** A flush waits for so many removals at most, about 5 ms. */
const FILES_PER_TURN = 64;

/** Removes the block files that neither a row nor an accepted block names. Returns their bytes. */
export async function sweepBlockFiles(parts: CompactionParts): Promise<number> {
  const folder = join(parts.folder, 'blocks');
  let freedBytes = 0;
  for (const fan of await parts.ops.list(folder)) {
    const names = await parts.ops.list(join(folder, fan));
    const doomed = names.map((name) => fan + name).filter((id) => isId(id) && !isNeeded(parts, id));
    for (let from = 0; from < doomed.length; from += FILES_PER_TURN) {
      const slice = doomed.slice(from, from + FILES_PER_TURN);
      // A flush gives files their names before their rows: only while none runs is a file without a row nobody's.
      freedBytes += await parts.alone(() => removeFiles(parts, slice));
    }
  }
  return freedBytes;
}

async function removeFiles(parts: CompactionParts, ids: readonly string[]): Promise<number> {
  const { ops, blocks, health, assertGoingOn } = parts;
  let freedBytes = 0;
  const folders = new Set<string>();
  for (const id of ids) {
    assertGoingOn();
    if (isNeeded(parts, id)) continue;
    const path = blocks.pathOf(id);
    const { size } = await stat(path);
    await ops.remove(path);
    freedBytes += size;
    folders.add(dirname(path));
  }
  try {
    for (const folder of folders) await ops.syncFolder(folder);
  } catch (cause) {
    throw health.fail(cause);
  }
  return freedBytes;
}

function isNeeded({ index, pending, storeKey }: CompactionParts, id: string): boolean {
  if (pending.get({ kind: 'block', id }) !== undefined) return true;
  return index.find(storeKey, 'block', id)?.pack === 0;
}
