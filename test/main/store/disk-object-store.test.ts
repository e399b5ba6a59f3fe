import { hash } from 'node:crypto';
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import type { LibraryObjects, StoredObject } from '../../../src-main/store/objects/object-store.ts';
import { describeObjectLifetime, type LifetimeOptions } from '../../suites/object-lifetime.ts';
import { commitText, describeObjectStore } from '../../suites/object-store.ts';
import {
  filesBelow,
  type OpenDiskStore,
  openDiskStore,
  temporaryDataFolder,
} from '../../support/disk-store.ts';
import { expectRights } from '../../support/file-modes.ts';
import { randomBytesOf } from '../../support/seeded-random.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const MIB = 1024 * 1024;

async function openForSuite(options?: LifetimeOptions) {
  const folder = temporaryDataFolder();
  const { store, db } = await openDiskStore(folder.path, options);
  return {
    store,
    dispose: async () => {
      db.close();
      folder.remove();
    },
  };
}

describeObjectStore('disk object store', () => openForSuite());
describeObjectLifetime('lifetime in the disk object store', openForSuite);

describe('disk object store on its disk', () => {
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

  async function write(...texts: (string | Buffer)[]): Promise<void> {
    for (const text of texts) await library.write('block', objectIdOf(text), Buffer.from(text));
  }

  const storage = () => join(folder.path, 'storage', LIBRARY);
  const pack = (name: string) => join(storage(), 'packs', name);

  describe('reopening', () => {
    it('has what was flushed, and nothing of what was not', async () => {
      const large = Buffer.alloc(2 * MIB, 1);
      await write('flushed', large);
      await library.flush();
      await write('not flushed', Buffer.alloc(2 * MIB, 2));
      await opened.abandon();
      await open();
      expect((await library.read('block', objectIdOf('flushed'))).toString()).toBe('flushed');
      expect((await library.read('block', objectIdOf(large))).equals(large)).toBe(true);
      expect([...library.list()].length).toBe(2);
      expect(filesBelow(join(folder.path, 'tmp'))).toEqual([]);
    });

    it('flushes when it is closed', async () => {
      await write('text');
      await opened.close();
      await open();
      expect((await library.read('block', objectIdOf('text'))).toString()).toBe('text');
    });

    it('takes a data folder whose path is written in a roundabout way', async () => {
      await opened.close();
      const other = await openDiskStore(join(folder.path, 'x').replace(/x$/, 'tmp/..//'));
      await other.store.library(LIBRARY).write('block', objectIdOf('text'), Buffer.from('text'));
      await other.close();
      await open();
      expect(library.has('block', objectIdOf('text'))).toBe(true);
    });
  });

  describe('layout', () => {
    it('puts blocks of 1 MiB and more in files of their own, smaller objects in packs', async () => {
      const large = Buffer.alloc(MIB, 3);
      await write(Buffer.alloc(MIB - 1, 3), large);
      await library.flush();
      const id = objectIdOf(large);
      expect(filesBelow(storage())).toEqual([`blocks/${id.slice(0, 2)}/${id.slice(2)}`, 'packs/000001.pack']);
      expect(readFileSync(join(storage(), 'blocks', id.slice(0, 2), id.slice(2))).equals(large)).toBe(true);
    });

    it('stores fs objects deflated and blocks as they are', async () => {
      const text = Buffer.from(`{"dirents": [${'{"id": 1}, '.repeat(10_000)}]}`);
      await library.write('fs', objectIdOf(text), text);
      await library.flush();
      expect(statSync(pack('000001.pack')).size).toBeLessThan(2_000);
      await library.write('block', objectIdOf(text), text);
      await library.flush();
      expect(statSync(pack('000001.pack')).size).toBeGreaterThan(text.length);
    });

    it('keeps what was hashed elsewhere as what it hashes itself', async () => {
      const bytes = Buffer.from('read in a thread');
      const hashed = {
        kind: 'block',
        id: objectIdOf(bytes),
        bytes,
        sha256: hash('sha256', bytes, 'buffer'),
      } as const;
      await library.writeHashed(hashed);
      await library.write('block', hashed.id, bytes);
      await library.flush();
      expect((await library.read('block', hashed.id, { skipCache: true })).equals(bytes)).toBe(true);
      const other = { ...hashed, sha256: hash('sha256', 'other content', 'buffer') };
      await expect(library.writeHashed(other)).rejects.toThrow(
        expect.objectContaining({ code: 'object-collision' }),
      );
    });

    it('lets nobody else read it', async () => {
      await write('text', Buffer.alloc(MIB));
      await library.flush();
      expectRights(storage(), 0o700);
      for (const name of filesBelow(storage())) expectRights(join(storage(), name), 0o600);
    });

    it('removes every file with the library', async () => {
      await write('text', Buffer.alloc(MIB));
      await library.flush();
      await write('pending', Buffer.alloc(MIB, 1));
      await opened.store.removeLibrary(LIBRARY);
      expect(filesBelow(join(folder.path, 'storage'))).toEqual([]);
      expect(filesBelow(join(folder.path, 'tmp'))).toEqual([]);
    });

    it('removes files that are left of a removal that was cut off', async () => {
      await write('text');
      await library.flush();
      opened.db.exec('DELETE FROM objects; DELETE FROM object_packs; DELETE FROM object_stores');
      await opened.abandon();
      await open();
      expect(library.has('block', objectIdOf('text'))).toBe(false);
      await opened.store.removeLibrary(LIBRARY);
      expect(filesBelow(join(folder.path, 'storage'))).toEqual([]);
    });
  });

  describe('damage', () => {
    const texts = {
      block: 'block text',
      fs: `{"dirents": [${'{"id": "abc"}, '.repeat(60)}]}`,
      commit: 'c'.repeat(40),
    };

    async function storeSamples(): Promise<StoredObject[]> {
      await write(texts.block, Buffer.alloc(MIB, 5));
      await library.write('fs', objectIdOf(texts.fs), Buffer.from(texts.fs));
      await library.write('commit', texts.commit, commitText(texts.commit, 'a commit'.repeat(20)));
      await opened.close();
      await open();
      return [...library.list()];
    }

    it('never serves a byte of an object with a flipped bit', async () => {
      const samples = await storeSamples();
      const good = await Promise.all(samples.map(({ kind, id }) => library.read(kind, id)));
      const files = filesBelow(storage()).map((name) => join(storage(), name));
      const random = randomBytesOf('bit flips', 200 * 8);
      let refused = 0;
      for (let round = 0; round < 200; round += 1) {
        // Every second flip hits a pack; a pack is small beside a block file, so its bits are hit densely.
        const path = files[round % files.length] ?? '';
        const bytes = readFileSync(path);
        const bit = random.readUInt32LE(round * 8) % (bytes.length * 8);
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        writeFileSync(path, flipped);
        for (const [index, { kind, id }] of samples.entries()) {
          const read = await library.read(kind, id, { skipCache: true }).catch((error: unknown) => error);
          if (Buffer.isBuffer(read)) expect(read.equals(good[index] ?? Buffer.alloc(0))).toBe(true);
          else expect(read).toMatchObject({ code: 'object-corrupt' });
          if (!Buffer.isBuffer(read)) refused += 1;
        }
        writeFileSync(path, bytes);
      }
      expect(refused).toBeGreaterThan(180);
    }, 20_000);

    it.each([
      ['cut', (path: string) => truncateSync(path, 49), 'object-corrupt'],
      ['emptied', (path: string) => truncateSync(path, 0), 'object-corrupt'],
      ['removed', (path: string) => rmSync(path), 'object-missing'],
    ])('reports objects in files that were %s', async (_, damage, code) => {
      const samples = await storeSamples();
      for (const name of filesBelow(storage())) damage(join(storage(), name));
      for (const { kind, id } of samples) {
        await expect(library.read(kind, id)).rejects.toMatchObject({ code, detail: { value: id } });
        expect(library.has(kind, id)).toBe(false);
        expect(library.sizeOf(kind, id)).toBe(null);
      }
    });

    it('replaces a damaged copy by the next good one', async () => {
      const samples = await storeSamples();
      const good = await Promise.all(samples.map(({ kind, id }) => library.read(kind, id)));
      await opened.close();
      await open();
      for (const name of filesBelow(storage())) truncateSync(join(storage(), name), 50);
      for (const [index, { kind, id }] of samples.entries()) {
        const bytes = good[index] ?? Buffer.alloc(0);
        await library.write(kind, id, bytes);
        await expect(library.read(kind, id)).rejects.toMatchObject({ code: 'object-corrupt' });
        await library.write(kind, id, bytes);
      }
      await library.flush();
      await opened.abandon();
      await open();
      for (const [index, { kind, id }] of samples.entries()) {
        expect((await library.read(kind, id)).equals(good[index] ?? Buffer.alloc(0))).toBe(true);
      }
      expect([...library.list()].length).toBe(4);
    });

    it('finds an object whose row names the record of another one', async () => {
      await write('aaaa', 'bbbb');
      await library.flush();
      const sql = 'UPDATE objects SET offset = (SELECT max(offset) FROM objects) WHERE id = ?';
      opened.db.prepare(sql).run(Buffer.from(objectIdOf('aaaa'), 'hex'));
      expect((await library.read('block', objectIdOf('aaaa'))).toString()).toBe('aaaa');
      expect((await library.read('block', objectIdOf('bbbb'))).toString()).toBe('bbbb');
    });
  });
});
