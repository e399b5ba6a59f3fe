import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  decodePackHeader,
  encodePackHeader,
  PACK_HEADER_BYTES,
  RECORD_HEADER_BYTES,
  readRecord,
  writeRecord,
} from '../../../../src-main/store/repository/pack-format.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const PAYLOAD = Buffer.from('dear Anna');
const HEADER = { kind: 'block', id: 'ab'.repeat(20), encoding: 'raw', storedBytes: 9, sizeBytes: 9 } as const;

/** A record behind three bytes of something else. */
function written(): Buffer {
  const bytes = Buffer.alloc(3 + RECORD_HEADER_BYTES + PAYLOAD.length);
  writeRecord(bytes, 3, { ...HEADER, payload: PAYLOAD });
  return bytes;
}

/** The bytes with one bit changed. */
function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

describe('the header of a pack', () => {
  it('is these bytes, and says whose the pack is', () => {
    const header = encodePackHeader(LIBRARY);
    expect(header.toString('hex', 0, 44)).toBe(`4b46504b01000000${Buffer.from(LIBRARY).toString('hex')}`);
    expect([header.length, decodePackHeader(header)]).toEqual([PACK_HEADER_BYTES, LIBRARY]);
  });

  it('is none when any bit is wrong, or it is cut short', () => {
    const header = encodePackHeader(LIBRARY);
    for (let at = 0; at < header.length; at += 1) expect(decodePackHeader(flipped(header, at))).toBe(null);
    expect(decodePackHeader(header.subarray(0, -1))).toBe(null);
  });
});

describe('a record', () => {
  it('comes back as it was written, from anywhere in the bytes', () => {
    expect(readRecord(written(), 3)).toEqual({ ...HEADER, payload: PAYLOAD });
    expect(readRecord(written(), 2)).toBe(null);
  });

  it('is none when any bit of header or payload is wrong, or its end is missing', () => {
    const bytes = written();
    for (let at = 3; at < bytes.length; at += 1) expect(readRecord(flipped(bytes, at), 3)).toBe(null);
    expect(readRecord(bytes.subarray(0, -1), 3)).toBe(null);
    expect(readRecord(bytes.subarray(0, 3 + RECORD_HEADER_BYTES - 1), 3)).toBe(null);
  });
});
