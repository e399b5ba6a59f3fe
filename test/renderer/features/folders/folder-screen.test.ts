import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { FolderActivityEntryJson } from '../../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../../src-shared/folders-api.ts';
import { folderProblem, linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FolderFixture from './FolderFixture.svelte';

const thesis: FolderActivityEntryJson = {
  at_ms: 1_700_000_000_000,
  path: 'Thesis.odt',
  what: 'taken-in',
  bytes: 9,
  detail: '',
  said: null,
};
const photo: FolderActivityEntryJson = { ...thesis, path: 'Photos/Fjord.jpg', what: 'written' };

async function show(fields: Partial<LinkedFolderJson>, answers: Readonly<Record<string, unknown>> = {}) {
  const http = answering({
    'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [thesis] },
    'POST folders/folder-1/rescan/': linkedFolder({}),
    'POST folders/folder-1/lock/': linkedFolder({}),
    'POST folders/folder-1/pause/': linkedFolder({}),
    'POST folders/folder-1/resume/': linkedFolder({}),
    ...answers,
  });
  const screen = await render(FolderFixture, { http, folder: linkedFolder(fields) });
  return { screen, http };
}

/** Toasts lie beyond the rim of the frame that a fixture fills. */
async function undoIn(screen: Awaited<ReturnType<typeof render>>): Promise<void> {
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).click();
}

