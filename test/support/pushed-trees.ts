import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type Commit, encodeCommit } from '../../src-main/core/objects/commit.ts';
import type { CommitId } from '../../src-main/core/objects/object-id.ts';
import { ANNA, type LibraryWorld } from './library-world.ts';
import { type BuiltTree, noRequests, syncDevice } from './sync-device.ts';

type PushedTo = Pick<LibraryWorld, 'syncObjects' | 'changeLibrary' | 'libraries'>;

/** Brings a commit with its tree, as a device does before it asks for the head to move. */
export async function bringTree(
  world: PushedTo,
  commit: Commit,
  { fs, blocks }: BuiltTree,
): Promise<CommitId> {
  const { id, libraryId } = commit;
  const { library } = world.libraries.find(ANNA, libraryId);
  await world.syncObjects.putFs(
    library,
    [...fs].map(([objectId, bytes]) => ({ id: objectId, bytes })),
  );
  for (const [blockId, bytes] of blocks) await world.syncObjects.putBlock(library, blockId, bytes);
  await world.syncObjects.putCommit(library, id, encodeCommit(commit));
  return id;
}

/** Asks for the head to move to a commit that has been brought. */
export function takeCommit(
  world: PushedTo,
  libraryId: LibraryId,
  commitId: CommitId,
  author: string = ANNA.email,
) {
  return world.changeLibrary.pushCommit({ libraryId, commitId, author });
}

/** Pushes a tree onto the head as a user's device does, with a commit that may say otherwise. */
export async function pushed(
  world: PushedTo,
  libraryId: LibraryId,
  tree: BuiltTree,
  { author = ANNA.email, ...says }: Partial<Commit> & { readonly author?: string } = {},
): Promise<CommitId> {
  const { library } = world.libraries.find(ANNA, libraryId);
  const device = syncDevice(noRequests, libraryId, author);
  const commit = device.commitOf(tree.rootId, library.headId, { libraryName: library.name, ...says });
  const commitId = await bringTree(world, commit, tree);
  await takeCommit(world, libraryId, commitId, author);
  return commitId;
}
