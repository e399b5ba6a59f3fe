import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, unpackRows } from '../../../../src-main/store/objects/recording-messages.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-index.ts';

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((drawn) => Buffer.from(drawn));

const row: fc.Arbitrary<ObjectRow> = fc.record({
  kind: fc.constantFrom('block', 'fs', 'commit'),
  id: hex(20).map((id) => id.toString('hex')),
  pack: fc.nat(),
  offset: fc.nat({ max: 2 ** 40 }),
  storedBytes: fc.nat(),
  encoding: fc.constantFrom('raw', 'zlib'),
  sizeBytes: fc.nat(),
  storedAtSeconds: fc.nat({ max: 2 ** 33 }),
  sha256: fc.option(hex(32)),
});

describe('rows on their way to the thread that records them', () => {
  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(unpackRows(structuredClone(packRows(rows)))).toEqual(rows);
      }),
    );
  });
});
