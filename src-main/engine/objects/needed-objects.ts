import { historyWindow } from '../../core/history/retention.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type {
  LibraryObjects,
  ObjectKind,
  ObjectName,
  StoredObject,
} from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { oldestShownSeq } from '../reading/retention.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import {
  type HowReached,
  type KeepReason,
  keptHistory,
  planRemoval,
  type RemovalPlan,
  reasonToKeep,
} from './garbage-plan.ts';
import { ReachedObjects } from './reached-objects.ts';

export type NeededDependencies = Pick<
  Ports,
  'historyTable' | 'trashTable' | 'folderNeeds' | 'folderLibraryTable' | 'pinTable'
>;

export interface NeededOptions {
  readonly store: LibraryObjects;
  /** Now, for retention. */
  readonly nowSeconds: number;
  /** What was stored or touched at or after this time is needed, and so is what it names. */
  readonly youngSinceSeconds: number;
  /** What retention hides is needed as well, as long as it is kept. */
  readonly keepsHidden?: boolean;
  readonly signal?: AbortSignal;
}

/** Commits of a library from which on everything stays. */
export interface ShownFrom {
  readonly libraryId: LibraryId;
  readonly fromSeq: number;
}

interface Marks {
  /** Commits from this one on are marked; what older ones alone reach may go. */
  readonly fromSeq: number;
  readonly toSeq: number;
  /** What they were made for, so that nothing is asked again while it stays the same. */
  readonly madeFor: string;
}

/** Pages, so that neither a long history nor a large library is ever held in memory as rows. */
const COMMITS_A_PAGE = 500;
const OBJECTS_BEFORE_YIELD = 5_000;

/**
 * What of one library must stay: everything that shown commits, pinned ones and shown trash of it and of its folder
 * libraries reach, everything young, and
 * what linked folders hold on to. Whatever is added later can only make it more.
 */
export class NeededObjects {
  readonly #deps: NeededDependencies;
  readonly #options: NeededOptions;
  readonly #reached: ReachedObjects;
  readonly #marks = new Map<LibraryId, Marks>();

  constructor(deps: NeededDependencies, options: NeededOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#reached = new ReachedObjects(options.store, options.signal);
  }

  /** What is marked of the library and of its folder libraries, in this order. */
  get shown(): readonly ShownFrom[] {
    return [...this.#marks].map(([libraryId, { fromSeq }]) => ({ libraryId, fromSeq }));
  }

  has(kind: ObjectKind, id: string): boolean {
    return kind === 'commit' || this.#reached.has(kind, id);
  }

  /** @see HowReached */
  howReached: HowReached = (kind, id) => this.#reached.howReached(kind, id);

  /**
   * Marks what the library and its folder libraries as they are now show and is not marked yet: all of it the first time,
   * later the commits made meanwhile and those that a longer retention shows again.
   * @throws DomainError `object-missing`, `object-corrupt`: a damaged library is never collected from
   */
  async addShown(library: Library): Promise<void> {
    await this.#addShown(library);
    // They have no retention of their own, so one that is only tried out is theirs as well.
    for (const folder of this.#deps.folderLibraryTable.of(library.id))
      await this.#addShown({ ...folder, keepDays: library.keepDays });
  }

  async #addShown(library: Library): Promise<void> {
    const { id, headSeq, keepDays, historyFromSeconds } = library;
    const pinned = this.#deps.pinTable.of(id).map(({ seq }) => seq);
    const madeFor = JSON.stringify({ headSeq, keepDays, historyFromSeconds, pinned });
    const marks = this.#marks.get(id);
    if (marks?.madeFor === madeFor) return;
    for (const seq of pinned) await this.#addCommits(library, seq, seq);
    const oldest = this.#oldestNeeded(library);
    await this.#addCommits(library, oldest, marks === undefined ? headSeq : marks.fromSeq - 1);
    if (marks !== undefined) await this.#addCommits(library, marks.toSeq + 1, headSeq);
    const fromSeq = Math.min(oldest, marks?.fromSeq ?? oldest);
    this.#marks.set(id, { fromSeq, toSeq: headSeq, madeFor });
  }

  /** Marks what a client may be about to commit, and what linked folders still want to read. */
  async addHeldOn(library: Library): Promise<void> {
    for await (const { kind, id, storedAtSeconds } of this.#listed()) {
      if (kind === 'fs' && storedAtSeconds >= this.#options.youngSinceSeconds)
        await this.#reached.addLoose(id);
    }
    for (const { id } of [library, ...this.#deps.folderLibraryTable.of(library.id)])
      for (const needed of this.#deps.folderNeeds.of(id)) await this.#reached.addLoose(needed);
  }

  /** Marks an fs object that stays for another reason, with what it names. */
  async addKept(id: string): Promise<void> {
    await this.#reached.addLoose(id);
  }

  /** Null: nothing marked needs it. */
  reasonToKeep(object: StoredObject): KeepReason | null {
    return reasonToKeep(object, this.howReached, this.#options.youngSinceSeconds);
  }

  /** What may go of all that is on record, and why the rest stays. */
  plan(): Promise<RemovalPlan> {
    return planRemoval(this.#listed(), (object) => this.reasonToKeep(object));
  }

  /** Those of them that nothing needs by now. */
  stillUnneeded(objects: readonly ObjectName[]): ObjectName[] {
    return objects.filter(({ kind, id }) => !this.has(kind, id));
  }

  #oldestNeeded(library: Library): number {
    const { historyTable, trashTable } = this.#deps;
    if (this.#options.keepsHidden) return library.retainedFromSeq;
    const window = historyWindow({ ...library, nowSeconds: this.#options.nowSeconds });
    const isSince = window.kind === 'since';
    return keptHistory({
      shownSeq: oldestShownSeq(library, window, (atSeconds) =>
        historyTable.newestSeqAt(library.id, atSeconds),
      ),
      isHeadOnly: window.kind === 'head-only',
      headSeq: library.headSeq,
      retainedFromSeq: library.retainedFromSeq,
      youngerSeq: isSince ? historyTable.oldestSeqAfter(library.id, window.cutoffSeconds) : null,
      trashSeq: trashTable.oldestCommitSeq(library.id, isSince ? window.cutoffSeconds + 1 : 0),
    }).fromSeq;
  }

  async #addCommits(library: Library, downTo: number, newest: number): Promise<void> {
    for (let from = newest; from >= downTo; from -= COMMITS_A_PAGE) {
      const page = this.#deps.historyTable.range(library.id, { from, downTo, limit: COMMITS_A_PAGE });
      for (const { rootId } of page) {
        this.#options.signal?.throwIfAborted();
        await this.#reached.addTree(rootId);
      }
    }
  }

  async *#listed(): AsyncGenerator<StoredObject> {
    let count = 0;
    for (const object of this.#options.store.list()) {
      yield object;
      count += 1;
      if (count % OBJECTS_BEFORE_YIELD > 0) continue;
      this.#options.signal?.throwIfAborted();
      await yieldToEventLoop();
    }
  }
}
