import { describe, expect, it } from 'vitest';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import { countLeftOut, NONE_LEFT_OUT, noticesOf } from '../../../../src-main/folder/ignore/ignore-notices.ts';
import { folderIndexOf } from '../../../support/folder-rows.ts';

describe('what patterns leave out by now', () => {
  const counted = async (patterns: string, paths: readonly string[]) => {
    const index = folderIndexOf(...paths);
    const { files, ofFiles } = await countLeftOut(createIgnoreMatcher('', patterns, []), {
      index,
      folderKey: 1,
    });
    return `${files} of ${ofFiles}`;
  };

  it('is counted of the files that folder and library agreed about, the ignore file among them', async () => {
    const paths = ['a.log', 'b.txt', 'seafile-ignore.txt', 'd/', 'd/c.txt', 'd/e/', 'd/e/f.txt'];
    expect(await counted('*.log\n', paths)).toBe('1 of 5');
    expect(await counted('d/\n', paths)).toBe('2 of 5');
    expect(await counted('*\n', paths)).toBe('5 of 5');
    expect(await counted('*\n', [])).toBe('1 of 1');
  });
});

describe('what a person is told about patterns', () => {
  const NONE = { agreed: '*.log\n', offered: null, isTouched: false };

  it('is nothing while they leave out no more than half', () => {
    expect(noticesOf(NONE, { files: 5, ofFiles: 10 })).toEqual([]);
  });

  it('is that they leave out most of what is here', () => {
    expect(noticesOf(NONE, { files: 6, ofFiles: 10 })).toEqual([
      {
        ...{ path: '', reason: 'mostly-left-out', values: { count: 6, of: 10 } },
        said: { code: 'mostlyLeftOut', values: { count: '6', total: '10' } },
      },
    ]);
  });

  it('is that others wait for an answer', () => {
    const offered = '*.log\n*.txt\nd/\n';
    expect(noticesOf({ ...NONE, offered }, NONE_LEFT_OUT)).toEqual([
      {
        ...{ path: 'seafile-ignore.txt', reason: 'patterns-offered', values: { added: 2, removed: 0 } },
        said: { code: 'patternsOffered', values: { added: '2', removed: '0' } },
      },
    ]);
  });
});
