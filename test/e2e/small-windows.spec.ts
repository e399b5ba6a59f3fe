import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

// A low window, and what is left of a usual one for somebody who reads at 200 %.

const WINDOWS = [
  { name: 'a window of 1280 by 720 at 200 %', width: 640, height: 360 },
  { name: 'a low window', width: 1280, height: 300 },
];
const PLACES = [
  'Home',
  'Activity',
  'Issues',
  'Search',
  'Libraries',
  'Shared',
  'Trash',
  'Deleted libraries',
  'Administration',
  'Settings',
  'Help',
];

test.describe('where there is little room', () => {
  let place: string;
  let server: ServeProcess;

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    server = await ServeProcess.start(join(place, 'data'));
    await server.addUser('anna@example.com', 'correct horse battery', 'Anna');
    for (let number = 1; number <= 20; number += 1)
      await server.call('POST', 'libraries/', { name: `Library ${number}` });
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('a list of files lies on nothing, with the time bar and without it', async ({ page }) => {
    const { id } = await server.call<{ id: string }>('POST', 'libraries/', { name: 'Papers' });
    for (let number = 1; number <= 9; number += 1)
      await server.call('POST', `libraries/${id}/items/new-folder/`, { path: `/Folder ${number}` });
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
    await page.setViewportSize({ width: 640, height: 360 });
    await page.goto(`${server.url}/#/libraries/${id}/files`);
    await expect(page.getByText('9 items')).toBeAttached();
    expect(await coveredByList(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Time bar' }).click();
    await expect(page.getByText(/differ from now/)).toBeAttached();
    expect(await coveredByList(page)).toBeLessThanOrEqual(0);
  });

  for (const { name, width, height } of WINDOWS)
    test(`every place and the account can be clicked in ${name}`, async ({ page }) => {
      await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
      await page.setViewportSize({ width, height });
      await page.goto(`${server.url}/#/admin/libraries`);
      const places = page.getByRole('navigation', { name: 'Main' });
      await expect(places.getByRole('link', { name: 'Library 7' })).toBeAttached();
      for (const label of [...PLACES, 'Library 7'])
        await places.getByRole('link', { name: label, exact: true }).click({ trial: true, timeout: 5_000 });
      await page
        .getByRole('button', { name: /All changes are|No folder/ })
        .click({ trial: true, timeout: 5_000 });
      await expectAccessible(page);
    });
});

/** How much of the line below the files the list lies on. */
function coveredByList(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return (rect('[role="grid"]')?.bottom ?? Number.NaN) - (rect('main .foot')?.top ?? Number.NaN);
  });
}
