import { describe, expect, it, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LibraryTrashItemJson } from '../../../../src-shared/trash-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import TrashFixture from './TrashFixture.svelte';

const PAPERS = localLibrary({ id: 'papers', name: 'Papers', keep_days: 30 });
const OTHERS = localLibrary({ id: 'others', name: 'Others', is_mine: false });
// 30 November 2026, noon.
const GONE_AT = Date.UTC(2026, 10, 30, 12) / 1000;

function deleted(id: number, name: string, more: Partial<LibraryTrashItemJson> = {}): LibraryTrashItemJson {
  return {
    ...{
      id,
      name,
      parent_path: '/Letters',
      is_dir: false,
      size: 4_000_000,
      deleted_at: GONE_AT - 30 * 86_400,
    },
    ...{ deleted_by: 'ada@example.org', deleted_by_name: 'Ada', device: 'desk', commit_id: 'c'.repeat(40) },
    ...{ object_id: 'f'.repeat(40), expires_at: GONE_AT, library_id: 'papers', library_name: 'Papers' },
    ...{ can_restore: true },
    ...more,
  };
}

const ITEMS = [
  deleted(1, 'a.txt'),
  deleted(2, 'b.txt'),
  deleted(3, 'Old', { is_dir: true, size: 0 }),
  deleted(4, 'theirs.txt', { library_id: 'others', library_name: 'Others', expires_at: null }),
];

async function show(items = ITEMS, answers: object = {}) {
  const http = answering({
    'GET trash/': { items, cursor: null },
    'GET libraries/papers/versions/': { versions: [], cursor: null },
    'POST libraries/papers/download-link/': { url: '/file' },
    'bytes /file': 'Dear Ben',
    'POST libraries/papers/trash/purge/': { purged: [1, 3] },
    ...answers,
  });
  const screen = await render(TrashFixture, { http, libraries: [PAPERS, OTHERS] });
  const row = (name: string) =>
    screen.getByRole('grid', { name: 'Trash' }).getByRole('row').filter({ hasText: name });
  await expect.element(row(items[0]?.name ?? '')).toBeVisible();
  const body = (call: string) => http.calls.findLast((made) => made.call === call)?.body;
  return { screen, http, row, body };
}

/** What a row says, as one line. */
function saidIn(row: Locator): string {
  return (row.element().textContent ?? '').replace(/\s+/g, ' ').trim();
}

describe('the trash', () => {
  it('says of each item where it was, who deleted it, on what, and when it is gone', async () => {
    const { row } = await show();
    const said = saidIn(row('a.txt'));
    expect(said).toMatch(/Papers · Letters/);
    expect(said).toMatch(/Ada on desk/);
    expect(said).toMatch(/Expires Nov 30, 2026/);
    expect(saidIn(row('theirs.txt'))).toMatch(/Never$/);
  });

  it('shows what a file held, large by Space and beside the list', async () => {
    // In a narrow window they would lie over it, and are not shown by themselves.
    await page.viewport(1_200, 800);
    onTestFinished(() => page.viewport(414, 896));
    const { screen, row } = await show();
    await row('a.txt').click();
    await expect.element(screen.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await userEvent.keyboard(' ');
    const look = screen.getByRole('dialog', { name: 'a.txt' });
    await expect.element(look.getByRole('textbox')).toHaveValue('Dear Ben');
    await expect.element(look.getByText(/deleted .*1 of 4$/)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByRole('dialog', { name: 'b.txt' })).toBeVisible();
  });

  it('names number and bytes before single items go, and says that the history holds them', async () => {
    const { screen, row, body } = await show();
    await row('a.txt').click();
    await row('Old').click({ modifiers: ['Control'] });
    await userEvent.keyboard('{Delete}');
    const sheet = screen.getByRole('dialog', { name: /^Remove 2.items from the trash for good\?$/ });
    await expect.element(sheet.getByText(/^1.file · 4.MB$/)).toBeVisible();
    await expect.element(sheet.getByText('What is in the folder is not counted.')).toBeVisible();
    await expect.element(sheet.getByText(/holds them until Nov 30, 2026/)).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await sheet.getByRole('button', { name: /^Remove 2.items$/ }).click();
    await expect.element(screen.getByText(/^2.items removed from the trash$/)).toBeVisible();
    expect(body('POST libraries/papers/trash/purge/')).toEqual({ ids: ['1', '3'] });
  });

  it('removes nothing of a library that is somebody else’s', async () => {
    const { screen, row } = await show();
    await row('theirs.txt').click();
    await userEvent.keyboard('{Delete}');
    await expect.element(screen.getByRole('button', { name: 'Remove from the trash…' })).toBeDisabled();
    expect(screen.getByRole('dialog').elements()).toEqual([]);
  });

  it('gives items back into a folder that is chosen', async () => {
    const entries = { path: '/', commit_id: 'c', total: 0, entries: [], cursor: null };
    const { screen, row, body } = await show(ITEMS, {
      'GET libraries/papers/entries/': entries,
      'GET libraries/': { libraries: [PAPERS], can_create: true },
      'POST libraries/papers/trash/restore/': {
        ...{ restored: [{ id: 1, path: '/a.txt' }], clashes: [], gone: [] },
        commits: [{ library_id: 'papers', commit_id: 'd' }],
      },
    });
    await row('a.txt').click();
    await screen.getByRole('button', { name: 'Restore to…' }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByText('It was in “Letters”.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore here' }).click();
    await expect.element(screen.getByText('“a.txt” is back')).toBeVisible();
    const asked = { ids: ['1'], keep_both: ['1'], to: '/Letters' };
    expect(body('POST libraries/papers/trash/restore/')).toEqual(asked);
  });

  it('is one for a library as for all, without the names of libraries', async () => {
    const http = answering({ 'GET trash/': { items: ITEMS.slice(0, 1), cursor: null } });
    const screen = await render(TrashFixture, { http, libraries: [PAPERS], library: PAPERS });
    const row = screen.getByRole('grid', { name: 'Trash' }).getByRole('row').filter({ hasText: 'a.txt' });
    await expect.element(row).toBeVisible();
    expect(saidIn(row)).not.toMatch(/Papers/);
    await expect.element(screen.getByText(/^Deleted items stay for 30.days\.$/)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Library' }).elements()).toEqual([]);
  });
});
