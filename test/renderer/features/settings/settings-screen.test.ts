import { tick } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { answering } from '../../fake-http.ts';
import SettingsFixture from './SettingsFixture.svelte';

// Other tests continue in the same window.
afterEach(() => page.viewport(414, 896));

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

it('marks in its index the part that is read, in a window of any height', async () => {
  await page.viewport(1280, 900);
  const screen = await render(SettingsFixture, {
    ...{ http: answering(ANSWERS), part: 'backup', isAdmin: true, height: '52rem' },
  });
  const index = screen.getByRole('navigation', { name: 'Sections' });
  const marked = () => index.element().querySelector('[aria-current]')?.textContent?.trim();
  await expect.element(screen.getByRole('heading', { name: 'Backup' })).toHaveFocus();
  await expect.poll(marked).toBe('Backup');
  const box = screen.getByRole('heading', { name: 'Backup' }).element().closest('.page');
  if (!(box instanceof HTMLElement)) throw new Error('the parts lie in nothing that scrolls');
  // The part before it is nearly gone, and Backup is what can be read.
  await scrolled(box, box.scrollTop - 120);
  expect(marked()).toBe('Backup');
  await scrolled(box, 0);
  expect(marked()).toBe('Appearance');
  await scrolled(box, box.scrollHeight);
  expect(marked()).toBe('About');
});

it('marks the part that was asked for where the page ends before it is at the top', async () => {
  await page.viewport(1280, 900);
  const screen = await render(SettingsFixture, {
    http: answering(ANSWERS),
    part: 'devices',
    height: '40rem',
  });
  const index = screen.getByRole('navigation', { name: 'Sections' });
  const marked = () => index.element().querySelector('[aria-current]')?.textContent?.trim();
  await expect.element(screen.getByRole('heading', { name: 'Devices' })).toHaveFocus();
  await expect.poll(marked).toBe('Devices');
  await index.getByRole('button', { name: 'Password' }).click();
  await expect.poll(marked).toBe('Password');
});

async function scrolled(box: HTMLElement, top: number): Promise<void> {
  const done = new Promise((resolve) => box.addEventListener('scroll', resolve, { once: true }));
  box.scrollTop = top;
  await done;
  await tick();
}
