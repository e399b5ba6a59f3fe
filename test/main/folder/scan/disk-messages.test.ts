import { expect, it } from 'vitest';
import { packFiles, unpackFile } from '../../../../src-main/folder/scan/disk-messages.ts';

it('files to read come out as they were put in, with fractions of times and large numbers', () => {
  const files = [
    { path: 'a', stat: { sizeBytes: 1, mtimeMs: 1.25, ctimeMs: 2.5, inode: 3, mode: 0o100644 } },
    { path: 'd/b', stat: { sizeBytes: 2 ** 40, mtimeMs: 1e12, ctimeMs: -1, inode: 2 ** 53 - 1, mode: 0 } },
  ];
  const packed = packFiles(files);
  expect(packed.paths).toEqual(['a', 'd/b']);
  expect([unpackFile(packed, 0), unpackFile(packed, 1)]).toEqual(files);
});
