import { describe, expect, it } from 'vitest';
import type { Commit } from '../../../../src-main/core/objects/commit.ts';
import { DIR_MODE, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { adoptHead } from '../../../../src-main/engine/heads/adopt-head.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';
import { commitId, storeCommit } from '../../../support/stored-commits.ts';
import { fileDirent } from '../../../support/trees.ts';

const ANNAS = { kind: 'user', email: ANNA.email } as const;

/** A library with a file of three bytes, and commits that only the store knows. */
async function worldWithLibrary() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { commitId: headId, rootId } = await world.commit(id, await world.put(id, '/a.txt', 'one'));
  const store = world.stores.objects.library(id);
  return {
    ...{ world, id, headId, rootId },
    commit: (digit: string, says: Partial<Commit>) => storeCommit(store, id, digit, { rootId, ...says }),
    adopt: (digit: string) => adoptHead(world.stores, { id, headId: commitId(digit), owner: ANNAS }),
    library: () => world.libraries.find(ANNA, id).library,
    trash: async () => {
      const page = { path: '/', showDays: 0, cursor: null, limit: 9 };
      return (await world.trash.page(ANNA, id, page)).items;
    },
    history: () => world.stores.historyTable.range(id, { from: 9, downTo: 1, limit: 9 }),
    problems: async () => (await world.check({ full: true })).problems,
  };
}

describe('a head that the database does not know', () => {
  it('brings the library that has it on record, with history, trash and totals', async () => {
    const { world, id, library, trash, history, problems } = await worldWithLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/b.txt', 'other'), {
      ...{ op: 'remove', path: '/a.txt' },
    });
    const [before, thrown, commits] = [library(), await trash(), history()];
    expect(before).toMatchObject({ headSeq: 3, fileCount: 1, sizeBytes: 5 });
    world.db.prepare('DELETE FROM libraries').run();
    const target = { id, headId: commitId, owner: ANNAS };
    expect(await adoptHead(world.stores, target)).toEqual({ commits: 3, missing: [] });
    expect(library()).toEqual(before);
    expect(history()).toEqual(commits);
    expect(await trash()).toEqual(thrown.map((item) => ({ ...item, trashId: expect.any(Number) })));
    expect(await problems()).toEqual([]);
  });

  it('is recorded once, and what follows it only', async () => {
    const { headId, commit, adopt, library } = await worldWithLibrary();
    await commit('1', { parentId: headId });
    expect((await adopt('1')).commits).toBe(1);
    expect((await adopt('1')).commits).toBe(0);
    await commit('2', { parentId: commitId('1') });
    expect((await adopt('2')).commits).toBe(1);
    expect(library()).toMatchObject({ headId: commitId('2'), headSeq: 4, fileCount: 1, sizeBytes: 3 });
  });

  it('changes nothing when it cannot be read', async () => {
    const { adopt, library } = await worldWithLibrary();
    const before = library();
    expect(await refusalOf(() => adopt('1'))).toMatchObject({ code: 'object-missing' });
    expect(library()).toEqual(before);
  });

  it('tells which commits are gone, and that history begins after them', async () => {
    const { world, id, commit, adopt, history } = await worldWithLibrary();
    world.db.prepare('DELETE FROM libraries').run();
    await commit('2', { parentId: commitId('1') });
    expect(await adopt('2')).toEqual({ commits: 1, missing: [commitId('1')] });
    expect(history().map(({ id }) => id)).toEqual([commitId('2')]);
    expect(world.stores.libraryTable.find(id)).toMatchObject({ headSeq: 1, fileCount: 1, sizeBytes: 3 });
  });
});

describe('a history with merges', () => {
  it('is brought up with the merged branch before its merge, in the name of who pushed it', async () => {
    const { headId, commit, adopt, library, history, problems } = await worldWithLibrary();
    await commit('1', { parentId: headId });
    await commit('3', { parentId: headId, authorEmail: 'Eve@example.com' });
    await commit('2', { parentId: commitId('3'), authorEmail: 'eve@example.com' });
    const parents = { parentId: commitId('1'), secondParentId: commitId('2') };
    await commit('4', { ...parents, authorEmail: 'Bert@example.com' });
    await adopt('4');
    expect(history().map(({ description, authorEmail }) => `${description[0]} ${authorEmail}`)).toEqual([
      '4 bert@example.com',
      // Merged in by Bert, who pushed it.
      '2 bert@example.com',
      '3 eve@example.com',
      '1 anna@example.com',
      ...['A anna@example.com', 'C anna@example.com'],
    ]);
    expect(library()).toMatchObject({ headId: commitId('4'), headSeq: 6, fileCount: 1 });
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['its merge took it over', EMPTY_ID, 0, ['/a.txt']],
    ['its merge left it out', null, 1, []],
  ])('has what a branch deleted in the trash if %s', async (_words, mergedId, fileCount, thrown) => {
    const { rootId, headId, commit, adopt, library, trash } = await worldWithLibrary();
    await commit('1', { parentId: headId });
    await commit('2', { parentId: headId, rootId: EMPTY_ID });
    const parents = { parentId: commitId('1'), secondParentId: commitId('2') };
    await commit('3', { ...parents, rootId: mergedId ?? rootId });
    await adopt('3');
    expect((await trash()).map(({ path }) => path)).toEqual(thrown);
    expect(library()).toMatchObject({ headSeq: 5, fileCount });
  });
});

describe('a commit whose tree is gone', () => {
  it('is in the history without changes, and the next one has the totals of its own tree', async () => {
    const { world, id, headId, commit, adopt, library, history, trash } = await worldWithLibrary();
    await commit('1', { parentId: headId, rootId: objectIdOf('gone') });
    await commit('2', { parentId: commitId('1') });
    await adopt('1');
    expect(library()).toMatchObject({ headSeq: 3, fileCount: 0, sizeBytes: 0 });
    await adopt('2');
    expect(library()).toMatchObject({ headSeq: 4, fileCount: 1, sizeBytes: 3 });
    expect(history().map(({ id }) => id[0])).toEqual(['2', '1', expect.any(String), expect.any(String)]);
    const changes = (seq: number) => world.stores.historyTable.changes(id, seq, { after: -1, limit: 9 });
    expect([changes(3), changes(4)]).toEqual([[], []]);
    expect(await trash()).toEqual([]);
  });

  it('counts for nothing in all while only a part of it can be read', async () => {
    const { world, id, headId, commit, adopt, library } = await worldWithLibrary();
    const gone = {
      kind: 'dir',
      name: 'gone',
      id: objectIdOf('gone'),
      mode: DIR_MODE,
      mtimeSeconds: 5,
    } as const;
    const trees = [[gone], [gone, { ...fileDirent('more'), name: 'more' }]].map(encodeDir);
    for (const { id: dirId, bytes } of trees)
      await world.stores.objects.library(id).write('fs', dirId, bytes);
    const [first, second] = trees.map((tree) => tree.id);
    await commit('1', { parentId: headId, rootId: first ?? EMPTY_ID });
    await commit('2', { parentId: commitId('1'), rootId: second ?? EMPTY_ID });
    await adopt('2');
    expect(library()).toMatchObject({ headSeq: 4, fileCount: 0, sizeBytes: 0 });
  });
});
