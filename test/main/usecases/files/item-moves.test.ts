import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { MoveRequest } from '../../../../src-main/usecases/files/item-moves.ts';
import { ADMIN, refusalOf } from '../../../support/account-services.ts';
import { collect } from '../../../support/collect.ts';
import { dataFolder, killedCopy, openDataWorld } from '../../../support/data-world.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { fileDirent } from '../../../support/trees.ts';

/** Two libraries of Anna's; the first holds these texts. */
async function twoLibraries(files: Readonly<Record<string, string>>) {
  const world = await libraryWorld();
  const from = await world.addLibrary('From');
  const to = await world.addLibrary('To');
  for (const [path, text] of Object.entries(files))
    await world.commit(from, await world.put(from, path, text));
  const request = (mode: 'copy' | 'move', ...names: string[]): MoveRequest => ({
    mode,
    from: { libraryId: from, folder: '/', names },
    to: { libraryId: to, folder: '/' },
  });
  return { world, from, to, request };
}

/** Every file's text by path. */
async function textsIn({ libraries, contents }: LibraryWorld, id: LibraryId) {
  const { library } = libraries.find(ANNA, id);
  const texts: Record<string, string> = {};
  for (const { path, dirent } of await collect(contents.walk(library, library.rootId))) {
    if (dirent.kind !== 'file') continue;
    texts[path] = Buffer.concat(await collect(contents.read(library, dirent))).toString();
  }
  return texts;
}

describe('bringing items to another library', () => {
  it('copies a folder with every byte below it, and leaves the original', async () => {
    const files = { '/d/a.txt': 'hello', '/d/e/b.txt': 'world', '/d/empty': '', '/other': 'x' };
    const { world, from, to, request } = await twoLibraries(files);
    const plan = await world.itemMoves.plan(ANNA, request('copy', 'd'));
    expect([plan.isWithinLibrary, await plan.countFiles()]).toEqual([false, 3]);
    expect(await plan.run()).toMatchObject([{ path: '/d' }]);
    expect(await textsIn(world, to)).toEqual({
      '/d/a.txt': 'hello',
      '/d/e/b.txt': 'world',
      '/d/empty': '',
    });
    expect(await textsIn(world, from)).toEqual(files);
    expect(world.libraries.find(ANNA, to).library).toMatchObject({ fileCount: 3, sizeBytes: 10 });
  });

  it('copies into a folder that has the names already, beside what is there', async () => {
    const { world, to, request } = await twoLibraries({ '/a.txt': 'new', '/d/b': 'new' });
    await world.commit(to, await world.put(to, '/a.txt', 'old'), await world.put(to, '/d/b', 'old'));
    const plan = await world.itemMoves.plan(ANNA, request('copy', 'a.txt', 'd'));
    expect((await plan.run()).map(({ path }) => path)).toEqual(['/a (1).txt', '/d (1)']);
    expect(await textsIn(world, to)).toEqual({
      '/a.txt': 'old',
      '/a (1).txt': 'new',
      '/d/b': 'old',
      '/d (1)/b': 'new',
    });
  });

  it('moves in two commits, the one that adds before the one that removes', async () => {
    const { world, from, to, request } = await twoLibraries({ '/a.txt': 'a', '/d/b': 'b' });
    world.events.length = 0;
    await (await world.itemMoves.plan(ANNA, request('move', 'a.txt', 'd'))).run();
    expect([await textsIn(world, from), await textsIn(world, to)]).toEqual([
      {},
      { '/a.txt': 'a', '/d/b': 'b' },
    ]);
    const moved = world.events.flatMap((event) => (event.type === 'library' ? [event.library_id] : []));
    expect(moved).toEqual([to, from]);
    expect(world.history.page(ANNA, from, { page: 1, perPage: 1 }).commits[0]?.description).toBe(
      'Deleted "a.txt" and 1 more files',
    );
  });

  it('leaves what was changed while it was being moved', async () => {
    const { world, from, to, request } = await twoLibraries({ '/a.txt': 'before', '/b.txt': 'same' });
    const plan = await world.itemMoves.plan(ANNA, request('move', 'a.txt', 'b.txt'));
    await world.commit(from, await world.put(from, '/a.txt', 'after'));
    await plan.run();
    expect(await textsIn(world, to)).toEqual({ '/a.txt': 'before', '/b.txt': 'same' });
    expect(await textsIn(world, from)).toEqual({ '/a.txt': 'after' });
  });

  it('changes nothing when it is ended before it is done', async () => {
    const { world, from, to, request } = await twoLibraries({ '/a.txt': 'a', '/b.txt': 'b' });
    const plan = await world.itemMoves.plan(ANNA, request('move', 'a.txt', 'b.txt'));
    const end = new AbortController();
    const reason = new Error('enough');
    const run = plan.run({ signal: end.signal, onFile: () => end.abort(reason) });
    await expect(run).rejects.toBe(reason);
    expect([await textsIn(world, from), await textsIn(world, to)]).toEqual([
      { '/a.txt': 'a', '/b.txt': 'b' },
      {},
    ]);
  });

  it('asks again who may write when the content is there', async () => {
    const { world, from, to, request } = await twoLibraries({ '/a.txt': 'a' });
    const plan = await world.itemMoves.plan(ANNA, request('move', 'a.txt'));
    await world.adminLibraries.update(ADMIN, to, { status: 'read-only' });
    expect(await refusalOf(() => plan.run())).toMatchObject({ code: 'library-read-only' });
    expect(await textsIn(world, from)).toEqual({ '/a.txt': 'a' });
  });

  it('refuses what the owner of the other library has no room for', async () => {
    const { world, from, to, request } = await twoLibraries({ '/a.txt': 'longer than it may be' });
    world.db.prepare('UPDATE users SET quota_bytes = 10 WHERE email = ?').run(ANNA.email);
    expect(await refusalOf(() => world.itemMoves.plan(ANNA, request('copy', 'a.txt')))).toMatchObject({
      code: 'quota-exceeded',
    });
    // It only changes places among what she has.
    await (await world.itemMoves.plan(ANNA, request('move', 'a.txt'))).run();
    expect([await textsIn(world, from), await textsIn(world, to)]).toEqual([
      {},
      { '/a.txt': 'longer than it may be' },
    ]);
  });

  it('lets nobody reach into a library that is not theirs', async () => {
    const { world, request } = await twoLibraries({ '/a.txt': 'a' });
    const own = (await world.libraries.create(BERT, { name: 'Bert' })).view.library.id;
    const { from, to, mode } = request('copy', 'a.txt');
    for (const asked of [
      { mode, from, to: { ...to, libraryId: own } },
      { mode, from: { ...from, libraryId: own }, to },
    ]) {
      expect(await refusalOf(() => world.itemMoves.plan(BERT, asked))).toMatchObject({
        code: 'permission-denied',
      });
    }
  });
});

