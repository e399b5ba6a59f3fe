import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';

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

async function open(): Promise<void> {
  opened = await openDiskStore(folder.path);
  library = opened.store.library(LIBRARY);
}

const write = (text: string | Buffer) => library.write('block', objectIdOf(text), Buffer.from(text));

it('records 20,000 pending objects by itself, before anybody flushes', async () => {
  for (let number = 0; number <= 20_000; number += 1) await write(`text ${number}`);
  await opened.abandon();
  await open();
  expect([...library.list()].length).toBe(20_000);
});

it('records pending objects by itself once they are 32 MiB, before anybody flushes', async () => {
  for (let number = 0; number <= 64; number += 1) await write(Buffer.alloc(512 * 1024, `text ${number}`));
  const onRecord = opened.db.prepare<[], { count: number }>('SELECT count(*) AS count FROM objects');
  await vi.waitFor(() => expect(onRecord.get()?.count).toBeGreaterThanOrEqual(64), 20_000);
});
