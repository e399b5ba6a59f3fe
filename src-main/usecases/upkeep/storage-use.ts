import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import {
  type LibraryBytes,
  type MeasureDependencies,
  measureLibrary,
  planRetention,
} from '../../engine/objects/measured-storage.ts';
import type { Ports } from '../../engine/ports.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';
import { checkKeepDays } from '../libraries/libraries.ts';
import type { Garbage } from './garbage.ts';

export interface StorageUseDependencies extends MeasureDependencies, Pick<Ports, 'clock'> {
  readonly garbage: Pick<Garbage, 'ended'>;
}

/** What the objects of a library are needed for, in bytes on the disk. */
export interface LibraryStorage extends LibraryBytes {
  readonly libraryId: LibraryId;
  readonly name: string;
}

export interface MeasuredStorage {
  readonly libraries: readonly LibraryStorage[];
  readonly skipped: readonly { readonly libraryId: LibraryId; readonly reason: string }[];
}

/** What a retention would release of several libraries. */
export interface RetentionTotal {
  readonly libraries: number;
  readonly commits: number;
  readonly bytes: number;
  readonly laterBytes: number;
  readonly bytesAnyhow: number;
}

/** What the files of libraries take on the disk. */
export interface StoredTotal {
  readonly libraryBytes: number;
  /** Of deleted libraries, which can be restored. */
  readonly deletedBytes: number;
  readonly measuredAtSeconds: number;
}

export interface WatchedWork {
  readonly signal?: AbortSignal;
  /** Told after each library. */
  readonly onProgress?: (done: number, total: number) => void;
}

interface KnownBytes {
  /** What the library was when they were counted, and how often room had been given back. */
  readonly of: string;
  readonly bytes: number;
  readonly atMs: number;
  readonly tookMs: number;
}

/** A library that changes all the time is counted for a hundredth of the time at most. */
const SHARE_OF_TIME = 100;

/** Says what all libraries take, and what a shorter history would free. Reads only. */
export type StorageUse = ReturnType<typeof createStorageUse>;

export function createStorageUse(deps: StorageUseDependencies) {
  const { libraryTable } = deps;
  const known = new Map<LibraryId, KnownBytes>();

  async function fileBytes(library: Library): Promise<KnownBytes> {
    const { id, headSeq, retainedFromSeq } = library;
    const of = `${headSeq} ${retainedFromSeq} ${deps.garbage.ended()}`;
    const before = known.get(id);
    const nowMs = deps.clock.steadyMs();
    const isFresh = before?.of === of || (before && nowMs - before.atMs < before.tookMs * SHARE_OF_TIME);
    if (before && isFresh) return before.of === of ? { ...before, atMs: nowMs } : before;
    const bytes = await deps.objects.library(id).fileBytes();
    const now = { of, bytes, atMs: nowMs, tookMs: deps.clock.steadyMs() - nowMs };
    known.set(id, now);
    return now;
  }

  return {
    /** Every library, the largest first. @throws DomainError `permission-denied`; the signal's reason */
    async measure(caller: Caller, { signal, onProgress }: WatchedWork = {}): Promise<MeasuredStorage> {
      requireAdministrator(caller);
      const all = libraryTable.all();
      const measured: LibraryStorage[] = [];
      const skipped: { libraryId: LibraryId; reason: string }[] = [];
      for (const [index, library] of all.entries()) {
        signal?.throwIfAborted();
        try {
          const bytes = await measureLibrary(deps, library, signal);
          measured.push({ libraryId: library.id, name: library.name, ...bytes });
        } catch (error) {
          if (!isUnreadable(error)) throw error;
          skipped.push({ libraryId: library.id, reason: error.code });
        }
        onProgress?.(index + 1, all.length);
      }
      return { libraries: measured.sort((a, b) => totalOf(b) - totalOf(a)), skipped };
    },

    /**
     * What would go if libraries kept this many days: of one library, or of every one that keeps more now.
     * @throws DomainError `permission-denied`, `library-not-found`, `argument-invalid`, `object-missing`, `object-corrupt`
     */
    async whatIf(
      caller: Caller,
      { keepDays: asked, libraryId }: { keepDays: number; libraryId: LibraryId | null },
      signal?: AbortSignal,
    ): Promise<RetentionTotal> {
      requireAdministrator(caller);
      const keepDays = checkKeepDays(asked);
      const among = libraryId === null ? libraryTable.all() : [requireLibrary(libraryTable, libraryId)];
      const shortened = among.filter((library) => isShorter(library.keepDays, keepDays));
      const total = { libraries: shortened.length, commits: 0, bytes: 0, laterBytes: 0, bytesAnyhow: 0 };
      for (const library of shortened) {
        const effect = await planRetention(deps, { library, keepDays }, signal);
        total.commits += effect.removedVersions;
        total.bytes += effect.bytes + effect.bytesAnyhow;
        total.laterBytes += effect.laterBytes;
        total.bytesAnyhow += effect.bytesAnyhow;
      }
      return total;
    },

    /** What is on the disk, counted anew where a library has changed. @throws DomainError `permission-denied` */
    async total(caller: Caller): Promise<StoredTotal> {
      requireAdministrator(caller);
      const live = new Set(libraryTable.all().map(({ id }) => id));
      const kept = libraryTable.allKept();
      const nowMs = deps.clock.steadyMs();
      let [libraryBytes, deletedBytes, oldestMs] = [0, 0, nowMs];
      for (const library of kept) {
        const { bytes, atMs } = await fileBytes(library);
        if (live.has(library.id)) libraryBytes += bytes;
        else deletedBytes += bytes;
        oldestMs = Math.min(oldestMs, atMs);
      }
      const ids = new Set(kept.map(({ id }) => id));
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      const measuredAtSeconds = deps.clock.nowSeconds() - Math.round((nowMs - oldestMs) / 1000);
      return { libraryBytes, deletedBytes, measuredAtSeconds };
    },
  };
}

function requireLibrary(libraryTable: LibraryTable, id: LibraryId): Library {
  const library = libraryTable.find(id);
  // A folder library has its objects in common with the library around it, which is what can be measured.
  if (library === null || library.origin !== undefined)
    throw new DomainError('library-not-found', { value: id });
  return library;
}

function isShorter(fromDays: number, toDays: number): boolean {
  return toDays >= 0 && (fromDays < 0 || toDays < fromDays);
}

function totalOf({ live, history, trash, reclaimable, young, overhead }: LibraryStorage): number {
  return live + history + trash + reclaimable + young + overhead;
}
