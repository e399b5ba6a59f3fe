import type { LibraryId } from '../core/library/library-id.ts';
import { type CheckDependencies, type CheckProblem, LibraryInspection } from './check-library.ts';

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
}

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
    const totals = { commits: 0, objects: 0, bytes: 0 };
    const kept = deps.libraries.allKept();
    for (const fault of deps.databaseFaults()) {
      problems.push({ libraryId: '' as LibraryId, kind: 'database', id: 'keepfold.db', reason: fault });
    }
    const journalled = await deps.journal.lastHeads();
    for (const [index, library] of kept.entries()) {
      signal?.throwIfAborted();
      const inspection = new LibraryInspection(deps, library, { full, ...(signal ? { signal } : {}) });
      const last = journalled.get(library.id);
      if (last !== undefined) inspection.checkJournal(last.head_commit_id);
      await inspection.run();
      problems.push(...inspection.problems());
      totals.commits += inspection.commits;
      totals.objects += inspection.objects;
      totals.bytes += inspection.bytes;
      onProgress?.(index + 1, kept.length);
    }
    for (const [id, entry] of journalled) {
      const isForgotten = entry.type !== 'purged' && !deps.libraries.isKnown(id);
      if (isForgotten)
        problems.push({ libraryId: id, kind: 'head', id: entry.head_commit_id, reason: 'library-forgotten' });
    }
    return { full, libraries: kept.length, ...totals, problems };
  };
}
