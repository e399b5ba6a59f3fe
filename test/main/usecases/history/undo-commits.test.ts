import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

async function namesIn(world: LibraryWorld, id: LibraryId, path = '/') {
  const { dirents } = await world.files.list(ANNA, id, path, null);
  return dirents.map(({ name }) => name);
}

const ALL = { paths: null, isDryRun: false };

/** Papers with three commits: two files, one of them edited with a third file, and one more file. */
async function edited() {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  await world.commit(libraryId, await world.put(libraryId, '/a', '1'), await world.put(libraryId, '/b', '1'));
  const second = await world.commit(
    libraryId,
    await world.put(libraryId, '/a', '22'),
    await world.put(libraryId, '/c', '3'),
  );
  await world.commit(libraryId, await world.put(libraryId, '/later', '4'));
  return { world, libraryId, commitId: second.commitId };
}

describe('undoing one commit', () => {
  it('makes a commit that takes back what it did and keeps what came later', async () => {
    const { world, libraryId, commitId } = await edited();
    const { made, plan } = await world.undoCommits.undo(ANNA, { libraryId, commitId, ...ALL });
    expect([made?.changed, plan.leftAlone]).toEqual([true, []]);
    expect(plan.steps.map(({ action, path, files, bytes }) => [action, path, files, bytes])).toEqual([
      ['remove', '/c', 1, 1],
      ['old-content', '/a', 1, 1],
    ]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    const { commits } = world.history.page(ANNA, libraryId, { page: 1, perPage: 1 });
    expect(commits[0]).toMatchObject({
      description: 'Undid: Added or modified "a" and 1 more files.',
      authorEmail: ANNA.email,
    });
  });

  it('can be undone itself', async () => {
    const { world, libraryId, commitId } = await edited();
    const before = world.libraries.find(ANNA, libraryId).library.rootId;
    const { made } = await world.undoCommits.undo(ANNA, { libraryId, commitId, ...ALL });
    await world.undoCommits.undo(ANNA, { libraryId, commitId: made?.commitId ?? commitId, ...ALL });
    expect(world.libraries.find(ANNA, libraryId).library.rootId).toBe(before);
  });

  it('only says what it would do when that is asked for', async () => {
    const { world, libraryId, commitId } = await edited();
    const head = world.libraries.find(ANNA, libraryId).library.headId;
    const request = { libraryId, commitId, paths: null, isDryRun: true };
    const { made, plan } = await world.undoCommits.undo(ANNA, request);
    expect([made, plan.steps.map(({ path }) => path)]).toEqual([null, ['/c', '/a']]);
    expect(world.libraries.find(ANNA, libraryId).library.headId).toBe(head);
  });

  it('does only the rows that were chosen, and nothing a second time', async () => {
    const { world, libraryId, commitId } = await edited();
    const request = { libraryId, commitId, paths: ['/c'], isDryRun: false };
    await world.undoCommits.undo(ANNA, request);
    expect((await world.files.entry(ANNA, libraryId, '/a', null)).id).toBe(
      (await world.files.entry(ANNA, libraryId, '/a', commitId)).id,
    );
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    expect((await world.undoCommits.undo(ANNA, request)).made).toBeNull();
  });

  it('undoes nothing of the commit that made the library', async () => {
    const { world, libraryId } = await edited();
    const first = world.history.page(ANNA, libraryId, { page: 1, perPage: 10 }).commits.at(-1);
    if (first === undefined) throw new Error('a library has a first commit');
    expect(await world.undoCommits.undo(ANNA, { libraryId, commitId: first.id, ...ALL })).toMatchObject({
      made: null,
      plan: { steps: [], leftAlone: [] },
    });
  });

  it('is for those who may write, and plans again when somebody else was faster', async () => {
    const { world, libraryId, commitId } = await edited();
    const ask = () => world.undoCommits.undo(BERT, { libraryId, commitId, ...ALL });
    expect(await refusalOf(ask)).toMatchObject({ code: 'permission-denied' });
    const faster = world.commit(libraryId, await world.put(libraryId, '/a', 'edited meanwhile'));
    const { plan } = await world.undoCommits.undo(ANNA, { libraryId, commitId, ...ALL });
    await faster;
    expect(plan.leftAlone).toEqual([{ path: '/a', isDir: false, reason: 'changed-since' }]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
  });
});

describe('undoing several commits', () => {
  it('takes them back one by one, and tells how much was left alone', async () => {
    const { world, libraryId, commitId } = await edited();
    const third = await world.commit(libraryId, await world.put(libraryId, '/c', 'edited'));
    const { commitIds, leftAlone } = await world.undoCommits.undoSeveral(ANNA, libraryId, [
      third.commitId,
      commitId,
    ]);
    expect(leftAlone).toEqual([]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    const { commits } = world.history.page(ANNA, libraryId, { page: 1, perPage: 2 });
    expect(commits.map(({ id }) => id)).toEqual(commitIds.toReversed());
  });

  it('leaves alone what was changed since', async () => {
    const { world, libraryId, commitId } = await edited();
    await world.commit(libraryId, await world.put(libraryId, '/a', 'edited since'));
    const { commitIds, leftAlone } = await world.undoCommits.undoSeveral(ANNA, libraryId, [commitId]);
    const left = [{ path: '/a', isDir: false, reason: 'changed-since' }];
    expect([commitIds.length, leftAlone]).toEqual([1, left]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    expect(await world.undoCommits.undoSeveral(ANNA, libraryId, [commitId])).toEqual({
      commitIds: [],
      leftAlone: left,
    });
  });
});
