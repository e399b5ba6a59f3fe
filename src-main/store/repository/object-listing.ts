import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ObjectName, StoredObject } from '../objects/object-store.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { ObjectRow } from '../sqlite/object-row.ts';
import { RECORD_HEADER_BYTES } from './pack-format.ts';
import type { PendingObject } from './pending-objects.ts';

/** Objects that are not durable yet, and those that are. */
interface Listed {
  readonly pending: readonly PendingObject[];
  readonly rows: Iterable<ObjectRow>;
}

/** When objects were touched that are not noted for good yet. */
interface Touches {
  get(object: ObjectName): { readonly atSeconds: number } | undefined;
}

/** All objects of a library, each once. */
export function* listObjects(
  { pending, rows }: Listed,
  touches: Touches,
  nowSeconds: number,
): Iterable<StoredObject> {
  const listed = new Set<string>();
  for (const { kind, id, sizeBytes } of pending) {
    listed.add(kind + id);
    yield { kind, id, sizeBytes, storedBytes: sizeBytes, storedAtSeconds: nowSeconds };
  }
  for (const row of rows) {
    const { kind, id, sizeBytes } = row;
    if (listed.has(kind + id)) continue;
    const storedBytes = row.storedBytes + (row.pack > 0 ? RECORD_HEADER_BYTES : 0);
    yield {
      kind,
      id,
      sizeBytes,
      storedBytes,
      storedAtSeconds: touches.get(row)?.atSeconds ?? row.storedAtSeconds,
    };
  }
}

/** What the packs and block files of a library take, as far as the index knows them. */
export async function bytesOfFiles(
  index: Pick<ObjectIndex, 'packs' | 'blockFileBytes'>,
  storeKey: number,
): Promise<number> {
  let bytes = index.packs(storeKey).reduce((sum, { endOffset }) => sum + endOffset, 0);
  for (const part of index.blockFileBytes(storeKey)) {
    bytes += part;
    await yieldToEventLoop();
  }
  return bytes;
}