it.each([true, false])(
  'what a move takes out of a library was asked about: %s, as all that the caller does',
  async (asksFirst) => {
    const { world, from, request } = await twoLibraries({ '/d/a.txt': 'hello' });
    await (await world.itemMoves.plan({ ...ANNA, asksFirst }, request('move', 'd'))).run();
    const { headId } = world.libraries.find(ANNA, from).library;
    expect(await textsIn(world, from)).toEqual({});
    expect(world.changeLibrary.wasAskedFirst(headId)).toBe(asksFirst);
  },
);

describe('bringing items to another library on disk', () => {
  it('has kept all of them when the machine stops right after it', async () => {
    const world = await openDataWorld(dataFolder());
    onTestFinished(() => world.store.close());
    const from = await world.addLibrary('From');
    const to = await world.addLibrary('To');
    await world.commit(from, await world.put(from, '/d/a.txt', 'hello'));
    const request = {
      mode: 'move',
      from: { libraryId: from, folder: '/', names: ['d'] },
      to: { libraryId: to, folder: '/' },
    } as const;
    await (await world.itemMoves.plan(ANNA, request)).run();
    const after = await openDataWorld(killedCopy(world.path));
    onTestFinished(() => after.store.close());
    const states = await after.states();
    expect([states[from]?.files, states[to]?.files]).toEqual([{}, { '/d/a.txt': 'hello' }]);
    expect(after.rolledBack).toEqual([]);
  });
});

