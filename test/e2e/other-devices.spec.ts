import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { callTls, freePort } from '../support/tls-calls.ts';
import { expectAccessible } from './page-checks.ts';

const PASSWORD = 'correct horse battery';

let place: string;
let server: ServeProcess;

test.beforeEach(async ({ page }) => {
  place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
  server = await ServeProcess.start(join(place, 'data'));
  // One that nobody else on this machine has.
  await server.call('PUT', 'reach/', { on: false, port: await freePort() });
  await page.goto(server.signInUrl);
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
});

test.afterEach(async () => {
  await server.stop();
  rmSync(place, { recursive: true, force: true });
});

async function openSettings(page: Page) {
  await page.goto(`${server.url}/#/settings?part=reach`);
  return page.getByRole('checkbox', { name: 'Other devices in my network may connect' });
}

async function callAs(host: string): Promise<void> {
  const { port } = new URL(server.url);
  const sent = request({ host: '127.0.0.1', port, path: '/', headers: { host } }).end();
  const [response] = await once(sent, 'response');
  response.resume();
}

test('other devices may connect once there is a password, and no longer when that is ended', async ({
  page,
}) => {
  const toggle = await openSettings(page);
  await expect(toggle).toBeDisabled();
  await page.getByRole('button', { name: 'Set one now…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Password again').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Set password' }).click();
  // The part about the password has heard of it.
  await expect(page.getByRole('button', { name: 'Change password…' })).toBeAttached();
  // It shows what the service has, so it changes with the answer.
  await toggle.click();
  await expect(page.getByRole('img', { name: /^QR code of https:/ })).toBeVisible();
  const fingerprint = await page.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/).innerText();
  const address = new URL(
    await page
      .getByText(/^https:\/\/.*\.local:/)
      .first()
      .innerText(),
  );
  const ping = () =>
    callTls(Number(address.port), 'GET', '/api2/ping/', { headers: { host: address.host }, fingerprint });
  expect((await ping()).status).toBe(200);
  await expectAccessible(page);
  await toggle.click();
  await expect(page.getByText('Other devices can no longer connect')).toBeVisible();
  await expect(ping()).rejects.toThrow('ECONNREFUSED');
});

test('a name that somebody called the server by is allowed from the issues', async ({ page }) => {
  await callAs('nas.fritz.box');
  await page.goto(`${server.url}/#/issues`);
  await expect(page.getByText('nas.fritz.box')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('“nas.fritz.box” is allowed')).toBeVisible();
  await openSettings(page);
  await page.getByRole('button', { name: 'Remove nas.fritz.box' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Remove nas.fritz.box' })).toBeVisible();
});

/** In both themes. */
async function expectBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test('a phone is connected in one dialog, by a code that holds until the dialog is closed', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Connect a phone…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a phone' });
  await expect(dialog.getByText('The address appears once other devices may connect.')).toBeVisible();
  await expectBothThemes(page);
  await dialog.getByRole('button', { name: 'Set one now…' }).click();
  const setting = page.getByRole('dialog', { name: 'Set a password' });
  await setting.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await setting.getByLabel('Password again').fill(PASSWORD);
  await setting.getByRole('button', { name: 'Set password' }).click();
  await dialog.getByRole('checkbox', { name: /^Other devices/ }).click();
  await dialog.getByRole('button', { name: 'Show a code' }).click();
  const shown = dialog.getByText(/^([a-z]{5} ){2}[a-z]{5}$/);
  const code = await shown.innerText();
  await expectBothThemes(page);

  const { port } = (await server.call('GET', 'reach/')) as { port: number };
  const { addresses, fingerprint } = (await server.call('GET', 'reach/')) as {
    addresses: string[];
    fingerprint: string;
  };
  const signIn = (password: string) =>
    callTls(port, 'POST', '/api2/auth-token/', {
      headers: {
        host: new URL(addresses[0] ?? '').host,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        ...{ username: 'me@keepfold.local', password, platform: 'android' },
        ...{ device_id: '0123456789abcdef', device_name: 'Pixel 9', client_version: '4.1.7' },
      }).toString(),
      fingerprint,
    });
  expect((await signIn('bbbbb bbbbb bbbbb')).status).toBe(400);
  expect((await signIn(code)).status).toBe(200);
  await expect(dialog.getByText('A phone signed in: Pixel 9')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Sign out…' })).toBeVisible();
  await expectBothThemes(page);
  expect((await signIn(code)).status).toBe(400);

  await dialog.getByRole('button', { name: 'New code' }).click();
  const second = await shown.innerText();
  expect(second).not.toBe(code);
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    dialog.getByRole('button', { name: 'Done' }).click(),
  ]);
  expect((await signIn(second)).status).toBe(400);
});

test('an address of a proxy is taken in the settings, if it is one', async ({ page }) => {
  // It signs the page out; the token of this computer goes on.
  await server.call('PUT', 'account/password/', { new_password: PASSWORD });
  await page.evaluate((token) => sessionStorage.setItem('keepfold.token', token), server.token);
  await page.reload();
  await openSettings(page);
  await page.getByText('Addresses and proxies').click();
  const field = page.getByRole('textbox', { name: 'Addresses behind a proxy' });
  await field.fill('files.example.org');
  await field.press('Enter');
  await expect(
    page.getByText('Type an address without a path, like https://files.example.org.'),
  ).toBeVisible();
  await field.fill('https://files.example.org');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove https://files.example.org' })).toBeVisible();
  await expectBothThemes(page);
});
