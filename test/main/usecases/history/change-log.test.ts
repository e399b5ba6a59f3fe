import { describe, expect, it } from 'vitest';
import {
  type ChangeLogRequest,
  createChangeLog,
  type LogPlace,
} from '../../../../src-main/usecases/history/change-log.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const EVERYTHING: ChangeLogRequest = { libraryId: null, kind: null, text: '', after: null, limit: 50 };

async function logWorld() {
  const world = await libraryWorld();
  const lines = async (request: Partial<ChangeLogRequest> = {}, caller = ANNA) => {
    const { changes } = await world.changeLog.page(caller, { ...EVERYTHING, ...request });
    return changes.map(({ library, commit }) => `${library.name} ${commit.seq}`);
  };
  return { ...world, lines };
}

describe('the log of all libraries', () => {
  it('is in one order by time, and its pages join without gap or repetition', async () => {
    const { addLibrary, commit, put, clock, lines, changeLog } = await logWorld();
    const ids = [await addLibrary('One'), await addLibrary('Two')] as const;
    for (const round of ['a', 'b', 'c']) {
      // Both in the same second: the ids of the libraries decide.
      clock.advance(1);
      for (const id of ids) await commit(id, await put(id, `/${round}`, round));
    }
    const all = await lines();
    const names = ids[0] < ids[1] ? ['One', 'Two'] : ['Two', 'One'];
    expect(all).toEqual([4, 3, 2, 1].flatMap((seq) => names.map((name) => `${name} ${seq}`)));
    for (const limit of [1, 3]) {
      const paged: string[] = [];
      let after: LogPlace | null = null;
      do {
        const page = await changeLog.page(ANNA, { ...EVERYTHING, after, limit });
        paged.push(...page.changes.map(({ library, commit: { seq } }) => `${library.name} ${seq}`));
        after = page.next;
      } while (after !== null);
      expect(paged).toEqual(all);
    }
  });

  it('is narrowed by library, kind and words', async () => {
    const { addLibrary, commit, put, lines } = await logWorld();
    const papers = await addLibrary('Papers');
    const photos = await addLibrary('Photos');
    await commit(papers, await put(papers, '/Thesis.txt', '1'));
    await commit(papers, { op: 'remove', path: '/Thesis.txt' });
    await commit(photos, await put(photos, '/beach.jpg', '2'));
    expect(await lines({ libraryId: photos })).toEqual(['Photos 2', 'Photos 1']);
    expect(await lines({ kind: 'removed' })).toEqual(['Papers 3']);
    expect(await lines({ text: 'THESIS', kind: 'added' })).toEqual(['Papers 2']);
    expect(await lines({ text: 'beach' })).toEqual(['Photos 2']);
    expect(await lines({ text: 'nobody wrote this' })).toEqual([]);
  });

  it('shows what the caller reaches, as far as retention shows it', async () => {
    const { addLibrary, commit, put, lines, stores, libraries, changeLog } = await logWorld();
    const id = await addLibrary();
    await commit(id, await put(id, '/a', '1'));
    expect(await lines({}, BERT)).toEqual([]);
    const foreign = await refusalOf(() => changeLog.page(BERT, { ...EVERYTHING, libraryId: id }));
    expect(foreign?.code).toBe('library-not-found');
    const share = { libraryId: id, email: BERT.email, isAdmin: false, sharedBy: ANNA.email };
    stores.shareTable.putUser({ ...share, permission: 'r' });
    expect(await lines({}, BERT)).toEqual(['Papers 2', 'Papers 1']);
    libraries.setRetention(ANNA, id, 0);
    expect(await lines({}, BERT)).toEqual(['Papers 2']);
  });

  it('reads no more of a library than is shown of it', async () => {
    const { addLibrary, commit, put, clock, listing, history } = await logWorld();
    const quiet = await addLibrary('Quiet');
    for (let round = 0; round < 5; round++) await commit(quiet, await put(quiet, '/a', `${round}`));
    clock.advance(10);
    const busy = await addLibrary('Busy');
    for (let round = 0; round < 60; round++) await commit(busy, await put(busy, '/a', `${round}`));
    const asked: [string, number][] = [];
    const log = createChangeLog({
      listing,
      history: {
        newestTimes: history.newestTimes,
        olderThan: (caller, id, wanted) => {
          asked.push([id, wanted.limit]);
          return history.olderThan(caller, id, wanted);
        },
      },
    });
    expect((await log.page(ANNA, { ...EVERYTHING, limit: 20 })).changes.length).toBe(20);
    expect(asked.filter(([id]) => id === quiet)).toEqual([]);
    expect(asked.filter(([id]) => id === busy)).toEqual([
      [busy, 1],
      [busy, 50],
    ]);
  });

  it('stops when nobody waits for it any more', async () => {
    const { addLibrary, lines } = await logWorld();
    await addLibrary();
    expect(await lines({ signal: AbortSignal.abort() })).toEqual([]);
  });
});

it('what happened last in all libraries that one reaches comes newest first, as much as is asked for', async () => {
  const { recentCommits, addLibrary, commit, put, clock } = await libraryWorld();
  const [papers, photos] = [await addLibrary('Papers'), await addLibrary('Photos')];
  for (const [id, path] of [
    [papers, '/a'],
    [photos, '/b'],
    [papers, '/c'],
  ] as const) {
    clock.advance(60);
    await commit(id, await put(id, path, 'x'));
  }
  const told = async (limit: number) =>
    (await recentCommits.list(ANNA, limit)).map(
      ({ library, commit: { description } }) => `${library.name}: ${description.trim()}`,
    );
  expect(await told(3)).toEqual([
    'Papers: Added or modified "c".',
    'Photos: Added or modified "b".',
    'Papers: Added or modified "a".',
  ]);
  expect(await told(9)).toHaveLength(5);
  expect(await told(1)).toEqual(['Papers: Added or modified "c".']);
  expect(await recentCommits.list(BERT, 9)).toEqual([]);
});
