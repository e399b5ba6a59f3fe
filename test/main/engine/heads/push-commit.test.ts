import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type Commit, decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { reconcileHeads } from '../../../../src-main/engine/heads/reconcile-heads.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { bringTree, takeCommit } from '../../../support/pushed-trees.ts';
import { builtTree, noRequests, type PushedFiles, syncDevice } from '../../../support/sync-device.ts';

const DAY = 86_400;

/** A library of Anna's, and pushes to it as if all of their objects had just been brought. */
async function pushingWorld() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const device = syncDevice(noRequests, id, ANNA.email);

  async function bring(files: PushedFiles, parentId: CommitId, changes: Partial<Commit> = {}) {
    const tree = builtTree(files, ANNA.email);
    const commit = device.commitOf(tree.rootId, parentId, changes);
    await bringTree(world, commit, tree);
    return { commit, tree };
  }

  const take = (commitId: CommitId) => takeCommit(world, id, commitId);

  return {
    world,
    id,
    bring,
    take,
    library: () => world.libraries.find(ANNA, id).library,
    push: async (
      files: PushedFiles,
      parentId: CommitId,
      changes: Partial<Commit> = {},
    ): Promise<CommitId> => {
      const { commit } = await bring(files, parentId, changes);
      await take(commit.id);
      return commit.id;
    },
  };
}

async function namesIn(world: LibraryWorld, id: LibraryId): Promise<string[]> {
  const { dirents } = await world.files.list(ANNA, id, '/', null);
  return dirents.map(({ name }) => name).sort();
}

describe('objects that a client has been told are here', () => {
  it('are still here when its commit comes, though nothing else needed them for months', async () => {
    const { world, id, bring, take, library } = await pushingWorld();
    const { commit, tree } = await bring({ 'a.txt': 'a', 'b.txt': 'b' }, library().headId);
    world.clock.advance(90 * DAY);
    expect(await world.syncObjects.missing(id, 'fs', [...tree.fs.keys()])).toEqual([]);
    expect(await world.syncObjects.missing(id, 'block', [...tree.blocks.keys()])).toEqual([]);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ removedObjects: 0 });
    expect(await take(commit.id)).toEqual({ headId: commit.id, incompleteFiles: [] });
  });

  it('are collected when the client never came back, and asked for again when it does', async () => {
    const { world, id, bring, take, library } = await pushingWorld();
    const { commit, tree } = await bring({ 'a.txt': 'a' }, library().headId);
    await world.stores.objects.library(id).flush();
    world.clock.advance(2 * DAY);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ removedObjects: 3 });
    expect(await refusalOf(() => take(commit.id))).toMatchObject({ code: 'object-missing' });
    expect(await world.syncObjects.missing(id, 'block', [...tree.blocks.keys()])).toEqual([
      ...tree.blocks.keys(),
    ]);
  });
});

describe('what a pushed commit did', () => {
  it('is told in files, and of one that is merged in as far as it is known', async () => {
    const { world, id, push, library } = await pushingWorld();
    const base = library().headId;
    const first = await push({ Trip: { 'a.txt': 'a', 'b.txt': 'b' } }, base);
    const second = await push({ Work: { 'c.txt': 'c' } }, base);
    const partsOf = (commitId: CommitId) => world.history.find(ANNA, id, commitId).summary?.parts;
    const one = { kind: 'added', items: 1, dirs: 1, folders: 1, to: '' };
    expect(partsOf(first)).toEqual([{ ...one, files: 2, name: 'Trip' }]);
    expect(partsOf(second)).toEqual([{ ...one, files: null, name: 'Work' }]);
    expect(world.history.find(ANNA, id, library().headId).summary?.reason).toBe('merge');
  });
});

describe('a commit that was merged in', () => {
  it('stays readable with its tree, so that its device can go on from it', async () => {
    const { world, id, push, library } = await pushingWorld();
    const base = library().headId;
    await push({ 'a.txt': 'a' }, base);
    const merged = await push({ 'b.txt': 'b' }, base);
    world.clock.advance(60 * DAY);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ removedObjects: 0 });
    await push({ 'b.txt': 'b', 'c.txt': 'c' }, merged);
    expect(await namesIn(world, id)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('whose tree has been collected costs its device nothing but the deletions it has missed', async () => {
    const { world, id, push, library } = await pushingWorld();
    const base = await push({ 'a.txt': 'a', 'b.txt': 'b' }, library().headId);
    await push({ 'b.txt': 'b' }, base);
    world.libraries.setRetention(ANNA, id, 0);
    world.clock.advance(60 * DAY);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ removedObjects: 3 });
    await push({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' }, base);
    expect(await namesIn(world, id)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('is on record again with the merge after the database has forgotten both', async () => {
    const { world, id, push, library } = await pushingWorld();
    const base = library();
    const first = await push({ 'a.txt': 'a' }, base.headId);
    const before = library();
    const merged = await push({ 'b.txt': 'b' }, base.headId);
    const after = library();
    expect(after.headSeq).toBe(4);
    const history = () => world.stores.historyTable.range(id, { from: 9, downTo: 1, limit: 9 });
    const known = history();
    expect(known.map((commit) => commit.id)).toEqual([after.headId, merged, first, base.headId]);
    world.db.prepare('DELETE FROM commit_changes WHERE seq > 2').run();
    world.db.prepare('DELETE FROM commits WHERE seq > 2').run();
    world.db
      .prepare('UPDATE libraries SET head_id = ?, root_id = ?, head_seq = 2, file_count = 1, size_bytes = 1')
      .run(before.headId, before.rootId);
    const rebuildIndex = async () => undefined;
    const reconciled = await reconcileHeads({ ...world.stores, rebuildIndex, clock: world.clock });
    expect(reconciled).toMatchObject([{ id, outcome: 'repaired' }]);
    expect(history()).toEqual(known);
    expect(library()).toEqual(after);
  });

  it('leaves nothing that a full check minds', async () => {
    const { world, push, library } = await pushingWorld();
    const base = library().headId;
    await push({ 'a.txt': 'a', docs: { 'x.txt': 'x' } }, base);
    await push({ 'a.txt': 'b', docs: { 'y.txt': 'y' } }, base);
    expect((await world.check({ full: true })).problems).toEqual([]);
  });
});

describe('words of a pushed commit that have no end', () => {
  const long = {
    description: 'ä'.repeat(3_000),
    deviceName: 'a'.repeat(300),
    clientVersion: '8'.repeat(100),
  };
  const kept = { description: 'ä'.repeat(2_048), deviceName: 'a'.repeat(255), clientVersion: '8'.repeat(64) };

  it('are kept in history as far as somebody reads them, while the client gets its own commit back', async () => {
    const { world, id, push, library } = await pushingWorld();
    const commit = await push({ 'a.txt': 'a' }, library().headId, long);
    expect(world.stores.historyTable.find(id, commit)).toMatchObject(kept);
    expect(decodeCommit(await world.syncObjects.commit(id, commit))).toMatchObject(long);
    expect((await world.check({ full: true })).problems).toEqual([]);
  });

  it('are cut at a character, also when the commit is merged', async () => {
    const { world, id, push, library } = await pushingWorld();
    const base = library().headId;
    await push({ 'a.txt': 'a' }, base);
    const commit = await push({ 'b.txt': 'b' }, base, { description: `a${'€'.repeat(2_000)}` });
    expect(world.stores.historyTable.find(id, commit)).toMatchObject({
      description: `a${'€'.repeat(1_365)}`,
    });
    expect((await world.check({ full: true })).problems).toEqual([]);
  });
});
