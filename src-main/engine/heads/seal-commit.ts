import type { LibraryId } from '../../core/library/library-id.ts';
import { type Commit, commitIdOf } from '../../core/objects/commit.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { Ports } from '../ports.ts';
import type { CommitFields, MergedIn } from './planned-move.ts';

/** How commits that are made here get their ids. */
export function createSealCommit({
  historyTable,
  objects,
  clock,
}: Pick<Ports, 'historyTable' | 'objects' | 'clock'>) {
  /**
   * Gives a commit made here its id. The id does not cover parent, name or library, so the same words in the same second
   * would repeat it; the time is moved on until the id is new, because a stored commit is never replaced.
   * New is what neither the history has, nor had before an erasure, nor the store: a commit whose transaction failed lies in
   * the store alone.
   * @param fields `atSeconds`: absent: now
   * @param store where it will be, of a library that is not on record yet
   */
  return function sealCommit(
    libraryId: LibraryId,
    { atSeconds, ...fields }: CommitFields & { readonly atSeconds?: number | undefined },
    merged?: MergedIn,
    store = objects.library(libraryId),
  ): Commit {
    const { secondParentId = null, hasConflict = false } = merged ?? {};
    const commit = { ...fields, libraryId, creator: EMPTY_ID, secondParentId, clientVersion: null };
    let ctimeSeconds = atSeconds ?? clock.nowSeconds();
    let id = commitIdOf({ ...commit, ctimeSeconds });
    while (historyTable.isKnown(libraryId, id) || store.has('commit', id)) {
      ctimeSeconds += 1;
      id = commitIdOf({ ...commit, ctimeSeconds });
    }
    return { ...commit, id, ctimeSeconds, isMerge: merged !== undefined, hasConflict };
  };
}
