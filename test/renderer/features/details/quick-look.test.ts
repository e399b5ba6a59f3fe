import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { EntryJson } from '../../../../src-shared/contents-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import { fileEntry } from '../../versions.ts';
import LookFixture from './LookFixture.svelte';

const LINK = 'POST libraries/00000000-0000-4000-8000-000000000001/download-link/';

/** A wide picture, as text: what the fake service holds is text. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="2000"><rect width="9" height="9"/></svg>';

async function look(entry: Partial<EntryJson>, content = '', more: object = {}) {
  const http = answering({ [LINK]: { url: '/file' }, 'bytes /file': content });
  const props = { http, library: localLibrary({}), entry: fileEntry(entry), ...more };
  const screen = await render(LookFixture, props);
  return { screen, dialog: screen.getByRole('dialog'), http };
}

describe('a large look at a file', () => {
  it('says which of how many it is, and goes on by buttons and by arrow keys', async () => {
    const onstep = vi.fn();
    const { screen, dialog } = await look({ name: 'a.txt' }, 'text', { onstep });
    await expect.element(dialog.getByText(/3 of 18$/)).toBeVisible();
    await screen.getByRole('button', { name: 'Next file' }).click();
    await userEvent.keyboard('{ArrowLeft}');
    expect(onstep.mock.calls).toEqual([[1], [-1]]);
  });

  it('ends at the first and the last', async () => {
    const { screen } = await look({ name: 'a.txt' }, 'text', { at: 18 });
    await expect.element(screen.getByRole('button', { name: 'Next file' })).toBeDisabled();
    await expect.element(screen.getByRole('button', { name: 'Previous file' })).toBeEnabled();
  });

  it('makes a picture larger by keys and buttons, and lets it be scrolled then', async () => {
    const { screen } = await look({ name: 'a.svg' }, SVG);
    const picture = screen.getByRole('img', { name: 'a.svg' });
    await expect.element(picture).toBeVisible();
    const width = () => picture.element().getBoundingClientRect().width;
    await expect.poll(width).toBeLessThan(1280);
    const fitting = width();
    await userEvent.keyboard('+');
    await expect.poll(width).toBeCloseTo(fitting * 1.25, 0);
    await expect
      .element(screen.getByRole('group', { name: 'Part of a.svg' }))
      .toHaveAttribute('tabindex', '0');
    await screen.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(width).toBeCloseTo(fitting * 1.25 ** 2, 0);
    await userEvent.keyboard('0');
    await expect.poll(width).toBe(fitting);
    await expect.element(screen.getByRole('button', { name: 'Smaller' })).toBeDisabled();
  });

  it('shows a page of HTML as the text that it is', async () => {
    const { screen } = await look({ name: 'a.html' }, '<script>alert(1)</script>');
    await expect.element(screen.getByRole('textbox')).toHaveValue('<script>alert(1)</script>');
  });

  it('plays sound and film from where they lie, without fetching them first', async () => {
    // Nothing lies at the address here, so that the player leaves the page as soon as the browser has looked.
    const sources: (string | null)[] = [];
    const watching = new MutationObserver(() => {
      const player = document.querySelector('audio');
      if (player !== null) sources.push(player.getAttribute('src'));
    });
    watching.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => watching.disconnect());
    const { http } = await look({ name: 'a.mp3', size: 900_000_000 });
    await expect.poll(() => sources[0]).toBe('/file');
    expect(http.calls.map(({ call }) => call)).toEqual([LINK]);
  });

  it('says so of a picture that is broken, and of one that is too large', async () => {
    const broken = await look({ name: 'a.png' }, 'no picture');
    await expect.element(broken.screen.getByText('The picture cannot be shown.')).toBeVisible();
    await broken.screen.unmount();
    const large = await look({ name: 'a.png', size: 90_000_000 });
    await expect.element(large.screen.getByText('The file is too large to show here.')).toBeVisible();
    expect(large.http.calls).toEqual([]);
  });

  it('puts nothing in a frame that only calls itself a PDF', async () => {
    vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(true);
    const { screen } = await look({ name: 'a.pdf' }, '<script>alert(1)</script>');
    await expect.element(screen.getByText('This file has no preview.')).toBeVisible();
    expect(document.querySelector('iframe')).toBe(null);
    await screen.unmount();
    await look({ name: 'a.pdf' }, '%PDF-1.4 ');
    await expect.poll(() => document.querySelector('iframe')?.src).toMatch(/^blob:/);
  });

  it('opens the real file where there is one', async () => {
    const onopen = vi.fn();
    const { screen } = await look({ name: 'a.txt' }, 'text', { onopen });
    await screen.getByRole('button', { name: 'Open the file' }).click();
    expect(onopen).toHaveBeenCalledOnce();
  });
});
