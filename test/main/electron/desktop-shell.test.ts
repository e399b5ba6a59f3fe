import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { refusals } from '../../support/broken-stderr.ts';
import { DesktopProcess } from '../../support/electron-stub/desktop-process.ts';

const page = 'app://keepfold/index.html';
const waiting = { timeout: 20_000, interval: 50 };

describe('the desktop app', () => {
  let dataDir: string;
  let desktop: DesktopProcess;

  beforeAll(async () => {
    await ensureBundle();
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-desktop-'));
    desktop = new DesktopProcess(dataDir);
    await desktop.started();
  }, 90_000);

  afterAll(async () => {
    desktop.quit();
    await desktop.exitCode();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('opens one sandboxed, isolated window on its own page', async () => {
    const window = await desktop.ask('window');
    expect(window).toMatchObject({ count: 1, url: page, timesShown: 1, isSandboxed: true });
    expect(window).toHaveProperty('options.webPreferences', {
      preload: expect.stringMatching(/out[\\/]preload[\\/]preload\.cjs$/),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: true,
    });
  });

  it('gives its scheme the privileges of a secure web origin', async () => {
    expect(await desktop.ask('window')).toHaveProperty('schemes', [
      {
        scheme: 'app',
        privileges: {
          standard: true,
          secure: true,
          supportFetchAPI: true,
          corsEnabled: true,
          stream: true,
          codeCache: true,
        },
      },
    ]);
  });

  it('serves its page with a policy that keeps everything else out', async () => {
    const answer = await desktop.ask('fetch', { url: page });
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; /),
        'x-content-type-options': 'nosniff',
      },
      text: expect.stringContaining('<div id="app">'),
    });
  });

  it.each([
    'app://keepfold/../package.json',
    'app://keepfold/%2e%2e/main/main.js',
    'app://keepfold/assets/..%2f..%2fmain%2fmain.js',
    'app://keepfold//etc/passwd',
    'app://keepfold/C:/Windows/win.ini',
    'app://elsewhere/index.html',
  ])('answers 404 with the same policy for %s', async (url) => {
    expect(await desktop.ask('fetch', { url })).toMatchObject({
      status: 404,
      text: 'Not found',
      headers: { 'content-security-policy': expect.stringContaining("default-src 'none'") },
    });
  });

  it('forwards calls with the token that the page does not have', async () => {
    const answer = await desktop.ask('fetch', {
      url: 'app://keepfold/api/local/v1/status/',
      headers: {
        origin: 'app://keepfold',
        authorization: 'Token of-the-page',
        'sec-fetch-site': 'cross-site',
      },
    });
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining(JSON.stringify(dataDir)) });
  });

  it('forwards content that is sent', async () => {
    const answer = await desktop.ask('fetch', {
      url: 'app://keepfold/api/local/v1/libraries/',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Photos"}',
    });
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('"name":"Photos"') });
  });

  it('passes the event stream on as it comes', async () => {
    const answer = await desktop.ask('fetchStart', { url: 'app://keepfold/api/local/v1/events/' });
    expect(answer).toMatchObject({ status: 200, text: expect.stringMatching(/^(:|event|data|retry)/) });
  });

  it('lets the page copy text and refuses every other permission and device', async () => {
    const refused = { asked: false, checked: false, device: false };
    expect(await desktop.ask('permission', { permission: 'media', pageUrl: page })).toEqual(refused);
    expect(await desktop.ask('permission', { permission: 'clipboard-read', pageUrl: page })).toEqual(refused);
    const copy = { permission: 'clipboard-sanitized-write' };
    expect(await desktop.ask('permission', { ...copy, pageUrl: page })).toEqual({
      ...refused,
      asked: true,
      checked: true,
    });
    expect(await desktop.ask('permission', { ...copy, pageUrl: 'https://example.org/' })).toEqual(refused);
  });

  it('loads nothing from anywhere else', async () => {
    expect(await desktop.ask('isCancelled', page)).toBe(false);
    expect(await desktop.ask('isCancelled', 'https://example.org/x.js')).toBe(true);
    expect(await desktop.ask('isCancelled', 'http://127.0.0.1:8730/')).toBe(true);
    expect(await desktop.ask('isCancelled', 'file:///etc/passwd')).toBe(true);
  });

  it.each(['will-navigate', 'will-frame-navigate'])('stays on its page on %s', async (event) => {
    expect(await desktop.ask('isPrevented', { event, url: `${page}#/trash` })).toBe(false);
    expect(await desktop.ask('isPrevented', { event, url: 'https://example.org/' })).toBe(true);
    expect(await desktop.ask('isPrevented', { event, url: 'app://keepfold/api/local/v1/status/' })).toBe(
      true,
    );
  });

  it('refuses redirects, guest pages and new windows', async () => {
    expect(await desktop.ask('isPrevented', { event: 'will-redirect', url: page })).toBe(true);
    expect(await desktop.ask('isPrevented', { event: 'will-attach-webview', url: page })).toBe(true);
    expect(await desktop.ask('openWindow')).toEqual({ action: 'deny' });
  });

  it('lets its page choose a folder', async () => {
    const chosen = await desktop.ask('call', { channel: 'keepfold:pick-folder', frameUrl: page });
    expect(chosen).toBe('/home/ada/Photos');
  });

  it.each([
    { frameUrl: 'https://example.org/' },
    { frameUrl: 'app://elsewhere/index.html' },
    { frameUrl: 'file:///index.html' },
    { frameUrl: page, isMainFrame: false },
  ])('answers no other frame: %o', async (frame) => {
    const asking = desktop.ask('call', { channel: 'keepfold:pick-folder', ...frame });
    await expect(asking).rejects.toThrow('only the page of the app may ask this');
  });

  it.each([[], ['../../etc'], ['/etc'], [{ path: '/etc' }], [7], ['a', 'b'], ['x'.repeat(65)]])(
    'reveals nothing when asked with %o',
    async (...args) => {
      const asking = desktop.ask('call', { channel: 'keepfold:reveal-folder', frameUrl: page, args });
      await expect(asking).rejects.toThrow('revealFolder takes the id of a linked folder');
      expect(await desktop.ask('shownPaths')).toEqual([]);
    },
  );

  it('reveals nothing for a folder that is not linked', async () => {
    const args = ['3f2a7a3e-1111-4222-8333-444455556666'];
    await expect(
      desktop.ask('call', { channel: 'keepfold:reveal-folder', frameUrl: page, args }),
    ).rejects.toThrow();
    expect(await desktop.ask('shownPaths')).toEqual([]);
  });

  it('logs a fault of its own that nobody waits for, and what ends the service', async () => {
    await desktop.ask('failUnseen', 'nobody waits');
    await desktop.ask('failService');
    const log = () => readFile(join(dataDir, 'shell/logs/shell.log'), 'utf8');
    await expect.poll(log, waiting).toMatch(/"event":"shell-fault".*nobody waits/);
    await expect.poll(log, waiting).toMatch(/"event":"service-fatal".*v8::ToLocalChecked/);
  });

  it('brings its window forward when the app is started again', async () => {
    await desktop.ask('secondInstance');
    expect(await desktop.ask('window')).toMatchObject({ count: 1, timesShown: 2 });
  });
});

