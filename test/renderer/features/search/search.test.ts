import { describe, expect, it, onTestFinished } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { movedTo, Search, snippetParts } from '../../../../src-renderer/features/search/search.svelte.ts';
import type { SearchPageJson, SearchResultJson } from '../../../../src-shared/search-api.ts';
import { answering } from '../../fake-http.ts';

const RESULT: SearchResultJson = {
  library_id: '00000000-0000-4000-8000-000000000001',
  library_name: 'Documents',
  path: '/Plan.txt',
  is_dir: false,
  state: 'now',
  time: 1_700_000_000,
  commit_id: null,
  now_path: '/Plan.txt',
  snippet: null,
};
const IN_TEXT = { ...RESULT, snippet: { text: 'the plan', marks: [[4, 8]] } } satisfies SearchResultJson;

function page(results: SearchResultJson[], cursor: string | null = null): SearchPageJson {
  return {
    results,
    cursor,
    indexing: { files: 1, files_done: 1, files_left_out: 0, texts_waiting: 0 },
    not_searched: [],
  };
}

function searching(answer: (options: RequestOptions) => SearchPageJson, words: string) {
  const asked: RequestOptions[] = [];
  const http = answering({
    'GET search/': (options: RequestOptions) => {
      asked.push(options);
      return answer(options);
    },
  });
  const shown: string[] = [];
  const libraries = [{ id: RESULT.library_id, name: 'Documents' }];
  const search = new Search(
    createApi(http),
    () => libraries,
    (told) => void shown.push(told),
  );
  onTestFinished(search.start(words));
  return { search, asked, shown };
}

describe('what is searched', () => {
  it('has headings where both names and texts were found', async () => {
    const { search } = searching(() => page([RESULT, IN_TEXT]), 'plan');
    await expect
      .poll(() => search.rows)
      .toEqual([{ heading: 'names' }, { result: RESULT }, { heading: 'text' }, { result: IN_TEXT }]);
    search.filter({ part: 'names' });
    await expect.poll(() => search.rows).toEqual([{ result: RESULT }, { result: IN_TEXT }]);
  });

  it('is asked for once after several letters, and what was asked before is given up', async () => {
    const { search, asked, shown } = searching(() => page([RESULT]), 'first');
    for (const words of ['s', 'se', 'second ']) search.type(words);
    await expect.poll(() => asked.map(({ query }) => query?.['q'])).toEqual(['first', 'second']);
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(shown).toEqual(['first', 'second']);
  });

  it('follows an address that names other words, and not the one it has written', async () => {
    const { search, asked } = searching(() => page([RESULT]), 'first');
    search.type('first letter');
    search.follow('first');
    expect(search.query.words).toBe('first letter');
    search.follow('second');
    expect(search.query.words).toBe('second');
    await expect.poll(() => asked.map(({ query }) => query?.['q'])).toEqual(['first', 'second']);
  });

  it('goes on by itself over pages that hold nothing', async () => {
    const pages = [page([], 'a'), page([], 'b'), page([RESULT])];
    const { search, asked } = searching(() => pages.shift() ?? page([]), 'plan');
    await expect.poll(() => search.list.rows).toEqual([RESULT]);
    expect(asked.map(({ query }) => query?.['cursor'])).toEqual([null, 'a', 'b']);
  });

  it('asks nothing without words, and no more than the service takes', async () => {
    const { search, asked } = searching(() => page([]), '');
    search.type('   ');
    search.type('ä'.repeat(200));
    await expect.poll(() => asked.map(({ query }) => query?.['q'])).toEqual(['ä'.repeat(127)]);
  });
});

describe('what narrows a search down', () => {
  it('is typed, asked for and told when it means nothing', async () => {
    const { search, asked } = searching(
      () => page([RESULT]),
      'plan library:documents type:text after:2026-01-31',
    );
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]?.query).toEqual({
      ...{ q: 'plan', in: 'all', state: 'all', library: RESULT.library_id, type: 'text' },
      ...{ after: new Date(2026, 0, 31).getTime() / 1000, before: null, cursor: null },
    });
    expect([search.words, search.isFiltered, search.unknown]).toEqual(['plan', true, []]);
    search.filter({ words: 'plan library:elsewhere type:archive' });
    expect(search.unknown).toEqual(['type:archive', 'library:elsewhere']);
    search.clearFilters();
    await expect.poll(() => asked.at(-1)?.query?.['library']).toBeNull();
    expect([search.query.words, search.isFiltered]).toEqual(['plan', false]);
  });

  it('is not asked for without words', () => {
    const { search, asked } = searching(() => page([RESULT]), 'type:text');
    expect([search.isAsked, asked]).toEqual([false, []]);
  });
});

describe('where a result is now', () => {
  it('is told when that is another place', () => {
    expect(movedTo(RESULT)).toBeNull();
    expect(movedTo({ ...RESULT, state: 'deleted', now_path: null })).toBeNull();
    expect(movedTo({ ...RESULT, state: 'older', now_path: '/Final.txt' })).toBe('/Final.txt');
  });
});

describe('the parts of a snippet', () => {
  it('are its stretches in order, marked or not', () => {
    const marks: [number, number][] = [
      [0, 3],
      [8, 14],
    ];
    expect(snippetParts({ text: 'We meet Venice', marks })).toEqual([
      { text: 'We ', isMarked: true },
      { text: 'meet ', isMarked: false },
      { text: 'Venice', isMarked: true },
    ]);
  });

  it('are one when nothing is marked', () => {
    expect(snippetParts({ text: '<b>x</b>', marks: [] })).toEqual([{ text: '<b>x</b>', isMarked: false }]);
  });
});
