import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../../src-main/core/library/library-id.ts';
import {
  blockPath,
  damagedFolder,
  libraryFolder,
  packNumberOf,
  packPath,
} from '../../../../../src-main/store/backend/disk/layout.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

it('files lie where the recovery script and older versions look for them', () => {
  const library = libraryFolder('data', LIBRARY);
  expect(library).toBe(join('data', 'storage', LIBRARY));
  expect(packPath(library, 7)).toBe(join(library, 'packs', '000007.pack'));
  expect(packPath(library, 1_234_567)).toBe(join(library, 'packs', '1234567.pack'));
  expect(blockPath(library, `ab${'c'.repeat(38)}`)).toBe(join(library, 'blocks', 'ab', 'c'.repeat(38)));
  expect(damagedFolder(library)).toBe(join(library, 'damaged'));
});

it('a pack has one name, and no other file is taken for one', () => {
  const names = ['000007.pack', '1234567.pack', '7.pack', '0000007.pack', '000007.pack.new', 'x.pack', ''];
  expect(names.map(packNumberOf)).toEqual([7, 1_234_567, 0, 0, 0, 0, 0]);
});
