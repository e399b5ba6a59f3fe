import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { libraryWorld } from '../../../support/library-world.ts';

it('what a library takes is known as it was measured last, until the library is gone', async () => {
  const { stores, addLibrary } = await libraryWorld();
  const { librarySumTable } = stores;
  const papers = await addLibrary('Papers');
  expect(librarySumTable.find(papers)).toBe(undefined);
  librarySumTable.put(papers, { beyondBytes: 7, atSeconds: 100 });
  librarySumTable.put(papers, { beyondBytes: 9, atSeconds: 200 });
  expect(librarySumTable.find(papers)).toEqual({ beyondBytes: 9, atSeconds: 200 });
  const gone = '00000000-0000-4000-8000-00000000dead' as LibraryId;
  librarySumTable.put(gone, { beyondBytes: 1, atSeconds: 1 });
  expect(librarySumTable.find(gone)).toBe(undefined);
});
