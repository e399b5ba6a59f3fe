import { expect, it } from 'vitest';
import { bytesOfFiles, listObjects } from '../../../../src-main/store/repository/object-listing.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-row.ts';

const ROW: ObjectRow = {
  ...{ kind: 'fs', id: 'a', pack: 1, offset: 48, storedBytes: 10, encoding: 'zlib', sizeBytes: 30 },
  ...{ storedAtSeconds: 100, sha256: null },
};
const PENDING = {
  kind: 'fs',
  id: 'a',
  encoding: 'raw',
  storedBytes: 12,
  sizeBytes: 30,
  sha256: null,
} as const;
const SEGMENT = { bytes: Buffer.alloc(0), usedBytes: 0, pack: 0, startOffset: 0 };

it('each object is listed once: as pending, else as it is on record, with what its record takes', () => {
  const pending = [{ ...PENDING, record: { segment: SEGMENT, at: 0 } }];
  const rows = [ROW, { ...ROW, id: 'b' }, { ...ROW, kind: 'block', id: 'a', pack: 0 } as const];
  const touches = {
    get: ({ id, kind }: { id: string; kind: string }) =>
      id + kind === 'bfs' ? { atSeconds: 150 } : undefined,
  };
  expect([...listObjects({ pending, rows }, touches, 200)]).toEqual([
    { kind: 'fs', id: 'a', sizeBytes: 30, storedBytes: 30, storedAtSeconds: 200 },
    { kind: 'fs', id: 'b', sizeBytes: 30, storedBytes: 50, storedAtSeconds: 150 },
    { kind: 'block', id: 'a', sizeBytes: 30, storedBytes: 10, storedAtSeconds: 100 },
  ]);
});

it('files take what packs hold up to their ends, and the blocks beside them', async () => {
  const index = {
    packs: () => [
      { pack: 1, endOffset: 1_000 },
      { pack: 4, endOffset: 50 },
    ],
    *blockFileBytes() {
      yield 7;
      yield 5;
    },
  };
  expect(await bytesOfFiles(index, 1)).toBe(1_062);
});
