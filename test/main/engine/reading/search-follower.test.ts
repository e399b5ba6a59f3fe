import { describe, expect, it, vi } from 'vitest';
import { summarize } from '../../../../src-main/core/history/commit-summary.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { commitIdOf, encodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { DIR_MODE, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { recordHeadMove } from '../../../../src-main/engine/heads/commit-records.ts';
import {
  createSearchFollower,
  type SearchFollowerDependencies,
} from '../../../../src-main/engine/reading/search-follower.ts';
import { createSearchIndexTable } from '../../../../src-main/store/sqlite/search-index.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { toldFile } from '../../../support/lying-files.ts';
import { unfoldingTree } from '../../../support/unfolding-tree.ts';

const DAY = 86_400;
const REST = { rest: async () => undefined };

/** What is live in the index, by path. */
function livePaths({ db }: LibraryWorld): string[] {
  const rows = db
    .prepare<[], { folder: string; name: string }>(`
      SELECT search_folders.path AS folder, name FROM search_items JOIN search_folders USING (folder_key)
      WHERE state = 0`)
    .all();
  return rows.map(({ folder, name }) => `${folder === '/' ? '' : folder}/${name}`).sort();
}

/** What is in the tree of the head, by path. */
async function treePaths(world: LibraryWorld, id: LibraryId): Promise<string[]> {
  const { library } = world.libraries.find(ANNA, id);
  const paths: string[] = [];
  for await (const { path } of world.contents.walk(library, library.rootId)) paths.push(path);
  return paths.sort();
}

async function emptyWorld() {
  const world = await libraryWorld();
  return { world, id: await world.addLibrary() };
}

