import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../support/library-world.ts';

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
    const notVouchedSinceSeconds = world.clock.nowSeconds() - DAY / 2;
    const object = { kind: 'fs', id: lost.rootId } as const;
    await world.stores.objects.library(id).remove([object], { notVouchedSinceSeconds });
    await world.searchFollower.follow(REST);
    expect(livePaths(world)).toEqual(['/one.bin', '/three.bin', '/two.bin']);
  });

  it('takes nothing of a commit that was merged in for what the library had been', async () => {
    const { world, id } = await emptyWorld();
    await world.commit(id, await world.put(id, '/one.bin', '1'));
    await world.commit(id, await world.put(id, '/two.bin', '2'));
    const [base, head] = [3, 4].map((seq) => world.stores.history.findBySeq(id, seq - 1));
    if (!base || !head) throw new Error('the commits are not on record');
    await world.searchFollower.follow(REST);
    // As a merge is put on record: what the device had, of a tree without the newest file, and then the merge.
    const library = world.libraries.find(ANNA, id).library;
    world.db.exec(`
      INSERT INTO commits SELECT library_key, 4, '${'d'.repeat(40)}', parent_id, NULL, '${base.rootId}', author_email,
        creator, '', ctime_s, NULL, NULL, 0, 0, 0, 0, 0, 0 FROM commits WHERE seq = 3;
      INSERT INTO commits SELECT library_key, 5, '${'e'.repeat(40)}', id, '${'d'.repeat(40)}', root_id, author_email,
        creator, '', ctime_s, NULL, NULL, 1, 0, 0, 0, 0, 0 FROM commits WHERE seq = 3;
      UPDATE libraries SET head_seq = 5, head_id = '${'e'.repeat(40)}' WHERE id = '${library.id}'`);
    await world.searchFollower.follow(REST);
    expect(world.stores.searchIndex.find(id)?.seq).toBe(5);
    expect(world.db.prepare('SELECT count(*) FROM search_items WHERE state <> 0').pluck().get()).toBe(0);
  });
});
