import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DomainError } from '../../../../src-main/core/errors.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type CommitId, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { type NewHeadEntry, openHeadJournal } from '../../../../src-main/store/head-journal.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import { NO_REPORTS } from '../../../../src-main/store/store-reports.ts';
import { filesBelow, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { createFailingDisk } from '../../../support/failing-file-ops.ts';
import { collectLeftovers, createPowerLossDisk } from '../../../support/power-loss-file-ops.ts';
import { createWindowsDisk } from '../../../support/windows-file-ops.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const MIB = 1024 * 1024;

const batches = new Map<string, readonly Buffer[]>();

/** Small objects, a segment's worth of middle ones, and two with files of their own. */
function batch(name: string): readonly Buffer[] {
  const made = batches.get(name) ?? newBatch(name);
  batches.set(name, made);
  return made;
}

function newBatch(name: string): Buffer[] {
  const small = Array.from({ length: 5 }, (_, number) => Buffer.from(`${name} ${number}`));
  const middle = Array.from({ length: 5 }, (_, number) => Buffer.alloc(900_000, `${name} ${number}`));
  const large = [1, 2].map((number) => Buffer.alloc(MIB + number, name));
  return [...small, ...middle, ...large];
}

async function writeAll(library: LibraryObjects, blocks: readonly Buffer[]): Promise<void> {
  for (const block of blocks) await library.write('block', idOf(block), block);
}

/** Every object on record must be whole; returns their ids. */
async function readEverything(library: LibraryObjects): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { kind, id } of library.list()) {
    await library.read(kind, id, { skipCache: true });
    ids.add(id);
  }
  return ids;
}

function missingOf(blocks: readonly Buffer[], ids: ReadonlySet<string>): number {
  return blocks.filter((block) => !ids.has(idOf(block))).length;
}

/** Small ones and a large one. */
function few(name: string): readonly Buffer[] {
  return batch(name).filter((_, index) => index < 3 || index > 10);
}

const known = new WeakMap<Buffer, ObjectId>();

/** They are asked for at every step. */
function idOf(block: Buffer): ObjectId {
  const id = known.get(block) ?? objectIdOf(block);
  known.set(block, id);
  return id;
}

describe('a full disk', () => {
  it('refuses, keeps what was accepted, and works again once there is room', async () => {
    const folder = temporaryDataFolder();
    const disk = createFailingDisk();
    const { store, db, close } = await openDiskStore(folder.path, { ops: disk.ops });
    const library = store.library(LIBRARY);
    await writeAll(library, batch('before'));
    await library.flush();
    disk.failWhen((step) => (['create', 'write', 'makeFolder', 'rename'].includes(step) ? 'ENOSPC' : null));
    await library.write('block', objectIdOf('accepted'), Buffer.from('accepted'));
    const large = Buffer.alloc(MIB, 'large');
    const refused = { code: 'disk-full' };
    await expect(library.write('block', objectIdOf(large), large)).rejects.toMatchObject(refused);
    expect(library.has('block', objectIdOf(large))).toBe(false);
    await expect(library.flush()).rejects.toMatchObject(refused);
    await expect(library.flush()).rejects.toMatchObject(refused);
    expect((await library.read('block', objectIdOf('accepted'))).toString()).toBe('accepted');
    disk.failWhen(null);
    await writeAll(library, batch('after'));
    await library.flush();
    await close();
    const again = await openDiskStore(folder.path);
    const ids = await readEverything(again.store.library(LIBRARY));
    expect(missingOf([...batch('before'), Buffer.from('accepted'), ...batch('after')], ids)).toBe(0);
    expect(db.open).toBe(false);
    await again.close();
    folder.remove();
  });
});

