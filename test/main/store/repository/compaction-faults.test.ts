import { statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { FileOps } from '../../../../src-main/store/backend/disk/file-ops.ts';
import type { LibraryObjects, ObjectName } from '../../../../src-main/store/objects/object-store.ts';
import {
  filesBelow,
  type OpenDiskStore,
  openDiskStore,
  temporaryDataFolder,
} from '../../../support/disk-store.ts';
import { createFailingDisk } from '../../../support/failing-file-ops.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { collectLeftovers, createPowerLossDisk } from '../../../support/power-loss-file-ops.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const MIB = 1024 * 1024;
const NOW = fakeClock().nowSeconds();
const SMALL_BLOCKS = 12;

/** Two packs of which a quarter is needed, one with a tail of half a record, and three block files of which one is. */
const small = (name: string) =>
  Array.from({ length: SMALL_BLOCKS }, (_, number) => Buffer.alloc(2_000, `${name} ${number}`));
const large = [1, 2, 3].map((number) => Buffer.alloc(MIB + number, number));
const needed = [...small('a').slice(9), ...small('b').slice(9), ...large.slice(2)];
const garbage = [...small('a').slice(0, 9), ...small('b').slice(0, 9), ...large.slice(0, 2)];
const written = Buffer.from('written while it is compacted');

async function open(path: string, ops?: FileOps): Promise<OpenDiskStore> {
  const { nowSeconds } = fakeClock();
  return openDiskStore(path, { nowSeconds, ...(ops === undefined ? {} : { ops }) });
}

async function writeAll(library: LibraryObjects, blocks: readonly Buffer[]): Promise<void> {
  for (const block of blocks) await library.write('block', objectIdOf(block), block);
  await library.flush();
}

/** A data folder in which garbage collection has something to do. */
async function usedFolder(): Promise<ReturnType<typeof temporaryDataFolder>> {
  const folder = temporaryDataFolder();
  const first = await open(folder.path);
  await writeAll(first.store.library(LIBRARY), [...small('a'), ...large]);
  await first.close();
  await appendFile(join(folder.path, 'storage', LIBRARY, 'packs/000001.pack'), 'KFOB half a record');
  const second = await open(folder.path);
  await writeAll(second.store.library(LIBRARY), small('b'));
  await second.close();
  return folder;
}

/** Removes and compacts as garbage collection does. */
async function collect(library: LibraryObjects): Promise<void> {
  const doomed = garbage.map((block): ObjectName => ({ kind: 'block', id: objectIdOf(block) }));
  await library.remove(doomed, { lastReferencedBeforeSeconds: NOW + 1 });
  await library.compact();
}

/** The same while somebody writes. */
async function collectBesideWriter(library: LibraryObjects): Promise<void> {
  await Promise.all([collect(library), writeAll(library, [written])]);
}

/** Every row names a place that is there; without that, reads would find other copies and nobody would notice. */
function expectPlaces({ db }: OpenDiskStore, path: string): void {
  const sql = 'SELECT pack, max(offset + 40 + stored_bytes) AS end FROM objects WHERE pack > 0 GROUP BY pack';
  for (const { pack, end } of db.prepare<[], { pack: number; end: number }>(sql).all()) {
    const file = join(path, 'storage', LIBRARY, 'packs', `00000${pack}.pack`);
    expect(statSync(file).size).toBeGreaterThanOrEqual(end);
  }
}

/** What is needed must be whole, everything on record too, and the next collection must find its way. */
async function expectSound(path: string): Promise<void> {
  const opened = await open(path);
  expectPlaces(opened, path);
  const library = opened.store.library(LIBRARY);
  const isNeededMissing = needed.filter((block) => !library.has('block', objectIdOf(block)));
  expect(isNeededMissing.length).toBe(0);
  for (const { kind, id } of library.list()) await library.read(kind, id, { skipCache: true });
  await collectBesideWriter(library);
  for (const block of [...needed, written]) {
    expect((await library.read('block', objectIdOf(block))).equals(block)).toBe(true);
  }
  expect([...library.list()].length).toBe(needed.length + 1);
  expect([...library.damaged()]).toEqual([]);
  const blockFiles = filesBelow(join(path, 'storage', LIBRARY)).filter((name) => name.startsWith('blocks'));
  expect(blockFiles.length).toBe(1);
  await opened.close();
}

describe('a garbage collection', () => {
  it.each(['EIO', 'ENOSPC'])(
    'loses nothing that is needed when any single step fails with %s',
    async (code) => {
      for (let failing = 1; ; failing += 1) {
        const folder = await usedFolder();
        const disk = createFailingDisk();
        const opened = await open(folder.path, disk.ops);
        disk.failWhen((_, call) => (call === failing ? code : null));
        await collectBesideWriter(opened.store.library(LIBRARY)).catch(() => undefined);
        const calls = disk.calls();
        await opened.abandon();
        await expectSound(folder.path);
        folder.remove();
        if (calls < failing) return;
      }
    },
    120_000,
  );

  it('works again on the same store after a full disk', async () => {
    const folder = await usedFolder();
    const disk = createFailingDisk();
    const opened = await open(folder.path, disk.ops);
    const library = opened.store.library(LIBRARY);
    disk.failWhen((step) => (['create', 'write'].includes(step) ? 'ENOSPC' : null));
    await expect(collect(library)).rejects.toMatchObject({ code: 'disk-full' });
    disk.failWhen(null);
    await collect(library);
    const packs = filesBelow(join(folder.path, 'storage', LIBRARY, 'packs'));
    expect(packs.length).toBeLessThanOrEqual(2);
    await opened.close();
    await expectSound(folder.path);
    folder.remove();
  });

  it.each([
    ['by itself', collect],
    ['beside a writer', collectBesideWriter],
  ])(
    'survives a power loss at any step, %s',
    async (_, work) => {
      const folder = await usedFolder();
      const disk = createPowerLossDisk(folder.path);
      const opened = await open(folder.path, disk.ops);
      const leftovers = collectLeftovers(disk, opened.db);
      const states = new Set<string>();
      const takeState = () => void states.add(leftovers.take());
      disk.beforeStep(takeState);
      await work(opened.store.library(LIBRARY));
      takeState();
      disk.beforeStep(() => undefined);
      await opened.close();
      for (const state of states) await expectSound(state);
      expect(leftovers.taken()).toBeGreaterThan(12);
      leftovers.remove();
      folder.remove();
    },
    120_000,
  );
});