describe('the search index', () => {
  it('has the tree of the head, whatever was moved into the place of what', async () => {
    const { world, id } = await emptyWorld();
    const put = (path: string, text: string) => world.put(id, path, text);
    await world.commit(
      id,
      await put('/a/b/one.bin', '1'),
      await put('/a/two.bin', '2'),
      await put('/x', 'x'),
    );
    await world.commit(id, { op: 'move', from: '/a/b', to: '/b' }, { op: 'remove', path: '/a' });
    await world.commit(id, { op: 'move', from: '/b', to: '/a' });
    await world.commit(id, { op: 'move', from: '/x', to: '/y' }, await put('/x/inside.bin', '3'));
    await world.commit(id, { op: 'move', from: '/a', to: '/c' }, { op: 'move', from: '/y', to: '/a' });
    await world.commit(id, { op: 'move', from: '/c', to: '/x/c' });
    for (let round = 0; round < 2; round += 1) {
      await world.searchFollower.follow(REST);
      expect(livePaths(world)).toEqual(await treePaths(world, id));
    }
    expect(livePaths(world)).toEqual(['/a', '/x', '/x/c', '/x/c/one.bin', '/x/inside.bin']);
  });

  it('has many folders where they were moved to, and keeps nothing of where they were', async () => {
    const { world, id } = await emptyWorld();
    const puts = Array.from({ length: 230 }, (_, at) => world.put(id, `/a/${at}/in/x.bin`, 'x'));
    await world.commit(id, ...(await Promise.all(puts)), { op: 'mkdir', path: '/a-b', mtimeSeconds: 1 });
    for (const [from, to] of ['/a', '/b', '/c', '/d'].entries()) {
      if (from > 0) await world.commit(id, { op: 'move', from: ['', '/a', '/b', '/c'][from] ?? '', to });
      await world.searchFollower.follow(REST);
    }
    expect(livePaths(world)).toEqual(await treePaths(world, id));
    // The root, the folder that was moved, and two for each file.
    expect(world.db.prepare('SELECT count(*) FROM search_folders').pluck().get()).toBe(462);
  });

  it('takes every step again after a stop at any slice, with the same outcome', async () => {
    const { world, id } = await emptyWorld();
    const put = (path: string, text: string) => world.put(id, path, text);
    const many = Array.from({ length: 300 }, (_, at) => put(`/many/${at}.bin`, String(at)));
    await world.commit(id, ...(await Promise.all(many)));
    await world.commit(id, { op: 'move', from: '/many', to: '/more' }, await put('/a.txt', 'one'));
    await world.commit(id, { op: 'remove', path: '/more' }, await put('/a.txt', 'two'));
    let isDone = false;
    for (let slices = 1; !isDone && slices < 30; slices += 1) {
      const stop = new AbortController();
      let rests = 0;
      const rest = async () => {
        rests += 1;
        if (rests === slices) stop.abort();
      };
      isDone = await world.searchFollower.follow({ signal: stop.signal, rest });
    }
    expect(isDone).toBe(true);
    expect(livePaths(world)).toEqual(['/a.txt']);
    const count = (state: number) =>
      world.db.prepare('SELECT count(*) FROM search_items WHERE state = ?').pluck().get(state);
    expect([count(1), count(2), count(3)]).toEqual([1, 301, 1]);
  });

  it('starts anew where what it had is collected before it could follow', async () => {
    const { world, id } = await emptyWorld();
    await world.commit(id, await world.put(id, '/first/one.bin', '1'));
    await world.searchFollower.follow(REST);
    await world.commit(id, { op: 'move', from: '/first', to: '/second' });
    await world.commit(id, await world.put(id, '/third.bin', '3'));
    world.libraries.setRetention(ANNA, id, 0);
    world.clock.advance(2 * DAY);
    await world.garbage.collect(ADMIN);
    await world.searchFollower.follow(REST);
    expect(livePaths(world)).toEqual(['/second', '/second/one.bin', '/third.bin']);
    expect(world.db.prepare('SELECT count(*) FROM search_items').pluck().get()).toBe(3);
  });

  it('steps over a commit whose tree cannot be read, and has the next one', async () => {
    const { world, id } = await emptyWorld();
    await world.commit(id, await world.put(id, '/one.bin', '1'));
    const lost = await world.commit(id, await world.put(id, '/two.bin', '2'));
    await world.commit(id, await world.put(id, '/three.bin', '3'));
    world.clock.advance(DAY);
    const lastReferencedBeforeSeconds = world.clock.nowSeconds() - DAY / 2;
    const object = { kind: 'fs', id: lost.rootId } as const;
    await world.stores.objects.library(id).remove([object], { lastReferencedBeforeSeconds });
    await world.searchFollower.follow(REST);
    expect(livePaths(world)).toEqual(['/one.bin', '/three.bin', '/two.bin']);
  });

  it('takes nothing of a commit that was merged in for what the library had been', async () => {
    const { world, id } = await emptyWorld();
    await world.commit(id, await world.put(id, '/one.bin', '1'));
    await world.commit(id, await world.put(id, '/two.bin', '2'));
    const [base, head] = [3, 4].map((seq) => world.stores.historyTable.findBySeq(id, seq - 1));
    if (!base || !head) throw new Error('the commits are not on record');
    await world.searchFollower.follow(REST);
    // As a merge is put on record: what the device had, of a tree without the newest file, and then the merge.
    const library = world.libraries.find(ANNA, id).library;
    world.db.exec(`
      INSERT INTO commits SELECT library_key, 4, '${'d'.repeat(40)}', parent_id, NULL, '${base.rootId}', author_email,
        creator, '', ctime_s, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL FROM commits WHERE seq = 3;
      INSERT INTO commits SELECT library_key, 5, '${'e'.repeat(40)}', id, '${'d'.repeat(40)}', root_id, author_email,
        creator, '', ctime_s, NULL, NULL, 1, 0, 0, 0, 0, 0, NULL FROM commits WHERE seq = 3;
      UPDATE libraries SET head_seq = 5, head_id = '${'e'.repeat(40)}' WHERE id = '${library.id}'`);
    await world.searchFollower.follow(REST);
    expect(world.stores.searchIndex.find(id)?.seq).toBe(5);
    expect(world.db.prepare('SELECT count(*) FROM search_items WHERE state <> 0').pluck().get()).toBe(0);
  });
});

/**
 * Puts a folder into a new library that a few rows unfold to ten million million folders. No commit may do that today, so it
 * is put on record as version 0.1.0 did.
 */
