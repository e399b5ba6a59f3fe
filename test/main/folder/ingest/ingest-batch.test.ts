import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { decodeFile } from '../../../../src-main/core/objects/file-object.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { type ReadChangeBatch, readBatch } from '../../../../src-main/folder/ingest/ingest-batch.ts';
import type { FolderReader } from '../../../../src-main/folder/ports.ts';
import { DiskReader } from '../../../../src-main/folder/scan/disk-reader.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import { openDiskStore } from '../../../support/disk-store.ts';
import { type Place, temporaryPlace } from '../../../support/folder-world.ts';
import { xorshiftContent } from '../../../support/generated-content.ts';

vi.setConfig({ testTimeout: 30_000 });

const HASH_THREAD = new URL('../../../../src-main/store/threads/hash-worker.ts', import.meta.url);
/** As recorded from the official client. */
const BIG40_ID = '6ba899182a58817eadc1d426fbc8b8b6a52c0046' as ObjectId;
const BIG40 = xorshiftContent(2_463_534_242, 41_943_040);

let place: Place;
beforeEach(() => {
  place = temporaryPlace();
  place.write('big.bin', BIG40);
});

async function openObjects(hashThread: URL): Promise<LibraryObjects> {
  const { store, close } = await openDiskStore(place.dataDir, { hashThread });
  onTestFinished(close);
  return store.library('11111111-1111-4111-8111-111111111111' as LibraryId);
}

function openReader(): DiskReader {
  const reader = new DiskReader({ root: place.root, ignoreDefaults: '' });
  onTestFinished(() => reader.close());
  return reader;
}

function read(reader: Pick<FolderReader, 'read'>, objects: LibraryObjects): Promise<ReadChangeBatch> {
  const { size, mtimeMs, ctimeMs, ino, mode } = statSync(join(place.root, 'big.bin'));
  const stat = { sizeBytes: size, mtimeMs, ctimeMs, inode: ino, mode };
  const reads = [{ dir: '', entry: { name: 'big.bin', isDir: false, ...stat }, row: null }];
  const batch = { reads, known: [], newDirs: [], exchanged: [], replaced: [], removed: [] };
  const parts = { reader, objects, status: { ingested: () => undefined } };
  return readBatch(batch, parts, { fileKey: null, signal: new AbortController().signal });
}

it('a large file read by one thread and hashed by others becomes the blocks that the official client makes of it', async () => {
  const objects = await openObjects(HASH_THREAD);
  const { outcomes } = await read(openReader(), objects);
  expect(outcomes).toEqual([expect.objectContaining({ index: 0, kind: 'read', id: BIG40_ID })]);
  await objects.flush();
  const file = await objects.read('fs', BIG40_ID);
  const { blockIds } = decodeFile(BIG40_ID, file);
  expect(blockIds).toEqual([
    '50d3eb912413fbfc48e1f93c08bf089ebd3677c0',
    '737897002c15d9921ebc07324d268315242019d1',
    '332700f2b00305bcf45ad13762b5905c9b34035b',
    '5e0d493dfe4f23d09f8c6def4cb87112827e0ad9',
    'ffe637fb9d17735aa0ac465914f2a2c662a8574e',
  ]);
  const blocks: Buffer[] = [];
  for (const id of blockIds) blocks.push(await objects.read('block', id, { skipCache: true }));
  expect(Buffer.concat(blocks).equals(BIG40)).toBe(true);
});

it('a large file that changes in the middle of reading is not kept', async () => {
  const reader = openReader();
  const disturbed: Pick<FolderReader, 'read'> = {
    async *read(files, fileKey) {
      let count = 0;
      for await (const batch of reader.read(files, fileKey)) {
        if (count === 0) appendFileSync(join(place.root, 'big.bin'), 'more');
        count += 1;
        yield batch;
      }
    },
  };
  const { outcomes } = await read(disturbed, await openObjects(HASH_THREAD));
  expect(outcomes).toEqual([
    { index: 0, kind: 'failed', reason: 'changing', said: { code: 'changedWhileRead', values: {} } },
  ]);
});

it('a thread that ends with its blocks fails the batch, and the next one gets another thread', async () => {
  const code = join(place.base, 'thread.mjs');
  writeFileSync(code, 'throw new Error("no memory");');
  const objects = await openObjects(pathToFileURL(code));
  await expect(read(openReader(), objects)).rejects.toThrow('The thread that hashes blocks ended.');
  writeFileSync(code, `await import(${JSON.stringify(HASH_THREAD.href)});`);
  const { outcomes } = await read(openReader(), objects);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['read']);
});
