import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { Paged } from '../../../src-renderer/api/paged.svelte.ts';

interface Page {
  rows: number[];
  cursor: string | null;
}

function pagesOf(pages: Record<string, Page | Error>, least?: number) {
  const asked: (string | null)[] = [];
  const list = new Paged<Page, number>({
    fetch: async (cursor) => {
      asked.push(cursor);
      const page = pages[cursor ?? 'first'];
      if (page === undefined || page instanceof Error) throw page ?? new Error('no such page');
      return page;
    },
    rowsOf: (page) => page.rows,
    ...(least === undefined ? {} : { least }),
  });
  return { list, asked, pages };
}

describe('a paged list', () => {
  it('fetches the next page when rows beyond the end are needed, once', async () => {
    const { list, asked } = pagesOf({ first: { rows: [1, 2], cursor: 'b' }, b: { rows: [3], cursor: null } });
    await list.load();
    list.need(2);
    list.need(3);
    list.need(4);
    await expect.poll(() => list.rows).toEqual([1, 2, 3]);
    list.need(10);
    expect(asked).toEqual([null, 'b']);
    expect(list.hasMore).toBe(false);
  });

  it('goes on over short and empty pages until it has the least that is wanted, also after rows went', async () => {
    const { list, asked } = pagesOf(
      {
        first: { rows: [], cursor: 'b' },
        b: { rows: [1], cursor: 'c' },
        c: { rows: [2, 3], cursor: 'd' },
        d: { rows: [4], cursor: 'e' },
      },
      2,
    );
    await list.load();
    await expect.poll(() => list.rows).toEqual([1, 2, 3]);
    expect(asked).toEqual([null, 'b', 'c']);
    list.drop((row) => row < 3);
    await expect.poll(() => list.rows).toEqual([3, 4]);
    expect(list.hasMore).toBe(true);
  });

  it('keeps its rows while it is fetched again and when that fails', async () => {
    const { list, pages } = pagesOf({ first: { rows: [1], cursor: null } });
    await list.load();
    pages['first'] = new ApiError('unreachable', 'gone');
    await list.load();
    expect([list.status, list.rows, list.problem?.code]).toEqual(['ready', [1], 'unreachable']);
  });

  it('brings back as many rows as there were', async () => {
    const { list } = pagesOf({ first: { rows: [1, 2], cursor: 'b' }, b: { rows: [3], cursor: null } });
    await list.load();
    list.need(3);
    await expect.poll(() => list.rows.length).toBe(3);
    await list.load();
    expect(list.rows).toEqual([1, 2, 3]);
    await list.restart();
    expect(list.rows).toEqual([1, 2]);
  });

  it('says that it failed when there was nothing before', async () => {
    const { list } = pagesOf({ first: new ApiError('permission-denied', 'no') });
    await list.load();
    expect([list.status, list.problem?.code]).toEqual(['failed', 'permission-denied']);
  });

  it('asks once for what somebody types, and not at all when it stopped meanwhile', async () => {
    const { list, asked } = pagesOf({ first: { rows: [1], cursor: null } });
    list.restartSoon();
    list.restartSoon();
    await expect.poll(() => list.rows).toEqual([1]);
    list.restartSoon();
    await list.restart();
    expect(asked).toEqual([null, null]);
    list.restartSoon();
    list.stop();
    const { list: later, asked: askedLater } = pagesOf({ first: { rows: [2], cursor: null } });
    later.restartSoon();
    await expect.poll(() => askedLater).toEqual([null]);
    expect(asked).toEqual([null, null]);
  });
});