async function addBomb({ stores, libraries, clock }: LibraryWorld, libraryId: LibraryId): Promise<void> {
  const bomb = unfoldingTree(
    Array.from({ length: 13 }, () => 10),
    [],
  );
  const row = { kind: 'dir', id: bomb.rootId, mode: DIR_MODE, mtimeSeconds: 1 } as const;
  const root = encodeDir([{ ...row, name: 'bomb' }]);
  const store = stores.objects.library(libraryId);
  for (const { id, bytes } of [...bomb.dirs, root]) await store.write('fs', id, bytes);
  const { library } = libraries.find(ANNA, libraryId);
  const { headId, name, description, encryption } = library;
  const said = {
    ...{ libraryId, libraryName: name, libraryDescription: description, encryption },
    ...{ rootId: root.id, parentId: headId, secondParentId: null, isMerge: false, hasConflict: false },
    ...{ authorEmail: ANNA.email, creator: EMPTY_ID, description: 'Added "bomb".' },
    ...{ ctimeSeconds: clock.nowSeconds(), clientVersion: null, deviceName: null },
  };
  const commit = { ...said, id: commitIdOf(said) };
  await store.write('commit', commit.id, encodeCommit(commit));
  recordHeadMove(stores, {
    library,
    commit,
    changes: [],
    totals: { sizeBytes: 0, fileCount: 0 },
    summed: { summary: summarize(commit, [], null), renames: [] },
  });
}

/** Follows for so many slices at most, and does something after the first of them. */
async function followFor(
  world: LibraryWorld,
  slices: number,
  afterFirst?: () => Promise<void>,
): Promise<boolean> {
  const stop = new AbortController();
  let rests = 0;
  const rest = async () => {
    rests += 1;
    if (rests === 1) await afterFirst?.();
    if (rests === slices) stop.abort();
  };
  return world.searchFollower.follow({ signal: stop.signal, rest });
}

const itemsOf = ({ db }: LibraryWorld) =>
  db.prepare<[], number>('SELECT count(*) FROM search_items').pluck().get();

describe('a library that has no end', () => {
  it('leaves no word behind when it is gone, in the index or in freed pages of the database', async () => {
    const world = await libraryWorld();
    const [kept, gone] = [await world.addLibrary('Kept'), await world.addLibrary('Gone')];
    for (const at of 'abcdefghijklmnopqrst') {
      await world.commit(kept, await world.put(kept, `/${at}.txt`, `${at}stays`));
      await world.commit(gone, await world.put(gone, `/${at}.txt`, `${at}secret`));
      await world.searchFollower.follow(REST);
    }
    const lettersBefore = (text: string) => {
      const database = world.db.serialize().toString('latin1');
      return [...'abcdefghijklmnopqrst'].filter((at) => database.includes(`${at}${text}`)).join('');
    };
    expect(lettersBefore('secret')).toBe('abcdefghijklmnopqrst');
    await world.libraries.remove(ANNA, gone);
    await world.deletedLibraries.purge(ADMIN, gone);
    await world.searchFollower.follow(REST);
    expect(lettersBefore('secret')).toBe('');
    expect(lettersBefore('stays')).toBe('abcdefghijklmnopqrst');
    expect(world.stores.searchIndex.all().map(({ libraryId }) => libraryId)).toEqual([kept]);
  });

  it('keeps neither names nor texts of other libraries out of the index, nor what is saved meanwhile', async () => {
    const { world, id } = await emptyWorld();
    const others = [await world.addLibrary('One'), await world.addLibrary('Two')];
    for (const other of others) await world.commit(other, await world.put(other, '/note.txt', 'text'));
    world.clock.advance(60);
    await addBomb(world, id);
    const saveMore = async () => {
      for (const other of others) await world.commit(other, await world.put(other, '/later.txt', 'later'));
    };
    expect(await followFor(world, 200, saveMore)).toBe(false);
    const paths = livePaths(world).filter((path) => path.endsWith('.txt'));
    expect(paths).toEqual(['/later.txt', '/later.txt', '/note.txt', '/note.txt']);
    const read = world.db.prepare('SELECT state FROM search_texts').pluck().all();
    expect(read).toEqual([1, 1, 1, 1]);
  });

  it('keeps no other out when many of them wait for each other', async () => {
    const { world, id } = await emptyWorld();
    await world.commit(id, await world.put(id, '/note.txt', 'text'));
    world.clock.advance(60);
    for (let count = 0; count < 8; count += 1) await addBomb(world, await world.addLibrary(`Bomb ${count}`));
    expect(await followFor(world, 300)).toBe(false);
    expect(livePaths(world)).toContain('/note.txt');
  });

  it('keeps no other out where its own work fails', async () => {
    const { world, id } = await emptyWorld();
    await world.commit(id, await world.put(id, '/note.txt', 'text'));
    world.clock.advance(60);
    const broken = await world.addLibrary('Broken');
    await addBomb(world, broken);
    vi.spyOn(world.stores.objects.library(broken), 'read').mockRejectedValue(new RangeError('not preview'));
    await expect(world.searchFollower.follow(REST)).rejects.toThrow('not preview');
    expect(livePaths(world)).toEqual(['/note.txt']);
    expect(world.stores.searchTexts.countWaiting()).toBe(0);
  });

  it('is followed no further once it is deleted', async () => {
    const { world, id } = await emptyWorld();
    await addBomb(world, id);
    expect(await followFor(world, 100, () => world.libraries.remove(ANNA, id))).toBe(true);
    expect(itemsOf(world)).toBeLessThan(500);
    await world.deletedLibraries.purge(ADMIN, id);
    expect(await world.searchFollower.follow(REST)).toBe(true);
    expect(itemsOf(world)).toBe(0);
  });
});

