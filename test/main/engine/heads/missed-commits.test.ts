import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { missedCommits } from '../../../../src-main/engine/heads/missed-commits.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';
import { commitId, storeCommit } from '../../../support/stored-commits.ts';

/** A commit by its digit: its parents, and its author when another merge says who pushed. */
type Parents = readonly [parent?: string, second?: string];

const LIBRARY = '00000000-0000-4000-8000-000000000001' as LibraryId;
const digits = (ids: Iterable<CommitId>) => [...ids].map((id) => id[0]).join(' ');
const idOf = (digit: string | undefined) => (digit === undefined ? null : commitId(digit));

/** What is missed of the head `9` by a record that has the commits of these digits. */
async function missed(commits: Readonly<Record<string, Parents>>, recorded = '') {
  const store = createMemoryObjectStore().library(LIBRARY);
  for (const [digit, [parent, second]] of Object.entries(commits))
    await storeCommit(store, LIBRARY, digit, {
      ...{ parentId: idOf(parent), secondParentId: idOf(second) },
      authorEmail: `author-${digit}@example.com`,
    });
  const found = await missedCommits(store, commitId('9'), (id) => recorded.includes(id[0] ?? '-'));
  return {
    order: digits(found.order),
    main: digits(found.main),
    known: digits(found.known),
    missing: digits(found.missing),
    pushedBy: [...found.pushedBy].map(([id, email]) => `${id[0]} ${email}`),
  };
}

const NONE = { order: '', main: '', known: '', missing: '', pushedBy: [] };

describe('the commits that a record misses', () => {
  it('are those after the last that it has, the oldest first', async () => {
    expect(await missed({ 1: [], 2: ['1'], 3: ['2'], 9: ['3'] }, '12')).toEqual({
      ...NONE,
      ...{ order: '3 9', main: '3 9', known: '2' },
    });
  });

  it('are all of them for a record that has none, and none for one that has the head', async () => {
    expect(await missed({ 1: [], 9: ['1'] })).toMatchObject({ order: '1 9', known: '' });
    expect(await missed({ 1: [], 9: ['1'] }, '19')).toEqual(NONE);
  });

  it('have a merged branch right before its merge, which says who pushed it', async () => {
    expect(await missed({ 1: [], 2: ['1'], 3: ['1'], 4: ['3'], 5: ['2', '4'], 9: ['5'] }, '1')).toEqual({
      ...{ order: '2 3 4 5 9', main: '2 5 9', known: '1', missing: '' },
      pushedBy: ['4 author-5@example.com'],
    });
  });

  it('are named once, however many ways lead to them', async () => {
    const { order, main } = await missed({ 1: [], 2: ['1'], 3: ['2', '1'], 4: ['3', '2'], 9: ['4', '3'] });
    expect([order, main]).toEqual(['1 2 3 4 9', '1 2 3 4 9']);
  });

  it('begin after a parent that is not there, which is told', async () => {
    expect(await missed({ 3: ['2'], 9: ['3', '8'] })).toMatchObject({
      ...{ order: '3 9', missing: '2 8' },
    });
  });

  it('cannot be found without the head', async () => {
    expect(await refusalOf(() => missed({ 1: [] }))).toMatchObject({ code: 'object-missing' });
  });
});

it('a disk that does not answer is no commit that is missing', async () => {
  const store = createMemoryObjectStore().library(LIBRARY);
  await storeCommit(store, LIBRARY, '9', { parentId: commitId('1') });
  const read: typeof store.read = (kind, id) =>
    id === commitId('1') ? Promise.reject(new Error('EIO')) : store.read(kind, id);
  const found = missedCommits(Object.assign(Object.create(store), { read }), commitId('9'), () => false);
  await expect(found).rejects.toThrow('EIO');
});
