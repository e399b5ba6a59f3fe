import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import type { RetentionPlanJson } from '../../../../src-shared/storage-api.ts';
import { answering } from '../../fake-http.ts';
import RetentionFixture from './RetentionFixture.svelte';

const CALL = 'GET libraries/lib/storage/retention/';

const PLAN: RetentionPlanJson = {
  ...{ keep_days: 0, versions: 4_200, removed_versions: 3_120, returned_versions: 0 },
  ...{ oldest_kept_at: Date.UTC(2026, 4, 3, 12) / 1000, removed_deletions: 0 },
  ...{ bytes: 12_400_000_000, later_bytes: 13_900_000, bytes_anyhow: 0, waiting_for_clock: false },
};

const asked = ({ query }: RequestOptions) =>
  Number((query as { keep_days?: unknown } | undefined)?.keep_days);

/** Answers with the plan, for the days that are asked about. */
async function show(plan: Partial<RetentionPlanJson> = {}, props: object = {}) {
  const http = answering({
    [CALL]: (options: RequestOptions) => ({ ...PLAN, ...plan, keep_days: asked(options) }),
  });
  const onchange = vi.fn(async () => undefined);
  const screen = await render(RetentionFixture, { http, onchange, ...props });
  const slider = screen.getByRole('slider', { name: 'Keep history for' });
  return { screen, http, onchange, slider, field: screen.getByLabelText('Exact number of days') };
}

