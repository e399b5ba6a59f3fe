import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { answering } from '../../fake-http.ts';
import InlineFixture from './InlineFixture.svelte';

const LINK = 'POST libraries/00000000-0000-4000-8000-000000000001/download-link/';
const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];

/** Shows what `name` held before and after; null: it was not there. */
async function show(
  name: string,
  contents: readonly [string | null, string | null],
  size = 3,
  isConflict = false,
) {
  const [before, after] = contents;
  const http = answering({
    [LINK]: ({ body }: { body: { commit_id: string } }) => ({ url: body.commit_id === OLD ? 'old' : 'new' }),
    ...(before === null ? {} : { 'bytes old': before }),
    ...(after === null ? {} : { 'bytes new': after }),
  });
  const side = (commitId: string, text: string | null, bytes: number | null) =>
    text === null ? null : { path: `/Trip/${name}`, commitId, size: bytes };
  const screen = await render(InlineFixture, {
    ...{ http, before: side(OLD, before, null), after: side(NEW, after, size), isConflict },
  });
  return { screen, http };
}

describe('what a change did to a file, beside the list', () => {
  it('is the lines of a text that were added and removed', async () => {
    const { screen } = await show('a.txt', ['one\ntwo\n', 'one\nthree\n']);
    const lines = screen.getByRole('grid', { name: 'Compared lines' });
    await expect.element(lines.getByText('two', { exact: true })).toBeVisible();
    await expect.element(lines.getByText('three', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/^\+1 −1/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Compare…' })).toBeVisible();
  });

  it('is all of a text that came or went', async () => {
    const { screen } = await show('a.txt', [null, 'new\n']);
    await expect.element(screen.getByText('new', { exact: true })).toBeVisible();
    const gone = await show('b.txt', ['old\n', null]);
    await expect.element(gone.screen.getByText('old', { exact: true })).toBeVisible();
    await expect.element(gone.screen.getByRole('region', { name: 'Content of b.txt' })).toBeVisible();
  });

  it('says which lines are whose where both are sides of a conflict', async () => {
    const { screen } = await show('a.txt', ['one\ntwo\n', 'one\nthree\nfour\n'], 3, true);
    const sides = screen.getByRole('list', { name: 'lines' }).getByRole('listitem');
    await expect.element(sides.nth(0)).toHaveTextContent('−1 only in the current version');
    await expect.element(sides.nth(1)).toHaveTextContent('+2 only in the other version');
  });

  it('is both pictures', async () => {
    const { screen } = await show('a.svg', ['<svg/>', '<svg/>']);
    await expect.element(screen.getByRole('img', { name: 'Older version' })).toBeInTheDocument();
    await expect.element(screen.getByRole('img', { name: 'Newer version' })).toBeInTheDocument();
  });

  it('is not read where it cannot be shown or is too much, by its row or by what comes', async () => {
    const film = await show('a.mp4', ['x', 'y']);
    await expect.element(film.screen.getByText('Files of this type have no preview.')).toBeVisible();
    const large = await show('a.txt', ['x', 'y'], 9_000_000);
    await expect.element(large.screen.getByText(/^This file is 9.MB, too large/)).toBeVisible();
    expect([...film.http.calls, ...large.http.calls]).toEqual([]);
    const lying = await show('b.txt', ['x'.repeat(300_000), 'y']);
    await expect.element(lying.screen.getByText(/too large to show here/).last()).toBeVisible();
  });

  it('says why it could not be read, and reads it again', async () => {
    const { screen, http } = await show('a.txt', ['one', 'two']);
    await expect.element(screen.getByText('two', { exact: true })).toBeVisible();
    const failing = answering({ [LINK]: new Error('away') });
    const again = await render(InlineFixture, {
      http: failing,
      ...{ before: null, after: { path: '/a.txt', commitId: NEW, size: 1 } },
    });
    await expect.element(again.getByText(/^The versions could not be read\./)).toBeVisible();
    await again.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => failing.calls.length).toBe(2);
    expect(http.calls).toHaveLength(4);
  });
});
