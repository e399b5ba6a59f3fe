import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSameOwner, type Owner } from '../../core/library/owner.ts';
import {
  PENDING_FORM_BYTES_BEYOND_QUOTA,
  PENDING_OBJECTS_MAX,
  PENDING_STORAGE_HOURS,
} from '../../core/limits.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import type { Clock } from '../ports.ts';
import type { StorageQuotas } from './storage-quotas.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = PENDING_STORAGE_HOURS * HOUR_MS;

interface Beginning {
  readonly owner: Owner;
  readonly bytes: number;
  readonly sinceMs: number;
}

/** Objects that came in within one hour, with their sizes. */
interface Batch {
  readonly sinceMs: number;
  readonly sizes: Map<string, number>;
}

/** What clients bring: content, or what says where content belongs. */
export type ReceivedKind = 'block' | 'form';

const KINDS: readonly ReceivedKind[] = ['block', 'form'];

export interface ReceivedSize {
  readonly id: ObjectId | CommitId;
  readonly sizeBytes: number;
}

/** Ends the pending time of objects that a push takes into the head. */
export interface PendingRelease {
  /** The commit, or its tree, names it. */
  reached(id: ObjectId | CommitId): void;
  /** The head has moved: what was reached is stored for good. @param library as it is now */
  done(library: Library): void;
}

/**
 * What owners of libraries have stored that is in no head yet, so that their quotas hold for it as well: objects of sync
 * clients, content of uploads and beginnings of files. Only where there is a quota. Each counts until a head reaches it, for a day at most. It
 * ends with the process, as the beginnings do; objects that an earlier process took in no longer count.
 */
export class PendingStorage {
  readonly #quotas: Pick<StorageQuotas, 'freeBytes'>;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #beginnings = new Map<string, Beginning>();
  readonly #received = new Map<string, Received>();

  constructor({ quotas, clock }: { quotas: Pick<StorageQuotas, 'freeBytes'>; clock: Pick<Clock, 'nowMs'> }) {
    this.#quotas = quotas;
    this.#clock = clock;
  }

  /** The whole of a file that has begun to come in. @throws DomainError `quota-exceeded` */
  takeBeginning(library: Library, source: string, totalBytes: number): void {
    this.#forgetOld();
    const freeBytes = this.#quotas.freeBytes(library);
    if (freeBytes === Number.POSITIVE_INFINITY) return;
    const before = this.#beginnings.get(source);
    const others = this.#pendingOf(library.owner).bytes - (before?.bytes ?? 0);
    if (others + totalBytes > freeBytes) throw exceeded(library);
    const sinceMs = before?.sinceMs ?? this.#clock.nowMs();
    this.#beginnings.set(source, { owner: library.owner, bytes: totalBytes, sinceMs });
  }

  drop(source: string): void {
    this.#beginnings.delete(source);
  }

