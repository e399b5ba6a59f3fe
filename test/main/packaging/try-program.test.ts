import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { runCommand } from '../../checks/run-command.ts';

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

it('fails with a program that ends at once', async () => {
  const { exitCode, output } = await tried(process.execPath, '--version');
  expect(output).toContain('Failed: the app ended before the app answers');
  expect(exitCode).toBe(1);
});
