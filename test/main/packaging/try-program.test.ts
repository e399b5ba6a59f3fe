import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { runCommand } from '../../checks/run-command.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { electronMirror, runtimeZip } from '../../support/electron-mirror.ts';
import { asSomebody, looseCheckout } from '../../support/loose-checkout.ts';

const root = join(import.meta.dirname, '../../..');
const support = join(root, 'test/support');

beforeAll(ensureBundle, 90_000);

async function tried(...command: readonly string[]) {
  const profile = await mkdtemp(join(tmpdir(), 'keepfold-profile-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  const args = [join(support, 'try-program.ts'), ...command];
  const env = { ...process.env, KEEPFOLD_STUB_USER_DATA: profile };
  return runCommand(process.execPath, args, { cwd: root, timeoutMs: 110_000, env });
}

it.skipIf(process.platform === 'win32')(
  'starts the app, has a folder saved and ends the app, as the workflow does it on each system',
  async () => {
    const loader = join(support, 'electron-stub/register.ts');
    const app = join(support, 'electron-stub/run-app.ts');
    const { exitCode, output } = await tried(process.execPath, '--import', loader, app);
    expect(output).toMatch(
      /It has started\.\n.*A linked folder is saved\.\n.*It has quit when it was told to\.\n/s,
    );
    expect(exitCode).toBe(0);
  },
  120_000,
);

it('has the app try itself, and shows its report', async () => {
  const loader = join(support, 'electron-stub/register.ts');
  const app = join(support, 'electron-stub/run-app.ts');
  const { exitCode, output } = await tried('self-test', process.execPath, '--import', loader, app);
  expect(output).toMatch(/^\{"event":"self-test","ok":true,"program":"desktop",.*\}\n$/);
  expect(exitCode).toBe(0);
});

it('fails with a program that knows no self-test', async () => {
  expect(await tried('self-test', process.execPath, '-p', '1')).toMatchObject({ exitCode: 1 });
});
/** Stands for Electron: the app runs, with what the tests have in its place. */
const RUNTIME = `#!/bin/sh
shift
exec '${process.execPath}' --import '${join(support, 'electron-stub/register.ts')}' '${join(support, 'electron-stub/run-app.ts')}' "$@"
`;

it.skipIf(process.platform !== 'linux')(
  'starts once more where the first start only fetched Electron, and wants the window then',
  async () => {
    const folder = temporaryDataFolder();
    onTestFinished(() => folder.remove());
    const zip = await runtimeZip(RUNTIME, 100_000);
    const mirror = await electronMirror(zip);
    onTestFinished(() => mirror.close());
    const line = Promise.withResolvers<() => void>();
    mirror.serveNext((response, rest) => {
      response.write(rest.subarray(0, 20_000));
      line.resolve(() => response.end(rest.subarray(20_000)));
    });
    const checkout = join(folder.path, 'checkout');
    looseCheckout(checkout, zip);
    const env = {
      ...{ ...process.env, DISPLAY: ':0', CI: '1', ELECTRON_MIRROR: mirror.url },
      electron_config_cache: join(folder.path, 'cache'),
      KEEPFOLD_STUB_USER_DATA: join(folder.path, 'profile'),
    };
    const start = [process.execPath, ...asSomebody, join(checkout, 'resources/launch/start.mjs')];
    const child = spawn(process.execPath, [join(support, 'try-program.ts'), ...start], { cwd: root, env });
    const closed = once(child, 'close', { signal: AbortSignal.timeout(110_000) });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString('utf8');
    });
    child.stderr.on('data', (piece: Buffer) => {
      const said = piece.toString('utf8');
      if (said.includes('is still being fetched')) line.promise.then((send) => send(), expect.unreachable);
    });
    const [exitCode] = await closed;
    expect(output).toBe(
      [
        'It has started without a window, and fetched Electron meanwhile.',
        'It has started.',
        'A linked folder is saved.',
        'It has quit when it was told to.\n',
      ].join('\n'),
    );
    expect(exitCode).toBe(0);
  },
  120_000,
);

it('fails with a program that ends at once', async () => {
  const { exitCode, output } = await tried(process.execPath, '--version');
  expect(output).toContain('Failed: the app ended before the app answers');
  expect(exitCode).toBe(1);
});
