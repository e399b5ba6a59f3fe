import { describe, expect, it } from 'vitest';
import { preflightSize, warningGroups } from '../../../src-renderer/format/preflight.ts';

describe('the warnings of a check', () => {
  it('stand together by what they are about', () => {
    const said = [
      { code: 'syncFolder', values: { what: 'Dropbox' } },
      { code: 'twins', values: { count: '2', examples: '"A", "a"' } },
      { code: 'linksLeftOut', values: { count: '4' } },
      { code: 'foreign', values: { count: '1', examples: '"a:"' } },
      { code: 'watchLimit', values: { count: '10', needed: '12' } },
    ];
    const groups = warningGroups({ said, warnings: said.map(() => 'in English') });
    expect(groups.map(({ title, warnings }) => [title, warnings.length])).toEqual([
      ['The place', 1],
      ['Names', 2],
      ['Not saved', 1],
      ['Finding changes', 1],
    ]);
    expect(groups[2]?.warnings).toEqual(['4 symbolic links are left out.']);
  });

  it('keep a place for what a newer service says', () => {
    expect(warningGroups({ warnings: ['it is Tuesday'], said: [{ code: 'tuesday', values: {} }] })).toEqual([
      { title: 'Good to know', warnings: ['It is Tuesday.'] },
    ]);
  });
});

describe('the size of a folder', () => {
  const counted = {
    ...{
      path: '/home/ada/Trip',
      refusal: '',
      refusal_reason: '',
      warnings: [],
      said: [],
      folders: 1,
      ignored: 0,
    },
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
