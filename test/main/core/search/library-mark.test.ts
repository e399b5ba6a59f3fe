import { expect, it } from 'vitest';
import { libraryMark } from '../../../../src-main/core/search/library-mark.ts';

it('each library has a mark of three characters of private use', () => {
  expect(libraryMark(0)).toBe('\ue000\ue000\uf8ff');
  expect(libraryMark(6_001)).toBe('\ue001\ue001\uf8ff');
  expect(libraryMark(35_999_999)).toBe('\uf76f\uf76f\uf8ff');
});
