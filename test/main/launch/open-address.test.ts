import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showAddress } from '../../../resources/launch/window-keeper.mjs';
import { temporaryDataFolder } from '../../support/disk-store.ts';

const ADDRESS = 'http://127.0.0.1:8730/#/sign-in?code=a-secret&x="<';

let folder: ReturnType<typeof temporaryDataFolder>;

/** Stands for a program that shows a page: writes down what it was started with, and ends as it is told. */
const program = (end: string) => `#!/bin/sh
echo "$@" > "$SEEN/arguments.new"
mv "$SEEN/arguments.new" "$SEEN/$(basename "$0")"
${end}
`;

beforeEach(() => {
  folder = temporaryDataFolder();
  const programs = join(folder.path, 'bin');
  mkdirSync(programs);
  for (const name of ['xdg-open', 'browser']) {
    writeFileSync(join(programs, name), program('exit 0'));
    chmodSync(join(programs, name), 0o755);
  }
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
  vi.stubEnv('SEEN', folder.path);
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('CI', undefined);
  vi.stubEnv('KEEPFOLD_BROWSER', undefined);
  // Whom no browser gives a sandbox.
  vi.spyOn(process, 'getuid').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  folder.remove();
});

const show = () => showAddress(join(folder.path, 'window'), ADDRESS);

async function argumentsOf(name: string): Promise<string> {
  const file = join(folder.path, name);
  await vi.waitUntil(() => existsSync(file), { timeout: 20_000, interval: 20 });
  return readFileSync(file, 'utf8').trim();
}

describe.runIf(process.platform === 'linux')('an address that signs in', () => {
  it('is opened by a page for its person alone, and stands on no command line', async () => {
    expect(show().shown).toBe('tab');
    const page = join(folder.path, 'window/keepfold.html');
    expect(await argumentsOf('xdg-open')).toBe(page);
    expect([statSync(page).mode & 0o777, statSync(join(folder.path, 'window')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    const quoted = 'http://127.0.0.1:8730/#/sign-in?code=a-secret&amp;x=&quot;&lt;';
    const text = readFileSync(page, 'utf8');
    expect(text).toContain(`<meta http-equiv="refresh" content="0; url=${quoted}">`);
    expect(text).toContain(`<a href="${quoted}">`);
  });

  it('is forgotten after two minutes, also where nothing could open it', () => {
    vi.stubEnv('PATH', '');
    vi.useFakeTimers();
    show();
    expect(readdirSync(join(folder.path, 'window'))).toEqual(['keepfold.html']);
    vi.advanceTimersByTime(120_000);
    expect(readdirSync(join(folder.path, 'window'))).toEqual([]);
  });

  it('is opened by nobody where there is no display', () => {
    vi.stubEnv('DISPLAY', undefined);
    vi.stubEnv('WAYLAND_DISPLAY', undefined);
    expect(show()).toEqual({ shown: 'nowhere' });
    expect(existsSync(join(folder.path, 'window'))).toBe(false);
  });

  it('is shown in an app window, with a profile of its own, where a browser has them', async () => {
    vi.stubEnv('KEEPFOLD_BROWSER', join(folder.path, 'bin/browser'));
    const opened = show();
    expect((await argumentsOf('browser')).split(' ')).toEqual([
      `--app=file://${folder.path}/window/keepfold.html`,
      `--user-data-dir=${folder.path}/window/profile`,
      ...['--no-first-run', '--no-default-browser-check', '--hide-crash-restore-bubble', '--class=Keepfold'],
    ]);
    expect('window' in opened && (await opened.window.ended)).toBe('closed');
  });

  it.each([
    ['refuses to start', 'exit 1', 'failed'],
    ['is not there', null, 'failed'],
  ])('says when a browser %s, so that a tab can take its place', async (_, end, ended) => {
    const browser = join(folder.path, 'bin', end === null ? 'nothing' : 'browser');
    if (end !== null) writeFileSync(browser, program(end));
    vi.stubEnv('KEEPFOLD_BROWSER', browser);
    const opened = show();
    expect('window' in opened && (await opened.window.ended)).toBe(ended);
  });
});
