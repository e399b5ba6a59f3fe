import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../src-main/folder/disk/disk-error.ts';

const failure = (code: string, text: string) => Object.assign(new Error(text), { code });

describe('an error of the file system', () => {
  it('is told in words, and never as a deletion', () => {
    expect(problemOf('a.txt', failure('EACCES', "EACCES: permission denied, open 'a.txt'"))).toEqual({
      path: 'a.txt',
      reason: 'unreadable',
      said: { code: 'mayNotRead', values: {} },
    });
    expect(problemOf('b', failure('ENOENT', "ENOENT: no such file or directory, lstat 'b'"))).toEqual({
      path: 'b',
      reason: 'vanished',
      said: { code: 'gone', values: {} },
    });
  });

  it('keeps the system’s words, without the path, where there are no better ones', () => {
    expect(problemOf('c', failure('EDOM', "EDOM: out of domain, open '/secret/c'")).said).toEqual({
      code: 'systemSays',
      values: { what: 'EDOM: out of domain' },
    });
  });
});
