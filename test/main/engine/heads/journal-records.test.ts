import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

/** Has something done while a commit of the library is on its way, after it was read and before it is on record. */
function whileCommitting({ stores }: LibraryWorld, id: LibraryId, work: () => Promise<void>): void {
  const library = stores.objects.library(id);
  const { flush } = library;
  library.flush = async () => {
    library.flush = flush;
    await work();
    await library.flush();
  };
}

async function worldWithLibrary() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const commit = async () => world.commit(id, await world.put(id, '/letter.txt', 'dear'));
  return { ...world, id, commit, last: () => world.stores.journal.lastHeadOf(id) };
}

describe('the last entry that the journal has of a library', () => {
  it('names its owner when it is given away while a commit is on its way', async () => {
    const world = await worldWithLibrary();
    const owner = { kind: 'user', email: BERT.email } as const;
    const prev = world.stores.libraryTable.find(world.id)?.headId;
    whileCommitting(world, world.id, () => world.libraries.transfer(ANNA, world.id, { owner }));
    const { commitId } = await world.commit();
    expect(world.last()).toMatchObject({ type: 'head', head_commit_id: commitId, prev, owner });
  });

  it('says that it is deleted, with the commit that was acknowledged, when it is deleted right after that', async () => {
    const world = await worldWithLibrary();
    const { moveHead } = world.stores.libraryTable;
    world.stores.libraryTable.moveHead = (...move) => {
      queueMicrotask(() => void world.libraries.remove(ANNA, world.id));
      return moveHead(...move);
    };
    const { commitId } = await world.commit();
    expect(world.last()).toMatchObject({ type: 'deleted', head_commit_id: commitId });
  });
});
