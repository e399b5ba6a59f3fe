import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test';

const root = join(import.meta.dirname, '../..');
const missing = whyNotHere();
// Playwright reads this file once to list its tests and once more in the worker that runs them.
const isListing = process.env['TEST_WORKER_INDEX'] === undefined;
if (missing !== null && isListing) console.log(`The tests in Electron itself are skipped: ${missing}.`);

test.describe('the desktop app in Electron', () => {
  let dataDir: string;
  let app: ElectronApplication;
  let page: Page;

  test.beforeEach(async ({ browserName }, testInfo) => {
    testInfo.skip(missing !== null, missing ?? browserName);
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-electron-'));
    // Chromium's sandbox does not start for root, which is who runs the tests in most containers.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    app = await _electron.launch({ args: [root, ...asRoot, '--data-dir', dataDir, '--port', '0'] });
    page = await app.firstWindow();
  });

  test.afterEach(async () => {
    if (missing !== null) return;
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('shows its page from its own scheme, signed in', async () => {
    await expect(page).toHaveURL(/^app:\/\/keepfold\/index\.html/);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    const answer = await page.evaluate(async () => (await fetch('/api/local/v1/status/')).status);
    expect(answer).toBe(200);
  });

  test('gives its page nothing of Node, and only the bridge', async () => {
    const seen = await page.evaluate(() => [
      typeof Reflect.get(window, 'require'),
      typeof Reflect.get(window, 'process'),
    ]);
    expect(seen).toEqual(['undefined', 'undefined']);
    const bridge = await page.evaluate(() => Object.keys(Reflect.get(window, 'keepfold')));
    expect(bridge).toEqual(['isDesktop', 'pickFolder', 'revealFolder']);
  });

  test('stays on its page and opens no other window', async () => {
    await page.evaluate(() => window.open('https://example.org/'));
    await page.evaluate(() => {
      window.location.href = 'https://example.org/';
    });
    await expect(page).toHaveURL(/^app:\/\/keepfold\/index\.html/);
    expect(app.windows()).toHaveLength(1);
  });
});

/** Why Electron cannot run on this machine; null when it can. */
function whyNotHere(): string | null {
  if (!existsSync(join(root, 'node_modules/electron/path.txt'))) return 'its runtime is not installed';
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return hasDisplay ? null : 'there is no display';
}
