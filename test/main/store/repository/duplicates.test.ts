import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { LibraryFiles } from '../../../../src-main/store/backend/backend.ts';
import { Duplicates } from '../../../../src-main/store/repository/duplicates.ts';
import {
  encodePackHeader,
  PACK_HEADER_BYTES,
  RECORD_HEADER_BYTES,
  writeRecord,
} from '../../../../src-main/store/repository/pack-format.ts';
import type { ObjectPlace } from '../../../../src-main/store/sqlite/object-row.ts';
import { MemoryBackend } from '../../../support/memory-backend.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const TEXT = Buffer.from('text');
const RECORD_BYTES = RECORD_HEADER_BYTES + TEXT.length;
const A = { kind: 'block', id: 'a'.repeat(40) } as const;
const B = { kind: 'block', id: 'b'.repeat(40) } as const;

/** Where the n-th record of a pack lies. */
const placeOf = (object: typeof A | typeof B, pack: number, nth = 0): ObjectPlace => ({
  ...{ ...object, encoding: 'raw', storedBytes: TEXT.length, sizeBytes: TEXT.length },
  ...{ pack, offset: PACK_HEADER_BYTES + nth * RECORD_BYTES },
});

/** A library whose packs hold these objects, and of which the given places are on record. */
async function duplicatesIn(
  packs: readonly (readonly [pack: number, ...objects: (typeof A | typeof B)[]])[],
  onRecord: readonly ObjectPlace[],
) {
  const files = new MemoryBackend().library(LIBRARY);
  for (const [pack, ...objects] of packs) {
    const bytes = Buffer.alloc(objects.length * RECORD_BYTES);
    for (const [nth, object] of objects.entries())
      writeRecord(bytes, nth * RECORD_BYTES, { ...placeOf(object, 0), payload: TEXT });
    const file = await files.createPack(pack, 'alone');
    await file.write(Buffer.concat([encodePackHeader(LIBRARY), bytes]), 0);
  }
  let scanned: number[] = [];
  let fails: string | null = null;
  const watched: Pick<LibraryFiles, 'listPacks' | 'openPack'> = {
    listPacks: () => files.listPacks(),
    openPack: async (pack) => {
      scanned.push(pack);
      if (fails !== null) throw Object.assign(new Error(fails), { code: fails });
      return files.openPack(pack);
    },
  };
  const find = ({ id }: { readonly id: string }) => onRecord.find((place) => place.id === id) ?? null;
  const duplicates = new Duplicates({ files: watched, find });
  const places = async (object: typeof A | typeof B) =>
    (await duplicates.of(object)).map(({ pack, offset }) => [
      pack,
      (offset - PACK_HEADER_BYTES) / RECORD_BYTES,
    ]);
  const failWith = (code: string | null) => {
    fails = code;
    scanned = [];
  };
  return { duplicates, places, failWith, scanned: () => scanned };
}

it('copies beside the one on record are found, the newest first', async () => {
  const { places } = await duplicatesIn(
    [
      [10, A],
      [9, A, B, A],
      [2, A],
    ],
    [placeOf(A, 9, 2), placeOf(B, 9, 1)],
  );
  expect(await places(A)).toEqual([
    [10, 0],
    [9, 0],
    [2, 0],
  ]);
  expect(await places(B)).toEqual([]);
});

it('what is not on record at all is no copy: it may be on its way', async () => {
  const { places } = await duplicatesIn([[1, A, A]], []);
  expect(await places(A)).toEqual([]);
});

it('the packs are read once for all objects, and a copy that goes off record is known from then on', async () => {
  const { duplicates, places, scanned } = await duplicatesIn([[1, A, B]], [placeOf(A, 1), placeOf(B, 1, 1)]);
  await Promise.all([places(A), places(B)]);
  expect(scanned()).toEqual([1]);
  duplicates.note(placeOf(A, 1));
  expect([await places(A), scanned()]).toEqual([[[1, 0]], [1]]);
});

it.each(['ENOENT', 'EIO'])('a pack that answers %s has no copies to offer', async (code) => {
  const { places, failWith } = await duplicatesIn([[1, A, A]], [placeOf(A, 1)]);
  failWith(code);
  expect(await places(A)).toEqual([]);
});

it('packs are looked through again after the system was short of something', async () => {
  const { places, failWith } = await duplicatesIn([[1, A, A]], [placeOf(A, 1)]);
  failWith('EMFILE');
  await expect(places(A)).rejects.toMatchObject({ code: 'EMFILE' });
  failWith(null);
  expect(await places(A)).toEqual([[1, 1]]);
});
