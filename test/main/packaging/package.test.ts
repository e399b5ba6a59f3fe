import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { extractAll, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { pictureHeader } from '../../../src-main/pictures/picture-header.ts';
import { LANGUAGES } from '../../../src-shared/languages.ts';
import { runCommand } from '../../checks/run-command.ts';
import { DesktopProcess } from '../../support/electron-stub/desktop-process.ts';
import { pageLanguages } from '../../support/page-languages.ts';
import { desktopSelfTest } from '../../support/self-test-report.ts';
import { SMALL_PNG } from '../../support/small-pictures.ts';
import { writeStubElectron } from '../../support/stub-electron-dist.ts';

const root = join(import.meta.dirname, '../../..');

/** What the app needs at run time, and nothing else. */
const needed = [
  /^package\.json$/,
  /^out\/main\/(main|service|serve|cli)\.js$/,
  /^out\/main\/[a-z]+(-[a-z]+)*-worker\.js$/,
  /^out\/main\/chunks\/[\w-]+\.js$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/(index\.html|icon\.png)$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|svg|png|woff2)$/,
  /^resources\/(icon\.png|ignore-defaults\.txt)$/,
  /^resources\/recovery\/(READ-ME\.txt|restore\.mjs)$/,
  /^resources\/tray\/[a-zA-Z]+(@2x)?\.png$/,
  /^node_modules\/(better-sqlite3|keytar)\/(package\.json|LICENSE(\.md)?|lib\/.*\.js|prebuilds\/.*\.node)$/,
  /^node_modules\/@jsquash\/(jpeg|png|webp)\/(.*\.(js|wasm)|package\.json|.*LICENSE.*)$/,
];

