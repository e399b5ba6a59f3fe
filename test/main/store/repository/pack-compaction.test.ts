import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { DISK, type FileOps } from '../../../../src-main/store/backend/disk/file-ops.ts';
import type { LibraryObjects, ObjectName } from '../../../../src-main/store/objects/object-store.ts';
import {
  filesBelow,
  type OpenDiskStore,
  openDiskStore,
  temporaryDataFolder,
} from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { seededNumbers } from '../../../support/seeded-numbers.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const MIB = 1024 * 1024;
const NOW = fakeClock().nowSeconds();
/** Removes whatever is on record. */
const ALL = { lastReferencedBeforeSeconds: NOW + 1 };

const textOf = (number: number) => `${number} `.padEnd(3_000, String.fromCharCode(97 + (number % 26)));
const blockOf = (text: string | Buffer): ObjectName => ({ kind: 'block', id: objectIdOf(text) });

describe('compaction', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let opened: OpenDiskStore;
  let library: LibraryObjects;
  let ops: FileOps;

  beforeEach(async () => {
    folder = temporaryDataFolder();
    ops = { ...DISK };
    await open();
  });

  afterEach(async () => {
    await opened.abandon();
    folder.remove();
  });

  async function open(): Promise<void> {
    // By reference, so that a test can change single calls.
    const { nowSeconds } = fakeClock();
    opened = await openDiskStore(folder.path, { ops, nowSeconds });
    library = opened.store.library(LIBRARY);
  }

  async function reopen(): Promise<void> {
    await opened.close();
    await open();
  }

  const texts = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => textOf(from + index));

  async function store(...contents: (string | Buffer)[]): Promise<void> {
    for (const content of contents) await library.write('block', objectIdOf(content), Buffer.from(content));
    await library.flush();
  }

  async function expectReadable(contents: readonly (string | Buffer)[]): Promise<void> {
    for (const content of contents) {
      const read = await library.read('block', objectIdOf(content));
      if (!read.equals(Buffer.from(content))) expect(read.toString()).toBe(content.toString());
    }
    expect([...library.damaged()]).toEqual([]);
  }

  const removeTexts = (contents: readonly (string | Buffer)[]) => library.remove(contents.map(blockOf), ALL);
  const storage = () => join(folder.path, 'storage', LIBRARY);
  const files = () => filesBelow(storage());
  const bytesOnDisk = () => files().reduce((sum, name) => sum + statSync(join(storage(), name)).size, 0);
  const pack = (number: number) => join(storage(), `packs/00000${number}.pack`);

  it('copies what is still needed out of a pack that is less than half full, and takes the pack away', async () => {
    await store(...texts(50));
    await removeTexts(texts(30));
    const before = bytesOnDisk();
    const { bytesFreed } = await library.compact();
    expect(files()).toEqual(['packs/000002.pack']);
    expect(before - bytesOnDisk()).toBe(bytesFreed);
    expect(bytesFreed).toBe(30 * 3_040);
    await expectReadable(texts(20, 30));
    await reopen();
    await expectReadable(texts(20, 30));
    expect([...library.list()].length).toBe(20);
  });

  it('leaves a pack alone of which half or more is needed', async () => {
    await store(...texts(50));
    await removeTexts(texts(25));
    expect(await library.compact()).toEqual({ bytesFreed: 0 });
    expect(files()).toEqual(['packs/000001.pack']);
    await expectReadable(texts(25, 25));
  });

  it('gathers the rest of several packs in one', async () => {
    for (const from of [0, 100, 200]) {
      await store(...texts(40, from));
      await removeTexts(texts(30, from));
      await opened.close();
      // A crash left half a record, so that the next batch begins a pack.
      appendFileSync(pack(from / 100 + 1), 'KFOB half a record');
      await open();
    }
    await library.compact();
    expect(files()).toEqual(['packs/000004.pack']);
    await expectReadable([30, 130, 230].flatMap((from) => texts(10, from)));
  });

  it('takes away packs without any object on record, whatever is in them', async () => {
    await store(...texts(3));
    await opened.close();
    writeFileSync(pack(2), readFileSync(pack(1)));
    writeFileSync(pack(3), readFileSync(pack(1)).subarray(0, 48));
    writeFileSync(pack(4), 'KFPK');
    await open();
    const { bytesFreed } = await library.compact();
    expect(files()).toEqual(['packs/000001.pack']);
    expect(bytesFreed).toBe(statSync(pack(1)).size + 48 + 4);
    await expectReadable(texts(3));
  });

  it('forgets packs whose file is gone and of which nothing is on record', async () => {
    await store(...texts(3));
    opened.db.exec('INSERT INTO object_packs SELECT store_key, 77, 500 FROM object_stores');
    await library.compact();
    const packs = opened.db.prepare('SELECT pack FROM object_packs').pluck().all();
    expect(packs).toEqual([1]);
  });

  it('leaves files alone that are no packs of the library', async () => {
    await opened.store.library(OTHER).write('block', objectIdOf('theirs'), Buffer.from('theirs'));
    await opened.store.library(OTHER).flush();
    await store(...texts(3));
    await opened.close();
    writeFileSync(pack(2), readFileSync(join(folder.path, 'storage', OTHER, 'packs/000001.pack')));
    writeFileSync(pack(3), 'x'.repeat(500));
    writeFileSync(join(storage(), 'packs/notes.txt'), 'notes');
    await open();
    expect(await library.compact()).toEqual({ bytesFreed: 0 });
    expect(files()).toEqual([
      'packs/000001.pack',
      'packs/000002.pack',
      'packs/000003.pack',
      'packs/notes.txt',
    ]);
  });

  it('does nothing for a library of which nothing is on record: its database may be lost', async () => {
    await store(...texts(3), Buffer.alloc(MIB, 1));
    opened.db.exec('DELETE FROM objects; DELETE FROM object_packs; DELETE FROM object_stores');
    await opened.abandon();
    await open();
    const before = files();
    expect(await library.compact()).toEqual({ bytesFreed: 0 });
    expect(files()).toEqual(before);
  });

  it('removes the files of blocks that are not on record', async () => {
    const [kept, removed] = [Buffer.alloc(MIB, 1), Buffer.alloc(MIB + 1, 2)];
    await store(kept, removed);
    await removeTexts([removed]);
    writeFileSync(join(storage(), 'blocks', objectIdOf(kept).slice(0, 2), 'notes.txt'), 'notes');
    expect(await library.compact()).toEqual({ bytesFreed: MIB + 1 });
    expect(files().length).toBe(2);
    await expectReadable([kept]);
    await store(removed);
    await expectReadable([kept, removed]);
  });

  it('does not take the file of a block that is written again at that moment', async () => {
    const block = Buffer.alloc(MIB, 6);
    await store(block, textOf(1));
    await removeTexts([block]);
    const { remove, rename } = ops;
    const placed = Promise.withResolvers<void>();
    let writing: Promise<void> | null = null;
    Object.assign(ops, {
      rename: (from: string, to: string) => rename(from, to).finally(() => placed.resolve()),
      remove: async (path: string) => {
        writing ??= store(block);
        // It must not get its name before the old file is gone; were it to, the removal would hit the new one.
        await Promise.race([placed.promise, after(200)]);
        await remove(path);
      },
    });
    await library.compact();
    await writing;
    await reopen();
    await expectReadable([block]);
  });

  it('duplicates what a flush could not put on record yet', async () => {
    await store(...texts(10));
    await removeTexts(texts(9));
    const large = Buffer.alloc(MIB, 3);
    const pages = opened.db.pragma('page_count', { simple: true });
    opened.db.pragma(`max_page_count = ${pages}`);
    const names = texts(2_000, 100);
    await expect(store(large, ...names)).rejects.toMatchObject({ code: 'disk-full' });
    opened.db.pragma('max_page_count = 1000000');
    await library.compact();
    await library.flush();
    await reopen();
    await expectReadable([large, ...names, textOf(9)]);
  });

  it('lets readers read and writers write all the time', async () => {
    await store(...texts(300));
    await removeTexts(texts(200));
    const large = [1, 2, 3].map((number) => Buffer.alloc(MIB + number, number));
    await store(...large);
    await removeTexts(large);
    let isDone = false;
    const reading = async () => {
      while (!isDone) await expectReadable(texts(100, 200));
    };
    const writing = async () => {
      for (let round = 0; round < 20; round += 1) await store(...texts(10, 1_000 + round * 10));
      await store(...large);
    };
    const compacting = async () => {
      await library.compact();
      await removeTexts(texts(40, 200));
      await library.compact();
      isDone = true;
    };
    const readers = [1, 2, 3].map(() => reading().catch((error: unknown) => error));
    await Promise.all([writing(), compacting()]);
    const missing = { code: 'object-missing' };
    // What was removed meanwhile was missed; nothing else.
    for (const result of await Promise.all(readers))
      if (result !== undefined) expect(result).toMatchObject(missing);
    await library.compact();
    await expectReadable([...texts(60, 240), ...texts(200, 1_000), ...large]);
    await reopen();
    await expectReadable([...texts(60, 240), ...texts(200, 1_000), ...large]);
  });

  it('goes on writing in another pack than those it has looked at', async () => {
    await store(...texts(4));
    await library.compact();
    await store(...texts(4, 100));
    await store(...texts(4, 200));
    expect(files()).toEqual(['packs/000001.pack', 'packs/000002.pack']);
  });

  it('joins the run that is under way', async () => {
    await store(...texts(10));
    await removeTexts(texts(9));
    const [first, second] = await Promise.all([library.compact(), library.compact()]);
    expect(first).toEqual({ bytesFreed: 9 * 3_040 });
    expect(second).toEqual(first);
  });

  it.each(['create', 'syncFolder', 'remove'] as const)(
    'ends when it is told to during %s, and goes on the next time',
    async (step) => {
      const large = Buffer.alloc(MIB, 4);
      await store(...texts(30), large);
      await removeTexts([...texts(20), large]);
      const controller = new AbortController();
      const real = ops[step];
      Object.assign(ops, {
        [step]: (path: string) => {
          controller.abort(new Error('stopped'));
          return real(path);
        },
      });
      await expect(library.compact({ signal: controller.signal })).rejects.toThrow('stopped');
      Object.assign(ops, { [step]: real });
      await expectReadable(texts(10, 20));
      await library.compact();
      expect(files().length).toBe(1);
      await expectReadable(texts(10, 20));
    },
  );

  it.each([
    ['closed', () => opened.store.close(), 'closed'],
    ['removed', () => opened.store.removeLibrary(LIBRARY), 'library-not-found'],
  ])('ends when the library is %s', async (_, end, message) => {
    await store(...texts(30));
    await removeTexts(texts(20));
    const real = ops.create;
    let ending: Promise<void> | null = null;
    Object.assign(ops, {
      create: (path: string) => {
        ending ??= end();
        return real(path);
      },
    });
    await expect(library.compact()).rejects.toThrow(message);
    await ending;
  });

  describe('with damage', () => {
    it('leaves a pack where it is that holds the damaged copy of an object on record', async () => {
      await store(...texts(30));
      await removeTexts(texts(25));
      await reopen();
      const bytes = readFileSync(pack(1));
      bytes[bytes.indexOf(textOf(27))] = 0;
      writeFileSync(pack(1), bytes);
      await library.compact();
      expect(readFileSync(pack(1)).equals(bytes)).toBe(true);
      await expectReadable([25, 26, 28, 29].map(textOf));
      await expect(library.read('block', objectIdOf(textOf(27)))).rejects.toMatchObject({
        code: 'object-corrupt',
      });

      await store(textOf(27));
      await library.compact();
      expect(files().filter((name) => name.startsWith('damaged'))).toEqual(['damaged/packs-000001.pack']);
      expect(readFileSync(join(storage(), 'damaged/packs-000001.pack')).equals(bytes)).toBe(true);
      await expectReadable([25, 26, 27, 28, 29].map(textOf));
    });

    it('leaves a pack where it is that was cut', async () => {
      await store(...texts(10));
      await removeTexts(texts(8));
      await reopen();
      truncateSync(pack(1), 48 + 9 * 3_040);
      await library.compact();
      expect(files()).toEqual(['packs/000001.pack', 'packs/000002.pack']);
      await expectReadable([textOf(8)]);
      await expect(library.read('block', objectIdOf(textOf(9)))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
    });
  });

  it.each([1, 2, 3, 4])(
    'loses nothing among random writes, removals, reads and restarts, seed %d',
    async (seed) => {
      const random = seededNumbers(seed);
      const all = [...texts(60), ...[1, 2, 3, 4].map((number) => Buffer.alloc(MIB + number, number))];
      const expected = new Set<number>();
      for (let round = 0; round < 20; round += 1) {
        const work: Promise<unknown>[] = [];
        const removing = new Set<number>();
        for (let count = random.below(30); count > 0; count -= 1) removing.add(random.below(all.length));
        const written = new Set<number>();
        for (let count = random.below(12); count > 0; count -= 1) written.add(random.below(all.length));
        for (const index of written) removing.delete(index);
        if (random.chance(0.5)) work.push(library.compact());
        work.push(removeTexts([...removing].map((index) => all[index] ?? '')));
        work.push(store(...[...written].map((index) => all[index] ?? '')));
        for (const index of removing) expected.delete(index);
        work.push(expectReadable([...expected].map((index) => all[index] ?? '')));
        await Promise.all(work);
        for (const index of written) expected.add(index);
        if (random.chance(0.2)) await reopen();
        await expectReadable([...expected].map((index) => all[index] ?? ''));
        expect([...library.list()].length).toBe(expected.size);
      }
      await library.compact();
      await expectReadable([...expected].map((index) => all[index] ?? ''));
    },
    20_000,
  );
});
