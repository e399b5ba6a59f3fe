import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { electronMirror, runtimeZip } from '../../support/electron-mirror.ts';
import { looseCheckout, type Start, startIn } from '../../support/loose-checkout.ts';

/** Stands for Electron: says that it was opened. */
const PROGRAM = '#!/bin/sh\necho the desktop window opens\n';

/** What Ubuntu says since 23.10 of who may make a sandbox. */
const RESTRICTED = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { readFileSync } = fs;
  const setting = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  fs.readFileSync = (path, ...rest) => (path === setting ? '1' : readFileSync(path, ...rest));
  syncBuiltinESMExports();
`)}`;

let folder: ReturnType<typeof temporaryDataFolder>;
let mirror: Awaited<ReturnType<typeof electronMirror>>;
let running: Start[] = [];

beforeAll(() => ensureBundle(), 90_000);
beforeEach(async () => {
  folder = temporaryDataFolder();
  const zip = await runtimeZip(PROGRAM, 100_000);
  mirror = await electronMirror(zip);
  looseCheckout(join(folder.path, 'checkout'), zip);
});
afterEach(async () => {
  await Promise.all(running.map((start) => start.end()));
  running = [];
  mirror.close();
  folder.remove();
});

function start(env: NodeJS.ProcessEnv = {}, checkout = 'checkout'): Start {
  const started = startIn(join(folder.path, checkout), {
    ELECTRON_MIRROR: mirror.url,
    electron_config_cache: join(folder.path, 'cache'),
    KEEPFOLD_DATA_DIR: join(folder.path, 'data'),
    ...env,
  });
  running.push(started);
  return started;
}

describe.runIf(process.platform === 'linux')('npm start without the runtime of Electron', () => {
  it('is of use while it fetches the runtime over a slow line, and opens the window the next time', async () => {
    const line = Promise.withResolvers<() => void>();
    mirror.serveNext((response, rest) => {
      response.write(rest.subarray(0, 20_000));
      line.resolve(() => response.end(rest.subarray(20_000)));
    });
    const first = start();
    const sendTheRest = await line.promise;
    await first.said('"event":"ready"');
    await first.said('the Electron runtime is still being fetched');
    await first.said('it signs in once: http://127.0.0.1:');
    sendTheRest();
    await first.said('keepfold: fetching the Electron runtime: 100 %\n');
    await first.said(
      'keepfold: the Electron runtime is here: the next "npm start" opens the desktop window\n',
    );
    await first.end();

    await start().said('the desktop window opens');
  });

  it('says why the runtime cannot be had, and tries again at the next start', async () => {
    mirror.serveNext((response) => response.destroy());
    const first = start();
    await first.said(
      'Keepfold runs without its desktop window, because the Electron runtime could not be fetched (the connection was cut off); the next "npm start" goes on.\n',
    );
    await first.said('"event":"ready"');
    await first.end();

    await start().said('the desktop window opens');
  });

  it('started twice shows the Keepfold that runs, and ends well', async () => {
    const browser = join(folder.path, 'browser');
    writeFileSync(browser, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const noRuntime = { ELECTRON_MIRROR: 'http://127.0.0.1:9/' };
    const config = join(folder.path, 'config');
    const env = { ...noRuntime, CI: '', KEEPFOLD_BROWSER: browser, XDG_CONFIG_HOME: config };
    const first = start(env);
    await first.said('Closing its window does not end Keepfold');
    const second = start(env);
    expect(await second.ended()).toBe(0);
    expect(second.all()).toBe('Keepfold is running already. Its window opens.\n');

    await first.end();

    const server = start({ DISPLAY: '', WAYLAND_DISPLAY: '' });
    await server.said('"event":"ready"');
    const third = start({ DISPLAY: '', WAYLAND_DISPLAY: '' });
    expect(await third.ended()).toBe(0);
    expect(third.all()).toMatch(
      /^Keepfold is running already\. Open its address in a browser\.\nThis one signs in once: http:\/\/127\.0\.0\.1:\d+\/#\/sign-in\?code=[0-9a-f]{32}\n$/,
    );
  });

  it('goes on without the window when the runtime cannot start its sandbox, and says what helps', async () => {
    const zip = await runtimeZip('#!/bin/sh\nkill -TRAP $$\n');
    mirror.close();
    mirror = await electronMirror(zip);
    looseCheckout(join(folder.path, 'ubuntu'), zip);
    const { said } = start({ NODE_OPTIONS: `--import "${RESTRICTED}"` }, 'ubuntu');
    await said(
      'Keepfold runs without its desktop window, because this system does not let Electron start its sandbox',
    );
    await said("sudo chmod 4755 '");
    await said('"event":"ready"');
  });
});