  /** Counts a beginning again that `drop` removed but that is still here. */
  keepBeginning(library: Library, source: string, bytes: number): void {
    if (this.#quotas.freeBytes(library) === Number.POSITIVE_INFINITY) return;
    this.#beginnings.set(source, { owner: library.owner, bytes, sinceMs: this.#clock.nowMs() });
  }

  /** Counts content of an upload once it is stored; later content is refused if that was too much. */
  stored(library: Library, blocks: readonly ReceivedSize[]): void {
    this.#forgetOld();
    if (this.#quotas.freeBytes(library) !== Number.POSITIVE_INFINITY) this.#count(library, 'block', blocks);
  }

  /** @throws DomainError `quota-exceeded` where what is in no head takes all that may still be stored */
  requireRoom(library: Library): void {
    this.#forgetOld();
    const freeBytes = this.#quotas.freeBytes(library);
    if (freeBytes === Number.POSITIVE_INFINITY) return;
    if (this.#pendingOf(library.owner).bytes > freeBytes) throw exceeded(library);
  }

  /**
   * Counts objects that a sync client brings, before they are stored. Objects of the kind `form` are also needed for
   * deleting, so some are accepted where there is no room.
   * @returns undoes the counting, for when they could not be stored
   * @throws DomainError `quota-exceeded`
   */
  take(library: Library, kind: ReceivedKind, objects: readonly ReceivedSize[]): () => void {
    this.#forgetOld();
    const freeBytes = this.#quotas.freeBytes(library);
    if (freeBytes === Number.POSITIVE_INFINITY) return () => undefined;
    const before = this.#pendingOf(library.owner);
    const { one, taken } = this.#count(library, kind, objects);
    if (taken.length === 0) return () => undefined;
    const after = this.#pendingOf(library.owner);
    const isTooMuch = after.bytes > before.bytes && after.bytes > freeBytes;
    if (isTooMuch || after.objects > PENDING_OBJECTS_MAX) {
      this.#forget(one, taken);
      throw exceeded(library);
    }
    return () => this.#forget(one, taken);
  }

  /** A head holds these, so they are pending no longer. @param library as it is now */
  release(library: Library, ids: Iterable<ObjectId>): void {
    const release = this.openRelease(library.id);
    for (const id of ids) release.reached(id);
    release.done(library);
  }

  /** For one push: what it reaches no longer counts once the head has moved. */
  openRelease(libraryId: LibraryId): PendingRelease {
    const reached = new Set<string>();
    const own = KINDS.map((kind) => this.#received.get(keyOf(kind, libraryId))).filter(
      (one) => one !== undefined,
    );
    return {
      reached: (id) => {
        if (own.some((one) => one.has(id))) reached.add(id);
      },
      done: (library) => {
        for (const one of own) {
          one.library = library;
          this.#forget(one, reached);
        }
      },
    };
  }

  /** Counts those that are not counted yet. */
  #count(library: Library, kind: ReceivedKind, objects: readonly ReceivedSize[]) {
    const key = keyOf(kind, library.id);
    const one = this.#received.get(key) ?? new Received(kind, library);
    const taken = one.add(objects, this.#clock.nowMs());
    if (taken.length > 0) {
      one.library = library;
      this.#received.set(key, one);
    }
    return { one, taken };
  }

  #forget(one: Received, ids: Iterable<string>): void {
    one.remove(ids);
    this.#dropEmpty(one);
  }

  #forgetOld(): void {
    const isOld = (sinceMs: number) => this.#isOld(sinceMs);
    for (const [source, { sinceMs }] of this.#beginnings) if (isOld(sinceMs)) this.#beginnings.delete(source);
    for (const one of this.#received.values()) {
      one.removeBatches(isOld);
      this.#dropEmpty(one);
    }
  }

  /** A clock that was set back must not stretch the time. */
  #isOld(sinceMs: number): boolean {
    const nowMs = this.#clock.nowMs();
    return nowMs - sinceMs > LIFETIME_MS || sinceMs > nowMs;
  }

  #dropEmpty(one: Received): void {
    const key = keyOf(one.kind, one.library.id);
    // A writer may still hold one that was dropped, while another writer has begun a new one.
    if (one.objects === 0 && this.#received.get(key) === one) this.#received.delete(key);
  }

  /** Content may replace all that is in its library; what may be more needs room. */
  #pendingOf(owner: Owner): { readonly bytes: number; readonly objects: number } {
    const begun = [...this.#beginnings.values()].filter((one) => isSameOwner(one.owner, owner));
    const own = [...this.#received.values()].filter((one) => isSameOwner(one.library.owner, owner));
    let contentBytes = begun.reduce((sum, { bytes }) => sum + bytes, 0);
    let formBytes = 0;
    for (const { kind, bytes, library } of own) {
      if (kind === 'form') formBytes += bytes;
      else contentBytes += Math.max(0, bytes - library.sizeBytes);
    }
    return {
      bytes: contentBytes + Math.max(0, formBytes - PENDING_FORM_BYTES_BEYOND_QUOTA),
      objects: own.reduce((sum, { objects }) => sum + objects, 0),
    };
  }
}

/** What was received for one library, of one kind. */
class Received {
  readonly kind: ReceivedKind;
  library: Library;
  #bytes = 0;
  #batches: Batch[] = [];

  constructor(kind: ReceivedKind, library: Library) {
    this.kind = kind;
    this.library = library;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get objects(): number {
    return this.#batches.reduce((sum, { sizes }) => sum + sizes.size, 0);
  }

  has(id: string): boolean {
    return this.#batches.some(({ sizes }) => sizes.has(id));
  }

  /** @returns the ids of those that were not here yet */
  add(objects: readonly ReceivedSize[], nowMs: number): readonly string[] {
    const taken = new Map(
      objects.filter(({ id }) => !this.has(id)).map(({ id, sizeBytes }) => [id, sizeBytes]),
    );
    if (taken.size === 0) return [];
    const { sizes } = this.#batchAt(nowMs);
    for (const [id, sizeBytes] of taken) {
      sizes.set(id, sizeBytes);
      this.#bytes += sizeBytes;
    }
    return [...taken.keys()];
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      const batch = this.#batches.find(({ sizes }) => sizes.has(id));
      this.#bytes -= batch?.sizes.get(id) ?? 0;
      batch?.sizes.delete(id);
    }
  }

  removeBatches(isOver: (sinceMs: number) => boolean): void {
    const over = this.#batches.filter(({ sinceMs }) => isOver(sinceMs));
    if (over.length === 0) return;
    for (const { sizes } of over) for (const size of sizes.values()) this.#bytes -= size;
    this.#batches = this.#batches.filter((batch) => !over.includes(batch));
  }

  #batchAt(nowMs: number): Batch {
    const last = this.#batches.at(-1);
    if (last !== undefined && nowMs - last.sinceMs < HOUR_MS) return last;
    const batch = { sinceMs: nowMs, sizes: new Map<string, number>() };
    this.#batches.push(batch);
    return batch;
  }
}

function keyOf(kind: ReceivedKind, libraryId: LibraryId): string {
  return `${kind} ${libraryId}`;
}

function exceeded({ id }: Library): DomainError {
  return new DomainError('quota-exceeded', { value: id });
}
