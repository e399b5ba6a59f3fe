import { describe, expect, it } from 'vitest';
import { runTyped } from '../../../support/typed-commands.ts';

describe('completions', () => {
  it('are there for these shells only', async () => {
    const { code, err } = await runTyped(['completion', 'tcsh'], { dataDir: '/nowhere', cwd: '/' });
    expect({ code, err }).toEqual({
      ...{ code: 2, err: '"tcsh" is none of the shells bash, zsh, fish, powershell.\n' },
    });
  });
});
