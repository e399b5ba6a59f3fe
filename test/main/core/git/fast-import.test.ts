import { describe, expect, it } from 'vitest';
import { commitStart, contentStart, putText, removeText } from '../../../../src-main/core/git/fast-import.ts';
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
