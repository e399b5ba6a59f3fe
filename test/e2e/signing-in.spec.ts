import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

// How its person comes in again by a browser, on the computer that Keepfold runs on.

test.describe('signing in on the own computer', () => {
  let place: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    server = await ServeProcess.start(join(place, 'data'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('a used sign-in link says so, and how to get another one', async ({ page, context }) => {
    await page.goto(server.signInUrl);
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    const later = await context.newPage();
    await later.goto(server.signInUrl);
    await expect(
      later.getByRole('alert').getByText('This sign-in link has been used.').first(),
    ).toBeVisible();
    await expect(later.getByLabel('Password')).toBeVisible();
    await expect(later.getByText(`npm run cli -- sign-in --data-dir ${join(place, 'data')}`)).toBeVisible();
    await expect(later.getByLabel('E-mail')).toHaveValue('me@keepfold.local');
    await expectAccessible(later);
    const { address } = await server.call<{ address: string }>('POST', 'session/links/');
    await later.goto(address);
    await expect(later.getByRole('button', { name: 'Account' })).toBeVisible();
  });

  test('a program of a device opens the page at its library, and old links lead there after a sign-in', async ({
    page,
    browser,
  }) => {
    await server.addUser('anna@example.com', 'a secret of anna', 'Anna');
    const { id } = await server.call<{ id: string }>('POST', 'libraries/', { name: 'Papers' });
    const asked = await fetch(new URL('/api2/client-login/', server.url), {
      method: 'POST',
      headers: { Authorization: `Token ${server.token}` },
    });
    const { token } = (await asked.json()) as { token: string };
    const next = `/library/${id}/Papers/`;
    const opened = `${server.url}/client-login/?${new URLSearchParams({ token, next })}`;
    await page.goto(opened);
    await expect(page.getByRole('heading', { name: 'Papers' })).toBeVisible();
    expect(page.url()).toBe(`${server.url}/#/libraries/${id}/files`);
    const another = await (await browser.newContext()).newPage();
    await another.goto(opened);
    await expect(
      another.getByRole('alert').getByText('This sign-in link has been used.').first(),
    ).toBeVisible();
    await another.goto(`${server.url}/profile/`);
    await another.getByLabel('E-mail').fill('anna@example.com');
    await another.getByLabel('Password').fill('a secret of anna');
    await another.getByRole('button', { name: 'Sign in' }).click();
    await expect(another.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  });

  test('a smart link leads to its item, and says when there is none', async ({ page }) => {
    const { id } = await server.call<{ id: string }>('POST', 'libraries/', { name: 'Papers' });
    await server.call('POST', `libraries/${id}/items/new-folder/`, { path: '/Trip' });
    const query = new URLSearchParams({ repo_id: id, path: '/Trip', is_dir: 'true' });
    const asked = await fetch(new URL(`/api/v2.1/smart-link/?${query}`, server.url), {
      headers: { Authorization: `Token ${server.token}` },
    });
    const { smart_link: link } = (await asked.json()) as { smart_link: string };
    await page.goto(server.signInUrl);
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(`${server.url}/#/libraries/${id}/files/Trip`);
    await page.goto(`${server.url}/smart-link/00000000-0000-4000-8000-000000000000/`);
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    await expectAccessible(page);
  });

  test('nothing moves in the open menu of the account when the server says late how it is', async ({
    page,
  }) => {
    const opened = Promise.withResolvers<void>();
    await page.route('**/api/local/v1/status/', async (route) => {
      await opened.promise;
      await route.continue();
    });
    await page.goto(server.signInUrl);
    await page.getByRole('button', { name: 'Account' }).click();
    const administration = page.getByRole('menuitem', { name: 'Administration' });
    await expect(administration).toBeVisible();
    const lines = await page.getByRole('menuitem').allInnerTexts();
    const place = await administration.boundingBox();
    await Promise.all([page.waitForResponse('**/api/local/v1/status/'), opened.resolve()]);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(lines);
    expect(await administration.boundingBox()).toEqual(place);
  });

  test('whoever chose so is still signed in when the browser was closed', async ({ page, context }) => {
    await page.goto(server.signInUrl);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Stay signed in on this browser' }).click();
    await expect(page.getByText('You stay signed in on this browser')).toBeVisible();
    await page.close();
    const later = await context.newPage();
    await later.goto(server.url);
    await later.getByRole('button', { name: 'Account' }).click();
    await expectAccessible(later);
    await later.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(later.getByLabel('Password')).toBeVisible();
    await later.reload();
    await expect(later.getByLabel('Password')).toBeVisible();
  });
});
