import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { libraryWorld } from '../../../support/library-world.ts';

it('what a library takes is known as it was measured last, until the library is gone', async () => {
  const { stores, addLibrary } = await libraryWorld();
  const { historySizeTable } = stores;
  const papers = await addLibrary('Papers');
  expect(historySizeTable.find(papers)).toBe(undefined);
  historySizeTable.put(papers, { bytes: 7, atSeconds: 100 });
  historySizeTable.put(papers, { bytes: 9, atSeconds: 200 });
  expect(historySizeTable.find(papers)).toEqual({ bytes: 9, atSeconds: 200 });
  const gone = '00000000-0000-4000-8000-00000000dead' as LibraryId;
  historySizeTable.put(gone, { bytes: 1, atSeconds: 1 });
  expect(historySizeTable.find(gone)).toBe(undefined);
});
