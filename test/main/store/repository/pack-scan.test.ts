import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ByteRange } from '../../../../src-main/store/backend/backend.ts';
import {
  encodePackHeader,
  PACK_HEADER_BYTES,
  RECORD_HEADER_BYTES,
  writeRecord,
} from '../../../../src-main/store/repository/pack-format.ts';
import { scanPack } from '../../../../src-main/store/repository/pack-scan.ts';

const HEADER = encodePackHeader('11111111-1111-4111-8111-111111111111' as LibraryId);
const WINDOW_BYTES = 1024 * 1024;

function record(id: string, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(RECORD_HEADER_BYTES + payload.length);
  const lengths = { storedBytes: payload.length, sizeBytes: payload.length };
  writeRecord(bytes, 0, { kind: 'block', id: id.repeat(40), encoding: 'raw', ...lengths, payload });
  return bytes;
}

/** The ids of the whole records and where they lie, and how much was read at once at most. */
async function scan(...parts: readonly Buffer[]) {
  const bytes = Buffer.concat([HEADER, ...parts]);
  let mostBytes = 0;
  const read = async ({ offset, length }: ByteRange) => {
    mostBytes = Math.max(mostBytes, length);
    return Buffer.from(bytes.subarray(offset, offset + length));
  };
  const found: [string, number][] = [];
  for await (const { header, offset, bytes: copy } of scanPack({
    sizeBytes: bytes.length,
    read,
    close: async () => undefined,
  })) {
    expect(copy.equals(bytes.subarray(offset, offset + copy.length))).toBe(true);
    found.push([header.id.slice(0, 1), offset - PACK_HEADER_BYTES]);
  }
  return { found, mostBytes };
}

const [a, b, c] = ['a', 'b', 'c'].map((id) => record(id, Buffer.from(`text ${id}`))) as [
  Buffer,
  Buffer,
  Buffer,
];
const LENGTH = a.length;

it('the records of a pack come in order, each where it lies', async () => {
  expect((await scan()).found).toEqual([]);
  expect((await scan(a, b)).found).toEqual([
    ['a', 0],
    ['b', LENGTH],
  ]);
});

it('damage costs the record that it is in, and what is behind is found again', async () => {
  const flipped = Buffer.from(b);
  flipped[LENGTH - 1] = 0;
  expect((await scan(a, flipped, c)).found).toEqual([
    ['a', 0],
    ['c', 2 * LENGTH],
  ]);
  expect((await scan(a, Buffer.from('KFOB and no record'), c)).found).toEqual([
    ['a', 0],
    ['c', LENGTH + 18],
  ]);
  expect((await scan(a, b.subarray(0, LENGTH - 1))).found).toEqual([['a', 0]]);
});

it('a damaged length makes no room for what the pack cannot hold', async () => {
  const endless = Buffer.from(a);
  endless.writeUInt32LE(0xffff_ffff, 28);
  const { found, mostBytes } = await scan(endless, b);
  expect(found).toEqual([['b', LENGTH]]);
  expect(mostBytes).toBeLessThanOrEqual(WINDOW_BYTES);
});

it.each([-2, 0, 2])(
  'a record is found that begins %i bytes beside the end of what is read at once',
  async (shift) => {
    const before = Buffer.alloc(WINDOW_BYTES + 1 + shift, 'x');
    expect((await scan(before, b)).found).toEqual([['b', before.length]]);
  },
);

it('a record may be longer than what is read at once', async () => {
  const long = record('d', Buffer.alloc(3 * WINDOW_BYTES, 'long'));
  expect((await scan(a, long, b)).found).toEqual([
    ['a', 0],
    ['d', LENGTH],
    ['b', LENGTH + long.length],
  ]);
});
