import type { LibraryId } from '../core/library/library-id.ts';
import type { Backend } from './backend/backend.ts';
import type { ObjectName } from './objects/object-store.ts';
import { rebuildIndex } from './repository/rebuild-index.ts';
import type { ObjectIndex } from './sqlite/object-index.ts';

/**
 * Puts everything on disk on record again where the record names packs that are not there: a database that lost its
 * newest transactions after a compaction still names the packs from before it.
 */
export async function mendIndex(backend: Backend, index: ObjectIndex): Promise<void> {
  const lost: { storeKey: number; pack: number }[] = [];
  for (const libraryId of await backend.libraries()) {
    const storeKey = index.findStore(libraryId);
    if (storeKey === null) continue;
    const there = new Set(await backend.library(libraryId).listPacks());
    const gone = index.packs(storeKey).filter(({ pack }) => !there.has(pack));
    lost.push(...gone.map(({ pack }) => ({ storeKey, pack })));
  }
  if (lost.length === 0) return;
  await rebuildIndex(backend, index);
  // Objects that were in them and are nowhere else stay on record: reading them says that they are missing.
  for (const { storeKey, pack } of lost) index.removePack(storeKey, pack);
}

/**
 * Objects of a library that are on record in a pack or a file which is not there. Looks at names only, so that it is
 * quick; whether what is there is whole, reading tells.
 */
export async function missingFiles(
  backend: Backend,
  index: ObjectIndex,
  libraryId: LibraryId,
): Promise<ObjectName[]> {
  const storeKey = index.findStore(libraryId);
  if (storeKey === null) return [];
  const files = backend.library(libraryId);
  const packs = new Set(await files.listPacks());
  const blocks = new Set<string>();
  for await (const ids of files.listBlocks()) for (const id of ids) blocks.add(id);
  const missing: ObjectName[] = [];
  for (const { kind, id, pack } of index.listAll(storeKey)) {
    if (pack === 0 ? !blocks.has(id) : !packs.has(pack)) missing.push({ kind, id });
  }
  return missing;
}
