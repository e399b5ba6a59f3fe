import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryObjects, ObjectName } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import type { RetentionClock } from '../reading/retention.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { GRACE_SECONDS, type RemovalPlan } from './garbage-plan.ts';
import { type NeededDependencies, NeededObjects } from './needed-objects.ts';

export interface CollectionDependencies extends NeededDependencies, Pick<Ports, 'libraryTable' | 'objects'> {
  readonly journalRecords: {
    readonly recordPresent: (id: LibraryId, options: { readonly keptFrom: CommitId }) => Promise<void>;
  };
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
  /** Heads move only inside it. */
  readonly changeLibrary: {
    readonly exclusively: <T>(id: LibraryId, task: () => Promise<T>) => Promise<T>;
  };
}

/** What was removed of a library. */
export interface RemovedGarbage {
  readonly removedObjects: number;
  readonly removedBytes: number;
  /** Bytes that the disk has back. Less where packs still hold more that is needed than that is not. */
  readonly diskBytes: number;
}

/** Blocks are removed in slices of this many: about 50 ms during which a commit to the library waits. */
const BLOCKS_A_SLICE = 5_000;

/** One collection of one library: what is to go (`garbage-plan.ts`), and its removal beside every other use. */
export class GarbageCollection {
  readonly #deps: CollectionDependencies;
  readonly #id: LibraryId;
  readonly #store: LibraryObjects;
  readonly #needed: NeededObjects;
  readonly #signal: AbortSignal | undefined;
  readonly #youngSinceSeconds: number;
  #removed = { removedObjects: 0, removedBytes: 0 };

  constructor(deps: CollectionDependencies, id: LibraryId, signal: AbortSignal | undefined) {
    const nowSeconds = deps.retention.nowSeconds();
    this.#deps = deps;
    this.#id = id;
    this.#store = deps.objects.library(id);
    this.#signal = signal;
    this.#youngSinceSeconds = nowSeconds - GRACE_SECONDS;
    this.#needed = new NeededObjects(deps, {
      store: this.#store,
      nowSeconds,
      youngSinceSeconds: this.#youngSinceSeconds,
      ...(signal ? { signal } : {}),
    });
  }

  /** Reads only. @throws DomainError `object-missing`, `object-corrupt`: a damaged library is never collected from */
  async plan(library: Library): Promise<RemovalPlan> {
    await this.#needed.addShown(library);
    await this.#needed.addHeldOn(library);
    return this.#needed.plan();
  }

  /**
   * The reverse of writing: fs objects before the blocks that they name.
   * @throws DomainError `library-not-found` when it is removed meanwhile
   */
  async carryOut({ objects, fs, blocks }: RemovalPlan): Promise<RemovedGarbage> {
    if (objects > 0) {
      await this.#removeFs(fs);
      await this.#keepSurvivors(fs);
      await this.#removeBlocks(blocks);
    }
    const { bytesFreed } = await this.#store.compact(this.#signal ? { signal: this.#signal } : {});
    return { ...this.#removed, diskBytes: bytesFreed };
  }

  /**
   * All of them while no head moves: a tree is there with everything in it, or its root is not there at all, so that a
   * commit that takes it over from an old version (`change-library.ts` looks whether it is there) never takes half.
   */
  #removeFs(objects: readonly ObjectName[]): Promise<void> {
    return this.#exclusively(async (library) => {
      await this.#hideOlder(library);
      await this.#remove(this.#needed.stillUnneeded(objects));
    });
  }

  /** Objects that are still here were touched meanwhile, so what they name stays too. */
  async #keepSurvivors(objects: readonly ObjectName[]): Promise<void> {
    for (const { id } of objects) if (this.#store.has('fs', id)) await this.#needed.addKept(id);
    const library = this.#deps.libraryTable.find(this.#id);
    if (library !== null) await this.#needed.addHeldOn(library);
  }

  async #removeBlocks(blocks: readonly ObjectName[]): Promise<void> {
    for (let from = 0; from < blocks.length; from += BLOCKS_A_SLICE) {
      this.#signal?.throwIfAborted();
      const slice = blocks.slice(from, from + BLOCKS_A_SLICE);
      await this.#exclusively(() => this.#remove(this.#needed.stillUnneeded(slice)));
    }
  }

  /** With everything marked that came up since the last time. */
  #exclusively(work: (library: Library) => Promise<void>): Promise<void> {
    return this.#deps.changeLibrary.exclusively(this.#id, async () => {
      const library = this.#deps.libraryTable.find(this.#id);
      if (library === null) throw new DomainError('library-not-found', { value: this.#id });
      await this.#needed.addShown(library);
      await work(library);
    });
  }

  /** Durable before the first object goes, in the journal too: a database that is made again must not show it. */
  async #hideOlder(library: Library): Promise<void> {
    for (const { libraryId, fromSeq } of this.#needed.shown) await this.#hideOlderIn(libraryId, fromSeq);
    // Deleted meanwhile, the library is not to be collected from.
    if (this.#deps.libraryTable.find(library.id) === null)
      throw new DomainError('library-not-found', { value: library.id });
  }

  async #hideOlderIn(id: LibraryId, fromSeq: number): Promise<void> {
    const { libraryTable, historyTable, trashTable, journalRecords } = this.#deps;
    const known = libraryTable.retainedFrom(id);
    if (known === null || fromSeq <= known) return;
    libraryTable.keepFrom(id, fromSeq);
    while (trashTable.unlistBefore(id, fromSeq) > 0) await yieldToEventLoop();
    const kept = historyTable.findBySeq(id, fromSeq);
    // A gap in its history is damage.
    if (kept === null) throw new DomainError('object-missing', { value: id, reason: `commit ${fromSeq}` });
    await journalRecords.recordPresent(id, { keptFrom: kept.id });
  }

  async #remove(objects: readonly ObjectName[]): Promise<void> {
    // A clock that went back since the start also dates back what is touched meanwhile.
    const nowSeconds = this.#deps.retention.nowSeconds();
    const lastReferencedBeforeSeconds = Math.min(this.#youngSinceSeconds, nowSeconds - GRACE_SECONDS);
    const options = { lastReferencedBeforeSeconds };
    const { removed, bytes } = await this.#store.remove(objects, options);
    const { removedObjects, removedBytes } = this.#removed;
    this.#removed = { removedObjects: removedObjects + removed, removedBytes: removedBytes + bytes };
  }
}
