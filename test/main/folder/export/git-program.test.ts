import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { GitFailure, hasGit, runGit } from '../../../../src-main/folder/export/git-program.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';
import { gitAnswer, isGitHere } from '../../../support/git.ts';

function emptyFolder(): string {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function repository(): Promise<string> {
  const folder = emptyFolder();
  await runGit(['init', '--quiet', folder]);
  return folder;
}

const importing = (folder: string) => [`--git-dir=${join(folder, '.git')}`, 'fast-import', '--quiet'];

describe.skipIf(!isGitHere)('running git', () => {
  it('finds the program, and misses it', async () => {
    expect(await hasGit()).toBe(true);
    const folder = emptyFolder();
    vi.stubEnv('PATH', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await hasGit()).toBe(false);
    await expect(runGit(['--version'])).rejects.toThrow(GitFailure);
    // What stands in for it on some systems, and asks to install it.
    writeFileSync(join(folder, 'git'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(await hasGit()).toBe(false);
  });

  it('says in the words of git why it failed', async () => {
    await expect(runGit(['no-such-thing'])).rejects.toThrow(/'no-such-thing' is not a git command/);
    const folder = await repository();
    await expect(runGit(importing(folder), { input: pieces('nonsense\n') })).rejects.toThrow(
      /Unsupported command: nonsense/,
    );
  });

  it('takes no stream for whole that was cut off', async () => {
    const folder = await repository();
    const input = pieces('feature done\n', 'reset refs/heads/main\n');
    await expect(runGit(importing(folder), { input })).rejects.toThrow(/stream ends early/);
  });

  it('ends with what the input threw, and stops asking it when git has ended', async () => {
    const folder = await repository();
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('feature done\n');
      throw new Error('cannot read');
    }
    await expect(runGit(importing(folder), { input: failing() })).rejects.toThrow('cannot read');
    let asked = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        asked += 1;
        yield Buffer.from('nonsense\n'.repeat(10_000));
      }
    }
    await expect(runGit(importing(folder), { input: endless() })).rejects.toThrow(GitFailure);
    expect(asked).toBeLessThan(100);
  });

  it('is ended by the signal, with its reason', async () => {
    const folder = await repository();
    const end = new AbortController();
    async function* waiting(): AsyncGenerator<Buffer> {
      yield Buffer.from('feature done\n');
      end.abort(new Error('wanted no more'));
      yield Buffer.from('reset refs/heads/main\n');
      yield Buffer.from('done\n');
    }
    const options = { input: waiting(), signal: end.signal };
    await expect(runGit(importing(folder), options)).rejects.toThrow('wanted no more');
    await expect(runGit(['--version'], options)).rejects.toThrow('wanted no more');
  });

  it('starts no program that lies where it works', async () => {
    const folder = await repository();
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    writeFileSync(join(tree, 'git'), `#!/bin/sh\ntouch '${folder}/started'\n`, { mode: 0o755 });
    await runGit([`--git-dir=${join(folder, '.git')}`, `--work-tree=${tree}`, 'add', '--all']);
    expect(gitAnswer(folder, 'ls-files')).toBe('git\n');
  });
});
