import type { MadeCommitJson } from '../../src-shared/items-api.ts';
import type { UndoneJson } from '../../src-shared/looking-back-api.ts';
import type { Problem } from '../format/problem.ts';
import { joinRemovals, NOTHING_REMOVED, type Removal } from '../format/removal.ts';
import type { Api } from './api.ts';
import { problemOf } from './problem.ts';

/** What an undo takes away. */
export function undoRemoval({ steps, step_count, removals, removal_bytes }: UndoneJson): Removal {
  if (removals === 0) return NOTHING_REMOVED;
  const removed = steps.filter(({ action }) => action === 'remove');
  return {
    files: removals,
    bytes: removal_bytes,
    items: removed.map(({ path, is_dir, files, bytes }) => ({ path, isFolder: is_dir, files, bytes })),
    // Removals come first, so that only where there are more rows than are told some of these are missing.
    itemCount: removed.length < steps.length ? removed.length : step_count,
  };
}

/** What taking commits back would take away, or why that is not known. Never rejects. */
export async function foreseeUndo(
  { lookingBack }: Pick<Api, 'lookingBack'>,
  commits: readonly MadeCommitJson[],
): Promise<Removal | Problem> {
  try {
    const removals: Removal[] = [];
    for (const { library_id, commit_id } of commits)
      removals.push(undoRemoval(await lookingBack.undo(library_id, commit_id, { dry_run: true })));
    return joinRemovals(removals);
  } catch (error) {
    return problemOf(error);
  }
}
