import type { Dirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { corrupt } from '../../core/objects/parse-object.ts';
import { isStepDue } from '../../core/steps.ts';
import { direntsByName } from '../../core/tree/dirents-of.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import { isUnreadable } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

export interface FetchRequest {
  /** What the client wants. */
  readonly rootId: ObjectId;
  /** What it has; null: nothing that we know of. */
  readonly haveRootId: ObjectId | null;
  /** Leaves the objects of files out. */
  readonly dirsOnly: boolean;
}

/**
 * Ids of the fs objects of a tree that are not at the same place in the tree that the client has, folder by folder,
 * children before parents. Holds one listing a level, and the ids of folders that it told of. The id of a file may come twice; more than the client lacks does no harm, so
 * what of its tree is gone counts as not there.
 * @throws DomainError `object-missing`, `object-corrupt`
 */
export async function* idsToFetch(
  readDir: ReadDir,
  { rootId, haveRootId, dirsOnly }: FetchRequest,
): AsyncGenerator<ObjectId[], void, void> {
  const readHad: ReadDir = async (id) => {
    try {
      return await readDir(id);
    } catch (error) {
      if (isUnreadable(error)) return [];
      throw error;
    }
  };
  yield* idsOfDir(
    { readDir, readHad, dirsOnly, told: new Set() },
    { id: rootId, hadId: haveRootId ?? undefined, depth: 0 },
  );
}

interface Listing {
  readonly readDir: ReadDir;
  /** Reads what may be gone. */
  readonly readHad: ReadDir;
  readonly dirsOnly: boolean;
  /** Folders, each beside the one that the client has in its place: a tree may name one over and over. */
  readonly told: Set<string>;
}

interface DirToFetch {
  readonly id: ObjectId;
  readonly hadId: ObjectId | undefined;
  readonly depth: number;
}

/** What is empty need not be fetched. */
function isThere(dirent: Dirent, before: Dirent | undefined): boolean {
  return dirent.id === EMPTY_ID || (before?.id === dirent.id && before.kind === dirent.kind);
}

function isNew({ told }: Listing, pair: string): boolean {
  if (told.has(pair)) return false;
  told.add(pair);
  return true;
}

function folderIdOf(dirent: Dirent | undefined): ObjectId | undefined {
  return dirent?.kind === 'dir' ? dirent.id : undefined;
}

async function* idsOfDir(run: Listing, { id, hadId, depth }: DirToFetch): AsyncGenerator<ObjectId[]> {
  if (id === EMPTY_ID || id === hadId || !isNew(run, `${id}${hadId ?? ''}`)) return;
  if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
  const had = hadId && (await direntsByName(run.readHad, hadId, depth, yieldToEventLoop));
  const here: ObjectId[] = [];
  let at = 0;
  for (const dirent of await run.readDir(id)) {
    if (isStepDue(at++)) await yieldToEventLoop();
    const before = had?.get(dirent.name);
    if (isThere(dirent, before)) continue;
    if (dirent.kind === 'file') {
      if (!run.dirsOnly) here.push(dirent.id);
    } else {
      yield* idsOfDir(run, { id: dirent.id, hadId: folderIdOf(before), depth: depth + 1 });
    }
  }
  here.push(id);
  yield here;
}
