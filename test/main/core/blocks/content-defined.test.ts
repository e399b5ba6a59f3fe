import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  findCut,
  leavingTerms,
  MAX_BLOCK_BYTES,
  MIN_BLOCK_BYTES,
} from '../../../../src-main/core/blocks/content-defined.ts';

describe('leavingTerms', () => {
  const terms = leavingTerms();
  const hexOf = (byte: number) => ((terms[byte] ?? 0) >>> 0).toString(16).padStart(8, '0');

  it('is the table of the official clients', () => {
    expect([0, 1, 2, 127, 255].map(hexOf)).toEqual([
      '00000000',
      'efacbb19',
      'df597632',
      '2ad64dfe',
      'ba0020e5',
    ]);
  });

  it('has the recorded checksum as 256 little-endian words', () => {
    const bytes = Buffer.alloc(1024);
    terms.forEach((term, byte) => {
      bytes.writeInt32LE(term, byte * 4);
    });
    expect(createHash('sha1').update(bytes).digest('hex')).toBe('2b167d3417e3dadccccb9acb50fdee68bb73bb6a');
  });
});

describe('findCut', () => {
  const zeros = Buffer.alloc(MAX_BLOCK_BYTES);

  it('asks for more below the minimum block size', () => {
    expect(findCut(zeros, MIN_BLOCK_BYTES - 1, false)).toBe(-1);
  });

  it('takes all that is left of a file that ends below the minimum', () => {
    expect(findCut(zeros, MIN_BLOCK_BYTES - 1, true)).toBe(6_291_455);
    expect(findCut(zeros, 1, true)).toBe(1);
    expect(findCut(zeros, 0, true)).toBe(0);
  });

  it('asks for more while no cut is found and the file goes on', () => {
    expect(findCut(zeros, MAX_BLOCK_BYTES - 1, false)).toBe(-1);
  });

  it('cuts at the maximum where the content gives no cut', () => {
    expect(findCut(zeros, MAX_BLOCK_BYTES, false)).toBe(10_485_760);
  });

  it('never cuts beyond the maximum, however much is known', () => {
    expect(findCut(Buffer.alloc(MAX_BLOCK_BYTES + 1), MAX_BLOCK_BYTES + 1, true)).toBe(10_485_760);
  });

  it('can cut after the last byte of the minimum block', () => {
    const bytes = Buffer.alloc(9_437_184);
    bytes[6_291_455] = 0x13;
    expect(findCut(bytes, bytes.length, false)).toBe(6_291_456);
  });

  it('cuts after the byte that makes the value match', () => {
    const bytes = Buffer.alloc(9_437_184);
    bytes[7_340_032] = 0x13;
    expect(findCut(bytes, bytes.length, false)).toBe(7_340_033);
  });

  it('does not look at bytes behind the known ones', () => {
    const bytes = Buffer.alloc(9_437_184);
    bytes[7_340_032] = 0x13;
    expect(findCut(bytes, 7_340_032, false)).toBe(-1);
  });

  it('cuts after any of the last bytes of a file', () => {
    for (const length of [7_340_034, 7_340_035, 7_340_036, 7_340_037]) {
      const bytes = Buffer.alloc(9_437_184);
      bytes[length - 1] = 0x13;
      bytes[length] = 0x13;
      expect(findCut(bytes, length - 1, false)).toBe(-1);
      expect(findCut(bytes, length, true)).toBe(length);
    }
  });

  it('goes on behind a byte that is right alone', () => {
    const bytes = Buffer.alloc(9_437_184);
    bytes.set([0x01, 0x13, 0x00, 0x00, 0x00, 0x13], 7_340_032);
    expect(findCut(bytes, bytes.length, false)).toBe(7_340_038);
  });

  it('cuts after any byte of a group, and on both sides of where it rests', () => {
    for (const index of [6_291_456, 6_291_457, 6_291_458, 6_291_459, 6_307_839, 6_307_840, 6_307_841]) {
      const bytes = Buffer.alloc(9_437_184);
      bytes[index] = 0x13;
      expect(findCut(bytes, bytes.length, false)).toBe(index + 1);
    }
  });

  it('cuts the same wherever the bytes lie in memory', () => {
    const memory = Buffer.alloc(9_437_187);
    for (const offset of [1, 2, 3]) {
      const bytes = memory.subarray(offset, offset + 9_437_184);
      bytes[7_340_032] = 0x13;
      expect(findCut(bytes, bytes.length, false)).toBe(7_340_033);
      bytes[7_340_032] = 0;
    }
  });

  it('finds no cut in a byte on and on that is right alone each time', () => {
    const bytes = Buffer.alloc(9_437_184, 0x8f);
    expect(findCut(bytes, bytes.length, true)).toBe(9_437_184);
  });
});