describe('the screen of a linked folder', () => {
  it('says that all is well', async () => {
    const { screen } = await show({});
    await expect.element(screen.getByRole('heading', { name: 'Up to date' })).toBeVisible();
    await expect.element(screen.getByText('The folder and the library have the same content.')).toBeVisible();
  });

  it('says what else the library holds where folders are left out', async () => {
    const http = answering({ 'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [] } });
    const folder = linkedFolder({ excluded: ['Letters'], file_count: 223 });
    const screen = await render(FolderFixture, { http, folder, libraryFiles: 403 });
    await expect
      .element(screen.getByText(/have the same content, except for 1.folder left out \(180.files\)\.$/))
      .toBeVisible();
    expect(screen.getByText('The folder and the library have the same content.').elements()).toEqual([]);
  });

  it('says that nothing is saved where rules leave out everything, and leads to the rules', async () => {
    const values = { count: 404, of: 404 };
    const problems = [folderProblem({ path: '', reason: 'mostly-left-out', values })];
    const { screen } = await show({ problems, problem_count: 1 });
    await expect
      .element(screen.getByRole('heading', { name: 'Nothing in this folder is saved' }))
      .toBeVisible();
    await expect.element(screen.getByText(/^Your rules leave out all 404.files\./)).toBeVisible();
    expect(screen.getByText(/Up to date|not up to date|Try again/).elements()).toEqual([]);
    await screen.getByRole('button', { name: 'Edit rules' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
  });

  it('says since when its activity is listed', async () => {
    const now = Math.floor(Date.now() / 1000);
    const answer = { begins_at: now - 400 * 86_400, entries: [] };
    const { screen } = await show({}, { 'GET folders/folder-1/activity/': answer });
    await expect.element(screen.getByText(/^Nothing since .+, when this list began/)).toBeVisible();
    expect(screen.getByText(/Nothing yet/).elements()).toEqual([]);
  });

  it('shows the running phase with its counts', async () => {
    const progress = {
      phase: 'write',
      files_done: 12,
      files_total: 340,
      bytes_done: 1_000_000,
      bytes_total: 4_000_000,
      current: 'Photos/Fjord.jpg',
    } as const;
    const { screen } = await show({ state: 'syncing', progress });
    await expect.element(screen.getByRole('heading', { name: 'Writing 12 of 340 files' })).toBeVisible();
    await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    await expect.element(screen.getByText('Photos/Fjord.jpg')).toBeVisible();
  });

  it('lists what it did, and adds what it does now', async () => {
    const { screen, http } = await show({});
    const lines = screen.getByRole('group', { name: 'Last activity' });
    await expect.element(lines.getByText('Saved in the library')).toBeVisible();
    http.say({ type: 'folder-activity', folder_id: 'folder-2', entries: [photo] });
    http.say({ type: 'folder-activity', folder_id: 'folder-1', entries: [photo, { ...photo, bytes: 10 }] });
    await expect.poll(() => lines.getByRole('listitem').elements().length).toBe(3);
    expect(lines.getByRole('listitem').first().element().textContent).toContain('10');
  });

  it('has a heading for each day, and shows the rest of a thousand by and by', async () => {
    const all = Array.from({ length: 300 }, (_, at) => ({
      ...thesis,
      ...{ path: `${at}.txt`, at_ms: Date.UTC(2023, 10, at < 3 ? 14 : 12, 12) },
    }));
    const { screen, http } = await show(
      {},
      {
        'GET folders/folder-1/activity/': ({ query }: { query: { limit: number } }) => ({
          ...{ begins_at: 1_600_000_000, entries: all.slice(0, query.limit) },
        }),
      },
    );
    const lines = screen.getByRole('group', { name: 'Last activity' });
    await expect.element(lines.getByRole('heading', { name: 'November 14, 2023' })).toBeVisible();
    expect(
      lines.getByRole('list', { name: 'November 14, 2023' }).getByRole('listitem').elements().length,
    ).toBe(3);
    const count = () => lines.getByRole('listitem').elements().length;
    expect(count()).toBe(15);
    await screen.getByRole('button', { name: /Show 85.more/ }).click();
    await expect.poll(count).toBe(100);
    await screen.getByRole('button', { name: /Show 100.more/ }).click();
    await expect.poll(count).toBe(200);
    expect(http.calls.filter(({ call }) => call.endsWith('/activity/')).length).toBe(2);
  });

  it('forgets what it showed when the list was cleared, as it is when something is erased', async () => {
    let entries = [photo];
    const { screen, http } = await show(
      {},
      { 'GET folders/folder-1/activity/': () => ({ begins_at: 1_700_000_000, entries }) },
    );
    await expect.element(screen.getByText('Photos/Fjord.jpg')).toBeVisible();
    entries = [];
    http.say({ type: 'folder-activity', folder_id: 'folder-1', entries: [] });
    await expect.element(screen.getByText(/^Nothing since /)).toBeVisible();
  });

  it('says so when the activity cannot be loaded', async () => {
    const failed = new ApiError('busy', 'no');
    const { screen } = await show({}, { 'GET folders/folder-1/activity/': failed });
    await expect.element(screen.getByText('The activity could not be loaded.')).toBeVisible();
  });

  it('tells of each item its cause, its side and when it is tried again', async () => {
    const problems = [
      folderProblem({}),
      folderProblem({ path: 'a.sock', reason: 'not-a-file', message: '' }),
    ];
    const { screen, http } = await show({ problems, problem_count: 40 });
    await expect.element(screen.getByRole('heading', { name: /40.items not up to date/ })).toBeVisible();
    await expect.element(screen.getByText(/^Your account may not write here\./)).toBeVisible();
    await expect.element(screen.getByText(/Not in the folder yet/).first()).toBeVisible();
    await expect.element(screen.getByText(/and 38.more/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Ignore rules…' })).toBeVisible();
    await screen.getByRole('button', { name: 'Try all now' }).click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain('POST folders/folder-1/rescan/');
  });

  it('leads to the right place for a folder that is away', async () => {
    const { screen } = await show({ state: 'away', message: 'The drive is not connected.' });
    await expect.element(screen.getByText('The drive is not connected.')).toBeVisible();
    await screen.getByRole('button', { name: 'Locate…' }).click();
    await expect.element(screen.getByRole('dialog', { name: /Where is “Documents” now/ })).toBeVisible();
  });

  it('locks an encrypted library again', async () => {
    const { screen, http } = await show({ encryption: 'unlocked', remembered: true });
    await expect.element(screen.getByText(/kept in the keychain of this computer/)).toBeVisible();
    await screen.getByRole('button', { name: 'Lock' }).click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain('POST folders/folder-1/lock/');
  });

  it('pauses for as long as somebody wants', async () => {
    const { screen, http } = await show({});
    await screen.getByRole('button', { name: 'Pause' }).click();
    await screen.getByRole('menuitem', { name: 'For 2 hours' }).click();
    await expect
      .poll(() => http.calls.find(({ call }) => call.endsWith('pause/'))?.body)
      .toEqual({ for_seconds: 7200 });
  });

  it('resumes', async () => {
    const { screen, http } = await show({ state: 'paused' });
    await screen.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain('POST folders/folder-1/resume/');
  });

  it('ends the link only after saying what that ends, and links it again as it was', async () => {
    const linked: unknown[] = [];
    const { screen, http } = await show(
      { excluded: ['Letters'] },
      {
        'DELETE folders/folder-1/': { success: true },
        'POST folders/': ({ body }: { body: object }) => {
          linked.push(body);
          return linkedFolder({});
        },
      },
    );
    const calls = () => http.calls.map(({ call }) => call);
    await screen.getByRole('button', { name: 'Unlink…' }).click();
    const sheet = screen.getByRole('dialog', { name: 'Unlink “Documents”?' });
    await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect
      .element(sheet.getByText('Changes in /home/ada/Documents will no longer be saved.'))
      .toBeVisible();
    expect(calls()).not.toContain('DELETE folders/folder-1/');
    await sheet.getByRole('button', { name: 'Unlink' }).click();
    await expect.element(screen.getByText('“Documents” is no longer linked')).toBeVisible();
    await undoIn(screen);
    await expect
      .poll(() => linked)
      .toEqual([
        {
          path: '/home/ada/Documents',
          library: '00000000-0000-4000-8000-000000000001',
          again: 'folder-1',
        },
      ]);
  });
});
