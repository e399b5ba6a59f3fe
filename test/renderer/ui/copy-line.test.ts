import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import CopyLineFixture from './CopyLineFixture.svelte';

it('breaks a long command in a section of the settings, so that its button stays there', async () => {
  await page.viewport(800, 600);
  const screen = await render(CopyLineFixture, {
    text: `rclone config create ${'option=value '.repeat(20)}`,
  });
  const button = screen.getByRole('button', { name: 'Copy: Command' });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().right).toBeLessThanOrEqual(800);
});
