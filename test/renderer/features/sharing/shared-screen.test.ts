import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import SharedFixture from './SharedFixture.svelte';

const LIBRARY = localLibrary({ name: 'Photos', encrypted: true });
const GIVEN = {
  ...{ library_id: LIBRARY.id, library_name: 'Photos', path: '/' },
  ...{ people: 1, groups: 0, names: ['Ben'] },
};

it('reads its list again when a dialog may have changed it', async () => {
  const http = answering({
    'GET sharing/given/': { libraries: [GIVEN], cursor: null },
    [`GET libraries/${LIBRARY.id}/shares/`]: { shares: [], cursor: null },
  });
  const screen = await render(SharedFixture, { http, library: LIBRARY });
  const read = () => http.calls.filter(({ call }) => call === 'GET sharing/given/').length;
  await screen.getByText('Ben').dblClick();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  expect(read()).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(read).toBe(2);
});

it('names a shared folder and its library, and asks about that folder alone', async () => {
  const library = localLibrary({ name: 'Work' });
  const asked: unknown[] = [];
  const http = answering({
    'GET sharing/given/': {
      libraries: [{ ...GIVEN, library_id: library.id, library_name: 'Work', path: '/plans/2026' }],
      cursor: null,
    },
    [`GET libraries/${library.id}/shares/`]: ({ query }: RequestOptions) => {
      asked.push(query?.['path']);
      return { shares: [], total: 0, cursor: null };
    },
    'GET public-links/': { links: [], origin: 'https://files.example.org', cursor: null },
  });
  const screen = await render(SharedFixture, { http, library });
  await expect.element(screen.getByText('in “Work”')).toBeVisible();
  await screen.getByText('2026').dblClick();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('This folder is not shared on its own yet.')).toBeVisible();
  expect(asked).toEqual(['/plans/2026']);
});

it.each([
  ['http://127.0.0.1:8082', 1],
  ['https://studio.local:8444', 0],
])('of links to %s says before the first one whether other devices can open it', async (origin, warnings) => {
  const library = localLibrary({ name: 'Work' });
  const http = answering({
    'GET sharing/given/': {
      libraries: [{ ...GIVEN, library_id: library.id, library_name: 'Work', path: '/plans/2026' }],
      cursor: null,
    },
    [`GET libraries/${library.id}/shares/`]: { shares: [], total: 0, cursor: null },
    'GET public-links/': { links: [], origin, cursor: null },
  });
  const screen = await render(SharedFixture, { http, library });
  await screen.getByText('2026').dblClick();
  await expect.element(screen.getByRole('button', { name: 'New link' })).toBeVisible();
  expect(screen.getByText('Links work only on this computer').elements()).toHaveLength(warnings);
});