describe('ending the desktop app', () => {
  let dataDir: string;

  beforeAll(async () => {
    await ensureBundle();
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-desktop-'));
  }, 90_000);

  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it.each(['quit', 'SIGTERM'])(
    'stops the service within five seconds on %s',
    async (how) => {
      const desktop = new DesktopProcess(dataDir);
      await desktop.started();
      const askedMs = Date.now();
      if (how === 'quit') desktop.quit();
      else desktop.kill('SIGTERM');
      expect(await desktop.exitCode()).toBe(0);
      expect(Date.now() - askedMs).toBeLessThan(5_000);
    },
    40_000,
  );

  it('stops the service when Windows ends the session', async () => {
    const here = join(dataDir, 'session-end');
    const desktop = new DesktopProcess(here);
    await desktop.started();
    await desktop.ask('endSession');
    expect(await desktop.exitCode()).toBe(0);
    expect(await readFile(join(here, 'shell/logs/service.log'), 'utf8')).toContain('"event":"stopped"');
  }, 40_000);

  it('stops the service when somebody quits before it runs', async () => {
    const here = join(dataDir, 'early');
    const desktop = new DesktopProcess(here, { KEEPFOLD_STUB_WHILE_STARTING: 'quit' });
    expect(await desktop.exitCode()).toBe(0);
    expect(await readFile(join(here, 'shell/logs/service.log'), 'utf8')).toContain('"event":"stopped"');
  }, 40_000);

  it('leaves a log of the service, and one of its own when the service refuses, which it names', async () => {
    const taken = join(dataDir, 'taken');
    const first = new DesktopProcess(taken);
    await first.started();
    const second = new DesktopProcess(taken);
    expect(await second.exitCode()).toBe(4);
    expect(second.errors).toContain(`The logs say more: ${join(taken, 'shell/logs')}\n`);
    expect(await readFile(join(taken, 'shell/logs/shell.log'), 'utf8')).toContain('"event":"start-failed"');
    expect(await readFile(join(taken, 'shell/logs/service.log'), 'utf8')).toContain('"event":"started"');
    first.quit();
    expect(await first.exitCode()).toBe(0);
  }, 60_000);

  it('keeps what its window stores beside a data folder that Electron chose for that too', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'keepfold-shared-'));
    await writeFile(join(shared, 'desktop.json'), '{"closing":"quit"}');
    const desktop = new DesktopProcess(shared, { KEEPFOLD_STUB_USER_DATA: shared });
    await desktop.started();
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
    expect(JSON.parse(await readFile(join(`${shared}-window`, 'desktop.json'), 'utf8'))).toMatchObject({
      closing: 'quit',
    });
    for (const folder of [shared, `${shared}-window`]) await rm(folder, { recursive: true });
  }, 40_000);

  it('ends at once when the app already runs, without touching the data folder', async () => {
    const unused = join(dataDir, 'unused');
    const desktop = new DesktopProcess(unused, {
      KEEPFOLD_STUB_SECOND_INSTANCE: '1',
      KEEPFOLD_STUB_USER_DATA: join(dataDir, 'shell'),
    });
    expect(await desktop.exitCode()).toBe(0);
    await expect(rm(unused, { recursive: true })).rejects.toThrow('ENOENT');
  }, 20_000);
});

