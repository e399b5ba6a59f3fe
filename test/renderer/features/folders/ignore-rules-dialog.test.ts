import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FolderFixture from './FolderFixture.svelte';

const nothing = { count: 0, bytes: 0, examples: [] };
const preview = {
  newly_ignored: { count: 12_431, bytes: 3_100_000_000, examples: ['Work/build.log'] },
  newly_taken: nothing,
  invalid_lines: [],
  words: '',
};

async function show(answers: Readonly<Record<string, unknown>> = {}) {
  const http = answering({
    'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [] },
    'GET folders/folder-1/ignore/': {
      text: '*.bak\n',
      defaults: '# what programs make\n*~\n#*#\n',
      offered: null,
    },
    'POST folders/folder-1/ignore/preview/': preview,
    'PUT folders/folder-1/ignore/': { text: '*.log\n', defaults: '', offered: null },
    ...answers,
  });
  const screen = await render(FolderFixture, { http, folder: linkedFolder({}), opens: 'ignore-rules' });
  return { http, dialog: screen.getByRole('dialog', { name: 'Ignore rules' }) };
}

describe('the editor of the ignore rules', () => {
  it('shows the own rules and those that always hold', async () => {
    const { dialog } = await show();
    await expect.element(dialog.getByLabelText('Your patterns, one per line')).toHaveValue('*.bak\n');
    await expect.element(dialog.getByText('Always ignored (2 patterns)')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Save rules' })).toBeDisabled();
  });

  it('says what a rule would ignore before it is saved', async () => {
    const { dialog, http } = await show();
    await dialog.getByLabelText('Your patterns, one per line').fill('*.log\n');
    await expect.element(dialog.getByText(/12,431.files · 3.1.GB/)).toBeVisible();
    await expect.element(dialog.getByText('Work/build.log')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save rules' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)).toEqual({ call: 'PUT folders/folder-1/ignore/', body: { text: '*.log\n' } });
  });

  it('does not save a line that is no pattern', async () => {
    const { dialog } = await show({
      'POST folders/folder-1/ignore/preview/': { ...preview, newly_ignored: nothing, invalid_lines: [2] },
    });
    await dialog.getByLabelText('Your patterns, one per line').fill('*.log\n[\n');
    await expect.element(dialog.getByText(/Line 2 is not/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Save rules' })).toBeDisabled();
  });

  it('says when a rule changes nothing', async () => {
    const { dialog } = await show({
      'POST folders/folder-1/ignore/preview/': { ...preview, newly_ignored: nothing },
    });
    await dialog.getByLabelText('Your patterns, one per line').fill('*.xyz\n');
    await expect.element(dialog.getByText(/This changes nothing/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Save rules' })).toBeEnabled();
  });

  it('keeps the text when saving fails', async () => {
    const { dialog } = await show({ 'PUT folders/folder-1/ignore/': new ApiError('disk-full', 'no') });
    await dialog.getByLabelText('Your patterns, one per line').fill('*.log\n');
    await dialog.getByRole('button', { name: 'Save rules' }).click();
    await expect.element(dialog.getByText('The rules were not saved.')).toBeVisible();
    await expect.element(dialog.getByLabelText('Your patterns, one per line')).toHaveValue('*.log\n');
  });

  it('offers to load again what could not be loaded', async () => {
    const { dialog } = await show({ 'GET folders/folder-1/ignore/': new ApiError('unreachable', 'no') });
    await expect.element(dialog.getByText('The rules could not be loaded.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  it('shows patterns that came through the library, and has them count when told', async () => {
    const offered = { text: '*\n', added: ['*'], removed: ['*.bak'] };
    const { dialog, http } = await show({
      'GET folders/folder-1/ignore/': { text: '*.bak\n', defaults: '', offered },
      'POST folders/folder-1/ignore/agree/': { text: '*\n', defaults: '', offered: null },
    });
    await expect
      .element(dialog.getByText('The library has new ignore rules: 1 added, 1 removed'))
      .toBeVisible();
    await expect.element(dialog.getByText('New: *', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('Removed: *.bak')).toBeVisible();
    await expect.element(dialog.getByLabelText('Your patterns, one per line')).toHaveValue('*.bak\n');
    await dialog.getByRole('button', { name: 'Use them' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)).toEqual({ call: 'POST folders/folder-1/ignore/agree/', body: { text: '*\n' } });
  });
});