describe('bringing items to another folder', () => {
  it('shares content, however large: nothing is written but folders', async () => {
    const { world, from } = await twoLibraries({ '/d/a.txt': 'hello', '/e/b': 'x' });
    const store = world.stores.objects.library(from);
    const blocksBefore = [...store.list()].filter(({ kind }) => kind === 'block').length;
    const request = {
      mode: 'copy',
      from: { libraryId: from, folder: '/', names: ['d'] },
      to: { libraryId: from, folder: '/e' },
    } as const;
    await (await world.itemMoves.plan(ANNA, request)).run();
    expect(await textsIn(world, from)).toEqual({ '/d/a.txt': 'hello', '/e/b': 'x', '/e/d/a.txt': 'hello' });
    expect([...store.list()].filter(({ kind }) => kind === 'block').length).toBe(blocksBefore);
  });

  it('copies a folder into itself once', async () => {
    const { world, from } = await twoLibraries({ '/d/a': 'a' });
    const to = { libraryId: from, folder: '/d' };
    const request = { mode: 'copy', from: { libraryId: from, folder: '/', names: ['d'] }, to } as const;
    await (await world.itemMoves.plan(ANNA, request)).run();
    expect(await textsIn(world, from)).toEqual({ '/d/a': 'a', '/d/d/a': 'a' });
  });

  it('gives every one of many that want one name at the same time a name of its own', async () => {
    const files = Object.fromEntries([1, 2, 3, 4].map((number) => [`/${number}/a.txt`, `text ${number}`]));
    const { world, from } = await twoLibraries(files);
    const moves = [1, 2, 3, 4].map(async (number) => {
      const to = { libraryId: from, folder: '/' };
      const source = { libraryId: from, folder: `/${number}`, names: ['a.txt'] };
      return (await world.itemMoves.plan(ANNA, { mode: 'move', from: source, to })).run();
    });
    const paths = (await Promise.all(moves)).flat().map(({ path }) => path);
    expect(paths.sort()).toEqual(['/a (1).txt', '/a (2).txt', '/a (3).txt', '/a.txt']);
    expect(Object.values(await textsIn(world, from)).sort()).toEqual([
      'text 1',
      'text 2',
      'text 3',
      'text 4',
    ]);
  });
});

describe('copying as a task', () => {
  it('is done by and by, and tells how far it is', async () => {
    const { world, to, request } = await twoLibraries({ '/a.txt': 'a', '/b.txt': 'b' });
    const taskId = (await world.copyTasks.start(ANNA, request('copy', 'a.txt', 'b.txt'))) ?? '';
    const commits = [{ libraryId: to, commitId: expect.any(String) }];
    expect(await settled(world, taskId)).toEqual({ done: 2, total: 2, state: 'done', reason: '', commits });
    expect(await textsIn(world, to)).toEqual({ '/a.txt': 'a', '/b.txt': 'b' });
  });

  it('that is ended while it waits copies nothing', async () => {
    const { world, to, request } = await twoLibraries({ '/a.txt': 'a' });
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => world.copyTasks.start(ANNA, request('copy', 'a.txt'))),
    );
    for (const id of ids) world.copyTasks.cancel(ANNA, id ?? '');
    await world.copyTasks.stop();
    expect(ids.map((id) => world.copyTasks.progress(ANNA, id ?? '').state)).toEqual(
      ids.map(() => 'canceled'),
    );
    expect(await textsIn(world, to)).toEqual({});
  });

  it('is known to nobody else, and forgotten an hour after its end', async () => {
    const { world, request } = await twoLibraries({ '/a.txt': 'a' });
    const taskId = (await world.copyTasks.start(ANNA, request('copy', 'a.txt'))) ?? '';
    await world.copyTasks.stop();
    const gone = { code: 'task-not-found' };
    expect(await refusalOf(() => world.copyTasks.progress(BERT, taskId))).toMatchObject(gone);
    world.copyTasks.progress(ANNA, taskId);
    world.clock.advance(3600);
    expect(await refusalOf(() => world.copyTasks.progress(ANNA, taskId))).toMatchObject(gone);
  });

  it('tells the code of what it failed with', async () => {
    const { world, from, to, request } = await twoLibraries({});
    const lost = encodeFile({ blockIds: [objectIdOf('lost')], sizeBytes: 4 });
    await world.stores.objects.library(from).write('fs', lost.id, lost.bytes);
    await world.commit(from, { op: 'put', path: '/a.txt', dirent: fileDirent('lost') });
    const id = (await world.copyTasks.start(ANNA, request('move', 'a.txt'))) ?? '';
    const { state, reason } = await settled(world, id);
    expect([state, reason]).toEqual(['failed', 'object-missing']);
    expect(await textsIn(world, to)).toEqual({});
  });
});

