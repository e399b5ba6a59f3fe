import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FinderFixture from './FinderFixture.svelte';

const LIBRARY = localLibrary({});
const JONAS = { kind: 'user', id: 'jonas@example.org', name: 'Jonas' };

async function open(targets: readonly object[]) {
  const http = answering({ [`GET libraries/${LIBRARY.id}/share-targets/`]: { targets } });
  const screen = await render(FinderFixture, { http, libraryId: LIBRARY.id });
  const field = screen.getByRole('textbox', { name: 'Add a person or group' });
  await field.click();
  await expect.poll(() => http.calls.length).toBe(1);
  return { screen, field };
}

it('suggests whom there is to share with before anything is typed', async () => {
  const { screen } = await open([JONAS]);
  await expect.element(screen.getByText('Suggestions')).toBeVisible();
  await expect.element(screen.getByText('jonas@example.org')).toBeVisible();
});

it('suggests nobody where there is nobody, and says so once somebody was looked for', async () => {
  const { screen, field } = await open([]);
  await expect.element(screen.getByText('Suggestions')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Nobody else matches.')).not.toBeInTheDocument();
  await field.fill('zoe');
  await expect.element(screen.getByText('Nobody else matches.')).toBeVisible();
});