describe('starting the desktop app', () => {
  let dataDir: string;

  beforeAll(async () => {
    await ensureBundle();
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-desktop-'));
  }, 90_000);

  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it.each(refusals)('needs no standard error that can be written to (%s)', async (refusal) => {
    const here = join(dataDir, refusal);
    const desktop = new DesktopProcess(here, {}, [], refusal);
    await desktop.started();
    const status = await desktop.ask('fetch', { url: 'app://keepfold/api/local/v1/status/' });
    expect(status).toMatchObject({ status: 200 });
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
    const log = await readFile(join(here, 'shell/logs/service.log'), 'utf8');
    expect(log).toMatch(/"event":"started".*"event":"stopped"/s);
  });

  it('leads where a second start leads, also one that came before the service ran', async () => {
    const link = 'keepfold://library/0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10/Trip/';
    const env = { KEEPFOLD_STUB_WHILE_STARTING: `keepfold ${link}` };
    const desktop = new DesktopProcess(join(dataDir, 'second'), env, ['--background']);
    await desktop.started();
    expect(await desktop.ask('window')).toMatchObject({
      url: `${page}#/libraries/0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10/files/Trip`,
      timesShown: 1,
    });
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('starts its service again when that ends before it has heard what to do', async () => {
    const desktop = new DesktopProcess(join(dataDir, 'again'), { KEEPFOLD_STUB_EARLY_ENDS: '1' });
    await desktop.started();
    expect(await desktop.ask('fetch', { url: 'app://keepfold/api/local/v1/status/' })).toMatchObject({
      status: 200,
    });
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('starts afresh where its settings are broken', async () => {
    const here = join(dataDir, 'broken');
    await mkdir(join(here, 'shell'), { recursive: true });
    await writeFile(join(here, 'shell/desktop.json'), '{"closing":"quit","notif');
    const desktop = new DesktopProcess(here);
    await desktop.started();
    const settings = await desktop.ask('call', { channel: 'keepfold:settings', frameUrl: page });
    expect(settings).toMatchObject({ closing: 'ask', notifies: true });
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('gets ready although something else is active that its entry has opened', async () => {
    const desktop = new DesktopProcess(dataDir, { KEEPFOLD_STUB_ACTIVE: '1' });
    await desktop.started();
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('says in a box that everybody sees why a package without its sandbox does not start', async () => {
    const unused = join(dataDir, 'unused');
    const env = { KEEPFOLD_STUB_PACKAGED: '1', KEEPFOLD_STUB_NO_SANDBOX: '1' };
    const desktop = new DesktopProcess(unused, env);
    expect(await desktop.exitCode()).toBe(1);
    expect(desktop.errors).toMatch(
      /^a box says Keepfold cannot start\nThis system does not let an AppImage use/,
    );
    await expect(rm(unused, { recursive: true })).rejects.toThrow('ENOENT');
  });

  it('says in a box why it does not start where nothing can be written to its profile', async () => {
    const inTheWay = join(dataDir, 'in-the-way');
    await writeFile(inTheWay, '');
    const unused = join(dataDir, 'unused');
    const profile = join(inTheWay, 'shell');
    const desktop = new DesktopProcess(unused, { KEEPFOLD_STUB_USER_DATA: profile });
    expect(await desktop.exitCode()).toBe(1);
    expect(desktop.errors).toContain('a box says Keepfold cannot start\nKeepfold cannot write to the folder');
    expect(desktop.errors).toContain(`\n${profile}\n\nAllow your account to write there`);
    await expect(rm(unused, { recursive: true })).rejects.toThrow('ENOENT');
  });

  it('starts with settings that cannot be read, keeps them aside, and says so once', async () => {
    const profile = join(dataDir, 'shell');
    await mkdir(profile, { recursive: true });
    await writeFile(join(profile, 'desktop.json'), '{"closing":"qu');
    const aside = join(profile, 'desktop.json.unreadable');
    const toldOf = async (): Promise<unknown> => {
      const desktop = new DesktopProcess(dataDir);
      await desktop.started();
      const notifications = await desktop.ask('notifications');
      desktop.quit();
      expect(await desktop.exitCode()).toBe(0);
      return notifications;
    };
    expect(await toldOf()).toEqual([
      {
        title: 'Your settings could not be read',
        body: `Keepfold uses its default settings again. The old file is kept: ${aside}`,
        silent: true,
      },
    ]);
    expect(await readFile(aside, 'utf8')).toBe('{"closing":"qu');
    expect(await readFile(join(profile, 'logs/shell.log'), 'utf8')).toContain(
      '"event":"settings-unreadable"',
    );
    expect(await toldOf()).toEqual([]);
  }, 60_000);
});
