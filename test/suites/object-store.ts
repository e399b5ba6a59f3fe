import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { EMPTY_ID, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import { blockMemory } from '../../src-main/memory/block-memory.ts';
import type { ObjectStore } from '../../src-main/store/objects/object-store.ts';

/** A store under test. */
export interface StoreUnderTest {
  readonly store: ObjectStore;
  /** Lets go of what the test made, after the store was closed. */
  dispose(): Promise<void>;
}

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;
const MIB = 1024 * 1024;

/** Behaviour that every object store has. */
export function describeObjectStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let tested: StoreUnderTest;
    let store: ObjectStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
    });

    afterEach(async () => {
      await store.close();
      await tested.dispose();
    });

    describe('keeping objects', () => {
      it('gives back the exact bytes of each kind, before and after a flush', async () => {
        const library = store.library(PHOTOS);
        const block = Buffer.from('some content\0\xff', 'latin1');
        const fs = Buffer.from(`{"dirents": [${'{"id": 1}, '.repeat(200)}]}`);
        const commit = commitText('c'.repeat(40));
        await library.write('block', objectIdOf(block), block);
        await library.write('fs', objectIdOf(fs), fs);
        await library.write('commit', 'c'.repeat(40), commit);
        const readAll = async () => [
          await library.read('block', objectIdOf(block)),
          await library.read('fs', objectIdOf(fs)),
          await library.read('commit', 'c'.repeat(40)),
        ];
        expect(await readAll()).toEqual([block, fs, commit]);
        await library.flush();
        expect(await readAll()).toEqual([block, fs, commit]);
      });

      it('keeps what was written, not what the caller does to the buffer afterwards', async () => {
        const library = store.library(PHOTOS);
        const bytes = Buffer.from('first');
        const id = objectIdOf(bytes);
        await library.write('fs', id, bytes);
        bytes.fill(0);
        const read = await library.read('fs', id);
        read.fill(0);
        expect((await library.read('fs', id)).toString()).toBe('first');
      });

      it('keeps bytes that are a view into a larger buffer', async () => {
        const library = store.library(PHOTOS);
        const view = new Uint8Array(Buffer.from('xxcontentxx')).subarray(2, 9);
        await library.write('block', objectIdOf('content'), view);
        expect((await library.read('block', objectIdOf('content'))).toString()).toBe('content');
      });

      it('keeps an empty block', async () => {
        const library = store.library(PHOTOS);
        const id = objectIdOf('');
        await library.write('block', id, Buffer.alloc(0));
        await library.flush();
        expect(await library.read('block', id)).toEqual(Buffer.alloc(0));
        expect(library.sizeOf('block', id)).toBe(0);
      });

      it('tells the size of an object, before and after a flush', async () => {
        const library = store.library(PHOTOS);
        const id = objectIdOf('seven b');
        expect(library.sizeOf('block', id)).toBe(null);
        await library.write('block', id, Buffer.from('seven b'));
        expect(library.sizeOf('block', id)).toBe(7);
        await library.flush();
        expect(library.sizeOf('block', id)).toBe(7);
      });

      it('keeps one copy of what is written twice, flushed or not', async () => {
        const library = store.library(PHOTOS);
        const id = objectIdOf('same');
        await Promise.all([1, 2, 3].map(() => library.write('block', id, Buffer.from('same'))));
        await library.flush();
        await library.write('block', id, Buffer.from('same'));
        await library.flush();
        expect([...library.list()]).toMatchObject([{ kind: 'block', id, sizeBytes: 4 }]);
      });

      it('keeps the first of two commits with the same id', async () => {
        const library = store.library(PHOTOS);
        const id = 'c'.repeat(40);
        await library.write('commit', id, commitText(id, 'first'));
        await library.write('commit', id, commitText(id, 'second'));
        expect(JSON.parse((await library.read('commit', id)).toString()).description).toBe('first');
      });

      it('refuses a block whose memory was released, and stores nothing', async () => {
        const library = store.library(PHOTOS);
        const block = Buffer.alloc(2 * MIB, 7);
        const id = objectIdOf(block);
        blockMemory.release(block);
        const released = 'The memory of a block was released before its last use.';
        await expect(library.add(block)).rejects.toThrow(released);
        for (const sha256 of [null, Buffer.alloc(32)]) {
          const named = { kind: 'block', id, bytes: block, sha256 } as const;
          await expect((async () => library.writeHashed(named))()).rejects.toThrow(released);
        }
        expect([...library.list()]).toEqual([]);
      });

      it('keeps blocks of several MiB', async () => {
        const library = store.library(PHOTOS);
        const blocks = [1, 2, 3].map((number) => Buffer.alloc(number * MIB + number, number));
        await Promise.all(blocks.map((block) => library.write('block', objectIdOf(block), block)));
        for (const block of blocks)
          expect((await library.read('block', objectIdOf(block))).equals(block)).toBe(true);
        await library.flush();
        for (const block of blocks)
          expect((await library.read('block', objectIdOf(block))).equals(block)).toBe(true);
        expect([...library.list()].map((object) => object.sizeBytes).sort()).toEqual([
          1048577, 2097154, 3145731,
        ]);
      });

      it.each([5, 3 * MIB])('says what a block of %i bytes is called', async (sizeBytes) => {
        const library = store.library(PHOTOS);
        const bytes = Buffer.alloc(sizeBytes, 9);
        const id = objectIdOf(bytes);
        // Large ones are taken over, memory and all.
        expect(await library.add(Buffer.from(bytes))).toBe(id);
        await library.flush();
        expect((await library.read('block', id)).equals(bytes)).toBe(true);
      });

      it.each([5, 3 * MIB])(
        'refuses a block of %i bytes that has another id than the expected one',
        async (sizeBytes) => {
          const library = store.library(PHOTOS);
          const id = objectIdOf(Buffer.from('another'));
          await expect(library.add(Buffer.alloc(sizeBytes, 9), id)).rejects.toThrow(
            expect.objectContaining({ code: 'object-corrupt' }),
          );
          expect(library.has('block', id)).toBe(false);
          expect(library.has('block', objectIdOf(Buffer.alloc(sizeBytes, 9)))).toBe(false);
        },
      );

      it('keeps an fs object of several MiB', async () => {
        const library = store.library(PHOTOS);
        const bytes = Buffer.from(`{"dirents": [${'{"name": "a", "size": 1}, '.repeat(250_000)}]}`);
        await library.write('fs', objectIdOf(bytes), bytes);
        expect((await library.read('fs', objectIdOf(bytes))).equals(bytes)).toBe(true);
        await library.flush();
        expect((await library.read('fs', objectIdOf(bytes))).equals(bytes)).toBe(true);
      });

      it('keeps objects of all sizes up to a MiB, in any order, before and after a flush', async () => {
        const library = store.library(PHOTOS);
        const sizes = [1, 40_000, 30_000, 900_000, 5, 300_000, ...Array<number>(8).fill(700_000), 70_000, 2];
        const blocks = sizes.map((size, number) => Buffer.alloc(size, `block ${number}`));
        for (const block of blocks) await library.write('block', objectIdOf(block), block);
        const areAllThere = async () => {
          const read = await Promise.all(blocks.map((block) => library.read('block', objectIdOf(block))));
          return read.every((bytes, number) => bytes.equals(blocks[number] ?? bytes.subarray(1)));
        };
        expect(await areAllThere()).toBe(true);
        await library.flush();
        expect(await areAllThere()).toBe(true);
      });

      it('keeps 10,000 small objects', async () => {
        const library = store.library(PHOTOS);
        const texts = Array.from({ length: 10_000 }, (_, number) => `object number ${number}`);
        for (const text of texts) await library.write('block', objectIdOf(text), Buffer.from(text));
        await library.flush();
        expect([...library.list()].length).toBe(10_000);
        for (const text of texts) {
          const read = await library.read('block', objectIdOf(text));
          if (read.toString() !== text) expect(read.toString()).toBe(text);
        }
      });
    });

    describe('refusing objects', () => {
      it.each(['block', 'fs'] as const)(
        'refuses a %s that its id does not name and keeps nothing of it',
        async (kind) => {
          const library = store.library(PHOTOS);
          const id = objectIdOf('right');
          await expect(library.write(kind, id, Buffer.from('wrong'))).rejects.toMatchObject({
            code: 'object-corrupt',
          });
          await library.flush();
          expect(library.has(kind, id)).toBe(false);
          expect([...library.list()]).toEqual([]);
          await library.write(kind, id, Buffer.from('right'));
          expect((await library.read(kind, id)).toString()).toBe('right');
        },
      );

      it('refuses a large block that its id does not name', async () => {
        const library = store.library(PHOTOS);
        const bytes = Buffer.alloc(2 * MIB, 1);
        await expect(library.write('block', 'a'.repeat(40), bytes)).rejects.toMatchObject({
          code: 'object-corrupt',
        });
        expect(library.has('block', 'a'.repeat(40))).toBe(false);
      });

      it.each([
        ['another id inside', commitText('d'.repeat(40))],
        ['no id inside', Buffer.from('{}')],
        ['text that is no object', Buffer.from('null')],
        ['text that is no JSON', Buffer.from('commit')],
      ])('refuses a commit with %s', async (_, bytes) => {
        const library = store.library(PHOTOS);
        const writing = library.write('commit', 'c'.repeat(40), bytes);
        await expect(writing).rejects.toMatchObject({ code: 'object-corrupt' });
        expect(library.has('commit', 'c'.repeat(40))).toBe(false);
      });

      it('says that an object is missing', async () => {
        const reading = store.library(PHOTOS).read('fs', 'a'.repeat(40));
        await expect(reading).rejects.toMatchObject({
          code: 'object-missing',
          detail: { value: 'a'.repeat(40) },
        });
      });
    });

    describe('the empty fs object', () => {
      it('is always here, has no bytes and is not listed', async () => {
        const library = store.library(PHOTOS);
        await library.write('fs', EMPTY_ID, Buffer.alloc(0));
        await library.flush();
        expect(library.has('fs', EMPTY_ID)).toBe(true);
        expect(library.sizeOf('fs', EMPTY_ID)).toBe(0);
        expect(await library.read('fs', EMPTY_ID)).toEqual(Buffer.alloc(0));
        expect([...library.list()]).toEqual([]);
      });

      it('takes no bytes', async () => {
        const writing = store.library(PHOTOS).write('fs', EMPTY_ID, Buffer.from('x'));
        await expect(writing).rejects.toMatchObject({ code: 'object-corrupt' });
      });

      it('is no block and no commit', () => {
        expect(store.library(PHOTOS).has('block', EMPTY_ID)).toBe(false);
        expect(store.library(PHOTOS).has('commit', EMPTY_ID)).toBe(false);
      });
    });

    describe('namespaces', () => {
      it('keeps libraries apart', async () => {
        const id = objectIdOf('shared');
        await store.library(PHOTOS).write('block', id, Buffer.from('shared'));
        await store.library(PHOTOS).flush();
        expect(store.library(NOTES).has('block', id)).toBe(false);
        await expect(store.library(NOTES).read('block', id)).rejects.toMatchObject({
          code: 'object-missing',
        });
        await store.library(NOTES).write('block', id, Buffer.from('shared'));
        await store.removeLibrary(PHOTOS);
        await store.library(NOTES).flush();
        expect((await store.library(NOTES).read('block', id)).toString()).toBe('shared');
      });

      it('keeps kinds apart that share an id', async () => {
        const library = store.library(PHOTOS);
        const fs = Buffer.from('{"type": 3}');
        const id = objectIdOf(fs);
        await library.write('fs', id, fs);
        expect(library.has('commit', id)).toBe(false);
        expect(library.has('block', id)).toBe(false);
        await library.write('commit', id, commitText(id));
        await library.write('block', id, fs);
        await library.flush();
        expect((await library.read('fs', id)).toString()).toBe('{"type": 3}');
        expect(await library.read('commit', id)).toEqual(commitText(id));
        expect([...library.list()].map((object) => object.kind).sort()).toEqual(['block', 'commit', 'fs']);
      });
    });

    describe('listing', () => {
      it('lists each object once while some are flushed and some are not', async () => {
        const library = store.library(PHOTOS);
        await writeTexts(store, PHOTOS, ['a', 'b']);
        await library.flush();
        await writeTexts(store, PHOTOS, ['b', 'c']);
        const listing = library.list();
        await library.flush();
        expect([...listing].map((object) => object.id).sort()).toEqual(
          ['a', 'b', 'c'].map((text) => objectIdOf(text)).sort(),
        );
      });

      it('allows writing while it goes on', async () => {
        const library = store.library(PHOTOS);
        await writeTexts(
          store,
          PHOTOS,
          Array.from({ length: 2_500 }, (_, number) => `text ${number}`),
        );
        await library.flush();
        let count = 0;
        for (const object of library.list()) {
          if (count === 10) {
            await library.write('block', objectIdOf('more'), Buffer.from('more'));
            await library.flush();
          }
          if (object.id !== objectIdOf('more')) count += 1;
        }
        expect(count).toBe(2_500);
      });
    });

    describe('concurrency', () => {
      it('flushes every write begun before the call, awaited or not', async () => {
        const library = store.library(PHOTOS);
        const texts = Array.from({ length: 300 }, (_, number) => `${number} ${'x'.repeat(number * 100)}`);
        const large = Buffer.alloc(2 * MIB, 7);
        const writes = [...texts.map((text) => Buffer.from(text)), large].map((bytes) =>
          library.write('block', objectIdOf(bytes), bytes),
        );
        const flushes = [library.flush(), library.flush(), library.flush()];
        await Promise.all([...writes, ...flushes]);
        expect([...library.list()].length).toBe(301);
      });

      it('serves writers and flushes that go on at the same time', async () => {
        const library = store.library(PHOTOS);
        const worker = async (worker: number) => {
          for (let step = 0; step < 40; step += 1) {
            // Every third text is one that all workers write.
            const text =
              step % 3 === 0 ? `common ${step}` : `worker ${worker} step ${step} ${'y'.repeat(step * 997)}`;
            await library.write('block', objectIdOf(text), Buffer.from(text));
            if (step % 5 === 0) await library.flush();
            expect((await library.read('block', objectIdOf(text))).toString()).toBe(text);
          }
        };
        await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(worker));
        await library.flush();
        expect([...library.list()].length).toBe(8 * 26 + 14);
      });
    });

    describe('removing a library', () => {
      it('removes every object, flushed or not', async () => {
        await writeTexts(store, PHOTOS, ['flushed']);
        await store.library(PHOTOS).flush();
        await writeTexts(store, PHOTOS, ['not flushed']);
        await store.removeLibrary(PHOTOS);
        const library = store.library(PHOTOS);
        expect([...library.list()]).toEqual([]);
        expect(library.has('block', objectIdOf('flushed'))).toBe(false);
        await expect(library.read('block', objectIdOf('flushed'))).rejects.toMatchObject({
          code: 'object-missing',
        });
      });

      it('may be asked for twice, at once, and for a library that never was', async () => {
        await writeTexts(store, PHOTOS, ['a']);
        await Promise.all([store.removeLibrary(PHOTOS), store.removeLibrary(PHOTOS)]);
        await store.removeLibrary(PHOTOS);
        await store.removeLibrary(NOTES);
        expect([...store.library(PHOTOS).list()]).toEqual([]);
      });

      it('leaves room for a new library with the same id', async () => {
        await writeTexts(store, PHOTOS, ['old']);
        await store.library(PHOTOS).flush();
        await store.removeLibrary(PHOTOS);
        await writeTexts(store, PHOTOS, ['new']);
        await store.library(PHOTOS).flush();
        expect((await store.library(PHOTOS).read('block', objectIdOf('new'))).toString()).toBe('new');
        expect([...store.library(PHOTOS).list()].length).toBe(1);
      });

      it('leaves nothing to those who still hold the library', async () => {
        const held = store.library(PHOTOS);
        await writeTexts(store, PHOTOS, ['a']);
        await held.flush();
        await store.removeLibrary(PHOTOS);
        await writeTexts(store, NOTES, ['a']);
        await store.library(NOTES).flush();
        expect(held.has('block', objectIdOf('a'))).toBe(false);
        expect([...held.list()]).toEqual([]);
        const writing = held.write('block', objectIdOf('b'), Buffer.from('b'));
        await expect(writing).rejects.toMatchObject({ code: 'library-not-found' });
        await expect(held.flush()).rejects.toMatchObject({ code: 'library-not-found' });
      });
    });

    it('is unusable once closed', async () => {
      const library = store.library(PHOTOS);
      await store.close();
      expect(() => library.has('block', objectIdOf('a'))).toThrow('closed');
      expect(() => store.library(PHOTOS)).toThrow('closed');
      await expect(library.write('block', objectIdOf('a'), Buffer.from('a'))).rejects.toThrow('closed');
    });
  });
}

/** The stored text of a commit with this id. */
export function commitText(id: string, description = 'text'): Buffer {
  return Buffer.from(JSON.stringify({ commit_id: id, description, version: 1 }));
}

async function writeTexts(store: ObjectStore, libraryId: LibraryId, texts: readonly string[]): Promise<void> {
  const library = store.library(libraryId);
  for (const text of texts) await library.write('block', objectIdOf(text), Buffer.from(text));
}
