import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createSearch, type SearchRequest } from '../../../../src-main/usecases/files/search.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const OPEN = { from: null, to: null };
const filterOf = (words: string) => ({
  ...{ words, kind: null, extensions: null },
  ...{ mtimeSeconds: OPEN, sizeBytes: OPEN },
});
const EVERYWHERE = { kinds: new Set(['mine', 'shared', 'group'] as const) };

function wanted(words: string, fields: Partial<SearchRequest> = {}): SearchRequest {
  return { scope: EVERYWHERE, filter: filterOf(words), skip: 0, limit: 100, ...fields };
}

async function searchWorld(maxExamined?: number) {
  const world = await libraryWorld();
  const search = maxExamined === undefined ? world.search : createSearch({ ...world, maxExamined });
  return {
    ...world,
    search,
    library: async (name: string, ...paths: string[]): Promise<LibraryId> => {
      const id = await world.addLibrary(name);
      for (const path of paths) await world.commit(id, await world.put(id, path, path));
      world.clock.advance(1);
      return id;
    },
    paths: async (words: string, fields: Partial<SearchRequest> = {}, caller = ANNA) => {
      const { hits } = await search.find(caller, wanted(words, fields));
      return hits.map(({ library, path }) => `${library.name}:${path}`);
    },
  };
}

describe('searching', () => {
  it('finds files and folders of all libraries, each library in the order of its tree', async () => {
    const { library, paths } = await searchWorld();
    await library('Old', '/plan.txt', '/plans/b.txt');
    await library('New', '/a/the plan.md', '/b.txt');
    expect(await paths('plan')).toEqual(['New:/a/the plan.md', 'Old:/plan.txt', 'Old:/plans']);
  });

  it('finds nothing in libraries of others, until they are shared', async () => {
    const { library, paths, stores } = await searchWorld();
    const libraryId = await library('Papers', '/plan');
    expect(await paths('plan', {}, BERT)).toEqual([]);
    const share = { libraryId, email: BERT.email, isAdmin: false, sharedBy: ANNA.email };
    stores.shareTable.putUser({ ...share, permission: 'r' });
    expect(await paths('plan', {}, BERT)).toEqual(['Papers:/plan']);
    expect(await paths('plan', { scope: { kinds: new Set(['mine']) } }, BERT)).toEqual([]);
    expect(await paths('plan', { scope: { libraryId, path: '/' } }, BERT)).toEqual(['Papers:/plan']);
  });

  it('looks into one folder when asked to', async () => {
    const { library, search, paths } = await searchWorld();
    const libraryId = await library('Papers', '/plan', '/a/plan', '/a/b/plan');
    expect(await paths('plan', { scope: { libraryId, path: '/a' } })).toEqual([
      'Papers:/a/b/plan',
      'Papers:/a/plan',
    ]);
    const refused = (path: string, caller = ANNA) =>
      refusalOf(() => search.find(caller, wanted('plan', { scope: { libraryId, path } })));
    expect(await refused('/none')).toMatchObject({ code: 'folder-not-found' });
    expect(await refused('/plan')).toMatchObject({ code: 'not-a-folder' });
    expect(await refused('/a', BERT)).toMatchObject({ code: 'permission-denied' });
  });

  it('skips and ends where it is told to', async () => {
    const { library, search } = await searchWorld();
    await library('Papers', '/p1', '/p2', '/p3');
    const page = async (skip: number, limit: number) => {
      const { hits, ...rest } = await search.find(ANNA, wanted('p', { skip, limit }));
      return { ...rest, names: hits.map(({ dirent }) => dirent.name) };
    };
    expect(await page(0, 2)).toEqual({ names: ['p1', 'p2'], seen: 3, more: true, isComplete: true });
    expect(await page(2, 2)).toEqual({ names: ['p3'], seen: 3, more: false, isComplete: true });
    expect(await page(9, 2)).toEqual({ names: [], seen: 3, more: false, isComplete: true });
  });

  it('says when it has not looked at everything', async () => {
    const { library, search } = await searchWorld(2);
    await library('Papers', '/p1', '/p2', '/p3');
    expect(await search.find(ANNA, wanted('p'))).toMatchObject({ seen: 2, more: false, isComplete: false });
    expect(await search.find(ANNA, wanted('p', { limit: 1 }))).toMatchObject({
      more: true,
      isComplete: true,
    });
  });

  it('ends when nobody waits for it any more', async () => {
    const { library, search } = await searchWorld();
    await library('Papers', '/p1');
    const signal = AbortSignal.abort();
    expect(await search.find(ANNA, wanted('p', { signal }))).toMatchObject({ hits: [], isComplete: false });
  });

  it('goes on with the other libraries when one is damaged, and says that it is not complete', async () => {
    const { library, search, paths, stores, contents } = await searchWorld();
    await library('Sound', '/plan');
    const id = await library('Damaged', '/a/plan', '/b/plan');
    const found = stores.libraryTable.find(id);
    const folder = found === null ? null : await contents.entryAt(found, '/b');
    await stores.objects.library(id).remove([{ kind: 'fs', id: folder?.id ?? '' }], {
      lastReferencedBeforeSeconds: Number.MAX_SAFE_INTEGER,
    });
    expect(await search.find(ANNA, wanted('plan'))).toMatchObject({ seen: 2, isComplete: false });
    expect(await paths('plan')).toEqual(['Damaged:/a/plan', 'Sound:/plan']);
  });

  it('refuses more searches than can run at a time', async () => {
    const { library, search } = await searchWorld();
    await library('Papers', '/p1');
    const running = Array.from({ length: 4 }, () => search.find(ANNA, wanted('p')));
    expect(await refusalOf(() => search.find(ANNA, wanted('p')))).toEqual({
      code: 'busy',
      detail: { retryAfterSeconds: 2 },
    });
    expect((await Promise.all(running)).map(({ seen }) => seen)).toEqual([1, 1, 1, 1]);
    expect(await search.find(ANNA, wanted('p'))).toMatchObject({ seen: 1 });
  });
});
