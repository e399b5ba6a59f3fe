import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, expectAccessibleInBothLooks, watchForProblems } from './page-checks.ts';

// What somebody does who looks after a server for others, in a real browser, against the real server.

// A busy machine derives keys from passwords for seconds.

test.describe('looking after a server', () => {
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

  test('people are added, given rights and deleted with a choice about their libraries', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await openAdmin(page, 'Users');
    await expect(page.getByRole('heading', { name: 'You are the only user' })).toBeVisible();
    await expectAccessible(page);
    await addUser(page, 'anna@example.com', 'Anna');
    await addUser(page, 'bert@example.com', 'Bert');
    const users = page.getByRole('grid', { name: 'Users' });
    await expect(users.getByRole('row')).toHaveCount(4);
    await expectAccessibleInBothLooks(page);

    await page.getByRole('button', { name: 'Actions for Anna' }).click();
    await page.getByRole('menuitem', { name: 'Make administrator…' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make administrator' }).click();
    await expect(users.getByRole('row', { name: /Anna/ }).getByText('Administrator')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(users.getByRole('row', { name: /Anna/ }).getByText('Administrator')).toHaveCount(0);

    await page.getByRole('button', { name: 'Actions for Anna' }).click();
    await page.getByRole('menuitem', { name: 'Reset password…' }).click();
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByText('It is not shown again.')).toBeVisible();
    await expect(page.getByRole('dialog').locator('code')).toHaveText(/^[0-9a-f]{20}$/);
    await page.getByRole('button', { name: 'Done' }).click();

    await openAdmin(page, 'All libraries');
    await makeLibrary(page, 'Of Anna', 'Anna');
    await openAdmin(page, 'Users');
    await page.getByRole('button', { name: 'Actions for Anna' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByLabel('Type “anna@example.com” to confirm').fill('anna@example.com');
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    await page.getByRole('radio', { name: /Another user/ }).check();
    await page.getByRole('radio', { name: /bert@example.com/ }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(users.getByRole('row', { name: /Anna/ })).toHaveCount(0);
    await expect(users.getByRole('row', { name: /Bert/ }).getByRole('gridcell').nth(1)).toHaveText('1');
    expect(problems).toEqual([]);
  });

  test('libraries of all are changed together, and what was done is taken back', async ({ page }) => {
    await page.goto(server.signInUrl);
    await openAdmin(page, 'Users');
    await addUser(page, 'anna@example.com', 'Anna');
    await openAdmin(page, 'All libraries');
    for (const name of ['Plans', 'Papers', 'Photos']) await makeLibrary(page, name, 'Anna');
    const libraries = page.getByRole('grid', { name: 'All libraries' });
    await expect(libraries.getByRole('row')).toHaveCount(4);
    await expectAccessibleInBothLooks(page);

    await page.keyboard.press('/');
    await page.keyboard.type('p');
    await page.keyboard.type('ho');
    await expect(libraries.getByRole('row')).toHaveCount(2);
    await page.getByLabel('Search by name').fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'No library matches' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filter' }).click();

    await page.getByRole('checkbox', { name: 'Select Papers' }).click();
    await page.getByRole('checkbox', { name: 'Select Plans' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected libraries' });
    await expect(bar.getByText('3 libraries')).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await bar.getByRole('button', { name: 'Make read-only' }).click();
    await expect(libraries.getByText('Read-only')).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(libraries.getByText('Read-only')).toHaveCount(0);

    await bar.getByRole('button', { name: 'Retention…' }).click();
    await page.getByLabel('Keep history for').selectOption({ label: '90 days' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue…' }).click();
    await page.getByLabel('Type “3 libraries” to confirm').fill('3 libraries');
    await page.getByRole('button', { name: 'Shorten the history' }).click();
    await expect(libraries.getByText('90 days')).toHaveCount(3);

    await bar.getByRole('button', { name: 'Transfer…' }).click();
    await page.getByRole('radio', { name: /^me/ }).check();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click();
    await expect(libraries.getByRole('button', { name: 'me', exact: true })).toHaveCount(3);

    await bar.getByRole('button', { name: 'Delete' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Delete 3.libraries$/ }).click();
    await expect(page.getByRole('heading', { name: 'No libraries' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(libraries.getByRole('row')).toHaveCount(4);
    await expect(libraries.getByText('90 days')).toHaveCount(3);
  });

  test('the contents of a library can be looked into, with a banner that says so', async ({ page }) => {
    const folder = join(place, 'folder');
    mkdirSync(join(folder, 'Letters'), { recursive: true });
    writeFileSync(join(folder, 'Thesis.txt'), 'first thoughts');
    await server.link(folder);
    await page.goto(server.signInUrl);
    await openAdmin(page, 'All libraries');
    await page.getByRole('grid', { name: 'All libraries' }).getByRole('link', { name: 'folder' }).click();
    await expect(page.getByText('Administrator view: what you do here is logged.')).toBeVisible();
    await expect(page.getByText('This library is your own, so nothing is logged.')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Files' }).getByText('Thesis.txt')).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name').fill('Drafts');
    await page.getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('link', { name: 'Drafts' }).click();
    await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible();
    await page.goBack();
    const download = page.waitForEvent('download');
    await page.getByText('Thesis.txt').dblclick();
    expect((await download).suggestedFilename()).toBe('Thesis.txt');
    await page.getByRole('button', { name: 'Actions for Thesis.txt' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “Thesis.txt”?' });
    await expectAccessibleInBothLooks(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('grid', { name: 'Files' }).getByText('Thesis.txt')).toHaveCount(0);
  });

  test('the storage is measured, cleaned up after a look, and checked', async ({ page }) => {
    const folder = join(place, 'folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'Thesis.txt'), 'first thoughts '.repeat(200));
    await server.link(folder);
    await page.goto(server.signInUrl);
    await openAdmin(page, 'Background jobs');
    await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go to storage' }).click();
    await page.getByRole('link', { name: 'Storage of all libraries' }).click();
    const table = page.getByRole('table', { name: 'Storage by library' });
    await expect(table.getByRole('row', { name: /folder/ })).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await table.getByRole('link', { name: 'folder' }).click();
    const largest = page.getByRole('table', { name: 'Largest files' });
    await expect(largest.getByRole('row', { name: /Thesis/ })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Folders and files, largest first' })).toBeVisible();
    // What is there for screen readers alone makes the window no longer.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
    await expectAccessibleInBothLooks(page);
    await page.goBack();
    await page.goBack();
    await page.getByRole('button', { name: 'Preview clean-up' }).click();
    await expect(page.getByText('There is nothing to free.')).toBeVisible();
    await page.getByRole('button', { name: 'Full check' }).click();
    await expect(page.getByText(/Checked just now, 0.problems/)).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await openAdmin(page, 'Background jobs');
    await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible();
    await expect(page.getByText('Full check')).toBeVisible();
    await expectAccessibleInBothLooks(page);
  });

  test('settings are found, changed and taken back', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(page.getByLabel('Search the settings')).toBeFocused();
    await expect(page.getByText('Nothing else has signed in')).toBeVisible();
    await expectAccessibleInBothLooks(page);

    await page.keyboard.type('rclone');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Connect programs']);
    await expect(page.getByText(`url=${server.url}`)).toBeVisible();
    await page.getByLabel('Search the settings').fill('no such setting');
    await expect(page.getByRole('heading', { name: 'No setting matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();

    const retention = page.getByRole('combobox', { name: 'New libraries keep history for' });
    await retention.selectOption({ label: '90 days' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(retention).toHaveValue('-1');
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.getByRole('button', { name: 'Create a token…' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByRole('dialog').locator('code')).toHaveText(/^[0-9a-f]{40}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the description' }).click();
    expect((await saved).suggestedFilename()).toBe('keepfold-interface.html');
    expect(problems).toEqual([]);
  });

  test('groups and departments are made and filled', async ({ page }) => {
    await page.goto(server.signInUrl);
    await openAdmin(page, 'Users');
    await addUser(page, 'anna@example.com', 'Anna');
    await openAdmin(page, 'Groups');
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
    await page.getByRole('button', { name: 'New group' }).last().click();
    await page.getByText('Department', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Office');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create' }).click();
    const groups = page.getByRole('grid', { name: 'Groups and departments' });
    await groups.getByText('Office').dblclick();
    await page.getByRole('button', { name: 'Add a member…' }).click();
    await page.getByRole('radio', { name: /Anna/ }).check();
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByLabel('Role of Anna').selectOption('Administrator');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(
      groups
        .getByRole('row', { name: /Office/ })
        .getByRole('gridcell')
        .nth(2),
    ).toHaveText('1');
    await expectAccessibleInBothLooks(page);
  });
});

async function openAdmin(page: Page, tab: string): Promise<void> {
  if (!(await page.getByRole('navigation', { name: 'Parts of the administration' }).isVisible())) {
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
  }
  await page
    .getByRole('navigation', { name: 'Parts of the administration' })
    .getByRole('link', { name: tab })
    .click();
}

async function addUser(page: Page, email: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByRole('dialog').getByLabel('E-mail').fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Password again').fill('correct horse battery');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Users' }).getByText(email)).toBeVisible();
}

async function makeLibrary(page: Page, name: string, owner: string): Promise<void> {
  await page.getByRole('button', { name: 'New library' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('radio', { name: new RegExp(owner) }).check();
  await page.getByRole('button', { name: 'Create library' }).click();
  await expect(page.getByRole('grid', { name: 'All libraries' }).getByText(name)).toBeVisible();
}
