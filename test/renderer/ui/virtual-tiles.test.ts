import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ListFixture from './ListFixture.svelte';

// Five in a line of 600 pixels.
const TILES = { width: 100, height: 80 };
const tiles = () => document.querySelectorAll('[role="gridcell"]');
const focusedText = () => document.activeElement?.textContent?.trim();
const press = async (keys: string, text: string) => {
  await userEvent.keyboard(keys);
  await expect.poll(focusedText).toBe(text);
};

describe('a list of tiles', () => {
  it('draws only what is in view of ten thousand', async () => {
    const screen = await render(ListFixture, { count: 10_000, tiles: TILES });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    expect(tiles().length).toBeLessThan(120);
    document.querySelector('[role="rowgroup"]')?.scrollTo({ top: 80 * 1_000 });
    await expect.element(screen.getByText('a-row 5000', { exact: true })).toBeVisible();
    expect(tiles().length).toBeLessThan(120);
  });

  it('tells lines and columns, and each name', async () => {
    const screen = await render(ListFixture, { count: 12, tiles: TILES });
    const grid = screen.getByRole('grid', { name: 'Rows' });
    await expect.element(grid).toHaveAttribute('aria-rowcount', '3');
    await expect.element(grid).toHaveAttribute('aria-colcount', '5');
    const last = screen.getByRole('gridcell', { name: 'b-row 11' });
    await expect.element(last).toHaveAttribute('aria-colindex', '2');
    expect(last.element().closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('3');
  });

  it('has one tab stop, and arrow keys that lead in four directions', async () => {
    const screen = await render(ListFixture, { count: 12, tiles: TILES });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
    await userEvent.tab();
    await press('{ArrowRight}{ArrowRight}', 'c-row 2');
    await press('{ArrowDown}', 'h-row 7');
    // The last line has two only.
    await press('{ArrowDown}', 'b-row 11');
    await press('{ArrowDown}', 'b-row 11');
    await press('{ArrowLeft}', 'a-row 10');
    await press('{ArrowUp}{ArrowUp}{ArrowUp}', 'a-row 0');
    await press('{End}', 'b-row 11');
    await press('e', 'e-row 4');
  });

  it('selects a range by Shift with arrow keys, and opens by Enter', async () => {
    const [onpick, onopen] = [vi.fn(), vi.fn()];
    const screen = await render(ListFixture, { count: 12, tiles: TILES, onpick, onopen });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await userEvent.tab();
    await press('{Shift>}{ArrowDown}{/Shift}', 'f-row 5');
    expect(onpick).toHaveBeenLastCalledWith(5, 'range');
    await userEvent.keyboard('{Enter}');
    expect(onopen).toHaveBeenLastCalledWith(5);
  });

  it('keeps the focused tile in the page when it is scrolled out of view', async () => {
    const screen = await render(ListFixture, { count: 10_000, tiles: TILES });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await userEvent.tab();
    document.querySelector('[role="rowgroup"]')?.scrollTo({ top: 80 * 900 });
    await expect.element(screen.getByText('a-row 4500', { exact: true })).toBeVisible();
    expect(focusedText()).toBe('a-row 0');
  });

  it('stays where it is when tiles become larger', async () => {
    const screen = await render(ListFixture, { count: 10_000, tiles: TILES });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    document.querySelector('[role="rowgroup"]')?.scrollTo({ top: 80 * 400 });
    await expect.element(screen.getByText('a-row 2000', { exact: true })).toBeVisible();
    await screen.rerender({ tiles: { width: 180, height: 160 } });
    await expect.element(screen.getByText('a-row 2000', { exact: true })).toBeInViewport();
  });
});
