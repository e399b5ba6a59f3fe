import { describe, expect, it } from 'vitest';
import { preflightSize, warningGroups } from '../../../src-renderer/format/preflight.ts';

describe('the warnings of a check', () => {
  it('stand together by what they are about', () => {
    const groups = warningGroups([
      '"Dropbox" looks like the folder of another sync program',
      '12 items differ from another name only in letter case',
      '4 symbolic links are left out',
      '3 items have a name that other systems cannot hold',
      'the system allows 10 watched folders',
    ]);
    expect(groups.map(({ title, warnings }) => [title, warnings.length])).toEqual([
      ['The place', 1],
      ['Names', 2],
      ['Not taken in', 1],
      ['Finding changes', 1],
    ]);
    expect(groups[2]?.warnings).toEqual(['4 symbolic links are left out.']);
  });

  it('keep a place for what a newer service says', () => {
    expect(warningGroups(['it is Tuesday'])).toEqual([
      { title: 'Good to know', warnings: ['It is Tuesday.'] },
    ]);
  });
});

describe('the size of a folder', () => {
  const counted = {
    ...{ path: '/home/ada/Trip', refusal: '', refusal_reason: '', warnings: [], folders: 1, ignored: 0 },
    ...{ files: 1204, bytes: 8_200_000, truncated: false },
  };

  it('is at least that where counting ended early', () => {
    expect(preflightSize(counted)).toBe('1,204\u00a0files, 8.2\u00a0MB');
    expect(preflightSize({ ...counted, truncated: true })).toBe('Over 1,204\u00a0files, 8.2\u00a0MB');
  });

  it('is nothing in a folder without files', () => {
    expect(preflightSize({ ...counted, files: 0, bytes: 0 })).toBe('Empty so far');
  });
});
