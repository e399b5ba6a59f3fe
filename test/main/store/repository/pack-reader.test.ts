import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { RECORD_HEADER_BYTES, writeRecord } from '../../../../src-main/store/repository/pack-format.ts';
import {
  PackReader,
  readFailure,
  verifyInflated,
  wantedRecord,
} from '../../../../src-main/store/repository/pack-reader.ts';
import type { ObjectPlace } from '../../../../src-main/store/sqlite/object-row.ts';

const TEXT = Buffer.from('some text');
const PLACE: ObjectPlace = {
  ...{ kind: 'block', id: objectIdOf(TEXT), pack: 3, offset: 48, encoding: 'raw' },
  ...{ storedBytes: TEXT.length, sizeBytes: TEXT.length },
};

function recordOf(payload = TEXT, place: ObjectPlace = PLACE): Buffer {
  const bytes = Buffer.alloc(RECORD_HEADER_BYTES + payload.length);
  writeRecord(bytes, 0, { ...place, payload });
  return bytes;
}

/** Reads the place out of a pack that holds these bytes there. */
function read(bytes: Buffer | Error, place = PLACE): Promise<Buffer> {
  const files = {
    openRange: async (name: unknown, range: unknown) => {
      expect([name, range]).toEqual([
        { pack: 3 },
        { offset: 48, length: RECORD_HEADER_BYTES + place.storedBytes },
      ]);
      if (bytes instanceof Error) throw bytes;
      return bytes;
    },
  };
  return new PackReader({ files, idOf: objectIdOf }).read(place);
}

const corrupt = (reason: string) => ({ code: 'object-corrupt', detail: { value: PLACE.id, reason } });
const failing = (code: string) => Object.assign(new Error(code), { code });

describe('an object in a pack', () => {
  it('is what its record holds', async () => {
    expect((await read(recordOf())).toString()).toBe('some text');
  });

  it.each<[string, Buffer, string]>([
    ['is cut short', recordOf().subarray(0, -1), 'record'],
    ['has a changed bit', recordOf().fill('S', RECORD_HEADER_BYTES, RECORD_HEADER_BYTES + 1), 'record'],
    ['is that of another object', recordOf(TEXT, { ...PLACE, id: objectIdOf('other') }), 'record'],
    ['is of another kind', recordOf(TEXT, { ...PLACE, kind: 'fs' }), 'record'],
    ['says another size', recordOf(TEXT, { ...PLACE, sizeBytes: 8 }), 'record'],
    ['holds something else in a sound record', recordOf(Buffer.from('Some text')), 'id-mismatch'],
  ])('is damaged when its record %s', async (_how, bytes, reason) => {
    await expect(read(bytes)).rejects.toMatchObject(corrupt(reason));
  });

  it('is damaged when it does not inflate', async () => {
    const place = { ...PLACE, encoding: 'zlib' } as const;
    await expect(read(recordOf(TEXT, place), place)).rejects.toMatchObject(corrupt('zlib'));
  });

  it('is missing with its pack, damaged where the disk cannot read it, and nothing is said of it otherwise', async () => {
    await expect(read(failing('ENOENT'))).rejects.toMatchObject({ code: 'object-missing' });
    await expect(read(failing('EIO'))).rejects.toMatchObject(corrupt('unreadable'));
    const full = failing('EMFILE');
    await expect(read(full)).rejects.toBe(full);
    expect(readFailure(PLACE.id, full)).toBe(full);
  });
});

it('a record is looked for in the middle of bytes, and has to be whole there', () => {
  const bytes = Buffer.concat([Buffer.alloc(7), recordOf()]);
  expect(wantedRecord(bytes, 7, PLACE).payload.toString()).toBe('some text');
  expect(() => wantedRecord(bytes, 6, PLACE)).toThrow(expect.objectContaining(corrupt('record')));
});

it('what a record inflated to has the size and the id that are on record', () => {
  verifyInflated(PLACE, TEXT, objectIdOf);
  expect(() => verifyInflated(PLACE, TEXT.subarray(1), objectIdOf)).toThrow(
    expect.objectContaining(corrupt('size')),
  );
  expect(() => verifyInflated(PLACE, Buffer.from('Some text'), objectIdOf)).toThrow(
    expect.objectContaining(corrupt('id-mismatch')),
  );
});
