import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { HistoryQuery } from '../../../../src-main/usecases/history/history-search.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** Five commits a day apart, by Anna and Bert, from two devices; the first is the one that made the library. */
async function written() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const commit = async (author: string, device: string, ...changes: Parameters<typeof world.commit>[1][]) => {
    world.clock.advance(DAY);
    await world.changeLibrary.commitChanges({ libraryId: id, changes, author, asksFirst: false, device });
  };
  await commit(ANNA.email, 'Desk', await world.put(id, '/Trip/Italy/a.jpg', '1'));
  await commit(BERT.email, 'Laptop', await world.put(id, '/Notes.txt', '2'));
  await commit(ANNA.email, 'Laptop', { op: 'move', from: '/Trip/Italy', to: '/Trip/Rome' });
  await commit(BERT.email, 'Desk', { op: 'remove', path: '/Notes.txt' });
  return { world, id };
}

/** Numbers of the commits found, newest first. */
async function found(world: LibraryWorld, id: LibraryId, query: HistoryQuery) {
  const { commits } = await world.historySearch.page(ANNA, id, { query, before: null, limit: 100 });
  return commits.map(({ seq }) => seq);
}

describe('a search in the history', () => {
  it('finds by person, whole or in part, and by device', async () => {
    const { world, id } = await written();
    expect(await found(world, id, {})).toEqual([5, 4, 3, 2, 1]);
    expect(await found(world, id, { person: BERT.email })).toEqual([5, 3]);
    expect(await found(world, id, { person: 'BER' })).toEqual([5, 3]);
    expect(await found(world, id, { person: 'example' })).toEqual([5, 4, 3, 2, 1]);
    expect(await found(world, id, { person: 'nobody' })).toEqual([]);
    expect(await found(world, id, { device: 'desk' })).toEqual([5, 2]);
    expect(await found(world, id, { device: 'e', person: BERT.email })).toEqual([5]);
  });

  it('finds what happened at a path, below it, or to a folder above it', async () => {
    const { world, id } = await written();
    expect(await found(world, id, { path: '/Notes.txt' })).toEqual([5, 3]);
    expect(await found(world, id, { path: '/Trip' })).toEqual([4, 2]);
    expect(await found(world, id, { path: '/Trip/Rome' })).toEqual([4, 2]);
    expect(await found(world, id, { path: '/Trip/Italy/a.jpg' })).toEqual([4, 2]);
    expect(await found(world, id, { path: '/Tri' })).toEqual([]);
  });

  it('finds by kind, date and words, and by all of them together', async () => {
    const { world, id } = await written();
    const third = world.history.page(ANNA, id, { page: 1, perPage: 10 }).commits.find(({ seq }) => seq === 3);
    const at = third?.ctimeSeconds ?? 0;
    expect(await found(world, id, { kind: 'renamed' })).toEqual([4]);
    expect(await found(world, id, { kind: 'removed' })).toEqual([5]);
    expect(await found(world, id, { sinceSeconds: at })).toEqual([5, 4, 3]);
    expect(await found(world, id, { untilSeconds: at })).toEqual([2, 1]);
    expect(await found(world, id, { text: 'NOTES' })).toEqual([5, 3]);
    expect(await found(world, id, { text: '%' })).toEqual([]);
    expect(await found(world, id, { text: 'notes', kind: 'added', person: 'bert', path: '/' })).toEqual([3]);
  });

  it('finds titles as the page shows them, in its language', async () => {
    const { world, id } = await written();
    expect(await found(world, id, { text: 'moved rome' })).toEqual([]);
    expect(await found(world, id, { text: 'renamed ITALY to rome' })).toEqual([4]);
    expect(await found(world, id, { text: 'rome' })).toEqual([4]);
    expect(await found(world, id, { text: 'umbenannt', language: 'de' })).toEqual([4]);
    expect(await found(world, id, { text: 'gelöscht notes', language: 'de' })).toEqual([5]);
    expect(await found(world, id, { text: 'gelöscht' })).toEqual([]);
    expect(await found(world, id, { text: 'created library' })).toEqual([1]);
    expect(await found(world, id, { text: 'added', path: '/Trip' })).toEqual([2]);
    const first = await world.historySearch.page(ANNA, id, {
      query: { text: 'notes' },
      ...{ before: null, limit: 1 },
    });
    expect([first.commits.map(({ seq }) => seq), first.next]).toEqual([[5], 5]);
  });

  it('finds titles of commits that older versions made, and notes', async () => {
    const { world, id } = await written();
    world.db.exec('UPDATE commits SET summary = NULL');
    expect(await found(world, id, { text: 'renamed rome' })).toEqual([4]);
    const [newest] = (await world.historySearch.page(ANNA, id, { query: {}, before: null, limit: 1 }))
      .commits;
    if (newest === undefined) throw new Error('a commit was made');
    world.notes.write(ANNA, id, newest.id, 'Für das Finanzamt, "100 %"');
    expect(await found(world, id, { text: 'finanzamt' })).toEqual([5]);
    expect(await found(world, id, { text: 'FÜR deleted "100' })).toEqual([5]);
    expect(await found(world, id, { text: 'finanzamt added' })).toEqual([]);
  });

  it('comes in pages that fit together, and ends where retention does', async () => {
    const { world, id } = await written();
    const first = await world.historySearch.page(ANNA, id, {
      query: { person: 'anna' },
      before: null,
      limit: 2,
    });
    expect([first.commits.map(({ seq }) => seq), first.next]).toEqual([[4, 2], 2]);
    const rest = await world.historySearch.page(ANNA, id, {
      query: { person: 'anna' },
      before: first.next,
      limit: 2,
    });
    expect([rest.commits.map(({ seq }) => seq), rest.next]).toEqual([[1], null]);
    world.libraries.setRetention(ANNA, id, 1);
    expect(await found(world, id, {})).toEqual([5, 4]);
  });

  it('tells who and what can be looked for, and the days, to those who may read', async () => {
    const { world, id } = await written();
    expect(world.historySearch.facets(ANNA, id)).toEqual({
      people: [
        { email: ANNA.email, name: 'anna' },
        { email: BERT.email, name: 'bert' },
      ],
      devices: ['Desk', 'Laptop'],
    });
    const { days, isCut } = world.historySearch.activity(ANNA, id, 0);
    expect([days.map(({ commits }) => commits), isCut]).toEqual([[1, 1, 1, 1, 1], false]);
    world.libraries.setRetention(ANNA, id, 1);
    expect(world.historySearch.activity(ANNA, id, 0)).toMatchObject({ days: [{}, {}], isCut: true });
    expect(await refusalOf(() => world.historySearch.facets(BERT, id))).toMatchObject({
      code: 'permission-denied',
    });
  });
});
