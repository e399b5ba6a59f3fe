import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runTyped } from '../../../support/typed-commands.ts';

async function script(shell: string): Promise<string> {
  // There is no such data folder: a script needs none.
  const { code, out, err } = await runTyped(['completion', shell], { dataDir: '/nowhere', cwd: '/' });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

function isHere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

/** What bash offers for the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const asked = `${await script('bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _keepfold; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', asked, 'bash', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe.runIf(isHere('bash'))('the completion of bash', () => {
  it('offers commands, then what belongs to them', async () => {
    expect(await offered('keepfold', 'fo')).toEqual(['folder']);
    expect(await offered('keepfold', 'cli', 're')).toEqual(
      'recover restore-test retention resume restore'.split(' '),
    );
    expect(await offered('keepfold', 'library', '')).toEqual(['list', 'create', 'delete', 'lock']);
    expect(await offered('keepfold', 'library', 'delete', 'Papers', '--')).toEqual(
      '--yes --dry-run --data-dir --json --help'.split(' '),
    );
    expect(await offered('keepfold', '--data-dir', 'folder', 'pause', '--f')).toEqual(['--for']);
  });

  it('leaves values to names of files', async () => {
    expect(await offered('keepfold', 'export', 'Papers', '--to', '')).toEqual([]);
    expect(await offered('keepfold', 'folder', 'add', '')).toEqual(
      expect.not.arrayContaining(['list', 'create']),
    );
  });
});

describe('completions', () => {
  it.each([
    ['bash', "    'library delete') offered='--yes --dry-run --data-dir --json --help' ;;\n"],
    ['zsh', "    'library delete') offered=(\n      '--yes:does it'\n"],
    [
      ...(['fish'] as const),
      "complete -c keepfold -n '__keepfold_is_at \\'library delete\\'' -l yes -d 'does it'\n",
    ],
    ['powershell', "    'library delete' = @(\n      @('--yes', 'does it'),\n"],
  ])('of %s know every command and its options', async (shell, part) => {
    expect(await script(shell)).toContain(part);
  });

  it.each(['zsh', 'fish'].filter(isHere))('of %s can be read by it', async (shell) => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: await script(shell), encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
