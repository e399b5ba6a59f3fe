import { describe, expect, it } from 'vitest';
import {
  pickDirent,
  planPicks,
  type RehearsedLibrary,
  seededRandom,
} from '../../../../src-main/core/history/rehearsal-picks.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { fileDirent } from '../../../support/trees.ts';

const library = (id: string, fromSeq: number, headSeq: number): RehearsedLibrary => ({
  ...{ id: id as LibraryId, fromSeq, headSeq },
});

describe('what a rehearsal looks at', () => {
  it('is the same for the same seed', () => {
    const random = seededRandom(42);
    expect([random(), random(), random()].map((value) => value.toFixed(6))).toEqual([
      '0.601104',
      '0.448291',
      '0.852466',
    ]);
    const other = seededRandom(43);
    expect(other().toFixed(6)).not.toBe('0.601104');
  });

  it('has libraries take turns, the present and the past, large files and any', () => {
    const libraries = [library('a', 1, 9), library('b', 5, 5)];
    const told = planPicks(libraries, 8, seededRandom(42)).map(
      ({ libraryId, seq, wantsLarge }) => `${libraryId} ${seq}${wantsLarge ? ' large' : ''}`,
    );
    expect(told).toEqual(['b 5', 'a 9', 'b 5', 'a 7', 'b 5 large', 'a 9 large', 'b 5 large', 'a 5 large']);
  });

  it('stays within what is kept, and within the number', () => {
    const picks = planPicks([library('a', 3, 6)], 200, seededRandom(1));
    expect(picks).toHaveLength(200);
    expect([...new Set(picks.map(({ seq }) => seq))].sort()).toEqual([3, 4, 5, 6]);
    expect(planPicks([], 10, seededRandom(1))).toEqual([]);
  });

  it('goes down at random, and takes the largest file every other time where one is wanted', () => {
    const dirents = [
      { ...fileDirent('small'), name: 'small' },
      { ...fileDirent('x'.repeat(900)), name: 'large' },
      { kind: 'dir' as const, name: 'folder', id: EMPTY_ID, mode: 0o040000, mtimeSeconds: 1 },
    ];
    expect(pickDirent(dirents, true, () => 0.4)?.name).toBe('large');
    expect(pickDirent(dirents, true, () => 0.9)?.name).toBe('folder');
    expect(pickDirent(dirents, false, () => 0)?.name).toBe('small');
    expect(pickDirent(dirents.slice(2), true, () => 0.1)?.name).toBe('folder');
    expect(pickDirent([], true, () => 0.1)).toBe(null);
  });
});
