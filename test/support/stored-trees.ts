import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type Commit, encodeCommit } from '../../src-main/core/objects/commit.ts';
import type { CommitId } from '../../src-main/core/objects/object-id.ts';
import { type AdoptDependencies, adoptHead } from '../../src-main/engine/heads/adopt-head.ts';
import { type BuiltTree, noRequests, syncDevice } from './sync-device.ts';

/** Makes a tree the next commit of a library past every check of what clients bring, as older versions let it in. */
export async function storedTree(
  stores: AdoptDependencies,
  libraryId: LibraryId,
  { rootId, fs, blocks }: BuiltTree,
  says: Partial<Commit> = {},
): Promise<CommitId> {
  const library = stores.libraryTable.find(libraryId);
  if (library === null) throw new Error(`there is no library ${libraryId}`);
  const store = stores.objects.library(libraryId);
  for (const [id, bytes] of blocks) await store.write('block', id, bytes);
  for (const [id, bytes] of fs) await store.write('fs', id, bytes);
  const device = syncDevice(noRequests, libraryId, 'anna@example.com');
  const commit = device.commitOf(rootId, library.headId, { libraryName: library.name, ...says });
  await store.write('commit', commit.id, encodeCommit(commit));
  await store.flush();
  await adoptHead(stores, { id: libraryId, headId: commit.id, owner: library.owner });
  return commit.id;
}