describe('a failing disk', () => {
  it.each(['sync', 'close', 'rename', 'syncFolder'])(
    'ends writing at the first failed %s',
    async (failing) => {
      const folder = temporaryDataFolder();
      const disk = createFailingDisk();
      const { store, close } = await openDiskStore(folder.path, { ops: disk.ops });
      const library = store.library(LIBRARY);
      await writeAll(library, batch('before'));
      await library.flush();
      disk.failWhen((step) => (step === failing ? 'EIO' : null));
      await writeAll(library, batch('lost'));
      const refused = { code: 'library-read-only', detail: { reason: 'storage-failed' } };
      await expect(library.flush()).rejects.toMatchObject(refused);
      disk.failWhen(null);
      await expect(library.flush()).rejects.toMatchObject(refused);
      await expect(writeAll(library, batch('more'))).rejects.toMatchObject(refused);
      expect(missingOf(batch('lost'), await readEverything(library))).toBe(12);
      expect(missingOf(batch('before'), await readEverything(library))).toBe(0);
      await close();
      const again = await openDiskStore(folder.path);
      await writeAll(again.store.library(LIBRARY), batch('lost'));
      await again.close();
      folder.remove();
    },
  );

  it.each(['EIO', 'ENOSPC'])(
    'loses nothing acknowledged when any single step fails with %s',
    async (code) => {
      for (let failing = 1; ; failing += 1) {
        const folder = temporaryDataFolder();
        const disk = createFailingDisk();
        const opened = await openDiskStore(folder.path, { ops: disk.ops });
        const library = opened.store.library(LIBRARY);
        disk.failWhen((_, call) => (call === failing ? code : null));
        const acknowledged: Buffer[] = [];
        for (const blocks of [batch('a'), batch('b').slice(9)]) {
          const isFlushed = await writeAll(library, blocks)
            .then(() => library.flush())
            .then(
              () => true,
              () => false,
            );
          if (isFlushed) acknowledged.push(...blocks);
        }
        const calls = disk.calls();
        await opened.abandon();
        const again = await openDiskStore(folder.path);
        expect(missingOf(acknowledged, await readEverything(again.store.library(LIBRARY)))).toBe(0);
        await writeAll(again.store.library(LIBRARY), few('after'));
        await again.store.library(LIBRARY).flush();
        await again.close();
        folder.remove();
        if (calls < failing) return;
      }
    },
    240_000,
  );
});

describe('the reason why writing stopped', () => {
  it('is told once, with what the disk said', async () => {
    const folder = temporaryDataFolder();
    const disk = createFailingDisk();
    const told: DomainError[] = [];
    const reports = { ...NO_REPORTS, writingStopped: (error: DomainError) => void told.push(error) };
    const { store, close } = await openDiskStore(folder.path, { ops: disk.ops, reports });
    const journal = await openHeadJournal(join(folder.path, 'heads.journal'), { ops: disk.ops, reports });
    disk.failWhen((step) => (step === 'sync' ? 'EIO' : null));
    for (let time = 0; time < 2; time += 1) {
      await expect(journal.append([entryOf(1)])).rejects.toMatchObject({ code: 'library-read-only' });
      await Promise.allSettled(batch('lost').map((bytes) => writeAll(store.library(LIBRARY), [bytes])));
      await expect(store.library(LIBRARY).flush()).rejects.toMatchObject({ code: 'library-read-only' });
    }
    expect(told.map(({ detail }) => detail)).toEqual([
      { reason: 'journal-failed' },
      { value: LIBRARY, reason: 'storage-failed' },
    ]);
    for (const { cause } of told) expect(cause).toMatchObject({ code: 'EIO' });
    await journal.close();
    disk.failWhen(null);
    await Promise.allSettled([close()]);
    folder.remove();
  });
});

describe('what an earlier process left', () => {
  it('and another program holds is told, kept out of the way and removed at the next start', async () => {
    const folder = temporaryDataFolder();
    const disk = createWindowsDisk();
    await (await openDiskStore(folder.path)).close();
    const [held, other] = [join(folder.path, 'tmp/object-1'), join(folder.path, 'tmp/part-1')];
    for (const path of [held, other]) writeFileSync(path, 'left');
    disk.holdElsewhere(held);
    const told: string[] = [];
    const reports = { ...NO_REPORTS, leftBehind: (path: string) => void told.push(path) };
    const { store, close } = await openDiskStore(folder.path, { ops: disk.ops, reports });
    expect(told).toEqual([held]);
    await writeAll(store.library(LIBRARY), batch('new'));
    await store.library(LIBRARY).flush();
    expect(missingOf(batch('new'), await readEverything(store.library(LIBRARY)))).toBe(0);
    await close();
    expect(filesBelow(join(folder.path, 'tmp'))).toEqual(['object-1']);
    await (await openDiskStore(folder.path)).close();
    expect(filesBelow(join(folder.path, 'tmp'))).toEqual([]);
    folder.remove();
  });
});

