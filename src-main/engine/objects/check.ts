import { appendAll } from '../../core/append-all.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import {
  type CheckDependencies,
  type CheckProblem,
  LibraryInspection,
  type UntrueItem,
} from './check-library.ts';

export type { CheckProblem } from './check-library.ts';

export interface CheckReport {
  readonly full: boolean;
  /** Deleted ones are among them: they can be restored. */
  readonly libraries: number;
  readonly commits: number;
  readonly objects: number;
  /** Bytes read and hashed; 0 for a fast check. */
  readonly bytes: number;
  /** Empty: sound. */
  readonly problems: readonly CheckProblem[];
  /** What is whole and would be refused today: the first of each library. It is no damage. */
  readonly untrue: readonly UntrueItem[];
  /** How many of those there are, 1,000 of a library at most. */
  readonly untrueCount: number;
}

/** Enough to see what it is; the rest is counted. */
const UNTRUE_TOLD = 100;

export interface CheckOptions {
  /** Reads and hashes every object and makes every index entry again; else looks whether each object is there. */
  readonly full: boolean;
  readonly signal?: AbortSignal;
  /** Told after each library. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Proves that every head and every commit whose content is kept reaches only whole objects, and that the records say
 * what the commits say. Repairs nothing; what is found damaged is noted by the store, so that a good copy replaces it.
 */
export type Check = ReturnType<typeof createCheck>;

export function createCheck(deps: CheckDependencies) {
  return async function check({ full, signal, onProgress }: CheckOptions): Promise<CheckReport> {
    const problems: CheckProblem[] = [];
    const untrue: UntrueItem[] = [];
    const totals = { commits: 0, objects: 0, bytes: 0, untrueCount: 0 };
    for (const fault of await deps.databaseFaults(signal)) {
      problems.push({ libraryId: '' as LibraryId, kind: 'database', id: 'keepfold.db', reason: fault });
    }
    const journalled = await deps.journal.lastHeads();
    // Now: a library that was purged meanwhile would be missing everything.
    const kept = deps.libraryTable.allKept();
    for (const [index, library] of kept.entries()) {
      signal?.throwIfAborted();
      const inspection = new LibraryInspection(deps, library, { full, ...(signal ? { signal } : {}) });
      const last = journalled.get(library.id);
      if (last !== undefined) inspection.checkJournal(last.head_commit_id);
      await inspection.run();
      for (const folder of deps.folderLibraryTable.of(library.id)) {
        const records = new LibraryInspection(deps, folder, { full, ...(signal ? { signal } : {}) });
        await records.runRecords();
        appendAll(problems, records.problems());
        totals.commits += records.commits;
      }
      appendAll(problems, inspection.problems());
      totals.commits += inspection.commits;
      totals.objects += inspection.objects;
      totals.bytes += inspection.bytes;
      untrue.push(...inspection.untrue.items.slice(0, UNTRUE_TOLD - untrue.length));
      totals.untrueCount += inspection.untrue.count;
      onProgress?.(index + 1, kept.length);
    }
    for (const [id, entry] of journalled) {
      const isForgotten = entry.type !== 'purged' && !deps.libraryTable.isKnown(id);
      if (isForgotten)
        problems.push({ libraryId: id, kind: 'head', id: entry.head_commit_id, reason: 'library-forgotten' });
    }
    return { full, libraries: kept.length, ...totals, problems, untrue };
  };
}