describe('how long a library keeps its history', () => {
  it('is chosen by arrow keys, stop by stop', async () => {
    const { slider, field } = await show();
    const heard = () => slider.element().getAttribute('aria-valuetext')?.replace('\u00a0', ' ');
    slider.element().focus();
    expect(heard()).toBe('Keep everything');
    const words: (string | undefined)[] = [];
    for (let stop = 0; stop < 6; stop++) {
      await userEvent.keyboard('{ArrowLeft}');
      words.push(heard());
    }
    expect(words).toEqual(['2 years', '1 year', '90 days', '30 days', '7 days', '1 day']);
    await expect.element(field).toHaveValue(1);
    await userEvent.keyboard('{End}');
    expect(heard()).toBe('Keep everything');
    await userEvent.keyboard('{Home}');
    await expect.element(field).toHaveValue(1);
  });

  it('says what it frees and removes, for exactly what is chosen', async () => {
    const { screen, http, field } = await show();
    await field.fill('45');
    await expect
      .element(screen.getByText(/^Frees 12\.4.GB now, up to 13\.9.MB more from tomorrow/))
      .toBeVisible();
    await expect
      .element(
        screen.getByText(/Removes 3,120 of 4,200.versions\. The oldest one kept is from May 3, 2026\./),
      )
      .toBeVisible();
    expect(http.calls.map(({ call }) => call)).toEqual([CALL]);
  });

  it('says so where nothing goes today, and where nothing goes at all', async () => {
    const young = await show({ bytes: 0, removed_versions: 470, versions: 471 });
    await young.field.fill('1');
    await expect
      .element(young.screen.getByText(/^Frees nothing now, up to 13\.9.MB from tomorrow/))
      .toBeVisible();
    await young.screen.unmount();
    const whole = await show({ bytes: 0, later_bytes: 0, removed_versions: 0, versions: 470 });
    await whole.field.fill('700');
    await expect.element(whole.screen.getByText('Frees nothing.')).toBeVisible();
    await expect.element(whole.screen.getByText(/^Keeps all 470.versions\.$/)).toBeVisible();
  });

  it('is reset to what new libraries keep: at once where that is longer, and by its numbers where it is shorter', async () => {
    const longer = await show({}, { keepDays: 30, defaultDays: -1 });
    await longer.screen.getByRole('button', { name: 'Reset: Keep history for' }).click();
    await expect.poll(() => longer.onchange.mock.calls).toEqual([[-1]]);
    await longer.screen.unmount();
    const shorter = await show({}, { keepDays: -1, defaultDays: 90 });
    await expect.element(shorter.screen.getByText('Changed', { exact: true })).toBeVisible();
    await shorter.screen.getByRole('button', { name: 'Reset: Keep history for' }).click();
    await expect.element(shorter.screen.getByText(/Removes 3,120 of 4,200.versions/)).toBeVisible();
    await expect.element(shorter.screen.getByText('Changed', { exact: true })).not.toBeInTheDocument();
    expect(shorter.onchange).not.toHaveBeenCalled();
  });

  it('is not said to be changed where it is as in new libraries, or that is not known', async () => {
    for (const defaultDays of [-1, null]) {
      const { screen } = await show({}, { keepDays: -1, defaultDays });
      expect(screen.getByText('Changed', { exact: true }).elements()).toEqual([]);
      await screen.unmount();
    }
  });

  it.each(['-1', '36501', '1.5'])('is no %s days', async (wrong) => {
    const { screen, field, http } = await show();
    await field.fill(wrong);
    await expect.element(screen.getByText('Enter whole days from 0 to 36,500.')).toBeVisible();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    field.element().blur();
    await expect.element(field).toHaveValue(null);
    expect(http.calls).toEqual([]);
  });

  it('is never told by the numbers of another choice, nor of what was before a change', async () => {
    let release = (): void => undefined;
    const http = answering({
      [CALL]: async (options: RequestOptions) => {
        const days = asked(options);
        if (days === 365) await new Promise<void>((resolve) => (release = resolve));
        return { ...PLAN, keep_days: days, removed_versions: days };
      },
    });
    const screen = await render(RetentionFixture, { http, onchange: async () => undefined });
    const field = screen.getByLabelText('Exact number of days');
    await field.fill('365');
    await expect.poll(() => http.calls.length).toBe(1);
    await field.fill('30');
    await expect.element(screen.getByText(/Removes 30 of/)).toBeVisible();
    release();
    await field.fill('7');
    await expect.element(screen.getByText('Calculating…')).toBeInTheDocument();
    expect(screen.getByText(/Removes (30|365) of/).elements()).toEqual([]);
    await expect.element(screen.getByText(/Removes 7 of/)).toBeVisible();
    const before = http.calls.length;
    http.say({ type: 'library', library_id: 'lib', head_commit_id: 'a'.repeat(40) });
    await expect.poll(() => http.calls.length).toBe(before + 1);
  });

  it('is shortened once the name is typed, below the number of versions that go', async () => {
    const { screen, field, onchange } = await show();
    await field.fill('30');
    await screen.getByRole('button', { name: 'Apply' }).click();
    const dialog = screen.getByRole('dialog', { name: /^Give up 3,120.versions of “Documents”\?$/ });
    await expect.element(dialog.getByText(/^Frees 12\.4.GB now/)).toBeVisible();
    await expect.element(dialog.getByText(/a longer time brings everything back/)).toBeVisible();
    const shorten = dialog.getByRole('button', { name: 'Shorten the history' });
    await expect.element(shorten).toBeDisabled();
    await dialog.getByLabelText('Type “Documents” to confirm').fill('Documents');
    await shorten.click();
    await expect.poll(() => onchange.mock.calls).toEqual([[30]]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('is made longer, or shorter by nothing, without a question', async () => {
    const { screen, field, onchange } = await show(
      { removed_versions: 0, returned_versions: 31, bytes: 0, later_bytes: 0 },
      { keepDays: 30 },
    );
    await field.fill('90');
    await expect.element(screen.getByText(/Shows 31.versions again\./)).toBeVisible();
    await screen.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => onchange.mock.calls).toEqual([[90]]);
  });

  it('stays as it is when what it frees is not known', async () => {
    const http = answering({ [CALL]: new ApiError('object-missing', 'no', {}) });
    const screen = await render(RetentionFixture, { http, onchange: async () => undefined });
    await screen.getByLabelText('Exact number of days').fill('30');
    await expect.element(screen.getByText('Keepfold could not calculate what this frees.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await screen.getByRole('button', { name: 'Keep as it is' }).click();
    await expect.element(screen.getByRole('button', { name: 'Apply' })).not.toBeInTheDocument();
  });

  it('is not for others than its owner to choose', async () => {
    const { slider, field } = await show({}, { isLocked: true });
    await expect.element(slider).toBeDisabled();
    await expect.element(field).toBeDisabled();
  });
});
