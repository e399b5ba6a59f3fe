import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import { RECOVERY_SHEET } from './recovery-sheet-answer.ts';
import SheetNoticeFixture from './SheetNoticeFixture.svelte';

async function make(encrypted: boolean, sheet: unknown = RECOVERY_SHEET) {
  const library = localLibrary({ encrypted });
  const http = answering({
    'POST libraries/': library,
    'GET libraries/': { libraries: [library] },
    [`GET libraries/${library.id}/recovery-sheet/`]: sheet,
  });
  const screen = await render(SheetNoticeFixture, { http, library });
  const notice = screen.getByText('Nobody can reset the password of this library');
  expect(notice.elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Make it' }).click();
  await expect.poll(() => http.calls.map(({ call }) => call)).toEqual(['POST libraries/', 'GET libraries/']);
  return { screen, notice };
}

describe('an encrypted library that was just made', () => {
  it('speaks of its recovery sheet, which is one click away, until somebody looked at it', async () => {
    const { screen, notice } = await make(true);
    await expect.element(notice).toBeVisible();
    await screen.getByRole('button', { name: 'Recovery sheet…' }).click();
    await expect.element(screen.getByText('random_key', { exact: true })).toBeVisible();
    await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => notice.elements()).toEqual([]);
  });

  it('goes on where the sheet could not be shown', async () => {
    const { screen, notice } = await make(true, new ApiError('unreachable', 'no'));
    await screen.getByRole('button', { name: 'Recovery sheet…' }).click();
    await expect.element(screen.getByText('The recovery sheet could not be created.')).toBeVisible();
    await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.element(notice).toBeVisible();
  });

  it('stops when it is told so', async () => {
    const { screen, notice } = await make(true);
    await screen.getByRole('button', { name: 'Later' }).click();
    await expect.poll(() => notice.elements()).toEqual([]);
  });

  it('speaks of it also when it was made of a folder', async () => {
    const library = localLibrary({ encrypted: true });
    const screen = await render(SheetNoticeFixture, { http: answering({}), library });
    await screen.getByRole('button', { name: 'Link it' }).click();
    await expect.element(screen.getByRole('button', { name: 'Recovery sheet…' })).toBeVisible();
  });

  it('has nothing to say where it is not encrypted', async () => {
    const { notice } = await make(false);
    expect(notice.elements()).toEqual([]);
  });
});
