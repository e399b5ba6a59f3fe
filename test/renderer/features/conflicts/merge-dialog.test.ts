import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { ConflictTextsJson } from '../../../../src-shared/conflicts-api.ts';
import { conflict, show } from '../../app/overview-page.ts';

const MERGE = `libraries/${conflict.library_id}/conflicts/merge/`;
const ASK = `GET ${MERGE}`;
const SAVE = `POST ${MERGE}`;
const NONE = { original: null, copy: null, ancestor: null };
/** Its first line only the other version changed, its third both did. */
const TEXTS: ConflictTextsJson = {
  obstacle: '',
  ancestor: { time: 1_700_000_000, lines: ['title', 'same', 'words', 'end'] },
  original: { object_id: 'a'.repeat(40), lines: ['title', 'same', 'our words', 'end'] },
  copy: { object_id: 'b'.repeat(40), lines: ['TITLE', 'same', 'their words', 'end'] },
};

async function merging(answers: Readonly<Record<string, unknown>>) {
  let conflicts = [conflict];
  const shown = await show('issues', {
    'GET conflicts/': () => ({ conflicts }),
    [ASK]: TEXTS,
    [SAVE]: () => {
      conflicts = [];
      return { path: '/Notes.txt', commit_id: 'd'.repeat(40) };
    },
    ...answers,
  });
  await shown.page.getByRole('button', { name: 'Merge…' }).click();
  return shown;
}

describe('merging both versions of a text', () => {
  it('asks only for what both changed, and saves lines of both with a way back', async () => {
    const { page, http } = await merging({});
    const save = page.getByRole('button', { name: 'Save merged text' });
    await expect.element(page.getByText(/1.place was changed on both sides and is open/)).toBeVisible();
    await expect.element(save).toBeDisabled();
    const first = page.getByRole('group', { name: 'Place 1 of 2, line 1' });
    await expect.element(first.getByRole('radio', { name: 'Take other' })).toBeChecked();
    const second = page.getByRole('group', { name: 'Place 2 of 2, line 3' });
    await second.getByText('Take both').click();
    await expect.element(page.getByText('Everything is decided.')).toBeVisible();
    await page.getByText('Whole text', { exact: true }).click();
    const whole = page.getByRole('group', { name: 'Whole text' });
    await expect.element(whole).toBeVisible();
    expect(whole.element().textContent).toBe('TITLE\nsame\nour words\ntheir words\nend');
    await save.click();
    await expect.element(page.getByText('“Notes.txt” is merged')).toBeVisible();
    await expect.element(page.getByText('No issues')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(http.calls.find(({ call }) => call === SAVE)?.body).toEqual({
      path: conflict.path,
      ...{ original_id: 'a'.repeat(40), copy_id: 'b'.repeat(40) },
      pieces: ['copy:0-1', 'original:1-3', 'copy:2-3', 'original:3-4'],
    });
  });

  it('is done by keyboard, and one side may be taken back', async () => {
    const { page, http } = await merging({});
    await page.getByRole('button', { name: 'Next open place' }).click();
    const second = page.getByRole('group', { name: 'Place 2 of 2, line 3' });
    await expect.element(second.getByRole('radio', { name: 'Take current' })).toHaveFocus();
    await userEvent.keyboard(' {ArrowRight}');
    await expect.element(second.getByRole('radio', { name: 'Take other' })).toBeChecked();
    const first = page.getByRole('group', { name: 'Place 1 of 2, line 1' });
    await first.getByText('Take current').click();
    await page.getByRole('button', { name: 'Save merged text' }).click();
    await expect
      .poll(() => http.calls.find(({ call }) => call === SAVE)?.body)
      .toMatchObject({ pieces: ['original:0-2', 'copy:2-3', 'original:3-4'] });
  });

  it('is shown anew when the file changed meanwhile', async () => {
    const { page } = await merging({
      [ASK]: { ...TEXTS, copy: { object_id: 'b'.repeat(40), lines: ['TITLE', 'same', 'words', 'end'] } },
      [SAVE]: new ApiError('head-moved', 'changed'),
    });
    await page.getByRole('button', { name: 'Save merged text' }).click();
    await expect.element(page.getByText(/^The file has changed meanwhile/)).toBeVisible();
    await expect.element(page.getByText('Everything is decided.')).toBeVisible();
  });

  it.each([
    ['too-large', /^A text can have 1 MB/],
    ['no-text', /is not a text in UTF-8/],
    ['line-ends', /^Their lines end in different ways/],
    ['no-ancestor', /^The history has no version/],
    ['no-original', /^Only one of them is left/],
  ] as const)('says why it is not possible: %s', async (obstacle, words) => {
    const { page } = await merging({ [ASK]: { obstacle, ...NONE } });
    await expect.element(page.getByText('These versions cannot be merged')).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(page.getByText('These versions cannot be merged')).not.toBeInTheDocument();
  });

  it('says so of texts with more open places than anybody decides', async () => {
    const many = (word: string) =>
      Array.from({ length: 402 }, (_, at) => (at % 2 === 0 ? `line ${at}` : `${word} ${at}`));
    const { page } = await merging({
      [ASK]: {
        ...TEXTS,
        ancestor: { time: 1, lines: many('old') },
        original: { object_id: 'a'.repeat(40), lines: many('ours') },
        copy: { object_id: 'b'.repeat(40), lines: many('theirs') },
      },
    });
    await expect.element(page.getByText(/^They differ too much/)).toBeVisible();
  });

  it('says so when the comparison breaks, as for want of memory', async () => {
    class BrokenWorker extends EventTarget {
      onerror: (() => void) | null = null;
      postMessage(): void {
        queueMicrotask(() => this.onerror?.());
      }
      terminate(): void {
        this.onerror = null;
      }
    }
    vi.stubGlobal('Worker', BrokenWorker);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { page } = await merging({});
    await expect.element(page.getByText('They differ too much. Keep both, or choose one.')).toBeVisible();
  });

  it('says when the library is locked', async () => {
    const { page } = await merging({ [ASK]: new ApiError('library-locked', 'locked') });
    await expect.element(page.getByText('The versions could not be read.')).toBeVisible();
  });

  it('is not offered for pictures', async () => {
    const picture = {
      ...conflict,
      path: '/a (SFConflict b@c.de 2026-11-20-10-11-12).png',
      original_path: '/a.png',
    };
    const { page } = await show('issues', { 'GET conflicts/': { conflicts: [picture] } });
    await expect.element(page.getByRole('button', { name: 'Keep other' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Merge…' })).not.toBeInTheDocument();
  });
});
