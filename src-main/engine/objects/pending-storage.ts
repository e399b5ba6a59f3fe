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

/** What was received for one library, of one kind. */
interface Received {
  readonly kind: ReceivedKind;
  library: Library;
  bytes: number;
  batches: Batch[];
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
export type PendingStorage = ReturnType<typeof createPendingStorage>;

export function createPendingStorage({ quotas, clock }: { quotas: StorageQuotas; clock: Clock }) {
  const beginnings = new Map<string, Beginning>();
  const received = new Map<string, Received>();

  /** A clock that was set back must not stretch the time. */
  function isOld({ sinceMs }: { readonly sinceMs: number }): boolean {
    const nowMs = clock.nowMs();
    return nowMs - sinceMs > LIFETIME_MS || sinceMs > nowMs;
  }

  function forgetOld(): void {
    for (const [source, beginning] of beginnings) if (isOld(beginning)) beginnings.delete(source);
    for (const one of received.values()) {
      for (const { sizes } of one.batches.filter(isOld)) for (const size of sizes.values()) one.bytes -= size;
      one.batches = one.batches.filter((batch) => !isOld(batch));
      drop(one);
    }
  }

  function drop({ kind, library, batches }: Received): void {
    if (batches.every(({ sizes }) => sizes.size === 0)) received.delete(keyOf(kind, library.id));
  }

  /** Content may replace all that is in its library; what may be more needs room. */
  function pendingOf(owner: Owner) {
    const begun = [...beginnings.values()].filter((one) => isSameOwner(one.owner, owner));
    const own = [...received.values()].filter((one) => isSameOwner(one.library.owner, owner));
    let contentBytes = begun.reduce((sum, { bytes }) => sum + bytes, 0);
    let formBytes = 0;
    let objects = 0;
    for (const { kind, bytes, library, batches } of own) {
      if (kind === 'form') formBytes += bytes;
      else contentBytes += Math.max(0, bytes - library.sizeBytes);
      objects += batches.reduce((sum, { sizes }) => sum + sizes.size, 0);
    }
    return { bytes: contentBytes + Math.max(0, formBytes - PENDING_FORM_BYTES_BEYOND_QUOTA), objects };
  }

  function batchOf(one: Received): Batch {
    const last = one.batches.at(-1);
    const nowMs = clock.nowMs();
    if (last !== undefined && nowMs - last.sinceMs < HOUR_MS) return last;
    const batch = { sinceMs: nowMs, sizes: new Map() };
    one.batches.push(batch);
    return batch;
  }

  /** Counts those that are not counted yet. */
  function count(library: Library, kind: ReceivedKind, objects: readonly ReceivedSize[]) {
    const key = keyOf(kind, library.id);
    const one = received.get(key) ?? { kind, library, bytes: 0, batches: [] };
    const isKnown = (id: string) => one.batches.some(({ sizes }) => sizes.has(id));
    const taken = new Map(
      objects.filter(({ id }) => !isKnown(id)).map(({ id, sizeBytes }) => [id, sizeBytes]),
    );
    if (taken.size === 0) return { one, taken };
    const { sizes } = batchOf(one);
    for (const [id, sizeBytes] of taken) {
      sizes.set(id, sizeBytes);
      one.bytes += sizeBytes;
    }
    one.library = library;
    received.set(key, one);
    return { one, taken };
  }

  function forget(one: Received, ids: Iterable<string>): void {
    for (const id of ids) {
      const batch = one.batches.find(({ sizes }) => sizes.has(id));
      one.bytes -= batch?.sizes.get(id) ?? 0;
      batch?.sizes.delete(id);
    }
    drop(one);
  }

  function releaseOf(libraryId: LibraryId): PendingRelease {
    const reached = new Set<string>();
    const own = KINDS.map((kind) => received.get(keyOf(kind, libraryId))).filter((one) => one !== undefined);
    return {
      reached(id) {
        if (own.some(({ batches }) => batches.some(({ sizes }) => sizes.has(id)))) reached.add(id);
      },
      done(library) {
        for (const one of own) {
          one.library = library;
          forget(one, reached);
        }
      },
    };
  }

  return {
    /** The whole of a file that has begun to come in. @throws DomainError `quota-exceeded` */
    takeBeginning(library: Library, source: string, totalBytes: number): void {
      forgetOld();
      const freeBytes = quotas.freeBytes(library);
      if (freeBytes === Number.POSITIVE_INFINITY) return;
      const before = beginnings.get(source);
      const others = pendingOf(library.owner).bytes - (before?.bytes ?? 0);
      if (others + totalBytes > freeBytes) throw exceeded(library);
      const sinceMs = before?.sinceMs ?? clock.nowMs();
      beginnings.set(source, { owner: library.owner, bytes: totalBytes, sinceMs });
    },

    drop: (source: string): void => void beginnings.delete(source),

    /** A beginning that `drop` took off and that is still here. */
    keepBeginning(library: Library, source: string, bytes: number): void {
      if (quotas.freeBytes(library) === Number.POSITIVE_INFINITY) return;
      beginnings.set(source, { owner: library.owner, bytes, sinceMs: clock.nowMs() });
    },

    /** Content of an upload that is stored by now: what comes after it is refused where that was too much. */
    stored(library: Library, blocks: readonly ReceivedSize[]): void {
      forgetOld();
      if (quotas.freeBytes(library) !== Number.POSITIVE_INFINITY) count(library, 'block', blocks);
    },

    /** @throws DomainError `quota-exceeded` where what is in no head takes all that may still be stored */
    requireRoom(library: Library): void {
      forgetOld();
      const freeBytes = quotas.freeBytes(library);
      if (freeBytes === Number.POSITIVE_INFINITY) return;
      if (pendingOf(library.owner).bytes > freeBytes) throw exceeded(library);
    },

    /**
     * Objects that a sync client brings and nothing is stored of yet. Those of the kind `form` are needed for deleting as
     * well, so some are taken where there is no room.
     * @returns what takes them back, when they could not be stored
     * @throws DomainError `quota-exceeded`
     */
    take(library: Library, kind: ReceivedKind, objects: readonly ReceivedSize[]): () => void {
      forgetOld();
      const freeBytes = quotas.freeBytes(library);
      if (freeBytes === Number.POSITIVE_INFINITY) return () => undefined;
      const before = pendingOf(library.owner);
      const { one, taken } = count(library, kind, objects);
      if (taken.size === 0) return () => undefined;
      const after = pendingOf(library.owner);
      const isTooMuch = after.bytes > before.bytes && after.bytes > freeBytes;
      if (isTooMuch || after.objects > PENDING_OBJECTS_MAX) {
        forget(one, taken.keys());
        throw exceeded(library);
      }
      return () => forget(one, taken.keys());
    },

    /** A head holds these, so they are pending no longer. @param library as it is now */
    release(library: Library, ids: Iterable<ObjectId>): void {
      const release = releaseOf(library.id);
      for (const id of ids) release.reached(id);
      release.done(library);
    },

    /** For one push: what it reaches no longer counts once the head has moved. */
    openRelease: releaseOf,
  };
}

function keyOf(kind: ReceivedKind, libraryId: LibraryId): string {
  return `${kind} ${libraryId}`;
}

function exceeded({ id }: Library): DomainError {
  return new DomainError('quota-exceeded', { value: id });
}
