import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { UntrueContent } from '../../../../src-main/engine/objects/untrue-content.ts';
import { commitId } from '../../../support/stored-commits.ts';

const LIBRARY = '00000000-0000-4000-8000-000000000001' as LibraryId;

it('a path is told once for a reason, with the commit that was named first', () => {
  const untrue = new UntrueContent(LIBRARY);
  untrue.add(commitId('2'), '/a', 'size');
  untrue.add(commitId('1'), '/a', 'size');
  untrue.add(commitId('1'), '/a', 'time');
  expect(untrue.items).toEqual([
    { libraryId: LIBRARY, commitId: commitId('2'), path: '/a', reason: 'size' },
    { libraryId: LIBRARY, commitId: commitId('1'), path: '/a', reason: 'time' },
  ]);
});

it('commits without a path are told one by one', () => {
  const untrue = new UntrueContent(LIBRARY);
  untrue.add(commitId('1'), '', 'time');
  untrue.add(commitId('2'), '', 'time');
  expect(untrue.items.map(({ commitId }) => commitId[0])).toEqual(['1', '2']);
});

it('a library full of it is told by 20 of them, and counted to 1,000', () => {
  const untrue = new UntrueContent(LIBRARY);
  for (let at = 0; at < 1_100; at += 1) untrue.add(commitId('1'), `/${at}`, 'size');
  expect([untrue.items.length, untrue.count]).toEqual([20, 1_000]);
});

it('a path is told to the length of the longest that Linux takes', () => {
  const untrue = new UntrueContent(LIBRARY);
  untrue.add(commitId('1'), `/${'x'.repeat(5_000)}`, 'size');
  expect(untrue.items[0]?.path).toHaveLength(4_096);
});
