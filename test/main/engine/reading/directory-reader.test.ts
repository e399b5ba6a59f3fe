import { expect, it } from 'vitest';
import { DIR_MODE, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';

it('a time that an older version took in reads as one that every calendar has', async () => {
  const rowOf = (name: string, mtimeSeconds: number) =>
    ({ kind: 'dir', name, id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds }) as const;
  const { id, bytes } = encodeDir([
    rowOf('a', -Number.MAX_SAFE_INTEGER),
    rowOf('b', 7),
    rowOf('c', Number.MAX_SAFE_INTEGER),
  ]);
  const rows = await createReadDir({ read: async () => bytes })(id);
  expect(rows).toEqual([rowOf('c', 253_402_300_799), rowOf('b', 7), rowOf('a', -62_135_596_800)]);
});