/** The progress of a task once it is over. */
async function settled(world: LibraryWorld, taskId: string) {
  for (;;) {
    const progress = world.copyTasks.progress(ANNA, taskId);
    if (progress.state !== 'waiting' && progress.state !== 'running') return progress;
    await new Promise(setImmediate);
  }
}

describe('giving an item another name on its way', () => {
  it('moves it inside its library and to another one, over what has the name', async () => {
    const { world, from, to } = await twoLibraries({ '/a.txt': 'a', '/b.txt': 'b', '/d/c.txt': 'c' });
    const move = async (mode: 'copy' | 'move', name: string, target: MoveRequest['to']) =>
      (
        await world.itemMoves.plan(ANNA, {
          mode,
          from: { libraryId: from, folder: '/', names: [name] },
          to: target,
        })
      ).run();
    const replaces = new Set(['new.txt']);
    await move('move', 'a.txt', { libraryId: from, folder: '/d', name: 'new.txt' });
    await move('move', 'b.txt', { libraryId: from, folder: '/d', name: 'new.txt', replaces });
    expect(await textsIn(world, from)).toEqual({ '/d/c.txt': 'c', '/d/new.txt': 'b' });
    await move('copy', 'd', { libraryId: from, folder: '/', name: 'e' });
    await move('move', 'd', { libraryId: to, folder: '/', name: 'f' });
    expect(await textsIn(world, from)).toEqual({ '/e/c.txt': 'c', '/e/new.txt': 'b' });
    expect(await textsIn(world, to)).toEqual({ '/f/c.txt': 'c', '/f/new.txt': 'b' });
    expect(
      (await refusalOf(() => move('move', 'e', { libraryId: from, folder: '/', name: 'x\\y' }))).code,
    ).toBe('name-invalid');
  });

  it('copies a folder without what it holds when that is asked for', async () => {
    const { world, from } = await twoLibraries({ '/d/c.txt': 'c' });
    const source = { libraryId: from, folder: '/', names: ['d'], isShallow: true };
    const to = { libraryId: from, folder: '/', name: 'empty' };
    await (await world.itemMoves.plan(ANNA, { mode: 'copy', from: source, to })).run();
    expect((await world.files.list(ANNA, from, '/empty', null)).dirents).toEqual([]);
  });
});

describe('moving between a library and a folder of it that is one by itself', () => {
  async function folderOfIt() {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/work/deep/a.txt', 'a'), await world.put(id, '/b.txt', 'b'));
    const folder = '00000000-0000-4000-8000-00000000abcd' as LibraryId;
    const origin = { id, path: '/work' };
    await world.changeLibrary.createFolderLibrary({ id: folder, name: 'work', origin, author: ANNA.email });
    return { world, id, folder };
  }

  it('leaves what goes to where it is, and takes nothing away', async () => {
    const { world, id, folder } = await folderOfIt();
    const ways = [
      { from: { libraryId: folder, folder: '/' }, to: { libraryId: id, folder: '/work' } },
      { from: { libraryId: id, folder: '/work' }, to: { libraryId: folder, folder: '/' } },
    ];
    for (const { from, to } of ways) {
      for (const replaces of [new Set<string>(), new Set(['deep'])]) {
        const request = {
          mode: 'move',
          from: { ...from, names: ['deep'] },
          to: { ...to, replaces },
        } as const;
        const moved = await (await world.itemMoves.plan(ANNA, request)).run();
        expect(moved).toMatchObject([{ path: to.folder === '/' ? '/deep' : '/work/deep' }]);
        expect(await textsIn(world, id)).toEqual({ '/b.txt': 'b', '/work/deep/a.txt': 'a' });
      }
    }
  });

  it('moves to other places, and refuses what would go into itself', async () => {
    const { world, id, folder } = await folderOfIt();
    const request = {
      mode: 'move',
      from: { libraryId: id, folder: '/', names: ['work'] },
      to: { libraryId: folder, folder: '/deep' },
    } as const;
    const refused = await refusalOf(() => world.itemMoves.plan(ANNA, request));
    expect(refused).toMatchObject({ code: 'path-invalid', detail: { reason: 'into-itself' } });
    const out = { mode: 'move', from: { libraryId: folder, folder: '/', names: ['deep'] } } as const;
    const to = { libraryId: id, folder: '/' };
    await (await world.itemMoves.plan(ANNA, { ...out, to })).run();
    expect(await textsIn(world, id)).toEqual({ '/b.txt': 'b', '/deep/a.txt': 'a' });
  });
});
