import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ownsName, socketPaths } from '../../../../src-main/electron/tray/session-bus.ts';
import { hasTray } from '../../../../src-main/electron/tray/status-notifier.ts';
import { hasSessionBus, type SessionBus, startSessionBus } from '../../../support/session-bus.ts';

const watcher = 'org.kde.StatusNotifierWatcher';

describe('the address of a bus', () => {
  it.each([
    ['unix:path=/run/user/1000/bus', ['/run/user/1000/bus']],
    ['unix:abstract=/tmp/dbus-Xy,guid=00ff', ['\0/tmp/dbus-Xy']],
    ['unix:path=/tmp/a%20b%c3%a9', ['/tmp/a bé']],
    ['tcp:host=localhost,port=1;unix:guid=1,path=/second', ['/second']],
    ['unix:runtime=yes', []],
    ['', []],
  ])('of %j leads to %j', (address, paths) => {
    expect(socketPaths(address)).toEqual(paths);
  });
});

describe('a bus that cannot be asked', () => {
  it('owns nothing when it is not there', async () => {
    expect(await ownsName('unix:path=/nowhere/bus', watcher)).toBe(false);
  });

  it('owns nothing when it hangs up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepfold-bus-'));
    const path = join(folder, 'bus');
    const server = createServer((socket) => socket.end('REJECTED\r\n')).listen(path);
    onTestFinished(async () => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    });
    expect(await ownsName(`unix:path=${path}`, watcher)).toBe(false);
  });
});

describe.skipIf(!hasSessionBus)('a real session bus', () => {
  let bus: SessionBus;

  beforeAll(async () => {
    bus = await startSessionBus();
  });
  afterAll(() => bus.end());

  it('tells what is on it', async () => {
    expect(await ownsName(bus.address, 'org.freedesktop.DBus')).toBe(true);
    expect(await ownsName(bus.address, watcher)).toBe(false);
  });

  it('shows a tray while somebody watches for icons', async () => {
    const place = { env: { DBUS_SESSION_BUS_ADDRESS: bus.address }, platform: 'linux' } as const;
    expect(await hasTray(place)).toBe(false);
    const leave = await bus.own(watcher);
    expect(await hasTray(place)).toBe(true);
    await leave();
    await expect.poll(() => hasTray(place)).toBe(false);
  });
});
