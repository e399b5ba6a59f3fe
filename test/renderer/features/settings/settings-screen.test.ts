import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { answering } from '../../fake-http.ts';
import SettingsFixture from './SettingsFixture.svelte';

const ANSWERS = {
  'GET account/password/': { is_set: false },
  'GET devices/': { devices: [] },
};

it('opens at the part that a link names, with the focus there', async () => {
  const screen = await render(SettingsFixture, { http: answering(ANSWERS), part: 'password' });
  const heading = screen.getByRole('heading', { name: 'Password' });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
});

it('shows all of the focus ring of that part', async () => {
  const screen = await render(SettingsFixture, { http: answering(ANSWERS), part: 'password' });
  const heading = screen.getByRole('heading', { name: 'Password' });
  await expect.element(heading).toHaveFocus();
  const page = heading.element().closest('.page');
  if (page === null) throw new Error('the parts lie in nothing that scrolls');
  // Two pixels wide, and one away from the words (`ui/base.css`).
  const room = heading.element().getBoundingClientRect().top - page.getBoundingClientRect().top;
  expect(room).toBeGreaterThanOrEqual(3);
});

it('opens at its search otherwise', async () => {
  const screen = await render(SettingsFixture, { http: answering(ANSWERS), part: null });
  await expect.element(screen.getByLabelText('Search the settings')).toHaveFocus();
});
