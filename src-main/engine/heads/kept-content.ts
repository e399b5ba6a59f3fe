import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { direntsOf } from '../../core/tree/dirents-of.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

/** Looked up in 10 ms. */
const CHANGES_BEFORE_YIELD = 3_000;

/** Whether the content that changes count on is still here: checked as far as it may have gone since the process started. */
export type KeptContent = ReturnType<typeof createKeptContent>;

export function createKeptContent({ objects }: Pick<Ports, 'objects'>) {
  /** Libraries from which something may have been collected. */
  const collected = new Set<LibraryId>();
  /** Those of them from which also what was stored lately may have been removed. */
  const erased = new Set<LibraryId>();

  return {
    noteCollection(storeId: LibraryId): void {
      collected.add(storeId);
    },

    noteErasure(storeId: LibraryId): void {
      collected.add(storeId);
      erased.add(storeId);
    },

    /** Passes only changes all of whose content is still here. @throws DomainError `head-moved` */
    async require(storeId: LibraryId, changes: readonly TreeChange[]): Promise<void> {
      const store = objects.library(storeId);
      await requireContent(store, changes);
      if (collected.has(storeId)) await requireBlocks(store, changes);
      if (erased.has(storeId)) await requireFolders(store, changes);
    },
  };
}

/**
 * Passes only changes whose files and folders are here. What an old version held when the change was planned may have
 * been collected since; what is damaged still counts as here, because a good copy may come.
 * @throws DomainError `head-moved`
 */
async function requireContent(store: LibraryObjects, changes: readonly TreeChange[]): Promise<void> {
  for (const [at, change] of changes.entries()) {
    if (at > 0 && at % CHANGES_BEFORE_YIELD === 0) await yieldToEventLoop();
    const id = change.op === 'put' ? change.dirent.id : change.op === 'mkdir' ? change.id : undefined;
    if (id === undefined || store.has('fs', id)) continue;
    for (const damaged of store.damaged()) if (damaged.kind === 'fs' && damaged.id === id) return;
    throw new DomainError('head-moved', { value: id, reason: 'content-collected' });
  }
}

/**
 * Passes only files whose blocks are here: content that was stored long before it is committed may have been collected
 * in between, the blocks before the file object that names them. Costs a read of each file object, so it is for
 * libraries that were collected from alone.
 * @throws DomainError `head-moved`
 */
async function requireBlocks(store: LibraryObjects, changes: readonly TreeChange[]): Promise<void> {
  for (const change of changes) if (change.op === 'put') await requireFile(store, change.dirent.id);
}

/**
 * Passes only folders with everything in them here: what is copied from another library counts on what was here already.
 * A collection spares that; an erasure does not. Reads all that is in them.
 * @throws DomainError `head-moved`
 */
async function requireFolders(store: LibraryObjects, changes: readonly TreeChange[]): Promise<void> {
  const seen = new Set<ObjectId>([EMPTY_ID]);
  const readDir = createReadDir(store);
  async function requireFolder(id: ObjectId): Promise<void> {
    if (seen.has(id)) return;
    seen.add(id);
    if (!store.has('fs', id)) return refuseCollected(store, id);
    for (const row of await direntsOf(readDir, id, 0))
      await (row.kind === 'dir' ? requireFolder(row.id) : requireFile(store, row.id));
  }
  for (const change of changes)
    if (change.op === 'mkdir' && change.id !== undefined) await requireFolder(change.id);
}

async function requireFile(store: LibraryObjects, id: ObjectId): Promise<void> {
  if (id === EMPTY_ID) return;
  if (!store.has('fs', id)) return refuseCollected(store, id);
  const { blockIds } = await decodeFileYielding(id, await store.read('fs', id));
  let isWhole = true;
  for (const [at, block] of blockIds.entries()) {
    if (isStepDue(at)) await yieldToEventLoop();
    isWhole &&= store.has('block', block);
  }
  if (!isWhole) refuseCollected(store, id);
}

/** What is damaged still counts as here, because a good copy may come. */
function refuseCollected(store: LibraryObjects, id: ObjectId): void {
  if ([...store.damaged()].length === 0)
    throw new DomainError('head-moved', { value: id, reason: 'content-collected' });
}
