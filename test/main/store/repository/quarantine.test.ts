import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { LibraryObjects, ObjectName } from '../../../../src-main/store/objects/object-store.ts';
import {
  filesBelow,
  type OpenDiskStore,
  openDiskStore,
  temporaryDataFolder,
} from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const LARGE = Buffer.alloc(1_100_000, 'large');
const SMALL = 'a small block';
const NOW = fakeClock().nowSeconds();

describe('damage on the disk', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let opened: OpenDiskStore;
  let library: LibraryObjects;
  let told: string[];

  beforeEach(async () => {
    folder = temporaryDataFolder();
    told = [];
    await open();
    await write(SMALL, LARGE);
    await library.flush();
  });

  afterEach(async () => {
    await opened.abandon();
    folder.remove();
  });

  async function open(): Promise<void> {
    opened = await openDiskStore(folder.path, {
      nowSeconds: fakeClock().nowSeconds,
      onDamaged: (libraryId: LibraryId, { kind, id }: ObjectName) => told.push(`${libraryId} ${kind} ${id}`),
    });
    library = opened.store.library(LIBRARY);
  }

  async function reopen(): Promise<void> {
    await opened.close();
    await open();
  }

  async function write(...texts: (string | Buffer)[]): Promise<void> {
    for (const text of texts) await library.write('block', objectIdOf(text), Buffer.from(text));
  }

  const readText = async (text: string | Buffer) =>
    (await library.read('block', objectIdOf(text), { skipCache: true })).equals(Buffer.from(text));
  const fileOf = (name: string) => join(folder.path, 'storage', LIBRARY, name);
  const blockFile = (bytes: Buffer) =>
    fileOf(`blocks/${objectIdOf(bytes).slice(0, 2)}/${objectIdOf(bytes).slice(2)}`);
  const pack = (number = 1) => fileOf(`packs/00000${number}.pack`);

  function flip(path: string, at: number): void {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    writeFileSync(path, bytes);
  }

  /** Damages the payload of the text in a pack. */
  function flipText(text: string, number = 1): void {
    flip(pack(number), readFileSync(pack(number)).indexOf(text));
  }

  const damaged = () => [...library.damaged()];

  const small = Buffer.from(SMALL);
  const changed = { code: 'object-corrupt', reason: 'id-mismatch' };
  const cut = { code: 'object-corrupt', reason: 'size' };
  const unreadable = { code: 'object-corrupt', reason: 'record' };
  const missing = { code: 'object-missing', reason: 'missing' };

  it.each([
    {
      what: 'a flipped bit in a block file',
      bytes: LARGE,
      damage: () => flip(blockFile(LARGE), 77),
      is: changed,
    },
    { what: 'a cut block file', bytes: LARGE, damage: () => truncateSync(blockFile(LARGE), 5), is: cut },
    { what: 'an empty block file', bytes: LARGE, damage: () => truncateSync(blockFile(LARGE), 0), is: cut },
    { what: 'a missing block file', bytes: LARGE, damage: () => rmSync(blockFile(LARGE)), is: missing },
    { what: 'a flipped bit in a pack', bytes: small, damage: () => flipText(SMALL), is: unreadable },
    { what: 'a cut pack', bytes: small, damage: () => truncateSync(pack(), 60), is: unreadable },
    { what: 'a missing pack', bytes: small, damage: () => rmSync(pack()), is: missing },
  ])(
    'of $what is told once, remembered, and repaired by the next good write',
    async ({ bytes, damage, is: { code, reason } }) => {
      const id = objectIdOf(bytes);
      await reopen();
      damage();
      expect(library.has('block', id)).toBe(true);
      for (let time = 0; time < 2; time += 1) {
        await expect(library.read('block', id)).rejects.toMatchObject({ code, detail: { value: id } });
      }
      await reopen();
      await expect(library.read('block', id)).rejects.toMatchObject({ code });
      expect(told).toEqual([`${LIBRARY} block ${id}`]);
      expect(damaged()).toEqual([{ kind: 'block', id, foundAtSeconds: NOW, reason }]);
      expect(library.has('block', id)).toBe(false);
      expect(library.sizeOf('block', id)).toBe(null);
      expect([...opened.store.library(OTHER).damaged()]).toEqual([]);

      await write(bytes);
      expect(library.has('block', id)).toBe(true);
      expect(damaged()).toEqual([]);
      await library.flush();
      await reopen();
      expect(damaged()).toEqual([]);
      expect(await readText(bytes)).toBe(true);
      expect([...library.list()].length).toBe(2);
    },
  );

  it('of two blocks that were swapped is found in both', async () => {
    const other = Buffer.alloc(LARGE.length, 'other');
    await write(other);
    await library.flush();
    renameSync(blockFile(LARGE), fileOf('aside'));
    renameSync(blockFile(other), blockFile(LARGE));
    renameSync(fileOf('aside'), blockFile(other));
    for (const bytes of [LARGE, other]) {
      await expect(library.read('block', objectIdOf(bytes))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
    }
    expect(damaged().length).toBe(2);
  });

  it('of a pack of another library that got into the folder is found', async () => {
    const other = opened.store.library(OTHER);
    await other.write('block', objectIdOf('elsewhere'), Buffer.from('elsewhere'));
    await other.flush();
    renameSync(join(folder.path, 'storage', OTHER, 'packs/000001.pack'), pack());
    await expect(library.read('block', objectIdOf(SMALL))).rejects.toMatchObject({ code: 'object-corrupt' });
    await expect(other.read('block', objectIdOf('elsewhere'))).rejects.toMatchObject({
      code: 'object-missing',
    });
  });

  it('is over when a read succeeds after all', async () => {
    renameSync(blockFile(LARGE), fileOf('away'));
    await expect(library.read('block', objectIdOf(LARGE))).rejects.toMatchObject({ code: 'object-missing' });
    await reopen();
    expect(library.has('block', objectIdOf(LARGE))).toBe(false);
    renameSync(fileOf('away'), blockFile(LARGE));
    expect(await readText(LARGE)).toBe(true);
    expect(library.has('block', objectIdOf(LARGE))).toBe(true);
    await reopen();
    expect(damaged()).toEqual([]);
  });

  it('of a block file is kept aside, however often it is damaged', async () => {
    const name = `${objectIdOf(LARGE).slice(0, 2)}-${objectIdOf(LARGE).slice(2)}`;
    for (const damage of ['one', 'two']) {
      writeFileSync(blockFile(LARGE), damage);
      await expect(library.read('block', objectIdOf(LARGE))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
      await write(LARGE);
      await library.flush();
      expect(await readText(LARGE)).toBe(true);
    }
    expect(filesBelow(fileOf('damaged'))).toEqual([name, `${name}.1`]);
    expect(readFileSync(fileOf(`damaged/${name}`), 'utf8')).toBe('one');
    expect(readFileSync(fileOf(`damaged/${name}.1`), 'utf8')).toBe('two');
  });

  it('in a pack is left where it is when the object is written again', async () => {
    await reopen();
    flipText(SMALL);
    const before = readFileSync(pack());
    await expect(library.read('block', objectIdOf(SMALL))).rejects.toMatchObject({ code: 'object-corrupt' });
    await write(SMALL);
    await library.flush();
    expect(readFileSync(pack()).subarray(0, before.length).equals(before)).toBe(true);
  });

  it('does not open the way for other content with the same id', async () => {
    truncateSync(blockFile(LARGE), 3);
    await expect(library.read('block', objectIdOf(LARGE))).rejects.toMatchObject({ code: 'object-corrupt' });
    const hash = 'UPDATE objects SET sha256 = zeroblob(32) WHERE id = ?';
    opened.db.prepare(hash).run(Buffer.from(objectIdOf(LARGE), 'hex'));
    await expect(write(LARGE)).rejects.toMatchObject({ code: 'object-collision' });
  });

  it('counts, and is told as such, also while the database takes nothing', async () => {
    truncateSync(blockFile(LARGE), 3);
    opened.db.pragma('query_only = ON');
    await expect(library.read('block', objectIdOf(LARGE))).rejects.toMatchObject({ code: 'object-corrupt' });
    expect(library.has('block', objectIdOf(LARGE))).toBe(false);
    expect(damaged().length).toBe(1);
    opened.db.pragma('query_only = OFF');
    await reopen();
    expect(library.has('block', objectIdOf(LARGE))).toBe(false);
    expect(damaged().length).toBe(1);
    expect(told.length).toBe(1);
  });

  it('ends with the library', async () => {
    rmSync(blockFile(LARGE));
    await expect(library.read('block', objectIdOf(LARGE))).rejects.toMatchObject({ code: 'object-missing' });
    await opened.store.removeLibrary(LIBRARY);
    expect(damaged()).toEqual([]);
    const rows = opened.db.prepare<[], { id: Buffer }>('SELECT id FROM damaged_objects').all();
    expect(rows).toEqual([]);
  });

  it('ends when the object is removed', async () => {
    rmSync(blockFile(LARGE));
    const object = { kind: 'block', id: objectIdOf(LARGE) } as const;
    await expect(library.read('block', object.id)).rejects.toMatchObject({ code: 'object-missing' });
    await library.remove([object], { lastReferencedBeforeSeconds: NOW + 1 });
    expect(damaged()).toEqual([]);
    expect([...library.list()].map(({ id }) => id)).toEqual([objectIdOf(SMALL)]);
  });

  describe('when the packs hold another copy', () => {
    /** Damages the copy on record, so that it is written again; then the first is good again, and on record no more. */
    async function makeDuplicate(): Promise<void> {
      await reopen();
      const good = readFileSync(pack());
      flipText(SMALL);
      await expect(library.read('block', objectIdOf(SMALL))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
      await write(SMALL, 'another');
      await library.flush();
      writeFileSync(pack(), Buffer.concat([good, readFileSync(pack()).subarray(good.length)]));
      told = [];
    }

    /** Damages the copy that is on record by now, the last one in the pack. */
    function damageRecordedCopy(): void {
      flip(pack(), readFileSync(pack()).lastIndexOf(SMALL));
    }

    it.each(['in the same run', 'in a later run'])(
      'is read from there, %s, and written again',
      async (when) => {
        await makeDuplicate();
        if (when === 'in a later run') await reopen();
        damageRecordedCopy();
        expect(await readText(SMALL)).toBe(true);
        expect(library.has('block', objectIdOf(SMALL))).toBe(true);
        expect(told).toEqual([]);
        await reopen();
        // Only the third copy is left.
        for (const at of [readFileSync(pack()).indexOf(SMALL), readFileSync(pack()).indexOf('another')]) {
          flip(pack(), at);
        }
        expect(await readText(SMALL)).toBe(true);
        expect(damaged()).toEqual([]);
      },
    );

    it('is given up when that copy is damaged too', async () => {
      await makeDuplicate();
      damageRecordedCopy();
      flipText(SMALL);
      await expect(library.read('block', objectIdOf(SMALL))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
      expect(told).toEqual([`${LIBRARY} block ${objectIdOf(SMALL)}`]);
    });

    it('is not taken from a copy of other content with the same id', async () => {
      await makeDuplicate();
      damageRecordedCopy();
      const hash = 'UPDATE objects SET sha256 = zeroblob(32) WHERE id = ?';
      opened.db.prepare(hash).run(Buffer.from(objectIdOf(SMALL), 'hex'));
      await expect(library.read('block', objectIdOf(SMALL))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
    });

    it('is read by many at once', async () => {
      await makeDuplicate();
      damageRecordedCopy();
      const reads = await Promise.all(Array.from({ length: 20 }, () => readText(SMALL)));
      expect(reads).toEqual(Array(20).fill(true));
      await library.flush();
      expect([...library.list()].length).toBe(3);
    });
  });
});
