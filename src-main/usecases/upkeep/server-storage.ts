import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Ports } from '../../engine/ports.ts';
import type { Garbage } from './garbage.ts';

export interface ServerStorageDependencies extends Pick<Ports, 'libraryTable' | 'objects' | 'clock'> {
  readonly garbage: Pick<Garbage, 'ended'>;
}

/** What the files of libraries take on the disk. */
export interface StoredTotal {
  readonly libraryBytes: number;
  /** Of deleted libraries, which can be restored. */
  readonly deletedBytes: number;
  readonly measuredAtSeconds: number;
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

/** What the libraries of the server take on the disk together, for administrators. Reads only. */
export type ServerStorage = ReturnType<typeof createServerStorage>;

export function createServerStorage(deps: ServerStorageDependencies) {
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
