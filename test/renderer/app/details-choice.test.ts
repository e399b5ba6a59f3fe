import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DetailsChoice } from '../../../src-renderer/app/details-choice.svelte.ts';

// Other tests continue in the same window.
afterEach(() => page.viewport(414, 896));

beforeEach(() => window.localStorage.clear());

const isOpen = () => new DetailsChoice(window.localStorage).isOpen;

it('shows details beside a list by itself, and not over one', async () => {
  await page.viewport(1_200, 700);
  expect(isOpen()).toBe(true);
  await page.viewport(400, 700);
  expect(isOpen()).toBe(false);
});

it('keeps what was chosen, whatever the window', async () => {
  await page.viewport(400, 700);
  new DetailsChoice(window.localStorage).setOpen(true);
  expect(isOpen()).toBe(true);
  await page.viewport(1_200, 700);
  new DetailsChoice(window.localStorage).setOpen(false);
  expect(isOpen()).toBe(false);
});
