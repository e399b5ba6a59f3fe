import { expect, it } from 'vitest';
import { originOf } from '../../../../src-main/core/library/folder-origin.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';

const id = '00000000-0000-4000-8000-000000000001' as LibraryId;
const folder = { id: '00000000-0000-4000-8000-000000000002' as LibraryId, origin: { id, path: '/work' } };

it('is in the library itself, or in the one around a folder library', () => {
  expect(originOf({ id }, '/a')).toEqual({ id, path: '/a' });
  expect(originOf({ id }, '/')).toEqual({ id, path: '/' });
  expect(originOf(folder, '/a/b')).toEqual({ id, path: '/work/a/b' });
  expect(originOf(folder, '/')).toEqual({ id, path: '/work' });
});
