import { describe, expect, it } from 'vitest';
import { formerNamesOf } from '../../../../src-main/engine/reading/former-names.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

/** A file that was renamed, moved with its folder and edited; another one has its first name today. */
async function renamed() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const at: number[] = [];
  const commit = async (...changes: Parameters<typeof world.commit>[1][]) => {
    world.clock.advance(60);
    await world.commit(id, ...changes);
    at.push(world.clock.nowSeconds());
  };
  await commit(await world.put(id, '/d/draft.txt', 'one'));
  await commit({ op: 'move', from: '/d/draft.txt', to: '/d/final.txt' });
  await commit(await world.put(id, '/d/final.txt', 'two'));
  await commit({ op: 'move', from: '/d', to: '/e' });
  await commit(await world.put(id, '/d/draft.txt', 'another'));
  const counted: number[] = [];
  const reading = { count: async (rows: number) => void counted.push(rows) };
  const all = (path: string) =>
    formerNamesOf(world.rooms.engine, world.libraries.find(ANNA, id).library, path, reading);
  const of = async (path: string) => (await all(path)).names;
  return { world, id, commit, at, all, of, counted };
}

describe('the names that a file had before', () => {
  it('are counted as reading, version by version, so that nobody keeps others waiting with a long history', async () => {
    const { of, counted } = await renamed();
    await of('/e/final.txt');
    expect(counted).toEqual([100, 100, 100, 100]);
  });

  it('are told newest first, until when, and whether something else is there', async () => {
    const { at, of } = await renamed();
    expect(await of('/e/final.txt')).toEqual([
      { path: '/d/final.txt', untilSeconds: at[3], isTaken: false },
      { path: '/d/draft.txt', untilSeconds: at[1], isTaken: true },
    ]);
  });

  it('are told of a file that was deleted, and none of one that has none', async () => {
    const { commit, of } = await renamed();
    expect(await of('/d/draft.txt')).toEqual([]);
    await commit({ op: 'remove', path: '/e/final.txt' });
    expect((await of('/e/final.txt')).map(({ path }) => path)).toEqual(['/d/final.txt', '/d/draft.txt']);
    expect(await of('/none.txt')).toEqual([]);
    expect(await of('/e')).toEqual([]);
  });

  it('have each path once, also when the file came back to it', async () => {
    const { commit, at, of } = await renamed();
    await commit({ op: 'move', from: '/e/final.txt', to: '/x.txt' });
    await commit({ op: 'move', from: '/x.txt', to: '/e/final.txt' });
    expect(await of('/e/final.txt')).toEqual([
      { path: '/x.txt', untilSeconds: at[6], isTaken: false },
      { path: '/d/final.txt', untilSeconds: at[3], isTaken: false },
      { path: '/d/draft.txt', untilSeconds: at[1], isTaken: true },
    ]);
  });

  it('are a hundred at most, and it is said when there were more', async () => {
    const { commit, all } = await renamed();
    const move = (from: number, to: number) => commit({ op: 'move', from: `/${from}.txt`, to: `/${to}.txt` });
    await commit({ op: 'move', from: '/e/final.txt', to: '/0.txt' });
    for (let at = 0; at < 97; at += 1) await move(at, at + 1);
    expect((await all('/97.txt')).names).toHaveLength(100);
    expect((await all('/97.txt')).hasMore).toBe(false);
    await move(97, 98);
    const { names, hasMore } = await all('/98.txt');
    expect([names.length, names[0]?.path, names.at(-1)?.path]).toEqual([100, '/97.txt', '/d/final.txt']);
    expect(hasMore).toBe(true);
  });
});
