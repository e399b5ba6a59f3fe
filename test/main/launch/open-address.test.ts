import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAddress } from '../../../resources/launch/open-address.mjs';
import { temporaryDataFolder } from '../../support/disk-store.ts';

const ADDRESS = 'http://127.0.0.1:8730/#/sign-in?code=a-secret&x="<';

let folder: ReturnType<typeof temporaryDataFolder>;

/** Stands for the program that opens a browser: writes down what it was started with, and what it can read. */
const OPENER = `#!/bin/sh
echo "$@" > "$SEEN/arguments.new"
stat -c %a "$1" "$(dirname "$1")" > "$SEEN/rights"
cat "$1" > "$SEEN/page"
mv "$SEEN/arguments.new" "$SEEN/arguments"
`;

beforeEach(() => {
  folder = temporaryDataFolder();
  const programs = join(folder.path, 'bin');
  mkdirSync(programs);
  mkdirSync(join(folder.path, 'tmp'));
  writeFileSync(join(programs, 'xdg-open'), OPENER);
  chmodSync(join(programs, 'xdg-open'), 0o755);
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
  vi.stubEnv('TMPDIR', join(folder.path, 'tmp'));
  vi.stubEnv('SEEN', folder.path);
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('CI', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  folder.remove();
});

/** Stands for a browser: writes down its arguments, and goes on as it is told. */
function program(name: string, rest: string): string {
  const path = join(folder.path, 'bin', name);
  writeFileSync(
    path,
    `#!/bin/sh\necho "$@" > "$SEEN/arguments.app"\nmv "$SEEN/arguments.app" "$SEEN/arguments"\n${rest}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

function seen(name: string): string {
  return readFileSync(join(folder.path, name), 'utf8');
}

describe.runIf(process.platform === 'linux')('an address that signs in', () => {
  it('is opened by a page for its person alone, and stands on no command line', async () => {
    openAddress(ADDRESS, null);
    await vi.waitUntil(() => existsSync(join(folder.path, 'arguments')), { timeout: 20_000, interval: 20 });
    expect(seen('arguments')).toMatch(/\/tmp\/keepfold-sign-in-\w+\/sign-in\.html\n$/);
    expect(seen('arguments')).not.toContain('a-secret');
    expect(seen('rights')).toBe('600\n700\n');
    const quoted = 'http://127.0.0.1:8730/#/sign-in?code=a-secret&amp;x=&quot;&lt;';
    expect(seen('page')).toContain(`<meta http-equiv="refresh" content="0; url=${quoted}">`);
    expect(seen('page')).toContain(`<a href="${quoted}">`);
  });

  it('is forgotten after two minutes, also where nothing could open it', () => {
    vi.stubEnv('PATH', '');
    vi.useFakeTimers();
    openAddress(ADDRESS, null);
    expect(readdirSync(join(folder.path, 'tmp'))).toHaveLength(1);
    vi.advanceTimersByTime(120_000);
    expect(readdirSync(join(folder.path, 'tmp'))).toEqual([]);
  });

  it('is opened by nobody where there is no display', () => {
    vi.stubEnv('DISPLAY', undefined);
    vi.stubEnv('WAYLAND_DISPLAY', undefined);
    openAddress(ADDRESS, null);
    expect(readdirSync(join(folder.path, 'tmp'))).toEqual([]);
  });

  it('is shown in an app window, with a profile of its own, where a browser has them', async () => {
    const browser = program('browser', 'exit 0');
    openAddress(ADDRESS, browser);
    await vi.waitUntil(() => existsSync(join(folder.path, 'arguments')), { timeout: 20_000, interval: 20 });
    const [app, profile, ...others] = seen('arguments').trim().split(' ');
    expect(app).toMatch(/^--app=file:\/\/\/.*\/keepfold-sign-in-\w+\/sign-in\.html$/);
    expect(profile).toMatch(/^--user-data-dir=.*\/\.setup\/window$/);
    expect(others).toEqual(['--no-first-run', '--no-default-browser-check', '--class=Keepfold']);
  });

  it('is shown in a tab where the app window could not be opened', async () => {
    openAddress(ADDRESS, program('browser', 'exit 1'));
    const tab = /\/tmp\/keepfold-sign-in-\w+\/sign-in\.html\n$/;
    const isTab = () => existsSync(join(folder.path, 'rights')) && tab.test(seen('arguments'));
    await vi.waitUntil(isTab, { timeout: 20_000, interval: 20 });
    expect(seen('arguments')).not.toContain('--app');
  });
});
