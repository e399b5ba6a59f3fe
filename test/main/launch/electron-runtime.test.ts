import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadProblem } from '../../../resources/launch/download-problem.mjs';
import { fetchElectron, installedElectron } from '../../../resources/launch/electron-runtime.mjs';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { cutAfter, electronMirror, electronPackage, runtimeZip } from '../../support/electron-mirror.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
let places: { packageFolder: string; kept: string };
let mirror: Awaited<ReturnType<typeof electronMirror>>;
let zip: Buffer;
let percents: number[];

beforeEach(async () => {
  folder = temporaryDataFolder();
  zip = await runtimeZip('#!/bin/sh\necho it runs\n', 100_000);
  mirror = await electronMirror(zip);
  places = { packageFolder: join(folder.path, 'electron'), kept: join(folder.path, 'kept') };
  electronPackage(places.packageFolder, zip);
  percents = [];
  vi.stubEnv('ELECTRON_MIRROR', mirror.url);
  vi.stubEnv('electron_config_cache', join(folder.path, 'cache'));
  mkdirSync(join(folder.path, 'tmp'));
  vi.stubEnv('TMPDIR', join(folder.path, 'tmp'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  mirror.close();
  folder.remove();
});

/** An installer that says what Electron's says on a full disk, which it has begun to fill. */
const FULL = `
  require('node:fs').mkdirSync(__dirname + '/dist');
  require('node:fs').writeFileSync(__dirname + '/dist/room', 'half');
  console.error("Error: failed to write '/k/dist/room': No space left on device (os error 28)\\n    at install.js:1:1");
  process.exit(1);
`;

const throughProxy = { HTTPS_PROXY: 'http://proxy.example:3128' };

const fetchIt = () => fetchElectron((percent) => percents.push(percent), places);
/** What lies on the disk and is neither the runtime nor the copy for other checkouts. */
const left = () =>
  [places.kept, join(folder.path, 'tmp')]
    .flatMap((path) => readdirSync(path))
    .filter((name) => name !== 'lock');
function inAnotherCheckout(): void {
  places = { ...places, packageFolder: join(folder.path, 'other/electron') };
  electronPackage(places.packageFolder, zip);
}

describe.runIf(process.platform === 'linux')('the runtime of Electron', () => {
  it('comes whole over a line that breaks three times, each byte once, and leaves nothing beside it', async () => {
    mirror.serveNext(...[20_000, 30_000, 40_000].map((bytes) => cutAfter(bytes, places.kept)));
    const path = await fetchIt();
    expect(execFileSync(path, { encoding: 'utf8' })).toBe('it runs\n');
    expect(mirror.ranges).toEqual(['all', 'bytes=20000-', 'bytes=50000-', 'bytes=90000-']);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    expect(left()).toEqual([]);
  });

  it('is gone on with by the next start where an earlier one was ended', async () => {
    const silent = Promise.withResolvers<void>();
    mirror.serveNext(
      (response, rest) => response.write(rest.subarray(0, 20_000), () => silent.resolve()),
      (response) => response.destroy(),
    );
    const first = fetchIt();
    await silent.promise;
    await vi.waitUntil(() => percents.length > 0, { timeout: 20_000, interval: 10 });
    mirror.close();
    await expect(first).rejects.toThrow();
    expect(await installedElectron(places.packageFolder)).toBeNull();

    mirror = await electronMirror(zip);
    vi.stubEnv('ELECTRON_MIRROR', mirror.url);
    expect(await fetchIt()).toBe(join(places.packageFolder, 'dist/electron'));
    expect(mirror.ranges).toEqual(['bytes=20000-']);
  });

  it('is thrown away when it is not what was published, and fetched from its beginning the next time', async () => {
    mirror.serveNext((response, rest) => response.end(Buffer.alloc(rest.length, 'x')));
    await expect(fetchIt()).rejects.toThrow('did not match expected checksum');
    expect(left()).toEqual([]);
    expect(await installedElectron(places.packageFolder)).toBeNull();
    await fetchIt();
    expect(mirror.ranges).toEqual(['all', 'all']);
  });

  it('is taken from the copy that another checkout fetched', async () => {
    await fetchIt();
    inAnotherCheckout();
    expect(await fetchIt()).toBe(join(folder.path, 'other/electron/dist/electron'));
    expect(mirror.ranges).toEqual(['all']);
  });

  it('is fetched by one of two starts at a time', async () => {
    expect(await Promise.all([fetchIt(), fetchIt()])).toEqual(
      Array(2).fill(join(places.packageFolder, 'dist/electron')),
    );
    expect(mirror.ranges).toEqual(['all']);
  });

  it('leaves nothing half unpacked where the disk fills up, says so, and is unpacked once there is room', async () => {
    const installer = join(places.packageFolder, 'install.js');
    const real = readFileSync(installer);
    writeFileSync(installer, FULL);
    const error: unknown = await fetchIt().catch((reason: unknown) => reason);
    expect(downloadProblem(error, throughProxy)).toBe('the disk is full');
    expect(readdirSync(places.packageFolder)).not.toContain('dist');
    writeFileSync(installer, real);
    expect(execFileSync(await fetchIt(), { encoding: 'utf8' })).toBe('it runs\n');
    expect(mirror.ranges).toEqual(['all']);
  });

  it('says in words what keeps it from being unpacked', async () => {
    writeFileSync(join(places.packageFolder, 'dist'), 'in the way');
    const error: unknown = await fetchIt().catch((reason: unknown) => reason);
    expect(downloadProblem(error, throughProxy)).toBe(
      `what came could not be unpacked: failed to create destination '${places.packageFolder}/dist': File exists (os error 17)`,
    );
  });

  it('comes through the proxy that the environment names', async () => {
    vi.stubEnv('ELECTRON_MIRROR', 'http://mirror.example/');
    vi.stubEnv('HTTP_PROXY', mirror.url);
    await fetchIt();
    expect(mirror.ranges).toEqual(['through to mirror.example:80', 'all']);
  });

  it('leaves nothing of other versions and of runs that were killed', async () => {
    await fetchIt();
    for (const name of ['44.0.0-x64.part', 'electron-download-ab12'])
      writeFileSync(join(places.kept, name), 'old');
    inAnotherCheckout();
    await fetchIt();
    expect(left()).toEqual([]);
  });
});
