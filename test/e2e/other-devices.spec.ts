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
  await toggle.check();
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
  await toggle.uncheck();
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
  await page.getByRole('button', { name: 'No longer allow nas.fritz.box' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'No longer allow nas.fritz.box' })).toBeVisible();
});
