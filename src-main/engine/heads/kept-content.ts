import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { direntsOf } from '../../core/tree/dirents-of.ts';
import type { LibraryObjects, ObjectKind } from '../../store/objects/object-store.ts';
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

    /**
     * Passes only changes all of whose content is still here. After many, others have their turn before the next step.
     * @throws DomainError `head-moved`
     */
    async require(storeId: LibraryId, changes: readonly TreeChange[]): Promise<void> {
      const store = objects.library(storeId);
      const content = { store, isDamaged: damagedIn(store) };
      await requireContent(content, changes);
      if (collected.has(storeId)) await requireBlocks(content, changes);
      if (erased.has(storeId)) await requireFolders(content, changes);
      if (changes.length > CHANGES_BEFORE_YIELD) await yieldToEventLoop();
    },
  };
}

interface StoredContent {
  readonly store: LibraryObjects;
  /** What is absent because it is damaged still counts as here, because a good copy may come. */
  readonly isDamaged: (kind: ObjectKind, id: ObjectId) => boolean;
}

/** Asks the store once, and only when something is absent. */
function damagedIn(store: LibraryObjects): StoredContent['isDamaged'] {
  let damaged: ReadonlySet<string> | null = null;
  return (kind, id) => {
    damaged ??= new Set(Array.from(store.damaged(), (object) => object.kind + object.id));
    return damaged.has(kind + id);
  };
}

/**
 * Passes only changes whose files and folders are here. What an old version held when the change was planned may have
 * been collected since.
 * @throws DomainError `head-moved`
 */
async function requireContent(content: StoredContent, changes: readonly TreeChange[]): Promise<void> {
  for (const [at, change] of changes.entries()) {
    if (at > 0 && at % CHANGES_BEFORE_YIELD === 0) await yieldToEventLoop();
    const id = change.op === 'put' ? change.dirent.id : change.op === 'mkdir' ? change.id : undefined;
    if (id !== undefined) requireStored(content, id);
  }
}

/**
 * Passes only files whose blocks are here: content that was stored long before it is committed may have been collected
 * in between, the blocks before the file object that names them. Costs a read of each file object, so it is for
 * libraries that were collected from alone.
 * @throws DomainError `head-moved`
 */
async function requireBlocks(content: StoredContent, changes: readonly TreeChange[]): Promise<void> {
  for (const change of changes) if (change.op === 'put') await requireFile(content, change.dirent.id);
}

/**
 * Passes only folders with everything in them here: what is copied from another library counts on what was here already.
 * A collection spares that; an erasure does not. Reads all that is in them.
 * @throws DomainError `head-moved`
 */
async function requireFolders(content: StoredContent, changes: readonly TreeChange[]): Promise<void> {
  const seen = new Set<ObjectId>([EMPTY_ID]);
  const readDir = createReadDir(content.store);
  async function requireFolder(id: ObjectId): Promise<void> {
    if (seen.has(id)) return;
    seen.add(id);
    if (!requireStored(content, id)) return;
    for (const row of await direntsOf(readDir, id, 0))
      await (row.kind === 'dir' ? requireFolder(row.id) : requireFile(content, row.id));
  }
  for (const change of changes)
    if (change.op === 'mkdir' && change.id !== undefined) await requireFolder(change.id);
}

async function requireFile(content: StoredContent, id: ObjectId): Promise<void> {
  if (id === EMPTY_ID || !requireStored(content, id)) return;
  const { store, isDamaged } = content;
  const { blockIds } = await decodeFileYielding(id, await store.read('fs', id));
  for (const [at, block] of blockIds.entries()) {
    if (isStepDue(at)) await yieldToEventLoop();
    if (!store.has('block', block) && !isDamaged('block', block)) throw collected(id);
  }
}

/** @returns whether the fs object can be read; false: it is damaged. @throws DomainError `head-moved` when it is gone */
function requireStored({ store, isDamaged }: StoredContent, id: ObjectId): boolean {
  if (store.has('fs', id)) return true;
  if (isDamaged('fs', id)) return false;
  throw collected(id);
}

function collected(value: ObjectId): DomainError {
  return new DomainError('head-moved', { value, reason: 'content-collected' });
}
