import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type Commit, encodeCommit } from '../../src-main/core/objects/commit.ts';
import { type CommitId, EMPTY_ID } from '../../src-main/core/objects/object-id.ts';
import type { LibraryObjects } from '../../src-main/store/objects/object-store.ts';

/** The id that tests call by its one digit. */
export const commitId = (digit: string) => digit.repeat(40) as CommitId;

/** Stores a commit past every check. It holds nothing, and follows none, unless it says otherwise. */
export async function storeCommit(
  store: Pick<LibraryObjects, 'write'>,
  libraryId: LibraryId,
  digit: string,
  says: Partial<Commit> = {},
): Promise<CommitId> {
  const id = commitId(digit);
  const commit: Commit = {
    id,
    libraryId,
    rootId: EMPTY_ID,
    parentId: null,
    secondParentId: null,
    authorEmail: 'anna@example.com',
    creator: EMPTY_ID,
    description: digit,
    ctimeSeconds: 1_714_564_900,
    libraryName: 'Papers',
    libraryDescription: '',
    deviceName: null,
    clientVersion: null,
    encryption: null,
    isMerge: (says.secondParentId ?? null) !== null,
    hasConflict: false,
    ...says,
  };
  await store.write('commit', id, encodeCommit(commit));
  return id;
}
