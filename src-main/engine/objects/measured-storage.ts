import { historyWindow } from '../../core/history/retention.ts';
import type { TrashPlace } from '../../core/history/trash.ts';
import type { Library } from '../../core/library/library.ts';
import type { StoredObject } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { oldestShownSeq, type RetentionClock, retainedSince } from '../reading/retention.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { GRACE_SECONDS } from './garbage-plan.ts';
import { type NeededDependencies, NeededObjects } from './needed-objects.ts';
import { ReachedObjects } from './reached-objects.ts';

export interface MeasureDependencies extends NeededDependencies, Pick<Ports, 'libraryTable' | 'objects'> {
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

/** What the bytes of a library on the disk are needed for. Together they are all that its files take. */
export interface LibraryBytes {
  /** Contents of the files as they are now. */
  readonly live: number;
  /** Contents of earlier versions alone. */
  readonly history: number;
  /** Contents of deleted items alone that can be brought back. */
  readonly trash: number;
  /** What nothing needs, and the next clean-up removes. */
  readonly reclaimable: number;
  /** What nothing needs, and is too new to be sure of that. */
  readonly young: number;
  /** Lists of folders, files and commits, and room in packs that nothing is in any more. */
  readonly overhead: number;
}

/** What another retention does. Bytes are those on the disk. */
export interface RetentionEffect {
  /** Versions that can be looked at now. */
  readonly versions: number;
  /** Of them, those that no longer could be; pinned ones stay. */
  readonly removedVersions: number;
  /** Versions that are hidden now and would be shown again. */
  readonly returnedVersions: number;
  /** When the oldest version was made that can be looked at then. */
  readonly oldestKeptSeconds: number;
  /** Deletions that would leave the trash. */
  readonly removedDeletions: number;
  /** What the next clean-up would remove because of it. */
  readonly bytes: number;
  /** What later ones would: it is too new, or a linked folder still needs it. */
  readonly laterBytes: number;
  /** What the next clean-up removes anyhow. */
  readonly bytesAnyhow: number;
}

const TRASH_A_PAGE = 500;
const OBJECTS_BEFORE_YIELD = 5_000;

/**
 * What the bytes of a library are needed for.
 * @throws DomainError `object-missing`, `object-corrupt`; the signal's reason
 */
export function measureLibrary(
  deps: MeasureDependencies,
  library: Library,
  signal?: AbortSignal,
): Promise<LibraryBytes> {
  return new Measuring(deps, library, signal).bytes();
}

/**
 * What would come of it if the library kept so many days: by the very plan that a clean-up makes.
 * @throws DomainError `object-missing`, `object-corrupt`; the signal's reason
 */
export function planRetention(
  deps: MeasureDependencies,
  { library, keepDays }: { readonly library: Library; readonly keepDays: number },
  signal?: AbortSignal,
): Promise<RetentionEffect> {
  return new Measuring(deps, library, signal).effectOf({ ...library, keepDays });
}

/** One look at what the objects of one library are needed for. */
class Measuring {
  readonly #deps: MeasureDependencies;
  readonly #library: Library;
  readonly #nowSeconds: number;
  readonly #needed: NeededObjects;
  readonly #signal: AbortSignal | undefined;

