import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import base from '../../../../src-renderer/ui/base.css?raw';
import type { EntryJson } from '../../../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../../../src-shared/libraries-api.ts';
import { localLibrary, UNDONE_ITEMS } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import { fileEntry, version } from '../../versions.ts';
import DetailsFixture from './DetailsFixture.svelte';

const LIBRARY = 'libraries/00000000-0000-4000-8000-000000000001';
const CHAIN = [
  version('c'),
  version('b', { origin: 'moved', old_path: '/Draft.md', file_id: 'a'.repeat(40) }),
  version('a', { origin: 'added', path: '/Draft.md' }),
];

interface Shown {
  readonly library?: Partial<LocalLibraryJson>;
  readonly entry?: Partial<EntryJson>;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly commitId?: string | null;
}

async function show({ library = {}, entry = {}, answers = {}, commitId = null }: Shown = {}) {
  const http = answering({
    [`GET ${LIBRARY}/versions/`]: { versions: CHAIN, cursor: null },
    [`POST ${LIBRARY}/download-link/`]: ({ body }: { body: { commit_id?: string } }) => ({
      url: `/file/${body.commit_id?.[0] ?? 'now'}`,
    }),
    'bytes /file/now': 'third thoughts',
    'bytes /file/a': 'first thoughts',
    [`POST ${LIBRARY}/versions/restore/`]: {
      path: '/Thesis.md',
      commit_id: 'd'.repeat(40),
      previous_commit_id: 'c'.repeat(40),
      changed: true,
    },
    [`POST ${LIBRARY}/commits/${'d'.repeat(40)}/undo/`]: { steps: [], removals: 0 },
    [`POST ${LIBRARY}/items/undo/`]: UNDONE_ITEMS,
    ...answers,
  });
  const onclose = vi.fn();
  const props = { http, library: localLibrary(library), entry: fileEntry(entry), commitId, onclose };
  const screen = await render(DetailsFixture, props);
  return { screen, http, onclose };
}

describe('the preview of a file', () => {
  const HINT = /^Only the beginning/;

  it('shows the beginning of a long text, and says that it is one', async () => {
    const long = `${'x'.repeat(128 * 1024)}y`;
    const { screen } = await show({ answers: { 'bytes /file/now': long } });
    const text = screen.getByRole('textbox', { name: 'Text of Thesis.md' });
    await expect.element(text).toHaveValue('x'.repeat(128 * 1024));
    await expect.element(screen.getByText(HINT)).toHaveTextContent('Only the beginning of the file.');
  });

  it('reads no more than the beginning of a line of 50 million letters', async () => {
    const { screen } = await show({
      entry: { size: 50_000_000 },
      answers: { 'bytes /file/now': 'x'.repeat(50_000_000) },
    });
    const text = screen.getByRole('textbox', { name: 'Text of Thesis.md' });
    await expect.element(text).toHaveValue('x'.repeat(128 * 1024));
  });

  it('takes the length from what came, whatever the row of the file says', async () => {
    const whole = 'x'.repeat(128 * 1024);
    const { screen } = await show({
      entry: { size: 900_000_000 },
      answers: { 'bytes /file/now': whole },
    });
    await expect.element(screen.getByRole('textbox', { name: 'Text of Thesis.md' })).toHaveValue(whole);
    expect(screen.getByText(HINT).elements()).toEqual([]);
  });
});

