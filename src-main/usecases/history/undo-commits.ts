import type { Caller } from '../../core/access/caller.ts';
import { appendAll } from '../../core/append-all.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LeftAlone } from '../../core/tree/undo.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { UndoCommit, Undone } from '../../engine/edits/restores.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface UndoCommitsDependencies {
  readonly access: LibraryAccess;
  readonly edits: Pick<LibraryEdits, 'undo'>;
}

export type UndoRequest = Omit<UndoCommit, 'author'>;

export interface SeveralUndone {
  /** Those that were made, oldest first. */
  readonly commitIds: readonly CommitId[];
  /** Items that were changed since and stay as they are. */
  readonly leftAlone: readonly LeftAlone[];
}

/** Taking back what commits did, while everything later stays. */
export type UndoCommits = ReturnType<typeof createUndoCommits>;

export function createUndoCommits({ access, edits }: UndoCommitsDependencies) {
  /**
   * Commits the inverse of one commit on top of what is there now. Durable on return.
   * @throws DomainError `library-not-found`, `permission-denied`, and as `LibraryEdits.undo`
   */
  async function undo(caller: Caller, request: UndoRequest): Promise<Undone> {
    access.writable(caller, request.libraryId);
    return edits.undo({ ...request, author: caller.email });
  }

  /**
   * Takes commits back one after the other, each by a commit of its own. Durable on return.
   * @param commitIds newest first
   * @throws DomainError as `undo`; what was taken back by then stays so
   */
  async function undoSeveral(
    caller: Caller,
    libraryId: LibraryId,
    commitIds: readonly CommitId[],
  ): Promise<SeveralUndone> {
    const made: CommitId[] = [];
    const leftAlone: LeftAlone[] = [];
    for (const commitId of commitIds) {
      const undone = await undo(caller, { libraryId, commitId, paths: null });
      if (undone.made?.changed) made.push(undone.made.commitId);
      appendAll(leftAlone, undone.plan.leftAlone);
    }
    return { commitIds: made, leftAlone };
  }

  return { undo, undoSeveral };
}
