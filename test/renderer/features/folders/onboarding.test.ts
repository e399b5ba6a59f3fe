import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { usualFolders } from '../../../../src-renderer/features/folders/onboarding/folder-suggestions.svelte.ts';
import type { LinkedFolderJson } from '../../../../src-shared/folders-api.ts';
import { linkedFolder, localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import OnboardingFixture from './OnboardingFixture.svelte';

const folder = (name: string) => ({ name, path: `/home/ada/${name}` });
const preflight = {
  path: '/home/ada/Documents',
  refusal: '',
  refusal_reason: '',
  warnings: ['4 symbolic links are left out'],
  said: [{ code: 'linksLeftOut', values: { count: '4' } }],
  files: 1204,
  folders: 12,
  bytes: 8_200_000,
  ignored: 2,
  truncated: false,
};
const ANSWERS = {
  'GET browse/': { path: '/home/ada', parent: '/home', folders: [folder('Documents'), folder('bin')] },
  'GET folders/preflight/': preflight,
  'GET folders/defaults/': { keep_days: 365, ignored: '# Caches\n\nnode_modules/\n#*#\n' },
};

async function show(answers: Readonly<Record<string, unknown>> = {}, props: object = {}) {
  const http = answering({ ...ANSWERS, ...answers });
  const page = await render(OnboardingFixture, { http, ...props });
  return { page, http };
}

async function showProgress(now: Partial<LinkedFolderJson>, saved: number) {
  const state = linkedFolder({ ...now });
  const libraries = [localLibrary({ folder: state, file_count: saved })];
  const { page } = await show({ 'POST folders/': state }, { libraries });
  await page.getByRole('button', { name: /Documents/ }).click();
  await page.getByRole('button', { name: 'Keep it safe' }).click();
  return page;
}

describe('onboarding', () => {
  it('suggests folders with what is in them, and says what linking one means', async () => {
    const { page, http } = await show();
    await page.getByRole('button', { name: /Documents.*1,204.files, 8\.2.MB/ }).click();
    await expect.element(page.getByRole('heading', { name: 'Keep this folder safe?' })).toHaveFocus();
    await expect.element(page.getByText('Keeps every version for 1 year')).toBeVisible();
    await expect.element(page.getByText('4 symbolic links are left out.')).toBeVisible();
    await expect.element(page.getByText(/2.items of this folder are left out/)).toBeVisible();
    await page.getByRole('button', { name: 'Show the list' }).click();
    const patterns = page.getByRole('list', { name: 'Skipped files' });
    await expect.element(patterns.getByText('node_modules/')).toBeVisible();
    // The pattern of editors' backups begins like a comment and is none.
    await expect.element(patterns.getByText('#*#')).toBeVisible();
    await expect.element(page.getByLabelText('Name')).toHaveValue('Documents');
    expect(http.calls.filter(({ call }) => call === 'GET folders/preflight/')).toHaveLength(1);
  });

  it('shows the phases while the first files are there already', async () => {
    const progress = {
      phase: 'hash',
      files_done: 30,
      files_total: 90,
      bytes_done: 1,
      bytes_total: 3,
    } as const;
    const page = await showProgress(
      { state: 'syncing', last_scan_at: 0, progress: { ...progress, current: 'Letters/Bank.txt' } },
      12,
    );
    await expect.element(page.getByText(/Reading 30 of 90.files/)).toBeVisible();
    await expect.element(page.getByText('Letters/Bank.txt')).toBeVisible();
    await expect.element(page.getByText(/12.files saved so far/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Browse what is saved already' })).toBeEnabled();
  });

  it('says when all is safe, and where to go from there', async () => {
    const page = await showProgress({ file_count: 10_000 }, 10_000);
    await expect.element(page.getByRole('heading', { name: /^Saved: 10,000.files$/ })).toBeVisible();
    for (const name of ['Browse the files', 'History', 'Add another folder', 'Go to Home']) {
      await expect.element(page.getByRole('button', { name })).toBeVisible();
    }
  });

  it('tells what comes next once all is saved', async () => {
    const page = await showProgress({ file_count: 10_000 }, 10_000);
    await expect.element(page.getByText('Step 4 of 4')).toBeVisible();
    await expect.element(page.getByText('What comes next')).toBeVisible();
  });

  it('counts what was found in the folder, of which the library may tell a moment later', async () => {
    const page = await showProgress({ file_count: 10_000 }, 0);
    await expect.element(page.getByRole('heading', { name: /^Saved: 10,000.files$/ })).toBeVisible();
  });

  it('does not call safe what could not be saved', async () => {
    const page = await showProgress({ state: 'error', message: 'The disk is full.' }, 0);
    await expect.element(page.getByText('Changes in this folder are not being saved')).toBeVisible();
    await expect.element(page.getByText('The disk is full.')).toBeVisible();
    expect(page.getByRole('heading', { name: /^Safe/ }).elements()).toHaveLength(0);
  });

  it('says why a folder is refused, and leads back', async () => {
    const refused = { ...preflight, refusal: 'Server words.', refusal_reason: 'whole-disk' };
    const { page } = await show({ 'GET folders/preflight/': refused });
    await page.getByRole('button', { name: /Documents/ }).click();
    await expect.element(page.getByText('This folder cannot be added')).toBeVisible();
    expect(page.getByRole('button', { name: 'Keep it safe' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Choose another folder' }).click();
    await expect.element(page.getByRole('heading', { name: 'What should we keep safe?' })).toBeVisible();
  });

  it('works without suggestions, through the dialog of the system', async () => {
    const desktop = {
      isDesktop: true as const,
      pickFolder: async () => '/home/ada/Documents',
      revealFolder: async () => undefined,
    };
    const { page } = await show({ 'GET browse/': new ApiError('unreachable', 'no') }, { desktop });
    await page.getByRole('button', { name: 'Choose a folder…' }).click();
    await expect.element(page.getByRole('button', { name: 'Keep it safe' })).toBeVisible();
  });

  it('can begin empty', async () => {
    const onempty = vi.fn();
    const { page } = await show({}, { onempty });
    await page.getByRole('button', { name: 'Start with an empty library' }).click();
    expect(onempty).toHaveBeenCalledOnce();
  });
});

describe('the suggested folders', () => {
  it('are those that people miss most, in that order', () => {
    const names = ['bin', 'Desktop', 'Documents', 'Music', 'Pictures', 'Videos'].map(folder);
    expect(usualFolders(names).map(({ name }) => name)).toEqual([
      'Documents',
      'Pictures',
      'Desktop',
      'Music',
    ]);
  });

  it('are the first visible ones where none of them is known', () => {
    expect(usualFolders(['Bilder', 'Dokumente', '.cache'].map(folder)).map(({ name }) => name)).toEqual([
      'Bilder',
      'Dokumente',
    ]);
  });
});
