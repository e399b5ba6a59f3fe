import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FolderFixture from './FolderFixture.svelte';
import { subfolders } from './subfolders.ts';

async function show() {
  const http = answering({
    'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [] },
    'GET folders/folder-1/subfolders/': ({ query }: RequestOptions) => subfolders(String(query?.['path'])),
    'PUT folders/folder-1/excluded/': linkedFolder({}),
  });
  const folder = linkedFolder({ excluded: ['Work/Old'] });
  const screen = await render(FolderFixture, { http, folder, opens: 'sub-folders' });
  return { http, screen, dialog: screen.getByRole('dialog', { name: 'Subfolders on this computer' }) };
}

describe('the dialog for subfolders', () => {
  it('shows which are kept, and which only in part', async () => {
    const { dialog } = await show();
    await expect.element(dialog.getByRole('checkbox', { name: 'Letters' })).toBeChecked();
    await expect.element(dialog.getByRole('checkbox', { name: 'Work' })).toBePartiallyChecked();
    await expect.element(dialog.getByRole('button', { name: 'Save choice' })).toBeDisabled();
  });

  it('removes no file from this computer before its number was seen', async () => {
    const { dialog, screen, http } = await show();
    await dialog.getByRole('checkbox', { name: 'Letters' }).click();
    await expect
      .element(dialog.getByText(/1.subfolder with 3.files, 300.B, will be removed from this computer./))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Save choice' }).click();
    const sheet = screen.getByRole('dialog', { name: /^Remove 3.files from this computer\?$/ });
    await expect.element(sheet.getByRole('listitem')).toHaveTextContent('Letters 3 files');
    await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(http.calls.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
    await sheet.getByRole('button', { name: /^Remove 3.files$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)?.body).toEqual({ paths: ['Letters', 'Work/Old'] });
  });

  it('is used with the keyboard alone', async () => {
    const { dialog } = await show();
    await expect.element(dialog.getByRole('row', { name: /Letters/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    const work = dialog.getByRole('row', { name: /Subfolders of Work/ });
    await expect.element(work).toHaveAttribute('aria-expanded', 'true');
    await expect.element(dialog.getByRole('row', { name: /Clients/ })).toHaveAttribute('aria-level', '2');
    await userEvent.keyboard('{ArrowDown} ');
    await expect.element(dialog.getByRole('checkbox', { name: 'Clients' })).not.toBeChecked();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(work).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(work).toHaveAttribute('aria-expanded', 'false');
  });
});
