import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { BlockFiles } from '../../../../src-main/store/repository/block-files.ts';
import { hasherHere } from '../../../../src-main/store/repository/block-hasher.ts';
import { Duplicates } from '../../../../src-main/store/repository/duplicates.ts';
import { LibraryHealth } from '../../../../src-main/store/repository/library-state.ts';
import {
  encodePackHeader,
  PACK_HEADER_BYTES,
  RECORD_HEADER_BYTES,
  writeRecord,
} from '../../../../src-main/store/repository/pack-format.ts';
import { PackReader } from '../../../../src-main/store/repository/pack-reader.ts';
import { Quarantine } from '../../../../src-main/store/repository/quarantine.ts';
import { RecordedObjects } from '../../../../src-main/store/repository/recorded-objects.ts';
import { createObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-row.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { MemoryBackend } from '../../../support/memory-backend.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const TEXT = Buffer.from('a text that moves');
const OBJECT = { kind: 'block', id: objectIdOf(TEXT) } as const;
const HEADER = { ...OBJECT, encoding: 'raw', storedBytes: TEXT.length, sizeBytes: TEXT.length } as const;

/** A row that says that the text is in this pack. */
function rowIn(pack: number): ObjectRow {
  return { ...HEADER, pack, offset: PACK_HEADER_BYTES, storedAtSeconds: 0, sha256: null };
}

/** A library whose pack 2 holds the text, with rows that change between two looks, the last of which stays. */
async function recordedIn(...looks: (ObjectRow | null)[]) {
  const files = new MemoryBackend().library(LIBRARY);
  const record = Buffer.alloc(RECORD_HEADER_BYTES + TEXT.length);
  writeRecord(record, 0, { ...HEADER, payload: TEXT });
  const pack = await files.createPack(2, 'alone');
  await pack.write(Buffer.concat([encodePackHeader(LIBRARY), record]), 0);
  const index = createObjectIndex(memoryDatabase());
  const storeKey = index.storeKey(LIBRARY);
  const damaged: string[] = [];
  const quarantine = new Quarantine({
    table: index.damaged,
    storeKey: () => storeKey,
    nowSeconds: () => 0,
    onDamaged: ({ id }) => damaged.push(id),
  });
  const find = () => (looks.length > 1 ? looks.shift() : looks[0]) ?? null;
  const health = new LibraryHealth(LIBRARY);
  const objects = new RecordedObjects({
    find,
    quarantine,
    packs: new PackReader({ files, idOf: objectIdOf }),
    blocks: new BlockFiles({ files, health, hasher: hasherHere(objectIdOf), isDamaged: () => false }),
    duplicates: new Duplicates({ files, find: () => null }),
  });
  return { objects, damaged };
}

it('follows an object that compaction moves while it is read', async () => {
  const { objects, damaged } = await recordedIn(rowIn(1), rowIn(2));
  const { bytes, isDuplicate } = await objects.read(OBJECT);
  expect(bytes.equals(TEXT)).toBe(true);
  expect(isDuplicate).toBe(false);
  expect(damaged).toEqual([]);
});

it('follows an object that moves while other copies of it are looked for', async () => {
  const { objects, damaged } = await recordedIn(rowIn(1), rowIn(1), rowIn(2));
  expect((await objects.read(OBJECT)).bytes.equals(TEXT)).toBe(true);
  expect(damaged).toEqual([]);
});

it('does not take an object for damaged that is removed while it is read', async () => {
  const { objects, damaged } = await recordedIn(rowIn(1), null);
  await expect(objects.read(OBJECT)).rejects.toMatchObject({ code: 'object-missing' });
  expect(damaged).toEqual([]);
});

it('takes an object for damaged that stays where nothing is', async () => {
  const { objects, damaged } = await recordedIn(rowIn(1));
  await expect(objects.read(OBJECT)).rejects.toMatchObject({ code: 'object-missing' });
  expect(damaged).toEqual([OBJECT.id]);
});
