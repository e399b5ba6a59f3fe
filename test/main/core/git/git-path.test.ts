import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitNameOf, gitPathOf } from '../../../../src-main/core/git/git-path.ts';

describe('names for git', () => {
  it.each([
    ['.git', '.git_'],
    ['.GiT', '.GiT_'],
    ['.git_', '.git__'],
    ['git~1', 'git~1_'],
    ['GIT~1 .', 'GIT~1_ .'],
    ['.git. ', '.git_. '],
    ['.git:stream', '.git_:stream'],
    ['.git\\hooks', '.git_\\hooks'],
    ['a\\.git', 'a\\.git_'],
    ['.git\\.git', '.git_\\.git_'],
    ['.g\u200cit', '.g\u200cit_'],
    ['\ufeff.git', '\ufeff.git_'],
  ])('%j is refused and becomes %j', (name, written) => {
    expect(gitNameOf(name)).toBe(written);
  });

  it.each(['.gitignore', 'git', '.git2', 'a.git', 'git~2', 'git~10', '. git', '.git x', '_', '..git'])(
    '%j is taken as it is',
    (name) => {
      expect(gitNameOf(name)).toBe(name);
    },
  );

  it('are never the same for two', () => {
    const part = fc.constantFrom('.git', '.GIT', 'git~1', '_', '.', ' ', ':', '\\', '\u200c', 'a');
    const names = fc.uniqueArray(
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('')),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(names, (all) => {
        expect(new Set(all.map(gitNameOf)).size).toBe(all.length);
      }),
    );
  });

  it('stand in paths without the slash at the beginning', () => {
    expect(gitPathOf('/a/.git/config')).toBe('a/.git_/config');
    expect(gitPathOf('/')).toBe('');
  });
});
