import type { Change } from '../../core/history/change.ts';
import { type DeletedItem, trashOf } from '../../core/history/trash.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Commit } from '../../core/objects/commit.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { filterInSteps, inSteps, mapInSteps } from '../../core/steps.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { createNearLookup } from '../../core/tree/tree-lookup.ts';
import { walkTree } from '../../core/tree/walk.ts';
import type { PathInTrash, TrashItem, TrashTable } from '../../store/sqlite/trash.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

/** Each is looked up in the index. */
const FOLDERS_BEFORE_YIELD = 500;
/** Some milliseconds of rows. */
const ITEMS_BEFORE_YIELD = 1_000;

export interface TrashUpdateInput {
  readonly trashTable: Pick<TrashTable, 'inside'>;
  readonly readDir: ReadDir;
  /** As it is before the commit. */
  readonly library: Pick<Library, 'id' | 'headId'>;
  readonly commit: Pick<Commit, 'rootId' | 'ctimeSeconds' | 'authorEmail'>;
  readonly changes: readonly Change[];
}

type DeletedNow = Omit<TrashItem, 'trashId'>;

/** What a commit does to the trash index of its library. */
export interface TrashUpdate {
  /** Of each path and kind at most one. */
  readonly deleted: readonly DeletedNow[];
  /** What is there again: no deletion of that path and kind is listed any more. */
  readonly returned: readonly PathInTrash[];
  /** Deletions that are listed no more because of what came back inside a folder. */
  readonly returnedItems: readonly number[];
}

/** Reads all it needs now, so that the transaction that moves the head only writes. */
export async function planTrashUpdate(input: TrashUpdateInput): Promise<TrashUpdate> {
  const { library, commit, changes } = input;
  const { deleted, appeared } = await inSteps(trashOf(changes), yieldToEventLoop);
  const thrown = await withoutMoved(deleted, input);
  const returnedItems = await backInside(appeared, input);
  const asDeleted = ({ path, isDir, objectId, sizeBytes }: DeletedItem): DeletedNow => ({
    path,
    isDir,
    objectId,
    sizeBytes,
    deletedAtSeconds: commit.ctimeSeconds,
    deletedBy: commit.authorEmail,
    commitId: library.headId,
  });
  const rows = await inSteps(mapInSteps(thrown, asDeleted), yieldToEventLoop);
  return { deleted: rows, returned: appeared, returnedItems };
}

/** For the transaction that moves the head. */
export function applyTrashUpdate(trashTable: TrashTable, id: LibraryId, update: TrashUpdate): void {
  trashTable.unlistPaths(id, update.returned);
  for (const trashId of update.returnedItems) trashTable.unlist(trashId);
  trashTable.add(id, update.deleted);
}

/** What the trash has below a folder, a page at a time, between which others have their turn. */
async function* pagesInside(
  { trashTable, library }: TrashUpdateInput,
  path: string,
): AsyncGenerator<readonly TrashItem[]> {
  let after: TrashItem | null = null;
  do {
    const page: TrashItem[] = trashTable.inside(library.id, path, { after, limit: ITEMS_BEFORE_YIELD });
    yield page;
    after = page.length < ITEMS_BEFORE_YIELD ? null : (page.at(-1) ?? null);
    if (after !== null) await yieldToEventLoop();
  } while (after !== null);
}

/** Trash rows of what came back inside a folder that came back. */
async function backInside(
  appeared: readonly { path: string; isDir: boolean }[],
  input: TrashUpdateInput,
): Promise<number[]> {
  const back: number[] = [];
  const entryAt = createNearLookup(input.readDir, input.commit.rootId, yieldToEventLoop);
  const noteBack = async ({ path, isDir, trashId }: TrashItem) => {
    const found = await entryAt(path);
    if (found !== null && (found.kind === 'dir') === isDir) back.push(trashId);
  };
  for (const [at, { path, isDir }] of appeared.entries()) {
    if (at % FOLDERS_BEFORE_YIELD === FOLDERS_BEFORE_YIELD - 1) await yieldToEventLoop();
    if (!isDir) continue;
    for await (const page of pagesInside(input, path)) {
      for (const item of page) await noteBack(item);
    }
  }
  return back;
}

/**
 * Leaves out files that the same commit brought in again inside a new folder: they were moved there, which history
 * shows folded as a new folder.
 */
async function withoutMoved(
  deleted: readonly DeletedItem[],
  { readDir, changes }: TrashUpdateInput,
): Promise<readonly DeletedItem[]> {
  const newFolders = await inSteps(
    filterInSteps(changes, ({ op }) => op === 'newdir'),
    yieldToEventLoop,
  );
  if (newFolders.length === 0 || deleted.every(({ isDir }) => isDir)) return deleted;
  const arrived = new Set<ObjectId>();
  const walked = new Set<ObjectId>();
  const prune = (_path: string, { id }: { readonly id: ObjectId }) => {
    if (walked.has(id)) return true;
    walked.add(id);
    return false;
  };
  for (const { objectId } of newFolders) {
    if (prune('', { id: objectId })) continue;
    for await (const { dirent } of walkTree(readDir, objectId, { prune }))
      if (dirent.kind === 'file') arrived.add(dirent.id);
  }
  const isGone = ({ isDir, objectId }: DeletedItem) =>
    isDir || objectId === EMPTY_ID || !arrived.has(objectId);
  return inSteps(filterInSteps(deleted, isGone), yieldToEventLoop);
}
