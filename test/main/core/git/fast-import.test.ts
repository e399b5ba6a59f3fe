import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commitStart,
  contentStart,
  gitNameOf,
  gitPathOf,
  putText,
  removeText,
} from '../../../../src-main/core/git/fast-import.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';

const ID = 'a'.repeat(40) as CommitId;
const COMMIT = {
  ...{ id: ID, authorName: 'Anna', authorEmail: 'anna@example.com' },
  ...{ timeSeconds: 1_700_000_000, description: 'Added "a"' },
};

describe('the stream for git', () => {
  it('says how long a content is, under a mark', () => {
    expect(contentStart(7, 0)).toBe('blob\nmark :7\ndata 0\n');
  });

  it('says of a commit who, when and what, with the length in bytes', () => {
    expect(commitStart({ ...COMMIT, description: 'ü' })).toBe(
      [
        'commit refs/heads/main',
        'author Anna <anna@example.com> 1700000000 +0000',
        'committer Anna <anna@example.com> 1700000000 +0000',
        'data 62',
        'ü',
        '',
        `Keepfold-Commit: ${ID}`,
        '',
        '',
      ].join('\n'),
    );
  });

  it('has a message also where there is no description', () => {
    expect(commitStart({ ...COMMIT, description: ' \n' })).toContain(`data 58\nKeepfold-Commit: ${ID}\n\n`);
  });

  it.each([
    [{ authorName: '<b>A\n</b>', authorEmail: 'a>b\r@c' }, 'author bA/b <ab@c> 1700000000 +0000\n'],
    [{ authorName: '', authorEmail: 'a@b' }, 'author a@b <a@b> 1700000000 +0000\n'],
    [{ authorName: ' ', authorEmail: '' }, 'author unknown <> 1700000000 +0000\n'],
    [{ timeSeconds: -5 }, 'author Anna <anna@example.com> 0 +0000\n'],
    [{ timeSeconds: 1e15 }, 'author Anna <anna@example.com> 253402300799 +0000\n'],
    [{ description: 'a\0b' }, '\nab\n\nKeepfold'],
  ])('takes %j for what git can have', (fields, text) => {
    expect(commitStart({ ...COMMIT, ...fields })).toContain(text);
  });

  it.each([
    ['a b', '"a b"'],
    ['say "x"', '"say \\"x\\""'],
    ['back\\slash', '"back\\\\slash"'],
    ['two\nlines\t\r', '"two\\nlines\t\r"'],
    ['ü 😀', '"ü 😀"'],
    ['"', '"\\""'],
  ])('quotes %j', (path, quoted) => {
    expect(putText(path, 3, false)).toBe(`M 100644 :3 ${quoted}\n`);
    expect(putText(path, 3, true)).toBe(`M 100755 :3 ${quoted}\n`);
    expect(removeText(path)).toBe(`D ${quoted}\n`);
  });

  it('removes everything where no path is named', () => {
    expect(removeText('')).toBe('deleteall\n');
  });
});

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
