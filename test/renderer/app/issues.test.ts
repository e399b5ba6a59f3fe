import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { localLibrary, UNDONE_ITEMS } from '../builders.ts';
import { backup, conflict, failing, held, RESOLVE, SIDE, show } from './overview-page.ts';

describe('the issues', () => {
  it('are listed with their causes and ways out', async () => {
    const { page, http } = await show('issues', {
      'GET libraries/': { libraries: [localLibrary({ folder: { ...held, watching: false } })] },
      'GET conflicts/': { conflicts: [conflict] },
      [`POST folders/${held.id}/rescan/`]: held,
    });
    await expect.element(page.getByText(/4.open issues/)).toBeVisible();
    await expect.element(page.getByText(/18.files disappeared/)).toBeVisible();
    await expect.element(page.getByText(/3.items not up to date/)).toBeVisible();
    await expect.element(page.getByText('Keepfold notices changes in this folder late')).toBeVisible();
    await expect.element(page.getByText('“Notes.txt” was changed on two sides at once')).toBeVisible();
    await expect.element(page.getByText(/^This computer · Ada, /)).toBeVisible();
    await expect.element(page.getByText(/^In a browser or by a program · Bob, /)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain(`POST folders/${held.id}/rescan/`);
  });

  it('count what they list, and list the conflict of a sample apart', async () => {
    const sample = localLibrary({ id: '00000000-0000-4000-8000-00000000005a', is_sample: true });
    const inSample = { ...conflict, library_id: sample.id, original_path: '/Try me.txt' };
    const { page } = await show('issues', {
      'GET libraries/': { libraries: [localLibrary({}), sample] },
      'GET conflicts/': { conflicts: [inSample, conflict] },
    });
    await expect.element(page.getByText(/^1.open issue$/)).toBeVisible();
    const counted = page.getByRole('list', { name: 'Issues', exact: true });
    expect(counted.getByRole('listitem').elements()).toHaveLength(1);
    await expect.element(counted.getByText('“Notes.txt” was changed on two sides at once')).toBeVisible();
    const apart = page.getByRole('list', { name: 'In the sample' });
    await expect.element(apart.getByText('“Try me.txt” was changed on two sides at once')).toBeVisible();
  });

  it('are none where only a sample has a conflict, which can be tried all the same', async () => {
    const { page } = await show('issues', {
      'GET libraries/': { libraries: [localLibrary({ is_sample: true })] },
      'GET conflicts/': { conflicts: [conflict] },
    });
    await expect.element(page.getByText('Nothing needs your attention.')).toBeVisible();
    expect(page.getByRole('list', { name: 'Issues', exact: true }).elements()).toEqual([]);
    const apart = page.getByRole('list', { name: 'In the sample' });
    await expect.element(apart.getByRole('button', { name: 'Keep both' })).toBeVisible();
  });

  it('resolve a conflict and can undo that', async () => {
    let conflicts = [conflict];
    const { page, http } = await show('issues', {
      'GET conflicts/': () => ({ conflicts }),
      [RESOLVE]: () => {
        conflicts = [];
        return { path: '/Notes.txt', commit_id: 'd'.repeat(40), previous_commit_id: 'c'.repeat(40) };
      },
      [`POST libraries/${conflict.library_id}/commits/${'d'.repeat(40)}/undo/`]: { steps: [], removals: 0 },
      [`POST libraries/${conflict.library_id}/items/undo/`]: UNDONE_ITEMS,
    });
    await page.getByRole('button', { name: 'Keep other' }).click();
    await expect.element(page.getByText('No issues')).toBeVisible();
    const asked = http.calls.find(({ call }) => call === RESOLVE)?.body;
    expect(asked).toEqual({ path: conflict.path, keep: 'copy' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => http.calls.filter(({ call }) => call.endsWith('items/undo/')).map(({ body }) => body))
      .toEqual([{ commit_ids: ['d'.repeat(40)] }]);
  });

  it('compare both sides at the commit that they were found at, whatever the library came to since', async () => {
    const library = localLibrary({ head_commit_id: 'a'.repeat(40) });
    const link = `POST libraries/${conflict.library_id}/download-link/`;
    const { http } = await show('issues', {
      'GET libraries/': { libraries: [library] },
      'GET conflicts/': { conflicts: [conflict] },
      [link]: new ApiError('unreachable', 'no'),
    });
    await expect
      .poll(() => http.calls.filter(({ call }) => call === link).map(({ body }) => body))
      .toEqual([
        { path: conflict.original_path, commit_id: conflict.commit_id },
        { path: conflict.path, commit_id: conflict.commit_id },
      ]);
  });

  it('are decided by one rule where there are many conflicts, with one undo', async () => {
    const many = [1, 2, 3, 4].map((number) => ({
      ...conflict,
      path: `/${number} (SFConflict bob@example.org 2026-11-20-10-11-12).txt`,
      original_path: `/${number}.txt`,
      copy: { ...conflict.copy, mtime: SIDE.mtime + (number === 4 ? 1 : 0) },
    }));
    const { page, http } = await show('issues', {
      'GET conflicts/': { conflicts: many },
      [RESOLVE]: { path: '/1.txt', commit_id: 'd'.repeat(40), previous_commit_id: 'c'.repeat(40) },
    });
    await page.getByRole('combobox', { name: 'Rule' }).selectOptions('newest');
    await page.getByRole('button', { name: /^Resolve 4.conflicts/ }).click();
    await expect.element(page.getByText(/4.conflicts are resolved/)).toBeVisible();
    const asked = http.calls.filter(({ call }) => call === RESOLVE).map(({ body }) => body);
    expect(asked).toEqual(many.map(({ path }, at) => ({ path, keep: at === 3 ? 'copy' : 'original' })));
  });

  it('have a backup among them that was not made for more than three days, and begin it', async () => {
    const { page, http } = await show('issues', { 'GET backup/': failing(5), 'POST backup/run/': backup });
    await expect.element(page.getByText('No backup for 5\u00a0days')).toBeVisible();
    await expect.element(page.getByText('/media/stick/Backup')).toBeVisible();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain('POST backup/run/');
    const early = await show('issues', { 'GET backup/': failing(2) });
    await expect.element(early.page.getByText('No issues')).toBeVisible();
  });

  it('are walked through with J and K', async () => {
    const { page } = await show('issues', {
      'GET libraries/': { libraries: [localLibrary({ folder: held })] },
    });
    await page.getByRole('button', { name: 'Review…' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Review…' })).toHaveFocus();
    await userEvent.keyboard('j');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus();
    await userEvent.keyboard('k');
    await expect.element(page.getByRole('button', { name: 'Review…' })).toHaveFocus();
  });

  it('of which there are none say so, unless that is not known', async () => {
    const { page } = await show('issues');
    await expect.element(page.getByText('No issues')).toBeVisible();
    const failed = await show('issues', { 'GET conflicts/': new ApiError('unreachable', 'no') });
    await expect.element(failed.page.getByText('Keepfold could not check for conflicts.')).toBeVisible();
  });
});
