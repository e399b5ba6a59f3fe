import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { DISK } from '../../../../src-main/store/backend/disk/file-ops.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import {
  filesBelow,
  type OpenDiskStore,
  openDiskStore,
  temporaryDataFolder,
} from '../../../support/disk-store.ts';
import { createFailingDisk } from '../../../support/failing-file-ops.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

let folder: ReturnType<typeof temporaryDataFolder>;
let opened: OpenDiskStore;
let library: LibraryObjects;

beforeEach(async () => {
  folder = temporaryDataFolder();
  await open();
});

afterEach(async () => {
  await opened.abandon();
  folder.remove();
});

async function open(ops = DISK): Promise<void> {
  opened = await openDiskStore(folder.path, { ops });
  library = opened.store.library(LIBRARY);
}

const write = (text: string | Buffer) => library.write('block', objectIdOf(text), Buffer.from(text));
const storage = () => join(folder.path, 'storage', LIBRARY);
const pack = (name: string) => join(storage(), 'packs', name);

it('appends to the last pack when it ends where the last object on record ends', async () => {
  await write('one');
  await opened.close();
  await open();
  await write('two');
  await library.flush();
  expect(filesBelow(storage())).toEqual(['packs/000001.pack']);
  expect((await library.read('block', objectIdOf('one'))).toString()).toBe('one');
  expect((await library.read('block', objectIdOf('two'))).toString()).toBe('two');
});

it.each([
  ['longer', (path: string) => writeFileSync(path, 'half a record', { flag: 'a' })],
  ['shorter', (path: string) => truncateSync(path, 60)],
  ['gone', (path: string) => rmSync(path)],
])('begins a new pack when the last one is %s than on record', async (_, damage) => {
  await write('one');
  await opened.close();
  damage(pack('000001.pack'));
  const before = filesBelow(storage()).map((name) => statSync(join(storage(), name)).size);
  await open();
  await write('two');
  await library.flush();
  const after = filesBelow(storage()).filter((name) => name !== 'packs/000002.pack');
  expect(after.map((name) => statSync(join(storage(), name)).size)).toEqual(before);
  expect((await library.read('block', objectIdOf('two'))).toString()).toBe('two');
});

it('never gives a new pack the number of a file that is not on record', async () => {
  mkdirSync(join(storage(), 'packs'), { recursive: true });
  writeFileSync(pack('000007.pack'), 'left by a crash');
  await write('text');
  await library.flush();
  expect(filesBelow(storage())).toEqual(['packs/000007.pack', 'packs/000008.pack']);
  expect(readFileSync(pack('000007.pack'), 'utf8')).toBe('left by a crash');
});

it('holds no more than a few segments in memory while the disk is full', async () => {
  await opened.close();
  const disk = createFailingDisk();
  await open(disk.ops);
  disk.failWhen((step) => (step === 'write' ? 'ENOSPC' : null));
  const blocks = Array.from({ length: 40 }, (_, number) => Buffer.alloc(900_000, number));
  const results = await Promise.allSettled(
    blocks.map((block) => library.write('block', objectIdOf(block), block)),
  );
  const accepted = blocks.filter((_, index) => results[index]?.status === 'fulfilled');
  expect(accepted.length).toBeLessThan(16);
  expect(filesBelow(folder.path).filter((name) => name.endsWith('.pack'))).toEqual([]);
  disk.failWhen(null);
  await library.flush();
  for (const block of accepted)
    expect((await library.read('block', objectIdOf(block), { skipCache: true })).equals(block)).toBe(true);
});
