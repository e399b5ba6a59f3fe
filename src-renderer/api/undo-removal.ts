import type { UndoneJson } from '../../src-shared/history-browsing-api.ts';
import type { MadeCommitJson } from '../../src-shared/items-api.ts';
import type { Problem } from '../format/problem.ts';
import { joinRemovals, NOTHING_REMOVED, type Removal, type UndoPreview } from '../format/removal.ts';
import type { Api } from './api.ts';
import { problemOf } from './problem.ts';

/** What an undo removes. */
export function undoRemoval({ steps, step_count, removals, removal_bytes }: UndoneJson): Removal {
  if (removals === 0) return NOTHING_REMOVED;
  const removed = steps.filter(({ action }) => action === 'remove');
  return {
    files: removals,
    bytes: removal_bytes,
    items: removed.map(({ path, is_dir, files, bytes }) => ({ path, isFolder: is_dir, files, bytes })),
    // Removals come first, so some are missing only where there are more rows than the answer lists.
    itemCount: removed.length < steps.length ? removed.length : step_count,
  };
}

/** What taking commits back would do, or why that is not known. Never rejects. */
export async function previewUndo(
  { call }: Pick<Api, 'call'>,
  commits: readonly MadeCommitJson[],
): Promise<UndoPreview | Problem> {
  try {
    const undone: UndoneJson[] = [];
    for (const { library_id, commit_id } of commits)
      undone.push(
        await call('POST libraries/:library_id/commits/:commit_id/undo/', {
          library_id,
          commit_id,
          dry_run: true,
        }),
      );
    return {
      removal: joinRemovals(undone.map(undoRemoval)),
      others: undone.reduce((sum, { files, removals }) => sum + files - removals, 0),
      leftAlone: undone.reduce((sum, { left_alone_count }) => sum + left_alone_count, 0),
    };
  } catch (error) {
    return problemOf(error);
  }
}
