import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Comparison } from '../../../../src-renderer/format/address.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import { version } from '../../versions.ts';
import CompareFixture from './CompareFixture.svelte';

const LIBRARY = 'libraries/00000000-0000-4000-8000-000000000001';
const CHAIN = [version('c'), version('b'), version('a', { origin: 'added' })];

interface Shown {
  readonly comparison?: Partial<Comparison>;
  readonly answers?: Readonly<Record<string, unknown>>;
}

async function show({ comparison = {}, answers = {} }: Shown = {}) {
  const http = answering({
    [`GET ${LIBRARY}/versions/`]: { versions: CHAIN, cursor: null },
    [`POST ${LIBRARY}/download-link/`]: ({ body }: { body: { commit_id: string } }) => ({
      url: `/file/${body.commit_id[0]}`,
    }),
    'bytes /file/c': 'title\nthird thoughts\nend\n',
    'bytes /file/b': 'title\nsecond thoughts\nend\n',
    'bytes /file/a': 'title\nend\n',
    ...answers,
  });
  const onrestore = vi.fn();
  const asked = {
    ...{ libraryId: localLibrary({}).id, path: '/Thesis.md' },
    ...{ at: null, before: null, after: null, other: null },
    ...comparison,
  };
  const library = localLibrary({});
  const sides = CHAIN.map((row) => ({ ...row, size: 100 }));
  const page = { versions: sides, cursor: null };
  const filled = answers[`GET ${LIBRARY}/versions/`] ? http : { ...http, ...withSizes(http, page) };
  const screen = await render(CompareFixture, { http: filled, library, comparison: asked, onrestore });
  return { screen, onrestore };
}

/** The texts are longer than the rows of the chain say. */
function withSizes(http: ReturnType<typeof answering>, page: object): Pick<typeof http, 'request'> {
  return {
    request: async (method, path, options) =>
      path.endsWith('versions/') ? JSON.parse(JSON.stringify(page)) : http.request(method, path, options),
  };
}

describe('a comparison', () => {
  afterEach(() => {
    window.localStorage.removeItem('keepfold.diff');
    window.history.replaceState(null, '', '#/');
  });

  it('shows what the newest version changed, line by line', async () => {
    const { screen } = await show();
    const lines = screen.getByRole('grid', { name: 'Compared lines' });
    await expect.element(lines.getByText(/Removed:/)).toBeInTheDocument();
    const rows = lines.getByRole('row');
    await expect.poll(() => rows.elements().length).toBe(4);
    const texts = rows.elements().map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
    expect(texts[1]).toBe('2 −Removed: second thoughts');
    expect(texts[2]).toBe('2 +Added: third thoughts');
    await expect.element(screen.getByText('+1')).toBeVisible();
  });

  it('says above each side which version it is, and how large', async () => {
    const { screen } = await show();
    for (const label of ['Older', 'Newer']) {
      const side = screen.getByLabelText(label, { exact: true });
      await expect.element(side).toBeVisible();
      const head = side.element().previousElementSibling;
      expect(head?.textContent?.replace(/\s+/g, ' ').trim()).toBe(`${label} 100 B`);
    }
  });

  it('puts both side by side, and remembers that', async () => {
    const { screen } = await show();
    await screen.getByText('Side by side').click();
    const rows = screen.getByRole('grid', { name: 'Compared lines' }).getByRole('row');
    await expect.poll(() => rows.elements().length).toBe(3);
    expect(window.localStorage.getItem('keepfold.diff')).toBe('split');
  });

  it('takes another version from the list, and the one before by a key', async () => {
    const { screen } = await show();
    await expect.element(screen.getByText('Added:')).toBeInTheDocument();
    await screen.getByLabelText('Older').selectOptions('2');
    const older = `#/${LIBRARY}/compare/Thesis.md?before=${'a'.repeat(40)}`;
    await expect.poll(() => window.location.hash).toBe(older);
    window.history.replaceState(null, '', '#/');
    await screen.getByRole('grid').getByRole('row').first().click();
    await userEvent.keyboard('[[');
    await expect.poll(() => window.location.hash).toBe(older);
  });

  it('gives back the older version', async () => {
    const { screen, onrestore } = await show();
    await screen.getByRole('button', { name: 'Restore the older version' }).click();
    expect(onrestore.mock.calls[0]?.[0]).toMatchObject({ commit_id: 'b'.repeat(40) });
  });

  it('shows all of a file that was added', async () => {
    const { screen } = await show({ comparison: { after: 'a'.repeat(40) } });
    await expect.element(screen.getByText('+2')).toBeVisible();
    await expect.element(screen.getByText('−0')).toBeVisible();
  });

  it('asks before it compares long texts', async () => {
    const long = CHAIN.map((row) => ({ ...row, size: 3_000_000 }));
    const answers = { [`GET ${LIBRARY}/versions/`]: { versions: long, cursor: null } };
    const { screen } = await show({ answers });
    await screen.getByRole('button', { name: 'Compare anyway' }).click();
    await expect.element(screen.getByText('+1')).toBeVisible();
  });

  it('tells the facts of what cannot be shown', async () => {
    const binary = CHAIN.map((row) => ({ ...row, path: '/a.zip' }));
    const answers = { [`GET ${LIBRARY}/versions/`]: { versions: binary, cursor: null } };
    const { screen } = await show({ comparison: { path: '/a.zip' }, answers });
    await expect.element(screen.getByText(/cannot be compared here/)).toBeVisible();
    await expect.element(screen.getByRole('rowheader', { name: 'Size' })).toBeVisible();
  });

  it('says so when a version is no longer kept', async () => {
    const { screen } = await show({ comparison: { before: 'f'.repeat(40) } });
    await expect.element(screen.getByText('This version is no longer kept')).toBeVisible();
  });
});
