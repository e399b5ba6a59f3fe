import Folder from '@lucide/svelte/icons/folder';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import CommandPalette from '../../../../src-renderer/features/palette/CommandPalette.svelte';
import type { PaletteEntry } from '../../../../src-renderer/features/palette/palette-search.ts';

function entry(id: string, fields: Partial<PaletteEntry> = {}): PaletteEntry {
  return { id, group: 'libraries', label: id, icon: Folder, run: () => undefined, ...fields };
}

const home = entry('Home', { group: 'places' });
const settings = entry('Settings', { group: 'places', shortcut: 'Ctrl+,' });
const undo = entry('Undo', { group: 'actions' });

beforeEach(() => window.localStorage.clear());

async function show(
  entries: readonly PaletteEntry[],
  findFiles?: (words: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>,
) {
  const onclose = vi.fn();
  const screen = await render(CommandPalette, { entries, findFiles, onclose });
  const field = screen.getByRole('combobox', { name: 'Command palette' });
  await expect.element(field).toHaveFocus();
  const chosen = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent?.trim();
  return { screen, field, onclose, chosen };
}

describe('the command palette', () => {
  it('takes the focus and runs the first match by Enter, once it is closed', async () => {
    const order: string[] = [];
    const photos = entry('Photos', { run: () => order.push('ran') });
    const { onclose, chosen } = await show([home, photos, undo]);
    onclose.mockImplementation(() => order.push('closed'));
    await userEvent.keyboard('pho');
    await expect.poll(chosen).toBe('Photos');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => order).toEqual(['closed', 'ran']);
  });

  it('is walked with the arrow keys, and tells a screen reader which row is chosen', async () => {
    const { field, chosen } = await show([home, settings, undo]);
    await expect.poll(chosen).toBe('Home');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(chosen).toContain('Settings');
    const active = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');
    await expect.poll(() => active()?.textContent).toContain('Settings');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.poll(chosen).toBe('Undo');
  });

  it('shows what was chosen lately first, and only there', async () => {
    window.localStorage.setItem('keepfold.recent-choices', '["Undo","gone"]');
    const { screen, chosen } = await show([home, settings, undo]);
    await expect.poll(chosen).toBe('Undo');
    await expect.element(screen.getByText('Recent')).toBeVisible();
    expect(screen.getByRole('option', { name: 'Undo' }).elements()).toHaveLength(1);
  });

  it('shows the files that are found below what matches, and asks for them once', async () => {
    const asked: string[] = [];
    const ran = vi.fn();
    const { screen, onclose } = await show([home], async (words) => {
      asked.push(words);
      return [entry('letter', { group: 'files', label: 'home letter.txt', isPassing: true, run: ran })];
    });
    await userEvent.keyboard('home');
    const options = () =>
      screen
        .getByRole('option')
        .elements()
        .map((row) => row.textContent?.trim());
    await expect
      .poll(options)
      .toEqual([
        'Home',
        'home letter.txt',
        'Search names, texts and the past for “home”',
        'Search the guide for “home”',
      ]);
    expect(asked).toEqual(['home']);
    expect(document.querySelector('.nothing')).toBeNull();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => ran.mock.calls.length).toBe(1);
    expect(onclose).toHaveBeenCalledOnce();
    expect(window.localStorage.getItem('keepfold.recent-choices')).toBeNull();
  });

  it('has Enter take the best file where nothing else matches', async () => {
    const gate = Promise.withResolvers<void>();
    const { chosen } = await show([home], async () => {
      await gate.promise;
      return [entry('letter', { group: 'files', label: 'letter.txt' })];
    });
    await userEvent.keyboard('letter');
    await expect.poll(chosen).toBe('Search names, texts and the past for “letter”');
    gate.resolve();
    await expect.poll(chosen).toBe('letter.txt');
  });

  it('says nothing of what matches before it is known, and nothing when files cannot be asked for', async () => {
    const gate = Promise.withResolvers<void>();
    const { screen } = await show([home], async () => {
      await gate.promise;
      throw new Error('away');
    });
    await userEvent.keyboard('invoice');
    await expect.element(screen.getByRole('option', { name: /^Search names/ })).toBeVisible();
    expect(document.querySelector('.nothing')).toBeNull();
    gate.resolve();
    await expect.poll(() => document.querySelector('.nothing')).not.toBeNull();
  });

  it('puts what is done with the open library first', async () => {
    const share = entry('here-share', { group: 'here', label: 'Share…', note: 'Papers' });
    window.localStorage.setItem('keepfold.recent-choices', '["Undo"]');
    const { chosen } = await show([home, settings, undo, share]);
    await expect.poll(chosen).toContain('Share…');
  });

  it('says that nothing matches and offers to search everything', async () => {
    const { screen, onclose, chosen } = await show([home]);
    await userEvent.keyboard('invoice');
    const nothing = screen.getByText('No command and no file name matches “invoice”.');
    await expect.element(nothing.first()).toBeVisible();
    await expect.poll(chosen).toBe('Search names, texts and the past for “invoice”');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => window.location.hash).toBe('#/search?q=invoice');
    expect(onclose).toHaveBeenCalledOnce();
    window.location.hash = '';
  });

  it('leads to what the guide says of what nothing else is called', async () => {
    const { screen, onclose } = await show([home]);
    await userEvent.keyboard('rehearsal');
    await userEvent.click(screen.getByRole('option', { name: 'Search the guide for “rehearsal”' }));
    await expect.poll(() => window.location.hash).toBe('#/help?q=rehearsal');
    expect(onclose).toHaveBeenCalledOnce();
    window.location.hash = '';
  });

  it('closes by Escape', async () => {
    const { onclose } = await show([home]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => onclose.mock.calls.length).toBe(1);
  });
});