describe('a power loss', () => {
  it.each([
    ['in a new data folder', null, batch],
    ['in a used data folder', '', few],
    ['after a crash that left half a record', 'half a record', few],
  ])(
    'at any step %s leaves all that was acknowledged, and only whole objects on record',
    async (_, tail, blocks) => {
      const folder = temporaryDataFolder();
      const old = tail === null ? [] : few('old');
      if (tail !== null) {
        const first = await openDiskStore(folder.path);
        await writeAll(first.store.library(LIBRARY), old);
        await first.close();
        writeFileSync(join(folder.path, 'storage', LIBRARY, 'packs/000001.pack'), tail, { flag: 'a' });
      }
      const disk = createPowerLossDisk(folder.path);
      const { store, db, close } = await openDiskStore(folder.path, { ops: disk.ops });
      const journal = await openHeadJournal(join(folder.path, 'heads.journal'), {
        ops: disk.ops,
        compactAboveBytes: 900,
      });
      const library = store.library(LIBRARY);
      const acknowledged = [...old];
      let head = 0;
      const leftovers = collectLeftovers(disk, db);
      const promised = new Map<string, { acknowledged: readonly Buffer[]; head: number }>();
      const takeState = () => {
        const path = leftovers.take();
        const before = promised.get(path)?.acknowledged ?? [];
        promised.set(path, {
          acknowledged: acknowledged.length < before.length ? before : [...acknowledged],
          head,
        });
      };
      disk.beforeStep(takeState);
      for (const name of ['a', 'b', 'c']) {
        await writeAll(library, blocks(name));
        await library.flush();
        acknowledged.push(...blocks(name));
        for (let step = 0; step < 3; step += 1) {
          await journal.append([entryOf(head + 1)]);
          head += 1;
        }
      }
      takeState();
      acknowledged.length = 0;
      await store.removeLibrary(LIBRARY);
      takeState();
      disk.beforeStep(() => undefined);
      await journal.close();
      await close();

      for (const [path, { acknowledged, head }] of promised) {
        const after = await openDiskStore(path);
        const ids = await readEverything(after.store.library(LIBRARY));
        expect(missingOf(acknowledged, ids)).toBe(0);
        await after.close();
        const journalAfter = await openHeadJournal(join(path, 'heads.journal'));
        const last = (await journalAfter.lastHeads()).get(LIBRARY)?.head_commit_id ?? 0;
        expect(Number(last)).toBeGreaterThanOrEqual(head);
        expect(await journalAfter.readAll()).toMatchObject({ damagedLines: [] });
        await journalAfter.close();
      }
      expect(leftovers.taken()).toBeGreaterThan(60);
      expect(promised.size).toBeGreaterThan(20);
      leftovers.remove();
      folder.remove();
    },
    120_000,
  );

  it('while damaged objects are written again leaves each damaged, or whole', async () => {
    const folder = temporaryDataFolder();
    const first = await openDiskStore(folder.path);
    const blocks = batch('repair').slice(9);
    await writeAll(first.store.library(LIBRARY), blocks);
    await first.close();
    const storage = join(folder.path, 'storage', LIBRARY);
    for (const name of filesBelow(storage)) writeFileSync(join(storage, name), 'damage');
    const disk = createPowerLossDisk(folder.path);
    const { store, db, close } = await openDiskStore(folder.path, { ops: disk.ops });
    const library = store.library(LIBRARY);
    for (const block of blocks)
      await expect(library.read('block', objectIdOf(block))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
    const leftovers = collectLeftovers(disk, db);
    const states = new Set<string>();
    const takeState = () => void states.add(leftovers.take());
    disk.beforeStep(takeState);
    await writeAll(library, blocks);
    await library.flush();
    takeState();
    disk.beforeStep(() => undefined);
    await close();
    let repaired = 0;
    for (const state of states) {
      const after = await openDiskStore(state);
      const again = after.store.library(LIBRARY);
      const sound = blocks.filter((block) => again.has('block', objectIdOf(block)));
      for (const block of sound)
        expect((await again.read('block', objectIdOf(block))).equals(block)).toBe(true);
      expect([...again.damaged()].length).toBe(blocks.length - sound.length);
      repaired = sound.length;
      await writeAll(again, blocks);
      await again.flush();
      expect(missingOf(blocks, await readEverything(again))).toBe(0);
      await after.close();
    }
    expect(repaired).toBe(blocks.length);
    expect(leftovers.taken()).toBeGreaterThan(10);
    leftovers.remove();
    folder.remove();
  }, 120_000);
});

function entryOf(number: number): NewHeadEntry {
  const head_commit_id = String(number).padStart(40, '0') as CommitId;
  const owner = { kind: 'user', email: 'ann@example.com' } as const;
  return { at_s: 0, type: 'head', library_id: LIBRARY, head_commit_id, prev: null, name: 'Photos', owner };
}
