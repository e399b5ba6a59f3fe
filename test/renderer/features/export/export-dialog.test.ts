import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import type { ExportedHistoryJson, JobJson } from '../../../../src-shared/upkeep-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import ExportFixture from './ExportFixture.svelte';

const LIBRARY = localLibrary({});
const EXPORT = `POST libraries/${LIBRARY.id}/export/`;
const JOB: JobJson = {
  ...{ id: 'job', kind: 'export', state: 'running', started_by: 'me@example.com' },
  ...{ started_at: 1_700_000_000, ended_at: 0, done: 3, total: 12, reason: '', details: '' },
  ...{ check: null, garbage: null, restored: null, exported: null },
  ...{ rehearsed: null, repaired: null },
};
const EXPORTED: ExportedHistoryJson = {
  ...{ library_id: LIBRARY.id, library_name: 'Documents', path: '/media/stick/all', commits: 12 },
  ...{ unreadable: [], unreadable_count: 0, renamed: [], renamed_count: 0 },
  ...{ empty_folders: 0, not_written: '' },
};

async function open(answers: Readonly<Record<string, unknown>> = {}, props: object = {}) {
  const http = answering({
    'GET browse/': { path: '/home/me', parent: '/home', folders: [] },
    ...answers,
  });
  const screen = await render(ExportFixture, { http, library: LIBRARY, isAdmin: true, ...props });
  return { dialog: screen.getByRole('dialog', { name: /^Export/ }), http };
}

async function begin(answers: Readonly<Record<string, unknown>>) {
  const opened = await open({ [EXPORT]: JOB, ...answers });
  const { dialog } = opened;
  await dialog.getByText('With its history').click();
  await dialog.getByRole('textbox', { name: 'New or empty folder' }).fill(' /media/stick/all ');
  await dialog.getByRole('button', { name: 'Export into this folder' }).click();
  return opened;
}

describe('exporting a library with its history', () => {
  it('shows how far it is, and goes on without the window', async () => {
    const { dialog, http } = await begin({ 'GET admin/jobs/': { jobs: [JOB] } });
    await expect.element(dialog.getByText('3 of 12 versions written')).toBeVisible();
    await expect.element(dialog.getByRole('progressbar')).toBeVisible();
    expect(http.calls.filter(({ call }) => call === EXPORT)).toEqual([
      { call: EXPORT, body: { to: '/media/stick/all', with_history: true } },
    ]);
    await dialog.getByRole('button', { name: 'Keep exporting' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('needs a folder, and begins nothing without one', async () => {
    const { dialog } = await open();
    await dialog.getByText('With its history').click();
    await expect.element(dialog.getByRole('button', { name: 'Export into this folder' })).toBeDisabled();
  });

  it('tells what became of it, and what is not as it was', async () => {
    const exported = {
      ...EXPORTED,
      ...{ unreadable: [{ path: '/a.txt', commit_id: 'a'.repeat(40) }], unreadable_count: 1 },
      ...{ renamed: [{ path: '/.git', written_as: '/.git_' }], renamed_count: 1, empty_folders: 2 },
      not_written: 'file name too long',
    };
    const { dialog } = await begin({ 'GET admin/jobs/': { jobs: [{ ...JOB, state: 'done', exported }] } });
    await expect.element(dialog.getByText(/^12.versions were written to/)).toBeVisible();
    await expect.element(dialog.getByText('/media/stick/all')).toBeVisible();
    await expect.element(dialog.getByText(/^1.version of a file could not be read$/)).toBeVisible();
    await expect
      .element(dialog.getByText(/version before it, or left out: \/a\.txt\. Run a check\.$/))
      .toBeVisible();
    await expect.element(dialog.getByText(/^1.path was renamed$/)).toBeVisible();
    await expect.element(dialog.getByText(/Git said: file name too long$/)).toBeVisible();
    await expect
      .element(dialog.getByText(/^Git keeps no empty folders, so 2.folders are missing/))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('says in the words of the service why a folder is refused, and keeps what was typed', async () => {
    const words =
      'The path “/media/stick/all” is a folder with something in it; choose a new or an empty one.';
    const { dialog } = await begin({ [EXPORT]: new ApiError('path-invalid', words) });
    await expect.element(dialog.getByText(words)).toBeVisible();
    await expect
      .element(dialog.getByRole('textbox', { name: 'New or empty folder' }))
      .toHaveValue(' /media/stick/all ');
  });

  it('says why it failed, and that nothing is left', async () => {
    const failed = { ...JOB, state: 'failed', reason: 'disk-full' };
    const { dialog } = await begin({ 'GET admin/jobs/': { jobs: [failed] } });
    await expect.element(dialog.getByText(/The export left nothing in the folder\.$/)).toBeVisible();
    await expect.element(dialog.getByText('The library was not exported.')).toBeVisible();
  });

  it('can be ended', async () => {
    const { dialog } = await begin({
      'GET admin/jobs/': { jobs: [JOB] },
      'DELETE admin/jobs/job/': { ...JOB, state: 'canceled' },
    });
    await dialog.getByRole('button', { name: 'Stop the export' }).click();
    await expect
      .element(dialog.getByText('The export was stopped and left nothing in the folder.'))
      .toBeVisible();
  });

  it.each([
    ['somebody who is no administrator', { isAdmin: false }],
    ['an encrypted library', { library: { ...LIBRARY, encrypted: true } }],
  ])('is not offered for %s', async (_whom, props) => {
    const { dialog } = await open({}, props);
    await expect.element(dialog.getByText('As it was')).toBeVisible();
    await expect.element(dialog.getByText('With its history')).not.toBeInTheDocument();
    await expect.element(dialog.getByText(/^The archive has no history/)).toBeVisible();
  });
});

it('exporting as it was looks up the minute that is named, and nothing before that is chosen', async () => {
  const asked: number[] = [];
  const moments = ({ query }: RequestOptions) => {
    asked.push(Number(query?.['at']));
    return { commit: { id: 'c', time: 1_700_000_000, description: 'Added "a.txt"' } };
  };
  const { dialog } = await open({ [`GET libraries/${LIBRARY.id}/moments/`]: moments });
  await expect.element(dialog.getByText('As it was')).toBeVisible();
  expect(asked).toEqual([]);
  await dialog.getByText('As it was').click();
  await expect.element(dialog.getByText(/^Last change before then/)).toBeVisible();
  await dialog.getByLabelText('Date and time').fill('2026-01-02T03:04');
  const named = new Date('2026-01-02T03:04').getTime() / 1000 + 59;
  await expect.poll(() => [asked.length, asked.at(-1)]).toEqual([2, named]);
});
