import { describe, expect, it } from 'vitest';
import {
  parseSearch,
  parseTimeSearch,
  searchAnswer,
  searchFileRows,
} from '../../../../src-main/http/present/search.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001';
const search = (sent: object) => parseSearch(sentTo('GET /api2/search/', { q: 'plan', ...sent }));
const timeSearch = (sent: object) =>
  parseTimeSearch(sentTo('GET /api/local/v1/search/', { q: 'plan', ...sent }));

describe('a search of programs', () => {
  it('looks everywhere, in a kind of libraries, or below a folder of one', async () => {
    expect(search({}).scope).toEqual({ kinds: new Set(['mine', 'shared', 'group']) });
    expect(search({ search_repo: 'public' }).scope).toEqual({ kinds: new Set() });
    expect(search({ search_repo: LIBRARY, search_path: 'docs' }).scope).toEqual({
      ...{ libraryId: LIBRARY, path: '/docs' },
    });
    expect(await refusalOf(() => search({ search_repo: 'toString' }))).toMatchObject({
      detail: { field: 'search_repo' },
    });
  });

  it('takes endings by kinds and as they are typed', () => {
    expect(search({ ftype: ['pdf'], input_fexts: 'txt' }).filter.extensions).toBeNull();
    const { extensions } = search({
      search_ftypes: 'custom',
      ftype: ['PDF', 'none'],
      input_fexts: ' .TXT,,md',
    }).filter;
    expect([...(extensions ?? [])]).toEqual(['pdf', 'txt', 'md']);
    expect(search({ search_ftypes: 'custom' }).filter.extensions).toEqual(new Set());
  });

  it('goes on by pages, and is of something', async () => {
    expect(search({ page: '3', per_page: '20', size_from: '5' })).toMatchObject({
      ...{ skip: 40, limit: 20, filter: { sizeBytes: { from: 5, to: null } } },
    });
    expect(await refusalOf(() => search({ q: '  ' }))).toMatchObject({ code: 'argument-missing' });
  });
});

it('what is found tells folders by a slash, and says where not all was looked at', () => {
  const hit = (kind: string, path: string) => ({
    ...{ library: { id: LIBRARY, name: 'Papers' }, path },
    dirent: { kind, name: path.slice(1), id: 'i', sizeBytes: 3, mtimeSeconds: 7 },
  });
  const found = { hits: [hit('dir', '/a'), hit('file', '/b')], seen: 2, more: false, isComplete: false };
  expect(searchAnswer(found as unknown as Parameters<typeof searchAnswer>[0])).toMatchObject({
    ...{ total: 2, has_more: false, incomplete: true },
    results: [
      { fullpath: '/a/', is_dir: true, size: 0 },
      { fullpath: '/b', is_dir: false, size: 3 },
    ],
  });
  const rows = (...times: readonly (readonly [string, number])[]) =>
    searchFileRows(
      times.map(([kind, mtimeSeconds], at) => ({
        ...{ path: `/${at}`, dirent: { kind, mtimeSeconds, sizeBytes: 1 } },
      })) as unknown as Parameters<typeof searchFileRows>[0],
    ).map(({ path }) => path);
  expect(rows(['file', 1], ['dir', 1], ['file', 2], ['dir', 2])).toEqual(['/3', '/1', '/2', '/0']);
});

describe('a search through time', () => {
  it('is of names and texts, of what is there and was', () => {
    expect(timeSearch({})).toEqual({
      ...{ words: 'plan', parts: 'all', state: null, libraryId: null, place: null },
      limits: { kind: null, extensions: null, after: null, before: null },
    });
    expect(timeSearch({ type: 'folder', state: 'deleted' })).toMatchObject({
      ...{ state: 'deleted', limits: { kind: 'dir' } },
    });
    expect(timeSearch({ type: 'sound' }).limits?.extensions?.has('flac')).toBe(true);
  });

  it('goes on only where it said', async () => {
    const cursor = (text: string) => Buffer.from(text).toString('base64url');
    expect(timeSearch({ cursor: cursor('text:7') }).place).toEqual({ part: 'text', below: 7 });
    for (const text of ['text:', 'other:7', 'names:-1', 'names:7;'])
      expect(await refusalOf(() => timeSearch({ cursor: cursor(text) }))).toMatchObject({
        code: 'cursor-invalid',
      });
  });
});
