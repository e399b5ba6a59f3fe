import { createHash } from 'node:crypto';
import { type Commit, commitIdOf } from '../../core/objects/commit.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import type { ErasedItem } from '../../core/tree/erase.ts';
import type { RemovedTotal } from '../objects/rewritten-objects.ts';

/** The record of an erasure: with ids of files, so that no device brings them back. */
export type RecordedErasure = ErasedItem & {
  readonly ids: readonly ObjectId[];
  /** Removed so far; absent: nothing. */
  readonly removed?: RemovedTotal;
};

/**
 * Gives a commit that was changed an id of its own. The id covers neither parents nor name, so a commit whose tree stays would
 * keep it, and a stored commit is never replaced. Of what it covers, the creator alone may change unseen: it is the number of
 * a device, which nothing looks up.
 */
export function sealRewritten(commit: Commit, isTaken: (id: CommitId) => boolean): Commit {
  let { creator } = commit;
  let id = commitIdOf(commit);
  for (let tries = 0; isTaken(id); tries += 1) {
    creator = createHash('sha1').update(`${commit.id} ${tries}`).digest('hex');
    id = commitIdOf({ ...commit, creator });
  }
  return { ...commit, creator, id };
}
