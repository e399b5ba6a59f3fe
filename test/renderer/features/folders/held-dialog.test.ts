import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { FolderHeldJson } from '../../../../src-shared/local-api.ts';
import { linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FolderFixture from './FolderFixture.svelte';

const removals: FolderHeldJson = {
  ...{ kind: 'removals', count: 812, bytes: 4_000_000, paths: ['Photos', 'b.txt'] },
  items: [
    { path: 'Photos', is_dir: true, files: 700, bytes: 3_000_000 },
    { path: 'b.txt', is_dir: false, files: 1, bytes: 12 },
  ],
};
const answers = {
  'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [] },
  'POST folders/folder-1/accept/': linkedFolder({}),
  'POST folders/folder-1/put-back/': linkedFolder({}),
};

async function review(held: FolderHeldJson, given: Readonly<Record<string, unknown>> = {}) {
  const http = answering({ ...answers, ...given });
  const folder = linkedFolder({ state: 'held', held });
  const screen = await render(FolderFixture, { http, folder });
  await screen.getByRole('button', { name: 'Review…' }).click();
  return { screen, http, dialog: screen.getByRole('dialog') };
}

describe('changes that wait for an answer', () => {
  it('are listed with what each answer does', async () => {
    const { dialog } = await review(removals);
    await expect.element(dialog.getByText('Photos')).toBeVisible();
    await expect.element(dialog.getByText(/^700.files · 3.*MB$/)).toBeVisible();
    await expect.element(dialog.getByText(/^12.B$/)).toBeVisible();
    await expect.element(dialog.getByText(/and 111.more/)).toBeVisible();
    await expect.element(dialog.getByText('They move to the library’s trash.')).toBeVisible();
    await expect.element(dialog.getByText(/The history keeps every version/)).toBeVisible();
  });

  it('put the focus on the answer that changes nothing in the library', async () => {
    const { dialog } = await review(removals);
    await expect.element(dialog.getByRole('button', { name: /^Put 812.files back$/ })).toHaveFocus();
  });

  it('are put back', async () => {
    const { screen, dialog, http } = await review(removals);
    await dialog.getByRole('button', { name: /^Put 812.files back$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)?.call).toBe('POST folders/folder-1/put-back/');
    await expect.element(screen.getByText(/812.files are back in the folder/)).toBeVisible();
  });

  it('say that they delete, and how much', async () => {
    const { dialog, http } = await review(removals);
    await dialog.getByRole('button', { name: /^Delete 812.files from the library too$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)?.call).toBe('POST folders/folder-1/accept/');
  });

  it('are kept where the library lost them', async () => {
    const { screen, dialog, http } = await review({ ...removals, kind: 'departures' });
    await expect.element(dialog.getByText(/The library lost 812.files of this folder at once/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Remove 812.files here too$/ })).toBeVisible();
    await dialog.getByRole('button', { name: /^Put 812.files back into the library$/ }).click();
    expect(http.calls.at(-1)?.call).toBe('POST folders/folder-1/put-back/');
    await expect.element(screen.getByText(/Putting 812.files back into the library/)).toBeVisible();
  });

  it('are taken into the library', async () => {
    const { dialog, http } = await review({ ...removals, kind: 'rewrites' });
    await expect.element(dialog.getByText('The new contents become the current versions.')).toBeVisible();
    await dialog.getByRole('button', { name: /^Save 812.changed files$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)?.call).toBe('POST folders/folder-1/accept/');
  });

  it('stay on screen when the answer did not arrive', async () => {
    const gone = new ApiError('unreachable', 'no');
    const { screen, dialog } = await review(removals, { 'POST folders/folder-1/put-back/': gone });
    await dialog.getByRole('button', { name: /^Put 812.files back$/ }).click();
    await expect.element(screen.getByText('The folder “Documents” was not put back.')).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });
});
