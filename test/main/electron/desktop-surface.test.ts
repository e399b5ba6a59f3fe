import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { DesktopProcess } from '../../support/electron-stub/desktop-process.ts';
import { hasSessionBus, type SessionBus, startSessionBus } from '../../support/session-bus.ts';

const page = 'app://keepfold/index.html';
const noBus = { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' };
const waiting = { timeout: 20_000, interval: 50 };

vi.setConfig({ testTimeout: 120_000 });
const libraryId = '0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10';

describe('what the desktop app shows outside its page', () => {
  let base: string;
  let desktop: DesktopProcess;
  let folderId: string;

  const call = (channel: string, ...args: unknown[]) =>
    desktop.ask('call', { channel: `keepfold:${channel}`, frameUrl: page, args });
  const words = async () => ((await desktop.ask('tray')) as { words: string }).words;

  beforeAll(async () => {
    await ensureBundle();
    base = await realpath(await mkdtemp(join(tmpdir(), 'keepfold-surface-')));
    await mkdir(join(base, 'Photos/Trip'), { recursive: true });
    await writeFile(join(base, 'Photos/Trip/a.txt'), 'a');
    await writeFile(join(base, 'Photos/Trip/notes.asar'), 'no archive');
    await writeFile(join(base, 'Photos/run'), '#!/bin/sh\n');
    await chmod(join(base, 'Photos/run'), 0o755);
    desktop = new DesktopProcess(join(base, 'data'), noBus);
    await desktop.started();
    const linked = (await desktop.ask('fetch', {
      url: 'app://keepfold/api/local/v1/folders/',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: join(base, 'Photos') }),
    })) as { text: string };
    folderId = JSON.parse(linked.text).id;
  }, 90_000);

  afterAll(async () => {
    desktop.quit();
    await desktop.exitCode();
    await rm(base, { recursive: true, force: true });
  });

  it('follows the service in the tray and in the menu of the window', async () => {
    await expect.poll(words, waiting).toBe('Keepfold: All changes are in the history. No recent backup');
    const menu = [expect.stringMatching('Libraries'), expect.arrayContaining(['Photos'])];
    await expect
      .poll(() => desktop.ask('tray'), waiting)
      .toMatchObject({ image: expect.stringMatching(/idle\.png$/), menu: expect.arrayContaining([menu]) });
    const [file] = (await desktop.ask('appMenu')) as unknown[];
    expect(file).toEqual(['File', expect.arrayContaining(['Copy server address', 'Quit Keepfold'])]);
  });

  it('pauses all folders and resumes them', async () => {
    await desktop.ask('choose', ['Pause', 'For 2 hours']);
    await expect.poll(words, waiting).toBe('Keepfold: Paused');
    expect(await desktop.ask('tray')).toMatchObject({ image: expect.stringMatching(/paused\.png$/) });
    await desktop.ask('choose', ['Resume']);
    await expect.poll(words, waiting).toBe('Keepfold: All changes are in the history. No recent backup');
  });

  it('copies the address of the server and opens places of the page', async () => {
    await desktop.ask('choose', ['Copy server address']);
    await expect
      .poll(() => desktop.ask('copied'), waiting)
      .toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
    await desktop.ask('choose', ['Settings']);
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ url: `${page}#/settings` });
  });

  it('leads where a link of a second start leads, and nowhere with a bad one', async () => {
    await desktop.ask('secondInstance', ['keepfold', `keepfold://library/${libraryId}/Trip/`]);
    const place = `${page}#/libraries/${libraryId}/files/Trip`;
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ url: place });
    await desktop.ask('secondInstance', ['keepfold', 'keepfold://library/all/?delete=1']);
    expect(await desktop.ask('window')).toMatchObject({ url: place });
  });

  it('shows and opens what lies in a linked folder, and starts no program', async () => {
    expect(await call('open-item', folderId, 'Trip/a.txt')).toBe('opened');
    expect(await call('open-item', folderId, 'run')).toBe('shown');
    await call('reveal-item', folderId, 'Trip');
    await call('reveal-item', folderId, 'Trip/notes.asar');
    await call('reveal-folder', folderId);
    expect(await desktop.ask('openedPaths')).toEqual([join(base, 'Photos/Trip/a.txt')]);
    const shown = ['Photos/run', 'Photos/Trip', 'Photos/Trip/notes.asar', 'Photos'].map((name) =>
      join(base, name),
    );
    expect(await desktop.ask('shownPaths')).toEqual(shown);
  });

  it.each([
    [['3f2a7a3e-1111-4222-8333-444455556666', 'a.txt'], 'no such folder is linked'],
    [['here', '../data/secret.key'], 'no such folder is linked'],
    [['here'], 'openItem takes the id of a linked folder and a path'],
    [['/etc', 'passwd'], 'openItem takes the id of a linked folder and a path'],
  ])('opens nothing for %j', async (args, why) => {
    await expect(call('open-item', ...args)).rejects.toThrow(why);
  });

  it('opens nothing outside a linked folder', async () => {
    const outside = call('open-item', folderId, '../data/secret.key');
    await expect(outside).rejects.toThrow('the path does not name an item of the folder');
  });

  it('gives its settings and the place of its logs, and changes settings', async () => {
    const first = {
      notifies: true,
      muted: [],
      checksForUpdates: false,
      canUpdate: false,
      startAtLogin: 'unavailable',
    };
    expect(await call('settings')).toEqual({ ...first, closing: 'ask' });
    expect(await call('change-settings', { notifies: false })).toEqual({
      ...first,
      closing: 'ask',
      notifies: false,
    });
    await expect(call('change-settings', { place: null })).rejects.toThrow(
      'takes settings of the desktop app',
    );
    for (const muted of ['conflict', ['conflict', 'nothing'], Array(100).fill('conflict')])
      await expect(call('change-settings', { muted })).rejects.toThrow('takes settings');
    await expect(call('change-settings', { closing: 'explode' })).rejects.toThrow('takes settings');
    expect(await call('log-folder')).toBe(join(base, 'data/shell/logs'));
    expect(await call('check-for-update')).toEqual({ state: 'off', version: '' });
    await expect(call('install-update')).rejects.toThrow('this build knows no place to get updates from');
  });

  it('has the service back after it ended by itself, where it was', async () => {
    const addressNow = async () => {
      await desktop.ask('choose', ['Copy server address']);
      return ((await desktop.ask('copied')) as string[]).at(-1);
    };
    const before = await addressNow();
    expect(await desktop.ask('killService')).toBe(1);
    await expect.poll(() => call('service-state'), waiting).toEqual({ state: 'running', reason: '' });
    const answer = await desktop.ask('fetch', { url: 'app://keepfold/api/local/v1/status/' });
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('"Photos"') });
    expect(await desktop.ask('told')).toEqual(
      ['restarting', 'starting', 'running'].map((state) => [
        'keepfold:service-state-changed',
        { state, reason: '' },
      ]),
    );
    await expect.poll(words, waiting).toBe('Keepfold: All changes are in the history. No recent backup');
    expect(await addressNow()).toBe(before);
  });

  it('leads to what a notification is about, however late that is clicked', async () => {
    await call('change-settings', { notifies: true });
    await desktop.ask('closeWindow');
    await rm(join(base, 'Photos'), { recursive: true });
    const titles = async () =>
      ((await desktop.ask('notifications')) as { title: string }[]).map(({ title }) => title);
    await expect.poll(titles, waiting).toEqual(['“Photos” is unavailable']);
    await desktop.ask('clickNotification', '“Photos” is unavailable');
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ url: `${page}#/issues` });
  });

  it('asks once what closing means, and minimises where no tray is seen', async () => {
    await desktop.ask('closeWindow');
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ count: 1, isMinimised: true });
    await desktop.ask('secondInstance');
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ isMinimised: false });
    await desktop.ask('closeWindow');
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ isMinimised: true });
    expect(await desktop.ask('questionsAsked')).toEqual([
      'Keep saving your folders when the window is closed?',
    ]);
    expect(await call('settings')).toMatchObject({ closing: 'keep-running' });
    const kept = JSON.parse(await readFile(join(base, 'data/shell/desktop.json'), 'utf8'));
    expect(kept).toMatchObject({ place: { x: 40, y: 50, width: 900, height: 700, isMaximised: false } });
  });
});

