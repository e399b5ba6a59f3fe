import { describe, expect, it } from 'vitest';
import { type ItemFilter, itemMatcher } from '../../../../src-main/core/library/item-filter.ts';
import { DIR_MODE, type Dirent, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';

const OPEN = { from: null, to: null };
const ANY: ItemFilter = { words: '', kind: null, extensions: null, mtimeSeconds: OPEN, sizeBytes: OPEN };

function file(name: string, sizeBytes = 10, mtimeSeconds = 100): Dirent {
  return { kind: 'file', name, id: EMPTY_ID, mode: FILE_MODE, mtimeSeconds, sizeBytes, modifier: '' };
}

function folder(name: string): Dirent {
  return { kind: 'dir', name, id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds: 100 };
}

const passes = (filter: Partial<ItemFilter>, dirent: Dirent) => itemMatcher({ ...ANY, ...filter })(dirent);

describe('a filter for items', () => {
  it.each([
    { words: 'report', name: 'Annual REPORT.pdf', is: true },
    { words: 'pdf annual', name: 'Annual REPORT.pdf', is: true },
    { words: '  annual\t2023 ', name: 'Annual REPORT.pdf', is: false },
    { words: 'ÜBUNG', name: 'übung 1', is: true },
    { words: 'u\u0308bung', name: '\u00fcbung', is: true },
    { words: 'Ⅷ', name: 'VIII', is: false },
    { words: '.*', name: 'anything', is: false },
    { words: '%', name: 'anything', is: false },
  ])('looks for "$words" in $name: $is', ({ words, name, is }) => {
    expect(passes({ words }, file(name))).toBe(is);
    expect(passes({ words }, folder(name))).toBe(is);
  });

  it('tells files and folders apart', () => {
    expect(passes({ kind: 'file' }, file('a'))).toBe(true);
    expect(passes({ kind: 'file' }, folder('a'))).toBe(false);
    expect(passes({ kind: 'dir' }, folder('a'))).toBe(true);
  });

  it('takes what stands behind the last dot of a file for its ending', () => {
    const extensions = new Set(['gz', 'profile']);
    expect(passes({ extensions }, file('a.tar.GZ'))).toBe(true);
    expect(passes({ extensions }, file('gz'))).toBe(false);
    expect(passes({ extensions }, file('.profile'))).toBe(false);
    expect(passes({ extensions }, folder('a.gz'))).toBe(false);
    expect(passes({ extensions: new Set() }, file('a.gz'))).toBe(false);
  });

  it('includes both ends of a range', () => {
    const range = { from: 100, to: 200 };
    const ofSize = (size: number) => passes({ sizeBytes: range }, file('a', size));
    const ofTime = (time: number) => passes({ mtimeSeconds: range }, file('a', 1, time));
    for (const is of [ofSize, ofTime])
      expect([99, 100, 200, 201].map(is)).toEqual([false, true, true, false]);
    expect(passes({ sizeBytes: { from: 100, to: null } }, file('a', 1_000_000))).toBe(true);
  });

  it('leaves folders out when a size is asked for', () => {
    expect(passes({ sizeBytes: { from: 0, to: null } }, folder('a'))).toBe(false);
  });
});
