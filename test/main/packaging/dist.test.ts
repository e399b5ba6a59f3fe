import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { packagesToMake } from '../../../resources/build/dist.mjs';
import { runCommand } from '../../checks/run-command.ts';

const root = join(import.meta.dirname, '../../..');

async function programs(...names: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const folder = await mkdtemp(join(tmpdir(), 'keepfold-programs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) await writeFile(join(folder, name), '', { mode: 0o755 });
  return { PATH: folder };
}

it('is what `npm run dist` runs', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(scripts.dist).toBe('vite build && node resources/build/dist.mjs');
});

it.skipIf(process.platform === 'win32')('makes all packages where all programs are there', async () => {
  const env = await programs('rpmbuild');
  expect(packagesToMake({ platform: 'linux', env })).toEqual({ args: [], words: null });
});

it('leaves the .rpm out where rpmbuild is missing, says so, and makes everything else', async () => {
  const { args, words } = packagesToMake({ platform: 'linux', env: await programs() });
  expect(words).toBe(
    'No .rpm is made, because the program rpmbuild is missing; on Debian and Ubuntu it is in the package rpm.',
  );
  const { linux } = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'));
  const others = linux.target.filter(({ target }: { target: string }) => target !== 'rpm');
  expect(args).toEqual([
    '--linux',
    ...others.map(({ target }: { target: string }) => target),
    '--x64',
    '--arm64',
  ]);
  expect(others.map(({ arch }: { arch: string[] }) => arch)).toEqual(others.map(() => ['x64', 'arm64']));
});

it.each(['darwin', 'win32'])('asks for no rpmbuild on %s', async (platform) => {
  expect(packagesToMake({ platform, env: await programs() })).toEqual({ args: [], words: null });
});

it('file system on what it is told, and how the packager ended', async () => {
  const script = join(root, 'resources/build/dist.mjs');
  const { exitCode, output } = await runCommand(process.execPath, [script, '--unheard-of'], {
    cwd: root,
    timeoutMs: 30_000,
  });
  expect(exitCode).toBe(1);
  expect(output).toContain('unheard-of');
});
