import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { RetentionPlanJson } from '../../../../src-shared/storage-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import LibrariesFixture from './LibrariesFixture.svelte';

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const LIBRARIES = ['Papers', 'Photos', 'Plans'].map((name, index) => localLibrary({ id: idOf(index), name }));

/** What a shorter retention would do to one library. */
const plan = (removed_versions: number): RetentionPlanJson => ({
  ...{ keep_days: 30, versions: 10, removed_versions, returned_versions: 0, oldest_kept_at: 1_700_000_000 },
  ...{ removed_deletions: 1, bytes: removed_versions * 1_000_000, later_bytes: 250_000, bytes_anyhow: 0 },
  waiting_for_clock: false,
});

async function show(answers: Readonly<Record<string, unknown>> = {}) {
  const http = answering({ 'GET admin/libraries/': { libraries: LIBRARIES, cursor: null }, ...answers });
  const screen = await render(LibrariesFixture, { http });
  await expect.element(screen.getByRole('checkbox', { name: 'Select Papers' })).toBeVisible();
  const changes = () => http.calls.filter(({ call }) => !call.startsWith('GET'));
  return { screen, changes };
}

describe('the libraries of all', () => {
  it('change together, and those that could not be changed are told with the reason', async () => {
    const { screen, changes } = await show({
      [`PATCH admin/libraries/${idOf(0)}/`]: LIBRARIES[0],
      [`PATCH admin/libraries/${idOf(1)}/`]: new ApiError('library-damaged', 'damaged'),
      [`PATCH admin/libraries/${idOf(2)}/`]: LIBRARIES[2],
    });
    await screen.getByRole('checkbox', { name: 'Select all in the list' }).click();
    await expect.element(screen.getByText('3 libraries').first()).toBeVisible();
    await screen.getByRole('button', { name: 'Make read-only' }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByText(/1 of 3.libraries not made read-only/)).toBeVisible();
    await expect.element(dialog.getByText('Photos')).toBeVisible();
    await expect.element(dialog.getByText(/Parts of the library cannot be read/)).toBeVisible();
    expect(changes().map(({ body }) => body)).toEqual(Array(3).fill({ status: 'read-only' }));
  });

  it('come back after a deletion with the status and retention that they had', async () => {
    const kept = localLibrary({ id: idOf(5), name: 'Kept', status: 'read-only', keep_days: 30 });
    const { screen, changes } = await show({
      'GET admin/libraries/': { libraries: [LIBRARIES[0], kept], cursor: null },
      [`DELETE admin/libraries/${idOf(5)}/`]: { success: true },
      [`POST admin/deleted-libraries/${idOf(5)}/restore/`]: kept,
      [`PATCH admin/libraries/${idOf(5)}/`]: kept,
    });
    await screen.getByRole('button', { name: 'Actions for Kept' }).click();
    await screen.getByRole('menuitem', { name: /Delete/ }).click();
    const sheet = screen.getByRole('dialog', { name: 'Delete the library “Kept”?' });
    await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(changes()).toEqual([]);
    await sheet.getByRole('button', { name: 'Delete library' }).click();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => changes().at(-1))
      .toEqual({ call: `PATCH admin/libraries/${idOf(5)}/`, body: { status: 'read-only', keep_days: 30 } });
  });

  it('ask for the count to be typed before several histories are shortened', async () => {
    const { screen, changes } = await show({
      [`PATCH admin/libraries/${idOf(0)}/`]: LIBRARIES[0],
      [`PATCH admin/libraries/${idOf(1)}/`]: LIBRARIES[1],
      [`GET libraries/${idOf(0)}/storage/retention/`]: plan(2),
      [`GET libraries/${idOf(1)}/storage/retention/`]: plan(3),
    });
    await screen.getByRole('checkbox', { name: 'Select Papers' }).click();
    await screen.getByRole('checkbox', { name: 'Select Photos' }).click();
    await screen.getByRole('button', { name: 'Retention…' }).click();
    await screen.getByRole('combobox').selectOptions('30');
    const effect =
      /^Frees 5.MB at the next clean-up, and up to 500.kB more later\. Removes 5 of 20.versions\. 2.deleted items leave the trash\.$/;
    await expect.element(screen.getByText(effect)).toBeVisible();
    await screen.getByRole('button', { name: 'Continue…' }).click();
    const button = screen.getByRole('button', { name: 'Shorten the history' });
    await expect.element(button).toBeDisabled();
    await expect.element(screen.getByText(effect)).toBeVisible();
    await screen.getByLabelText(/2 libraries/).fill('2 libraries');
    await button.click();
    await expect
      .poll(() => changes().map(({ body }) => body))
      .toEqual([{ keep_days: 30 }, { keep_days: 30 }]);
  });

  it('are not shortened before it is known what that removes', async () => {
    const { screen, changes } = await show({
      [`GET libraries/${idOf(0)}/storage/retention/`]: plan(2),
      [`GET libraries/${idOf(1)}/storage/retention/`]: new ApiError('library-damaged', 'damaged'),
    });
    await screen.getByRole('checkbox', { name: 'Select Papers' }).click();
    await screen.getByRole('checkbox', { name: 'Select Photos' }).click();
    await screen.getByRole('button', { name: 'Retention…' }).click();
    await screen.getByRole('combobox').selectOptions('30');
    await expect
      .element(screen.getByText('Keepfold could not calculate what this frees in “Photos”.'))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Continue…' }).click();
    await screen.getByLabelText(/2 libraries/).fill('2 libraries');
    await expect.element(screen.getByRole('button', { name: 'Shorten the history' })).toBeDisabled();
    expect(changes()).toEqual([]);
  });
});
