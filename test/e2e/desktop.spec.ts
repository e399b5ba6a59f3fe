import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { hasTray } from '../../src-main/electron/tray/status-notifier.ts';

const root = join(import.meta.dirname, '../..');
const missing = whyNotHere();
// Playwright reads this file once to list its tests and once more in the worker that runs them.
const isListing = process.env['TEST_WORKER_INDEX'] === undefined;
if (missing !== null && isListing) console.log(`The tests in Electron itself are skipped: ${missing}.`);

/** What the page gets of the shell. */
const functions = [
  ...[
    'isDesktop',
    'pickFolder',
    'revealFolder',
    'revealItem',
    'logFolder',
    'openItem',
    'pathOf',
    'settings',
    'changeSettings',
  ],
  ...[
    'openDrive',
    'openLoginSettings',
    'checkForUpdate',
    'installUpdate',
    'serviceState',
    'onServiceState',
    'startService',
  ],
];

test.describe('the desktop app in Electron', () => {
  let dataDir: string;
  let app: ElectronApplication;
  let page: Page;

  test.beforeEach(async ({ browserName }, testInfo) => {
    testInfo.skip(missing !== null, missing ?? browserName);
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-electron-'));
    app = await launch(dataDir);
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
    expect(bridge).toEqual(functions);
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

test.describe('the service of the desktop app in Electron', () => {
  test('runs in a process of its own and comes back when that ends', async ({ browserName }, testInfo) => {
    testInfo.skip(missing !== null, missing ?? browserName);
    const dataDir = await mkdtemp(join(tmpdir(), 'keepfold-electron-'));
    const app = await launch(dataDir);
    const page = await app.firstWindow();
    const statusNow = () =>
      page.evaluate(async () => (await fetch('/api/local/v1/status/')).status).catch(String);
    await expect.poll(statusNow).toBe(200);
    const { pid } = JSON.parse(await readFile(join(dataDir, 'instance.json'), 'utf8'));
    expect(pid).not.toBe(app.process().pid);
    process.kill(pid, 'SIGKILL');
    await expect.poll(statusNow).toBe(502);
    await expect.poll(statusNow).toBe(200);
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});

test.describe('the icon of the desktop app in the tray', () => {
  test('is on the session bus where somebody watches for icons', async ({ browserName }, testInfo) => {
    const isSeen = missing === null && (await hasTray(process)) && process.platform === 'linux';
    testInfo.skip(!isSeen, missing ?? `nothing watches for icons here (${browserName})`);
    const dataDir = await mkdtemp(join(tmpdir(), 'keepfold-electron-'));
    const app = await launch(dataDir);
    await app.firstWindow();
    // Releases of Electron have had icons that no desktop was told of.
    await expect.poll(namesOnBus).toContain('org.kde.StatusNotifierItem');
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});

function launch(dataDir: string): Promise<ElectronApplication> {
  // Chromium's sandbox does not start for root, which is who runs the tests in most containers.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return _electron.launch({ args: [root, ...asRoot, '--data-dir', dataDir, '--port', '0'] });
}

function namesOnBus(): string {
  const bus = ['--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  return execFileSync('gdbus', ['call', ...bus, '--method', 'org.freedesktop.DBus.ListNames'], {
    encoding: 'utf8',
  });
}

/** Why Electron cannot run on this machine; null when it can. */
function whyNotHere(): string | null {
  if (!existsSync(join(root, 'node_modules/electron/path.txt'))) return 'its runtime is not installed';
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return hasDisplay ? null : 'there is no display';
}
