import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { sheetDocument, sheetLines } from '../../../../src-renderer/features/libraries/recovery-sheet.ts';
import type { LocalLibraryJson } from '../../../../src-shared/libraries-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import LibraryPasswordFixture from './LibraryPasswordFixture.svelte';
import { RECOVERY_SHEET } from './recovery-sheet-answer.ts';

async function show(changed: unknown, fields: Partial<LocalLibraryJson> = {}) {
  const library = localLibrary({ encrypted: true, lock: 'open', ...fields });
  const http = answering({
    [`PUT libraries/${library.id}/password/`]: changed,
    [`GET libraries/${library.id}/recovery-sheet/`]: RECOVERY_SHEET,
  });
  await render(LibraryPasswordFixture, { http, library });
  return http;
}

async function fill(old: string): Promise<void> {
  await page.getByRole('button', { name: 'Change password…' }).click();
  await page.getByLabelText('Current password').fill(old);
  await page.getByLabelText('New password', { exact: true }).fill('quite another word');
  await page.getByLabelText('New password again').fill('quite another word');
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
}

describe('the password of a library', () => {
  it('is changed by whoever knows it, and says that older recovery sheets are over', async () => {
    const http = await show({ success: true });
    await fill('correct horse battery');
    await expect.element(page.getByText('The password was changed')).toBeVisible();
    await expect.element(page.getByText(/Make a new recovery sheet/)).toBeVisible();
    expect(http.calls.at(-1)?.body).toEqual({
      old_password: 'correct horse battery',
      new_password: 'quite another word',
    });
  });

  it('is not changed with a wrong one, which is forgotten', async () => {
    await show(new ApiError('password-wrong', 'no'));
    await fill('wrong');
    await expect.element(page.getByText('This password does not open the library.')).toBeVisible();
    await expect.element(page.getByLabelText('Current password')).toHaveValue('');
    await expect.element(page.getByLabelText('Current password')).toHaveFocus();
  });

  it('is for its owner; who reads the library may have the sheet', async () => {
    await show({}, { is_mine: false });
    expect(page.getByRole('button', { name: 'Change password…' }).elements()).toEqual([]);
    await expect.element(page.getByRole('button', { name: 'Recovery sheet…' })).toBeVisible();
  });
});

describe('the recovery sheet', () => {
  it('shows what the recovery script reads, and is a document of its own without a script', async () => {
    await show({});
    await page.getByRole('button', { name: 'Recovery sheet…' }).click();
    const sheet = page.getByRole('region', { name: 'Keepfold · Recovery sheet' });
    await expect.element(sheet.getByText('random_key', { exact: true })).toBeVisible();
    await expect.element(sheet.getByText('c3d4 c3d4 c3d4', { exact: false })).toBeVisible();
    const saved = sheetDocument(sheet.element(), 'Recovery sheet of <b>');
    expect(saved).toContain('<title>Recovery sheet of &lt;b&gt;</title>');
    expect(saved).not.toMatch(/<script|<link|src=|href=|url\(/);
    const text = saved.replace(/<[^>]*>/g, '\n');
    expect(text).toMatch(/\brandom_key\s+c3d4 c3d4/);
    expect(text).toMatch(new RegExp(`\\blibrary\\s+${RECOVERY_SHEET.id}`));
  });

  it('leaves out what the version does not have', () => {
    const names = sheetLines({ ...RECOVERY_SHEET, enc_version: 2, salt: '' }).map(([name]) => name);
    expect(names).toEqual(['library', 'enc_version', 'random_key', 'magic']);
  });
});
