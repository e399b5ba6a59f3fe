import { describe, expect, it } from 'vitest';
import { createActivities } from '../../../../src-main/usecases/history/activities.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function activityWorld() {
  const world = await libraryWorld();
  /** One line an activity. */
  const lines = async (page: { skip: number; limit: number }, caller = ANNA) =>
    (await world.activities.page(caller, page)).map(({ library, op, change, count }) =>
      [library.name, op, change === null ? '' : change.newPath || change.path, count].join(' '),
    );
  const all = (caller = ANNA) => lines({ skip: 0, limit: 100 }, caller);
  return { ...world, lines, all };
}

describe('activities', () => {
  it('tell what was done, once for each way of change in a commit', async () => {
    const { addLibrary, commit, put, clock, all } = await activityWorld();
    const id = await addLibrary();
    clock.advance(1);
    await commit(id, await put(id, '/a', '1'), await put(id, '/b', '2'), await put(id, '/c', '3'));
    clock.advance(1);
    await commit(
      id,
      await put(id, '/a', 'other'),
      { op: 'remove', path: '/b' },
      { op: 'mkdir', path: '/d', mtimeSeconds: 1 },
    );
    expect(await all()).toEqual([
      'Papers create /d 1',
      'Papers edit /a 1',
      'Papers delete /b 1',
      'Papers create /a 3',
      'Papers create  1',
    ]);
  });

  it('tell a rename from a move', async () => {
    const { addLibrary, commit, put, all } = await activityWorld();
    const id = await addLibrary();
    await commit(id, await put(id, '/a', 'some text'), { op: 'mkdir', path: '/d', mtimeSeconds: 1 });
    const file = async (path: string) => put(id, path, 'some text');
    await commit(id, await file('/b'), { op: 'remove', path: '/a' });
    await commit(id, await file('/d/b'), { op: 'remove', path: '/b' });
    expect((await all()).slice(0, 2)).toEqual(['Papers move /d/b 1', 'Papers rename /b 1']);
  });

  it('of several libraries come in one order, page by page', async () => {
    const { addLibrary, commit, put, clock, lines, all } = await activityWorld();
    const ids = [await addLibrary('One'), await addLibrary('Two')];
    for (const round of ['a', 'b', 'c'])
      for (const id of ids) {
        clock.advance(1);
        await commit(id, await put(id, `/${round}`, round));
      }
    const newestFirst = await all();
    expect(newestFirst.slice(0, 6)).toEqual([
      ...['Two create /c 1', 'One create /c 1', 'Two create /b 1', 'One create /b 1'],
      ...['Two create /a 1', 'One create /a 1'],
    ]);
    expect(newestFirst.length).toBe(8);
    const paged = [0, 3, 6, 9].map((skip) => lines({ skip, limit: 3 }));
    expect((await Promise.all(paged)).flat()).toEqual(newestFirst);
  });

  it('may be cut between two ways of change of one commit', async () => {
    const { addLibrary, commit, put, lines } = await activityWorld();
    const id = await addLibrary();
    await commit(id, await put(id, '/a', '1'));
    await commit(id, await put(id, '/b', '2'), { op: 'remove', path: '/a' });
    expect(await lines({ skip: 0, limit: 1 })).toEqual(['Papers create /b 1']);
    expect(await lines({ skip: 1, limit: 1 })).toEqual(['Papers delete /a 1']);
    expect(await lines({ skip: 2, limit: 1 })).toEqual(['Papers create /a 1']);
  });

  it('are those of the libraries that the caller reaches, as far as retention shows them', async () => {
    const { addLibrary, commit, put, all, stores, libraries } = await activityWorld();
    const id = await addLibrary();
    await commit(id, await put(id, '/a', '1'));
    await commit(id, await put(id, '/b', '2'));
    expect(await all(BERT)).toEqual([]);
    const share = { libraryId: id, email: BERT.email, isAdmin: false, sharedBy: ANNA.email };
    stores.shareTable.putUser({ ...share, permission: 'r' });
    expect((await all(BERT)).length).toBe(3);
    libraries.setRetention(ANNA, id, 0);
    expect(await all(BERT)).toEqual(['Papers create /b 1']);
  });

  it('end at the ten thousandth, and cost no more than what is skipped and shown', async () => {
    const { addLibrary, commit, put, clock, lines, listing, history, stores } = await activityWorld();
    const quiet = await addLibrary('Quiet');
    clock.advance(1);
    const busy = await addLibrary('Busy');
    for (let round = 0; round < 60; round++) await commit(busy, await put(busy, '/a', `${round}`));
    expect(await lines({ skip: 9_999, limit: 100 })).toEqual([]);
    expect(await lines({ skip: 10_000, limit: 100 })).toEqual([]);
    const asked: string[] = [];
    const activities = createActivities({
      listing,
      objects: stores.objects,
      history: {
        changes: history.changes.bind(history),
        after: async (caller, id, wanted) => {
          asked.push(id);
          return history.after(caller, id, wanted);
        },
      },
    });
    expect((await activities.page(ANNA, { skip: 0, limit: 25 })).length).toBe(25);
    expect(asked).toEqual([busy]);
    expect((await activities.page(ANNA, { skip: 60, limit: 25 })).length).toBe(2);
    expect(asked).toEqual([busy, busy, busy, quiet]);
  });
});
