import { tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ListFixture from './ListFixture.svelte';

const indicesShown = () =>
  [...document.querySelectorAll('[data-index]')].map((row) => Number(row.getAttribute('data-index')));
const focusedText = () => document.activeElement?.textContent?.trim();

describe('VirtualList', () => {
  it('draws only the rows in view of a million', async () => {
    const screen = await render(ListFixture, { count: 1_000_000 });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(40);
  });

  it('tells its whole size and where each row is', async () => {
    const screen = await render(ListFixture, { count: 5000 });
    await expect.element(screen.getByRole('grid', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '5001');
    await expect.element(screen.getByRole('row', { name: 'a-row 0' })).toHaveAttribute('aria-rowindex', '2');
  });

  it('has one tab stop and walks it with the arrow keys', async () => {
    const screen = await render(ListFixture, { count: 50 });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('[role="row"][tabindex="0"]')).toHaveLength(1);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.poll(focusedText).toBe('b-row 1');
    await userEvent.keyboard('{End}');
    await expect.poll(focusedText).toBe('j-row 49');
    await userEvent.keyboard('{Home}');
    await expect.poll(focusedText).toBe('a-row 0');
  });

  it('keeps the focused row in the page when it is scrolled out of view', async () => {
    const screen = await render(ListFixture, { count: 10_000 });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await userEvent.tab();
    const scroller = document.querySelectorAll('[role="rowgroup"]')[1];
    scroller?.scrollTo({ top: 100_000 });
    await expect.element(screen.getByText('a-row 5000', { exact: true })).toBeVisible();
    expect(focusedText()).toBe('a-row 0');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focusedText).toBe('b-row 1');
  });

  it('shows other rows in the same elements when it is scrolled far, in the order of the rows', async () => {
    const screen = await render(ListFixture, { count: 10_000 });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await screen.getByText('f-row 5').click();
    const before = new Set(document.querySelectorAll('[data-index]'));
    document.querySelectorAll('[role="rowgroup"]')[1]?.scrollTo({ top: 100_000 });
    await expect.element(screen.getByText('a-row 5000', { exact: true })).toBeVisible();
    expect(focusedText()).toBe('f-row 5');
    // A list of 220 pixels shows ten rows of 20 below its head, and has eight more on either side.
    await expect.poll(indicesShown).toEqual([5, ...Array.from({ length: 8 + 10 + 8 }, (_, at) => 4992 + at)]);
    const shown = [...document.querySelectorAll('[data-index]')];
    expect(shown.map((row) => row.textContent?.trim().replace(/^.*row /, ''))).toEqual(
      shown.map((row) => row.getAttribute('data-index')),
    );
    expect(shown.filter((row) => before.has(row)).length).toBeGreaterThan(10);
  });

  it('draws nothing beyond the view while somebody leaps through it, and the rows around it once that rests', async () => {
    const screen = await render(ListFixture, { count: 10_000 });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    const scroller = document.querySelectorAll('[role="rowgroup"]')[1];
    if (!scroller) throw new Error('there is no list to scroll');
    const seen: number[][] = [];
    scroller.addEventListener('scroll', () => void tick().then(() => seen.push(indicesShown())));
    scroller.scrollTo({ top: 100_000 });
    await expect.poll(() => seen).toEqual([[0, ...Array.from({ length: 10 }, (_, at) => 5000 + at)]]);
    await expect.poll(indicesShown).toEqual([0, ...Array.from({ length: 8 + 10 + 8 }, (_, at) => 4992 + at)]);
  });

  it('steps over headings', async () => {
    const screen = await render(ListFixture, { count: 20, headings: [0, 2] });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await userEvent.tab();
    await expect.poll(focusedText).toBe('b-row 1');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focusedText).toBe('d-row 3');
  });

  it('finds a row by the letters typed', async () => {
    const screen = await render(ListFixture, { count: 100 });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('f');
    await expect.poll(focusedText).toBe('f-row 5');
  });

  it('opens a row with Enter and with a double click', async () => {
    const onopen = vi.fn();
    const screen = await render(ListFixture, { count: 10, onopen });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await screen.getByText('d-row 3').dblClick();
    expect(onopen.mock.calls).toEqual([[1], [3]]);
  });

  it('asks for rows that come into view', async () => {
    const onrange = vi.fn();
    const screen = await render(ListFixture, { count: 10_000, onrange });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    document.querySelectorAll('[role="rowgroup"]')[1]?.scrollTo({ top: 20_000 });
    await expect.poll(() => onrange.mock.lastCall?.[0]).toBe(992);
  });

  it('stays on the row a person is at when others come before it', async () => {
    const onopen = vi.fn();
    const screen = await render(ListFixture, { count: 10, onopen });
    await expect.element(screen.getByText('a-row 0', { exact: true })).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focusedText).toBe('b-row 1');
    await screen.rerender({ count: 12, added: 2 });
    expect(focusedText()).toBe('b-row 1');
    await userEvent.keyboard('{Enter}{ArrowDown}');
    await expect.poll(focusedText).toBe('c-row 2');
    expect(onopen.mock.calls).toEqual([[3]]);
    await screen.rerender({ count: 11, added: 1 });
    expect(focusedText()).toBe('c-row 2');
  });
});