describe('a library with more than the index takes of one', () => {
  const MOST = 1_000;

  function limited(world: LibraryWorld, limits: Partial<SearchFollowerDependencies> = {}): LibraryWorld {
    const searchFollower = createSearchFollower({
      ...world.stores,
      transaction: (work) => world.db.transaction(work)(),
      searchIndex: createSearchIndexTable(world.db, MOST),
      ...limits,
    });
    return { ...world, searchFollower };
  }

  const progressOf = async (world: LibraryWorld) => {
    const request = { words: 'x', parts: 'names', state: null, libraryId: null, place: null } as const;
    return (await world.timeSearch.find(ANNA, request)).progress;
  };

  it('is in it up to there and no further, and search says how many files are missing', async () => {
    const { world, id } = await emptyWorld();
    await addBomb(world, id);
    await world.commit(id, await world.put(id, '/one.txt', '1'), await world.put(id, '/two.txt', '2'));
    expect(await followFor(limited(world), 100)).toBe(true);
    expect(itemsOf(world)).toBe(MOST);
    expect(world.stores.searchIndex.find(id)).toMatchObject({ seq: 3, itemCount: 0, hasLeftOut: true });
    // Texts of what is not there are not read either.
    expect(world.db.prepare('SELECT count(*) FROM search_texts').pluck().get()).toBe(0);
    expect(await progressOf(world)).toEqual({ files: 2, filesInIndex: 2, filesLeftOut: 2, textsWaiting: 0 });
  });

  it('is whole again once what filled it is gone', async () => {
    const { world, id } = await emptyWorld();
    await addBomb(world, id);
    await world.commit(id, await world.put(id, '/one.txt', '1'));
    const small = limited(world);
    await followFor(small, 100);
    await world.commit(id, { op: 'remove', path: '/bomb' }, await world.put(id, '/two.txt', '2'));
    expect(await followFor(small, 100)).toBe(true);
    expect(livePaths(world)).toEqual(['/one.txt', '/two.txt']);
    expect(itemsOf(world)).toBe(2);
    expect(await progressOf(world)).toEqual({ files: 2, filesInIndex: 2, filesLeftOut: 0, textsWaiting: 0 });
  });

  it('is not begun anew with each commit while what fills it is there', async () => {
    const { world, id } = await emptyWorld();
    await addBomb(world, id);
    const searchIndex = createSearchIndexTable(world.db, MOST);
    const letGo = vi.spyOn(searchIndex, 'letGo');
    const small = limited(world, { searchIndex });
    for (const name of ['one', 'two', 'three', 'four']) {
      await world.commit(id, await world.put(id, `/${name}.txt`, name));
      expect(await followFor(small, 200)).toBe(true);
    }
    expect(letGo).toHaveBeenCalledTimes(1);
  });

  it('forgets what ended longest ago for what comes', async () => {
    const { world, id } = await emptyWorld();
    const small = limited(world);
    for (const name of ['first', 'second', 'third']) {
      const puts = Array.from({ length: 400 }, (_, at) => world.put(id, `/${name}/${at}.bin`, 'x'));
      await world.commit(id, ...(await Promise.all(puts)));
      await world.commit(id, { op: 'remove', path: `/${name}` });
    }
    await world.commit(id, await world.put(id, '/now.bin', 'x'));
    expect(await followFor(small, 200)).toBe(true);
    expect(livePaths(world)).toEqual(['/now.bin']);
    expect(itemsOf(world)).toBeLessThanOrEqual(MOST);
    const past = world.db
      .prepare(
        'SELECT path FROM search_folders JOIN search_items USING (folder_key) WHERE state = 2 GROUP BY path',
      )
      .pluck()
      .all();
    expect(past).toEqual(['/', '/second', '/third']);
    expect(world.db.prepare('SELECT count(*) FROM search_folders').pluck().get()).toBe(3);
  });

  it('is taken in as it is where one commit changed more than can be compared', async () => {
    const { world, id } = await emptyWorld();
    await world.commit(id, await world.put(id, '/many/0/old.bin', 'x'));
    const small = limited(world, { rowsExaminedMax: 60 });
    await followFor(small, 100);
    const puts = Array.from({ length: 80 }, (_, at) => world.put(id, `/many/0/${at}.bin`, 'x'));
    await world.commit(id, { op: 'remove', path: '/many/0/old.bin' }, ...(await Promise.all(puts)));
    expect(await followFor(small, 100)).toBe(true);
    expect(livePaths(world)).toEqual(await treePaths(world, id));
    expect(world.db.prepare('SELECT count(*) FROM search_libraries').pluck().get()).toBe(1);
    // What was removed is in no comparison.
    expect(itemsOf(world)).toBe(82);
  });
});