describe('the details of a file', () => {
  it('show what it holds and every version with what happened', async () => {
    const { screen } = await show();
    await expect
      .element(screen.getByRole('textbox', { name: 'Text of Thesis.md' }))
      .toHaveValue('third thoughts');
    const rows = screen.getByRole('grid', { name: 'Versions' }).getByRole('row');
    await expect.poll(() => rows.elements().length).toBe(3);
    const texts = () => rows.elements().map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
    expect(texts()[0]).toMatch(/^Changed Now 14 B .*Ada on desk$/);
    expect(texts()[1]).toContain('Renamed from Draft.md');
    expect(texts()[2]).toContain('Added');
  });

  it('name the whole day of a version, however long the name of who made it is', async () => {
    const versions = [version('c', { author_name: 'A name that is longer than the line '.repeat(4) })];
    const { screen } = await show({ answers: { [`GET ${LIBRARY}/versions/`]: { versions, cursor: null } } });
    const sheet = Object.assign(document.createElement('style'), { textContent: base });
    document.head.append(sheet);
    onTestFinished(() => sheet.remove());
    const day = screen.getByRole('row').element().querySelector('time');
    expect(day?.scrollWidth).toBe(day?.clientWidth);
  });

  it('preview an older version, and bring it back with a way to undo that', async () => {
    const { screen, http } = await show();
    await screen.getByText('Added', { exact: true }).click();
    await expect.element(screen.getByRole('textbox')).toHaveValue('first thoughts');
    await screen.getByRole('button', { name: 'Restore this version' }).click();
    const restore = () => http.calls.find(({ call }) => call.endsWith('versions/restore/'))?.body;
    await expect
      .poll(restore)
      .toEqual({ path: '/Thesis.md', commit_id: 'a'.repeat(40), version_path: '/Draft.md' });
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => http.calls.find(({ call }) => call === `POST ${LIBRARY}/items/undo/`)?.body)
      .toEqual({ commit_ids: ['d'.repeat(40)] });
    await expect
      .element(screen.getByText(/^Undid restoring “Thesis\.md” from .* in Documents$/))
      .toBeVisible();
  });

  it('lead to a comparison by keyboard', async () => {
    const { screen } = await show();
    await screen.getByText('Renamed from Draft.md').click();
    await userEvent.keyboard('d');
    await expect
      .poll(() => window.location.hash)
      .toBe(`#/${LIBRARY}/compare/Thesis.md?before=${'a'.repeat(40)}&after=${'b'.repeat(40)}`);
    window.history.replaceState(null, '', '#/');
  });

  it('offer no restoring where the library cannot be changed', async () => {
    const { screen } = await show({ library: { permission: 'r' } });
    await screen.getByText('Added', { exact: true }).click();
    await expect.element(screen.getByRole('button', { name: 'Compare' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Restore this version' }).elements()).toHaveLength(0);
  });

  it('close with Escape', async () => {
    const { screen, onclose } = await show();
    await screen.getByText('Added', { exact: true }).click();
    await userEvent.keyboard('{Escape}');
    expect(onclose).toHaveBeenCalledOnce();
  });

  it('say that there is no preview for a file of many kinds', async () => {
    const { screen } = await show({ entry: { name: 'manual.docx' } });
    await expect.element(screen.getByText('This file has no preview.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Download' })).toBeVisible();
  });

  it('say what is wrong, and try again', async () => {
    const failed = new ApiError('library-locked', 'no');
    const { screen } = await show({
      answers: { [`POST ${LIBRARY}/download-link/`]: failed, [`GET ${LIBRARY}/versions/`]: failed },
    });
    await expect.element(screen.getByText('The preview could not be loaded.')).toBeVisible();
    await expect.element(screen.getByText('The versions could not be read.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  });

  it('promise to keep the changes of a file with one version', async () => {
    const page = { versions: [version('c', { origin: 'added' })], cursor: null };
    const { screen } = await show({ answers: { [`GET ${LIBRARY}/versions/`]: page } });
    await expect.element(screen.getByText(/No earlier version yet/)).toBeVisible();
  });

  it('promise nothing of a file as it was', async () => {
    const page = { versions: [version('c', { origin: 'added' })], cursor: null };
    const { screen } = await show({
      answers: { [`GET ${LIBRARY}/versions/`]: page },
      commitId: 'c'.repeat(40),
    });
    await expect.element(screen.getByText(/^1.version$/)).toBeVisible();
    expect(screen.getByText(/No earlier version yet/).elements()).toHaveLength(0);
  });
});