  constructor(deps: MeasureDependencies, library: Library, signal: AbortSignal | undefined) {
    this.#deps = deps;
    this.#library = library;
    this.#nowSeconds = deps.retention.nowSeconds();
    this.#signal = signal;
    this.#needed = new NeededObjects(deps, {
      store: this.#store,
      nowSeconds: this.#nowSeconds,
      youngSinceSeconds: this.#nowSeconds - GRACE_SECONDS,
      ...(signal ? { signal } : {}),
    });
  }

  get #store() {
    return this.#deps.objects.library(this.#library.id);
  }

  async bytes(): Promise<LibraryBytes> {
    await this.#needed.addShown(this.#library);
    const live = new ReachedObjects(this.#store, this.#signal);
    await live.addTree(this.#library.rootId);
    const trash = new ReachedObjects(this.#store, this.#signal);
    for (const { objectId } of this.#shownTrash()) await trash.addLoose(objectId);
    const bytes = { live: 0, history: 0, trash: 0, reclaimable: 0, young: 0, overhead: 0 };
    const unshown: StoredObject[] = [];
    for await (const object of this.#listed()) {
      const use = this.#useOf(object, { live, trash });
      if (use === null) unshown.push(object);
      else bytes[use] += object.storedBytes;
    }
    // What linked folders and pending commits need is added once the shown history is marked.
    await this.#needed.addHeldOn(this.#library);
    for (const object of unshown)
      bytes[this.#needed.reasonToKeep(object) === null ? 'reclaimable' : 'young'] += object.storedBytes;
    const taken = Object.values(bytes).reduce((sum, part) => sum + part, 0);
    // Less while something is being written that is not in a file yet.
    bytes.overhead += Math.max(0, (await this.#store.fileBytes()) - taken);
    return bytes;
  }

  async effectOf(after: Library): Promise<RetentionEffect> {
    const [from, to] = [this.#shownFrom(this.#library), this.#shownFrom(after)];
    const { headSeq, id } = this.#library;
    const isPinnedBetween = ({ seq }: { readonly seq: number }) => seq >= from && seq < to;
    const pinned = this.#deps.pinTable.of(id).filter(isPinnedBetween).length;
    return {
      versions: headSeq - from + 1,
      removedVersions: Math.max(0, to - from - pinned),
      returnedVersions: Math.max(0, from - to),
      oldestKeptSeconds: this.#deps.historyTable.findBySeq(id, to)?.ctimeSeconds ?? 0,
      removedDeletions: this.#deletionsBetween(after),
      ...(await this.#freedBy(after)),
    };
  }

  /** What is marked for the shorter history is marked for the longer one as well, so everything is read once. */
  async #freedBy(after: Library): Promise<Pick<RetentionEffect, 'bytes' | 'laterBytes' | 'bytesAnyhow'>> {
    await this.#needed.addShown(after);
    await this.#needed.addHeldOn(after);
    const doomed: { readonly object: StoredObject; readonly isLater: boolean }[] = [];
    for await (const object of this.#listed()) {
      const reason = this.#needed.reasonToKeep(object);
      if (reason === 'commit' || reason === 'history') continue;
      doomed.push({ object, isLater: reason !== null });
    }
    await this.#needed.addShown(this.#library);
    const freed = { bytes: 0, laterBytes: 0, bytesAnyhow: 0 };
    for (const { object, isLater } of doomed) {
      const isShownNow = this.#needed.reasonToKeep(object) === 'history';
      if (isShownNow) freed[isLater ? 'laterBytes' : 'bytes'] += object.storedBytes;
      else if (!isLater) freed.bytesAnyhow += object.storedBytes;
    }
    return freed;
  }

  #shownFrom(library: Library): number {
    const window = historyWindow({ ...library, nowSeconds: this.#nowSeconds });
    return oldestShownSeq(library, window, (atSeconds) =>
      this.#deps.historyTable.newestSeqAt(library.id, atSeconds),
    );
  }

  #deletionsBetween(after: Library): number {
    const shown = (library: Library): number => {
      const since = retainedSince(library, this.#nowSeconds);
      return since === null ? 0 : this.#deps.trashTable.count(library.id, since, Number.MAX_SAFE_INTEGER);
    };
    return Math.max(0, shown(this.#library) - shown(after));
  }

  /** Null: nothing that is shown needs it. */
  #useOf(
    { kind, id }: StoredObject,
    reached: { readonly live: ReachedObjects; readonly trash: ReachedObjects },
  ): 'live' | 'history' | 'trash' | 'overhead' | null {
    if (!this.#needed.has(kind, id)) return null;
    if (kind !== 'block') return 'overhead';
    if (reached.live.has(kind, id)) return 'live';
    return reached.trash.has(kind, id) ? 'trash' : 'history';
  }

  async *#listed(): AsyncGenerator<StoredObject> {
    let count = 0;
    for (const object of this.#store.list()) {
      yield object;
      count += 1;
      if (count % OBJECTS_BEFORE_YIELD > 0) continue;
      this.#signal?.throwIfAborted();
      await yieldToEventLoop();
    }
  }

  *#shownTrash() {
    const window = historyWindow({ ...this.#library, nowSeconds: this.#nowSeconds });
    if (window.kind === 'head-only') return;
    const sinceSeconds = window.kind === 'all' ? 0 : window.cutoffSeconds + 1;
    let after: TrashPlace | null = null;
    for (;;) {
      const wanted = { after, sinceSeconds, path: '/', limit: TRASH_A_PAGE };
      const items = this.#deps.trashTable.page(this.#library.id, wanted);
      yield* items;
      after = items.at(-1) ?? null;
      if (items.length < TRASH_A_PAGE) return;
    }
  }
}
