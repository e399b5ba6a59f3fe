import { DomainError } from '../../core/errors.ts';
import { decodeFileInSteps } from '../../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { isUnreadable } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

interface Search {
  /** Fs objects and blocks. */
  readonly wanted: ReadonlySet<string>;
  /** So many entries are looked at. */
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Where objects are in a tree: for each one the first file or folder that needs it. What is in earlier versions alone, or
 * further on than was looked, is not among them.
 */
export async function pathsOfObjects(
  store: Pick<LibraryObjects, 'read'>,
  rootId: ObjectId,
  { wanted, most, signal }: Search,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const readDir = createReadDir(store);
  const seen = new Set<string>();
  const open: { readonly id: ObjectId; readonly path: string }[] = [{ id: rootId, path: '' }];
  if (wanted.has(rootId)) found.set(rootId, '/');
  let looked = 0;
  const note = (id: string, path: string) => {
    if (wanted.has(id) && !found.has(id)) found.set(id, path);
  };
  const noteBlocks = async (id: ObjectId, path: string) => {
    for (const block of (await readable(blocksOf(store, id))) ?? []) note(block, path);
  };
  for (let dir = open.pop(); dir !== undefined && found.size < wanted.size; dir = open.pop()) {
    for (const dirent of (await readable(readDir(dir.id))) ?? []) {
      signal?.throwIfAborted();
      looked += 1;
      if (looked > most) return found;
      const path = `${dir.path}/${dirent.name}`;
      note(dirent.id, path);
      const isKnown = seen.has(dirent.id);
      seen.add(dirent.id);
      if (isKnown) continue;
      if (dirent.kind === 'dir') open.push({ id: dirent.id, path });
      else await noteBlocks(dirent.id, path);
    }
  }
  return found;
}

async function blocksOf(store: Pick<LibraryObjects, 'read'>, id: ObjectId): Promise<readonly ObjectId[]> {
  if (id === EMPTY_ID) return [];
  const bytes = await store.read('fs', id);
  return (await inSteps(decodeFileInSteps(id, bytes), yieldToEventLoop)).blockIds;
}

/** Null: it is damaged itself, or of a library that goes. */
async function readable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === 'library-not-found';
    if (!isUnreadable(error) && !isGone) throw error;
    return null;
  }
}
