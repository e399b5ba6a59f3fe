import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { DurableFolders } from '../../../../src-main/store/backend/disk/durable-folders.ts';
import { DISK } from '../../../../src-main/store/backend/disk/file-ops.ts';
import { ReadHandles } from '../../../../src-main/store/backend/disk/read-handles.ts';
import { BlockFiles } from '../../../../src-main/store/repository/block-files.ts';
import { Duplicates } from '../../../../src-main/store/repository/duplicates.ts';
import { LibraryHealth } from '../../../../src-main/store/repository/library-health.ts';
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
import { hasherHere } from '../../../../src-main/store/threads/block-hasher.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const TEXT = Buffer.from('a text that moves');
const OBJECT = { kind: 'block', id: objectIdOf(TEXT) } as const;
const HEADER = { ...OBJECT, encoding: 'raw', storedBytes: TEXT.length, sizeBytes: TEXT.length } as const;

/** A row that says that the text is in this pack. */
function rowIn(pack: number): ObjectRow {
  return { ...HEADER, pack, offset: PACK_HEADER_BYTES, storedAtSeconds: 0, sha256: null };
}

/** A folder whose pack 2 holds the text, with rows that change between two looks, the last of which stays. */
function recordedIn(...looks: (ObjectRow | null)[]) {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const packFolder = join(folder.path, 'packs');
  mkdirSync(packFolder);
  const record = Buffer.alloc(RECORD_HEADER_BYTES + TEXT.length);
  writeRecord(record, 0, { ...HEADER, payload: TEXT });
  writeFileSync(join(packFolder, '000002.pack'), Buffer.concat([encodePackHeader(LIBRARY), record]));
  const index = createObjectIndex(memoryDatabase());
  const storeKey = index.storeKey(LIBRARY);
  const damaged: string[] = [];
  const quarantine = new Quarantine({
    table: index.damaged,
    storeKey: () => storeKey,
    nowSeconds: () => 0,
    onDamaged: ({ id }) => damaged.push(id),
  });
  const handles = new ReadHandles();
  onTestFinished(() => handles.closeBelow(packFolder));
  const find = () => (looks.length > 1 ? looks.shift() : looks[0]) ?? null;
  const objects = new RecordedObjects({
    find,
    quarantine,
    packs: new PackReader({ handles, folder: packFolder, idOf: objectIdOf }),
    // Nothing in these tests has a file of its own.
    blocks: new BlockFiles({
      folder: join(folder.path, 'blocks'),
      ops: DISK,
      folders: new DurableFolders(DISK, folder.path),
      health: new LibraryHealth(LIBRARY),
      temporaryPath: () => join(folder.path, 'temporary'),
      hasher: hasherHere(objectIdOf),
      isDamaged: () => false,
    }),
    duplicates: new Duplicates({ folder: packFolder, ops: DISK, find: () => null }),
  });
  return { objects, damaged };
}

it('follows an object that compaction moves while it is read', async () => {
  const { objects, damaged } = recordedIn(rowIn(1), rowIn(2));
  const { bytes, isDuplicate } = await objects.read(OBJECT);
  expect(bytes.equals(TEXT)).toBe(true);
  expect(isDuplicate).toBe(false);
  expect(damaged).toEqual([]);
});

it('follows an object that moves while other copies of it are looked for', async () => {
  const { objects, damaged } = recordedIn(rowIn(1), rowIn(1), rowIn(2));
  expect((await objects.read(OBJECT)).bytes.equals(TEXT)).toBe(true);
  expect(damaged).toEqual([]);
});

it('does not take an object for damaged that is removed while it is read', async () => {
  const { objects, damaged } = recordedIn(rowIn(1), null);
  await expect(objects.read(OBJECT)).rejects.toMatchObject({ code: 'object-missing' });
  expect(damaged).toEqual([]);
});

it('takes an object for damaged that stays where nothing is', async () => {
  const { objects, damaged } = recordedIn(rowIn(1));
  await expect(objects.read(OBJECT)).rejects.toMatchObject({ code: 'object-missing' });
  expect(damaged).toEqual([OBJECT.id]);
});
