import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { createApi } from '../../../../src-renderer/api/api.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { FilesView } from '../../../../src-renderer/features/files/files-view.svelte.ts';
import { FolderContent } from '../../../../src-renderer/features/files/folder-content.svelte.ts';
import type { EntriesPageJson, EntryJson } from '../../../../src-shared/contents-api.ts';
import { answering } from '../../fake-http.ts';
import FilesTableFixture from './FilesTableFixture.svelte';

const PAGE = 1_000;
const TOTAL = 3_000;

function entry(at: number): EntryJson {
  return {
    kind: 'file',
    name: `note ${at}`,
    id: '0'.repeat(40),
    size: at,
    mtime: 1_700_000_000,
    modifier: 'anna@example.com',
    modifier_name: 'Anna',
    executable: false,
  };
}

function page({ query }: RequestOptions): EntriesPageJson {
  const from = Number(query?.['cursor'] ?? 0);
  return {
    path: '/',
    commit_id: 'c'.repeat(40),
    total: TOTAL,
    entries: Array.from({ length: PAGE }, (_, at) => entry(from + at)),
    cursor: from + PAGE < TOTAL ? String(from + PAGE) : null,
  };
}

it('a long folder is asked for half a page before its rows come into view, and not before that', async () => {
  const http = answering({ 'GET libraries/lib/entries/': page });
  const view = new FilesView();
  const content = new FolderContent(createApi(http), { libraryId: 'lib', path: '/', commitId: null }, view);
  await content.load();
  const screen = await render(FilesTableFixture, { content, view });
  await expect.element(screen.getByText('note 0', { exact: true })).toBeVisible();
  const scroller = document.querySelectorAll('[role="rowgroup"]')[1];
  scroller?.scrollTo({ top: 300 * 34 });
  await expect.element(screen.getByText('note 300', { exact: true })).toBeVisible();
  expect(http.calls).toHaveLength(1);
  scroller?.scrollTo({ top: 600 * 34 });
  await expect.element(screen.getByText('note 600', { exact: true })).toBeVisible();
  await expect.poll(() => content.rows.length).toBe(2 * PAGE);
  expect(http.calls).toHaveLength(2);
});
