import { describe, expect, it } from 'vitest';
import { mergeByTime, readPages } from '../../../../src-main/usecases/history/merge-by-time.ts';

const byNumber = {
  secondsOf: (row: number) => row,
  comesFirst: (row: number, other: number) => row > other,
  isOldestFirst: false,
};

/** Notes each page that is read. */
function source(name: string, rows: readonly number[], reads: string[]) {
  const read = (after: number, limit: number) => {
    reads.push(`${name} ${limit}`);
    return rows.slice(after, after + limit);
  };
  const placeOf = (row: number) => rows.indexOf(row) + 1;
  const pages = { read, placeOf, firstLimit: 1, limit: 2 };
  return { edgeSeconds: rows[0] ?? 0, rows: readPages(0, pages) };
}

describe('a merge by time', () => {
  it('has the rows of all sources in one order, in either direction', () => {
    const sources = [source('a', [9, 5, 1], []), source('b', [8, 7], []), source('c', [], [])];
    expect([...mergeByTime(sources, byNumber)]).toEqual([9, 8, 7, 5, 1]);
    const upwards = [source('a', [1, 5, 9], []), source('b', [7, 8], [])];
    const order = { ...byNumber, comesFirst: (row: number, other: number) => row < other };
    expect([...mergeByTime(upwards, { ...order, isOldestFirst: true })]).toEqual([1, 5, 7, 8, 9]);
  });

  it('reads nothing of a source before its time has come, and no page before it is wanted', () => {
    const reads: string[] = [];
    const merged = mergeByTime([source('old', [3, 2], reads), source('new', [9, 8, 7, 6], reads)], byNumber);
    expect(merged.next().value).toBe(9);
    expect(reads).toEqual(['new 1']);
    expect([merged.next().value, merged.next().value]).toEqual([8, 7]);
    expect(reads).toEqual(['new 1', 'new 2']);
    expect([...merged]).toEqual([6, 3, 2]);
  });

  it('reads a source of which a row may come at the same time as the first one', () => {
    const tied = { ...byNumber, secondsOf: (row: number) => Math.floor(row) };
    const sources = [source('a', [5.1], []), { ...source('b', [5.9], []), edgeSeconds: 5 }];
    expect([...mergeByTime(sources, tied)]).toEqual([5.9, 5.1]);
  });
});
