import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ImageDiff from '../../../../src-renderer/features/compare/ImageDiff.svelte';

// Other tests continue in the same window.
afterEach(() => page.viewport(414, 896));

const picture = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;

async function boxes(windowWidth: number): Promise<readonly [DOMRect, DOMRect]> {
  await page.viewport(windowWidth, 700);
  const screen = await render(ImageDiff, { left: picture(40, 40), right: picture(20, 20) });
  const [older, newer] = [screen.getByAltText('Older version'), screen.getByAltText('Newer version')];
  await expect.element(screen.getByText('Older · 40 × 40')).toBeVisible();
  await expect.element(screen.getByText('Newer · 20 × 20')).toBeVisible();
  return [older.element().getBoundingClientRect(), newer.element().getBoundingClientRect()];
}

it('shows both pictures side by side at one scale, each with what it is', async () => {
  const [older, newer] = await boxes(1_000);
  expect(newer.left).toBeGreaterThan(older.right);
});

it('shows them one above the other where side by side they would be stamps', async () => {
  const [older, newer] = await boxes(400);
  expect(newer.top).toBeGreaterThan(older.bottom);
});
