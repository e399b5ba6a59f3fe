import { expect, it } from 'vitest';
import { isLibraryId, type LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { isSampleId, sampleIdFrom } from '../../../../src-main/core/library/sample-id.ts';

it('tells samples from all other libraries by their id, which is one of a library', () => {
  const uuid = 'd17bf8ca-3019-40ee-8fdb-0258c89fb762' as LibraryId;
  const sample = sampleIdFrom(uuid);
  expect(sample).toBe('5a3b1e00-3019-40ee-8fdb-0258c89fb762');
  expect([isLibraryId(sample), isSampleId(sample), isSampleId(uuid)]).toEqual([true, true, false]);
});
