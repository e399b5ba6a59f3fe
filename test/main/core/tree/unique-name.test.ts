import { describe, expect, it } from 'vitest';
import {
  conflictName,
  freeConflictName,
  originalOfConflict,
  uniqueName,
} from '../../../../src-main/core/tree/unique-name.ts';

function firstFree(name: string, taken: readonly string[], kind: 'file' | 'dir' = 'file'): string {
  return uniqueName(name, (candidate) => taken.includes(candidate), kind);
}

describe('uniqueName', () => {
  it('leaves a free name alone', () => {
    expect(firstFree('a.txt', [])).toBe('a.txt');
  });

  it('numbers before the last extension', () => {
    expect(firstFree('a.tar.gz', ['a.tar.gz'])).toBe('a.tar (1).gz');
    expect(firstFree('a.txt', ['a.txt', 'a (1).txt'])).toBe('a (2).txt');
  });

  it('numbers folders, hidden files and names without an extension at the end', () => {
    expect(firstFree('v1.2', ['v1.2'], 'dir')).toBe('v1.2 (1)');
    expect(firstFree('.bashrc', ['.bashrc'])).toBe('.bashrc (1)');
    expect(firstFree('Makefile', ['Makefile'])).toBe('Makefile (1)');
  });

  it('asks about some dozen names, however many are taken', () => {
    const taken = new Set(['a.txt']);
    let asked = 0;
    const most = Array.from({ length: 500 }, () => {
      const before = asked;
      taken.add(
        uniqueName('a.txt', (name) => {
          asked += 1;
          return taken.has(name);
        }),
      );
      return asked - before;
    });
    expect([...taken].slice(0, 3)).toEqual(['a.txt', 'a (1).txt', 'a (2).txt']);
    expect([...taken].at(-1)).toBe('a (500).txt');
    expect(Math.max(...most)).toBeLessThan(50);
  });

  it('shortens the stem at a character to stay within 255 bytes', () => {
    const name = `${'é'.repeat(125)}.txt`;
    expect(firstFree(name, [name])).toBe(`${'é'.repeat(123)} (1).txt`);
  });

  it('counts an extension that leaves no room as part of the stem', () => {
    const name = `a.${'x'.repeat(253)}`;
    expect(firstFree(name, [name])).toBe(`a.${'x'.repeat(249)} (1)`);
  });
});

describe('conflictName', () => {
  it('names who and when, in UTC, before the last extension', () => {
    expect(conflictName('hello.txt', 'alice@example.com', 1_700_002_002)).toBe(
      'hello (SFConflict alice@example.com 2023-11-14-22-46-42).txt',
    );
  });

  it('comes at the end without an extension', () => {
    expect(conflictName('hello', 'me', 0)).toBe('hello (SFConflict me 1970-01-01-00-00-00)');
  });

  it('holds no path, whoever the modifier claims to be', () => {
    expect(conflictName('a', '../\0x', 0)).toBe('a (SFConflict .._\u005fx 1970-01-01-00-00-00)');
  });

  it('does without an unknown modifier', () => {
    expect(conflictName('a.b', '', 0)).toBe('a (SFConflict 1970-01-01-00-00-00).b');
  });

  it('survives times that no calendar holds', () => {
    expect(conflictName('a', 'me', Number.MAX_SAFE_INTEGER)).toBe('a (SFConflict me 9999-12-31-23-59-59)');
    expect(conflictName('a', 'me', Number.MIN_SAFE_INTEGER)).toBe('a (SFConflict me 0001-01-01-00-00-00)');
  });

  it('stays within 255 bytes', () => {
    const name = conflictName(`${'n'.repeat(251)}.txt`, 'w'.repeat(300), 0);
    expect(name).toBe(`${'n'.repeat(89)} (SFConflict ${'w'.repeat(128)} 1970-01-01-00-00-00).txt`);
  });
});

describe('freeConflictName', () => {
  const stamp = { who: 'me@example.com', mtimeSeconds: 0 };
  const free = (name: string, taken: readonly string[]) =>
    freeConflictName(name, stamp, (candidate) => taken.includes(candidate));

  it('is the conflict name while that is free', () => {
    expect(free('a.txt', [])).toBe('a (SFConflict me@example.com 1970-01-01-00-00-00).txt');
  });

  it('asks about some dozen names, however many are taken that shorten to the same', () => {
    const taken = new Set<string>();
    let most = 0;
    for (let number = 0; number < 300; number++) {
      let asked = 0;
      const isTaken = (name: string) => {
        asked += 1;
        return taken.has(name);
      };
      taken.add(freeConflictName(`${'n'.repeat(240)}${number}`, stamp, isTaken));
      most = Math.max(most, asked);
    }
    expect(taken.size).toBe(300);
    expect(most).toBeLessThan(50);
  });

  it('numbers behind the stamp, whatever dots the e-mail has', () => {
    const name = 'a (SFConflict me@example.com 1970-01-01-00-00-00)';
    expect(free('a', [name, `${name} (1)`])).toBe(`${name} (2)`);
    expect(free('a.txt', [`${name}.txt`])).toBe(`${name} (1).txt`);
  });
});

it.each([
  ['a (SFConflict anna@example.com 2024-05-01-12-00-00).txt', 'a.txt'],
  ['a (SFConflict 2024-05-01-12-00-00).txt', 'a.txt'],
  ['a (SFConflict anna@example.com 2024-05-01-12-00-00) (2).txt', 'a.txt'],
  ['folder (SFConflict Anna Lee 2024-05-01-12-00-00)', 'folder'],
])('%s was kept beside %s', (name, original) => {
  expect(originalOfConflict(name)).toBe(original);
});

it.each(['a.txt', 'a (1).txt', 'a (SFConflict).txt', ' (SFConflict 2024-05-01-12-00-00)'])(
  '%s is a name like any other',
  (name) => {
    expect(originalOfConflict(name)).toBeNull();
  },
);
