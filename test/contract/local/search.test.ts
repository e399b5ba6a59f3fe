import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SearchPageJson } from '../../../src-shared/search-api.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

describe('GET /api/local/v1/search/', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);
  let linked: LinkedLibrary;
  const ask = (query: string) =>
    app().call('GET', `/api/local/v1/search/${query}`, { token: app().adminToken });

  async function found(query: string): Promise<SearchPageJson> {
    const { status, text } = await ask(query);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as SearchPageJson;
  }

  /** The index follows behind the commits. */
  async function untilFound(query: string, count: number): Promise<SearchPageJson> {
    return vi.waitUntil(
      async () => {
        const page = await found(query);
        const { files, files_done, texts_waiting } = page.indexing;
        return files_done === files && texts_waiting === 0 && page.results.length === count && page;
      },
      { timeout: 30_000, interval: 100 },
    );
  }

  beforeAll(async () => {
    linked = await linkedLibrary({
      name: 'Searched',
      files: { 'plan.txt': 'meet in Venice', 'other.txt': 'x' },
    });
    await linked.change({ 'plan.txt': 'stay at home' });
  }, 40_000);

  it('answers a name with all its fields', async () => {
    const page = await untilFound('?q=PLAN&in=names', 1);
    expect(page).toEqual({
      results: [
        {
          library_id: linked.libraryId,
          library_name: 'Searched',
          path: '/plan.txt',
          is_dir: false,
          state: 'now',
          time: expect.any(Number),
          commit_id: null,
          now_path: '/plan.txt',
          snippet: null,
        },
      ],
      cursor: null,
      indexing: { files: 2, files_done: 2, files_left_out: 0, texts_waiting: expect.any(Number) },
      not_searched: [],
    });
  });

  it('answers a text of the past with the commit that has it', async () => {
    const { results } = await untilFound(`?q=venice&in=text&state=older&library=${linked.libraryId}`, 1);
    expect(results).toMatchObject([
      {
        path: '/plan.txt',
        state: 'older',
        commit_id: FORTY_HEX,
        snippet: { text: 'meet in Venice', marks: [[8, 14]] },
      },
    ]);
    const link = await app().call('POST', `/api/local/v1/libraries/${linked.libraryId}/download-link/`, {
      token: app().adminToken,
      json: { path: '/plan.txt', commit_id: results[0]?.commit_id },
    });
    const { url } = JSON.parse(link.text) as { url: string };
    expect(await (await fetch(url)).text()).toBe('meet in Venice');
  });

  it('leaves out what is of another kind or of another time', async () => {
    const paths = async (limits: string) =>
      (await found(`?q=plan&in=names&${limits}`)).results.map(({ path }) => path);
    await untilFound('?q=plan&in=names', 1);
    expect(await paths('type=text')).toEqual(['/plan.txt']);
    for (const type of ['folder', 'document', 'picture', 'sound', 'film'])
      expect(await paths(`type=${type}`)).toEqual([]);
    expect(await paths('after=1&before=99999999999')).toEqual(['/plan.txt']);
    expect(await paths('before=1')).toEqual([]);
    expect(await paths('after=99999999999')).toEqual([]);
  });

  it.each([
    ['', 'argument-missing'],
    ['?q=%20', 'argument-missing'],
    [`?q=${'a'.repeat(256)}`, 'argument-invalid'],
    ['?q=a&in=everything', 'argument-invalid'],
    ['?q=a&state=gone', 'argument-invalid'],
    ['?q=a&library=1', 'argument-invalid'],
    ['?q=a&cursor=!', 'cursor-invalid'],
    ['?q=a&type=archive', 'argument-invalid'],
    ['?q=a&after=-1', 'argument-invalid'],
    ['?q=a&before=x', 'argument-invalid'],
  ])('refuses %j', async (query, code) => {
    const answer = await ask(query);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { error_code: code }]);
  });

  it('refuses a library that is not there', async () => {
    expect((await ask('?q=a&library=00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it.each(["%25_'%22--", '%22%22', 'a%20OR%20b', '*', '%F0%9F%8F%94'])(
    'takes %s literally',
    async (words) => {
      expect((await found(`?q=${words}`)).results).toEqual([]);
    },
  );
});