describe('the desktop app in the background', () => {
  let base: string;

  beforeAll(async () => {
    await ensureBundle();
    base = await mkdtemp(join(tmpdir(), 'keepfold-background-'));
  }, 90_000);

  afterAll(() => rm(base, { recursive: true, force: true }));

  it('is in the list of windows where no tray is seen', async () => {
    const desktop = new DesktopProcess(join(base, 'minimised'), noBus, ['--background']);
    await desktop.started();
    expect(await desktop.ask('window')).toMatchObject({ count: 1, isMinimised: true, timesShown: 0 });
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('ends with the reason of a service that cannot start', async () => {
    const first = new DesktopProcess(join(base, 'shared'), noBus);
    await first.started();
    const second = new DesktopProcess(join(base, 'shared'), noBus);
    // What the command line says of a data folder in use.
    expect(await second.exitCode()).toBe(4);
    first.quit();
    expect(await first.exitCode()).toBe(0);
  });
});

describe.skipIf(!hasSessionBus)('the desktop app with a tray', () => {
  let base: string;
  let bus: SessionBus;

  beforeAll(async () => {
    await ensureBundle();
    base = await mkdtemp(join(tmpdir(), 'keepfold-tray-'));
    bus = await startSessionBus();
    await bus.own('org.kde.StatusNotifierWatcher');
  }, 90_000);
  afterAll(async () => {
    await bus.end();
    await rm(base, { recursive: true, force: true });
  });

  it('lets its page go after a while and brings it back where it was', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: bus.address };
    const desktop = new DesktopProcess(join(base, 'hidden'), env);
    await desktop.started();
    await desktop.ask('secondInstance', [`keepfold://library/${libraryId}/Trip/`]);
    const place = `${page}#/libraries/${libraryId}/files/Trip`;
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ url: place });
    await desktop.ask('closeWindow');
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ count: 1, isHidden: true });
    await desktop.ask('passTime');
    expect(await desktop.ask('window')).toMatchObject({ count: 0 });
    await desktop.ask('secondInstance');
    await expect
      .poll(() => desktop.ask('window'), waiting)
      .toMatchObject({
        count: 1,
        url: place,
        isHidden: false,
        options: { x: 40, y: 50, width: 900, height: 700 },
      });
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('keeps its page while that uploads, and asks before it quits', async () => {
    const desktop = new DesktopProcess(join(base, 'uploading'), { DBUS_SESSION_BUS_ADDRESS: bus.address });
    await desktop.started();
    const tell = (filesLeft: unknown) =>
      desktop.ask('call', { channel: 'keepfold:uploads-left', frameUrl: page, args: [filesLeft] });
    await expect(tell(-1)).rejects.toThrow('uploadsLeft takes a number of files');
    await tell(3);
    await desktop.ask('closeWindow');
    await expect.poll(() => desktop.ask('window'), waiting).toMatchObject({ count: 1, isHidden: true });
    await desktop.ask('passTime');
    expect(await desktop.ask('window')).toMatchObject({ count: 1 });
    await desktop.ask('quit');
    const asked = async () => ((await desktop.ask('questionsAsked')) as string[]).slice(1);
    await expect.poll(asked, waiting).toEqual(['Quit although 3 files are not uploaded yet?']);
    expect(await desktop.ask('window')).toMatchObject({ isHidden: false });
    await desktop.ask('press', 1);
    await tell(1);
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('asks nothing about uploads of a page that is gone', async () => {
    const desktop = new DesktopProcess(join(base, 'crashed'), { DBUS_SESSION_BUS_ADDRESS: bus.address });
    await desktop.started();
    const told = { channel: 'keepfold:uploads-left', frameUrl: page, args: [3] };
    await desktop.ask('call', told);
    await desktop.ask('crashPage', 'crashed');
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });

  it('has no window', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: bus.address };
    const desktop = new DesktopProcess(join(base, 'none'), env, ['--background']);
    await expect
      .poll(() => desktop.ask('tray'), waiting)
      .toMatchObject({ words: 'Keepfold: No folder is linked' });
    expect(await desktop.ask('window')).toMatchObject({ count: 0 });
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  });
});