describe.skipIf(process.platform !== 'linux')('the packaged app', () => {
  let base: string;
  let app: string;
  let files: string[];

  beforeAll(async () => {
    await ensureBundle();
    base = await mkdtemp(join(tmpdir(), 'keepfold-package-'));
    const { version } = JSON.parse(await readFile(join(root, 'node_modules/electron/package.json'), 'utf8'));
    await writeStubElectron(join(base, 'electron'), version);
    await pack(base);
    app = join(base, 'dist/linux-unpacked');
    const rows = listPackage(join(app, 'resources/app.asar'), { isPack: false });
    const packed = rows.map((row) => row.slice(1).replaceAll('\\', '/'));
    files = packed.filter((path) => !packed.some((other) => other.startsWith(`${path}/`)));
  }, 120_000);

  afterAll(() => rm(base, { recursive: true, force: true }));

  it('holds what it needs and nothing else', () => {
    expect(files.filter((path) => !needed.some((shape) => shape.test(path)))).toEqual([]);
    expect(needed.filter((shape) => !files.some((path) => shape.test(path)))).toEqual([]);
  });

  it('holds the native modules of its own system, as files that can be loaded', () => {
    const native = files.filter((path) => path.endsWith('.node'));
    expect(native.sort()).toEqual([
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      'node_modules/keytar/prebuilds/linux-x64/keytar.node',
    ]);
    const unpacked = native.filter((path) => existsSync(join(app, 'resources/app.asar.unpacked', path)));
    expect(unpacked).toEqual(native);
  });

  it('has no switch left that turns it into another program', async () => {
    const wire = await getCurrentFuseWire(join(app, 'keepfold'));
    // One letter each: 0 is off, 1 is on.
    const states = (options: FuseV1Options[]) =>
      options.map((option) => String.fromCharCode(wire[option] ?? 0)).join('');
    expect(
      states([
        FuseV1Options.RunAsNode,
        FuseV1Options.EnableCookieEncryption,
        FuseV1Options.EnableNodeOptionsEnvironmentVariable,
        FuseV1Options.EnableNodeCliInspectArguments,
        FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
        FuseV1Options.GrantFileProtocolExtraPrivileges,
      ]),
    ).toBe('000000');
    expect(
      states([FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseV1Options.OnlyLoadAppFromAsar]),
    ).toBe('11');
  });

  it('has its page prefer the language of the system, where that is one of ours or English of either kind', async () => {
    const packed = await readdir(join(app, 'locales'));
    const others = LANGUAGES.map(({ key }) => key).filter((key) => key !== 'en');
    expect(packed.sort()).toEqual(['en-GB', 'en-US', ...others].map((name) => `${name}.pak`).sort());
    expect(pageLanguages(['de-AT', 'en-US'], packed)).toEqual(['de', 'de-AT', 'en-US']);
    // Dates are written as the first of these says.
    expect(pageLanguages(['en-GB', 'de-DE'], packed)).toEqual(['en-GB', 'de-DE']);
    expect(pageLanguages(['la-VA'], packed)).toEqual(['en-US', 'la-VA']);
  });

  it('comes with the licences of everything in it', async () => {
    const report = await readFile(join(app, 'resources/third-party-licences.txt'), 'utf8');
    for (const name of [
      'better-sqlite3 13.2.0',
      'fastify 5',
      'svelte 5',
      'electron-updater 6',
      'hash-wasm 4',
      '@github/keytar 7',
      '@fontsource-variable/inter 5',
    ]) {
      expect(report).toContain(`\n${name}`);
    }
    expect(report).toContain('Permission is hereby granted');
    expect(await readFile(join(app, 'resources/LICENSE.txt'), 'utf8')).toContain('MIT License');
    expect(existsSync(join(app, 'resources/app-update.yml'))).toBe(false);
  });

  it('runs from inside of its archive: window, service, and the threads of the service', async () => {
    const archive = join(app, 'resources/app.asar');
    const folder = join(base, 'Photos');
    await mkdir(folder);
    await writeFile(join(folder, 'picture.png'), SMALL_PNG);
    await writeFile(join(folder, 'notes.asar'), 'no archive');
    const desktop = new DesktopProcess(join(base, 'inside'), {
      KEEPFOLD_STUB_APP: archive,
      KEEPFOLD_STUB_PACKAGED: '1',
      KEEPFOLD_STUB_LANGUAGES: 'de-AT en-US',
    });
    const fetched = async (path: string, init: object = {}) =>
      (await desktop.ask('fetch', { url: `app://keepfold${path}`, ...init })) as {
        status: number;
        text: string;
        bytes: Uint8Array;
      };
    await desktop.started();
    expect(await desktop.ask('window')).toMatchObject({
      options: { webPreferences: { preload: join(archive, 'out/preload/preload.cjs') } },
    });
    expect(await desktop.ask('appMenu')).toContainEqual([
      'Datei',
      expect.arrayContaining(['Keepfold beenden']),
    ]);
    const page = await fetched('/index.html');
    expect(page.text).toBe(await readFile(join(root, 'out/renderer/index.html'), 'utf8'));
    const linked = await fetched('/api/local/v1/folders/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: folder }),
    });
    const { library_id: id } = JSON.parse(linked.text);
    const names = async () => {
      const { status, text } = await fetched(`/api2/repos/${id}/dir/?p=/`);
      return status === 200 ? JSON.parse(text).map((row: { name: string }) => row.name) : [];
    };
    await expect.poll(names, { timeout: 20_000 }).toEqual(['notes.asar', 'picture.png']);
    const thumbnail = await fetched(`/api2/repos/${id}/thumbnail/?p=/picture.png&size=48`);
    expect([thumbnail.status, pictureHeader(Buffer.from(thumbnail.bytes))]).toMatchObject([
      200,
      { kind: 'png', width: 48 },
    ]);
    desktop.quit();
    expect(await desktop.exitCode()).toBe(0);
  }, 120_000);
  it('finds all that it needs from inside its archive', async () => {
    const { exitCode, report, failed } = await desktopSelfTest([], {
      KEEPFOLD_STUB_APP: join(app, 'resources/app.asar'),
      KEEPFOLD_STUB_PACKAGED: '1',
      KEEPFOLD_STUB_USER_DATA: join(base, 'profile'),
    });
    expect(failed.filter((name) => !/^(tray|keychain)/.test(name))).toEqual([]);
    expect(report.checks).toMatchObject({ package: { detail: 'installed' }, archives: { ok: true } });
    expect(exitCode).toBe(0);
  });

  it('runs without its window, from what was packed', async () => {
    const folder = join(base, 'extracted');
    extractAll(join(app, 'resources/app.asar'), folder);
    const args = [join(folder, 'out/main/serve.js'), '--port', '0', '--data-dir', join(base, 'data')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { url } = JSON.parse(String(line));
    expect(await (await fetch(new URL('/api2/ping/', url))).text()).toBe('"pong"');
    expect(await (await fetch(url)).text()).toContain('<div id="app">');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }, 120_000);
});

/** Packs what was built around a stand-in for Electron: nothing is fetched, and the whole configuration is checked. */
async function pack(base: string): Promise<void> {
  const script = join(root, 'node_modules/electron-builder/cli.js');
  const args = ['--linux', 'dir', '--x64', '--publish', 'never'];
  const places = [`-c.electronDist=${join(base, 'electron')}`, `-c.directories.output=${join(base, 'dist')}`];
  const { exitCode, output } = await runCommand(process.execPath, [script, ...args, ...places], {
    cwd: root,
    timeoutMs: 100_000,
  });
  if (exitCode !== 0) throw new Error(output);
}