describe('a text that is not what its row says', () => {
  /** Blocks that are read while the index is brought up to the heads. */
  async function readWhileFollowing(world: LibraryWorld, id: LibraryId): Promise<string[]> {
    const store = world.stores.objects.library(id);
    const read = vi.spyOn(store, 'read');
    expect(await world.searchFollower.follow(REST)).toBe(true);
    return read.mock.calls.filter(([kind]) => kind === 'block').map(([, blockId]) => blockId);
  }

  it('is left out of the index without being read, and the others are found', async () => {
    const { world, id } = await emptyWorld();
    const store = world.stores.objects.library(id);
    const block = Buffer.alloc(300_000, 'large ');
    const repeats = (count: number) => Array.from({ length: count }, () => block);
    const honest = await world.put(id, '/honest.txt', 'needle');
    await world.commit(
      id,
      await toldFile(store, '/row.txt', { blocks: repeats(110), rowBytes: 10 }),
      await toldFile(store, '/object.txt', { blocks: repeats(111), rowBytes: 10, objectBytes: 10 }),
      await toldFile(store, '/short.txt', { blocks: ['a'], rowBytes: 10, objectBytes: 10 }),
      await toldFile(store, '/many.txt', { blocks: Array.from({ length: 3_000 }, () => 'a'), rowBytes: 10 }),
      honest,
    );
    expect(await readWhileFollowing(world, id)).toEqual([objectIdOf('needle')]);
    expect(world.stores.searchTexts.countWaiting()).toBe(0);
    const request = { words: 'needle', parts: 'text', state: null, libraryId: null, place: null } as const;
    const { hits } = await world.timeSearch.find(ANNA, request);
    expect(hits.map(({ item }) => item.path)).toEqual(['/honest.txt']);
  });

  it('keeps no other text out, however reading it fails, nor when the index was stuck at it before', async () => {
    const { world, id } = await emptyWorld();
    const store = world.stores.objects.library(id);
    await world.commit(id, await world.put(id, '/bad.txt', 'bad'), await world.put(id, '/good.txt', 'good'));
    const read = store.read.bind(store);
    vi.spyOn(store, 'read').mockImplementation((kind, objectId) =>
      objectId === objectIdOf('bad')
        ? Promise.reject(new RangeError('Invalid string length'))
        : read(kind, objectId),
    );
    for (let start = 0; start < 2; start += 1) {
      world.db.exec('UPDATE search_texts SET state = 0');
      expect(await world.searchFollower.follow(REST)).toBe(true);
      const states = world.db.prepare('SELECT state FROM search_texts ORDER BY text_key').pluck().all();
      expect(states).toEqual([2, 1]);
    }
  });

  it('waits for the system to have what reading takes', async () => {
    const { world, id } = await emptyWorld();
    const store = world.stores.objects.library(id);
    await world.commit(id, await world.put(id, '/a.txt', 'needle'));
    const noDescriptors = Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' });
    const read = store.read.bind(store);
    vi.spyOn(store, 'read').mockImplementation((kind, objectId) =>
      kind === 'block' ? Promise.reject(noDescriptors) : read(kind, objectId),
    );
    await expect(world.searchFollower.follow(REST)).rejects.toThrow('EMFILE');
    expect(world.stores.searchTexts.countWaiting()).toBe(1);
  });
});
