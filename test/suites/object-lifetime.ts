import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { LibraryObjects, ObjectName } from '../../src-main/store/objects/object-store.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { commitText, type StoreUnderTest } from './object-store.ts';

/** What the stores of this suite are opened with. */
export interface LifetimeOptions {
  readonly nowSeconds: () => number;
  readonly idOf: (bytes: Uint8Array | string) => string;
}

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const HOUR = 3_600;
const MIB = 1024 * 1024;

/** Ids of which only 16 bits differ, so that thousands of contents share theirs with another. */
function shortIdOf(bytes: Uint8Array | string): string {
  return objectIdOf(bytes).slice(0, 4).padEnd(40, '0');
}

/** How every object store tells contents apart, dates objects and lets go of them. */
export function describeObjectLifetime(
  name: string,
  open: (options: LifetimeOptions) => Promise<StoreUnderTest>,
): void {
  describe(name, () => {
    let tested: StoreUnderTest;
    let library: LibraryObjects;
    let clock: FakeClock;

    async function openWith(idOf: LifetimeOptions['idOf']): Promise<void> {
      clock = fakeClock();
      tested = await open({ nowSeconds: () => clock.nowSeconds(), idOf });
      library = tested.store.library(LIBRARY);
    }

    afterEach(async () => {
      await tested.store.close();
      await tested.dispose();
    });

    describe('contents that share an id', () => {
      beforeEach(() => openWith(shortIdOf));

      it('keeps the first, refuses the others, and never gives one for another, among 10,000 blocks', async () => {
        const kept = new Map<string, string>();
        let refused = 0;
        for (let number = 0; number < 10_000; number += 1) {
          const text = `content ${number}`;
          const id = shortIdOf(text);
          const writing = library.write('block', id, Buffer.from(text));
          if (kept.has(id)) {
            await expect(writing).rejects.toMatchObject({ code: 'object-collision', detail: { value: id } });
            refused += 1;
          } else {
            await writing;
            kept.set(id, text);
          }
          // Some meet what is pending, some what is on record.
          if (number % 1_500 === 0) await library.flush();
        }
        await library.flush();
        for (const [id, text] of kept) {
          const read = await library.read('block', id);
          if (read.toString() !== text) expect(read.toString()).toBe(text);
        }
        expect(kept.size + refused).toBe(10_000);
        expect(refused).toBeGreaterThan(500);
      });

      it('keeps one of two that are written at the same time', async () => {
        const contents = collidingTexts().map((text) => Buffer.from(text));
        const id = shortIdOf(contents[0] ?? '');
        const results = await Promise.allSettled(contents.map((bytes) => library.write('block', id, bytes)));
        expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected']);
        expect(results[1]).toMatchObject({ reason: { code: 'object-collision' } });
        expect((await library.read('block', id)).equals(contents[0] ?? Buffer.alloc(0))).toBe(true);
      });

      it('refuses a large block whose id a small one has', async () => {
        const large = Buffer.alloc(MIB + 7, 'large');
        const id = shortIdOf(large);
        const small = textWithId(id);
        await library.write('block', id, Buffer.from(small));
        await library.flush();
        await expect(library.write('block', id, large)).rejects.toMatchObject({ code: 'object-collision' });
        expect((await library.read('block', id)).toString()).toBe(small);
      });
    });

    describe('removing what nothing needs', () => {
      const ids = { block: objectIdOf('block'), fs: objectIdOf('fs'), commit: 'c'.repeat(40) };
      const all: ObjectName[] = [
        { kind: 'block', id: ids.block },
        { kind: 'fs', id: ids.fs },
        { kind: 'commit', id: ids.commit },
      ];

      beforeEach(async () => {
        await openWith(objectIdOf);
        await library.write('block', ids.block, Buffer.from('block'));
        await library.write('fs', ids.fs, Buffer.from('fs'));
        await library.write('commit', ids.commit, commitText(ids.commit));
        await library.flush();
      });

      const dates = () => [...library.list()].map((object) => object.storedAtSeconds);

      it('dates objects by when they were stored', () => {
        const now = clock.nowSeconds();
        clock.advance(5);
        expect(dates()).toEqual([now, now, now]);
      });

      it('removes those stored before the time given, and says how many and how much', async () => {
        const storedAt = clock.nowSeconds();
        // What has been read may be in memory, and must not be found there afterwards.
        for (const { kind, id } of all) await library.read(kind, id);
        expect(await library.remove(all, { lastReferencedBeforeSeconds: storedAt })).toEqual({
          removed: 0,
          bytes: 0,
        });
        const removed = await library.remove(all, { lastReferencedBeforeSeconds: storedAt + 1 });
        expect(removed).toEqual({ removed: 3, bytes: 5 + 2 + commitText(ids.commit).length });
        expect([...library.list()]).toEqual([]);
        for (const { kind, id } of all) {
          expect(library.has(kind, id)).toBe(false);
          expect(library.sizeOf(kind, id)).toBe(null);
          await expect(library.read(kind, id)).rejects.toMatchObject({ code: 'object-missing' });
        }
      });

      it('removes nothing but what it is asked to, and nothing twice', async () => {
        clock.advance(1);
        const lastReferencedBeforeSeconds = clock.nowSeconds();
        const some = all.slice(0, 1);
        expect(await library.remove(some, { lastReferencedBeforeSeconds })).toMatchObject({ removed: 1 });
        expect(await library.remove(some, { lastReferencedBeforeSeconds })).toEqual({ removed: 0, bytes: 0 });
        expect(library.has('fs', ids.fs)).toBe(true);
        expect(library.has('commit', ids.commit)).toBe(true);
      });

      it.each(['before', 'after'])(
        'keeps what a write was told is here, %s that has been flushed',
        async (when) => {
          clock.advance(13 * HOUR);
          const toldAt = clock.nowSeconds();
          await library.write('block', ids.block, Buffer.from('block'));
          if (when === 'after') await library.flush();
          const removed = await library.remove(all, { lastReferencedBeforeSeconds: toldAt });
          expect(removed).toMatchObject({ removed: 2 });
          await library.flush();
          expect((await library.read('block', ids.block)).toString()).toBe('block');
          expect(dates()).toEqual([toldAt]);
        },
      );

      it.each(['before', 'after'])(
        'keeps what was touched, %s that has been flushed, and touches nothing that is not here',
        async (when) => {
          clock.advance(13 * HOUR);
          const toldAt = clock.nowSeconds();
          expect(await library.touch('block', ids.block)).toBe(true);
          expect(await library.touch('block', ids.fs)).toBe(false);
          expect(await library.touch('fs', '0'.repeat(40))).toBe(true);
          if (when === 'after') await library.flush();
          const removed = await library.remove(all, { lastReferencedBeforeSeconds: toldAt });
          expect(removed).toMatchObject({ removed: 2 });
          expect(await library.touch('fs', ids.fs)).toBe(false);
          await library.flush();
          expect(dates()).toEqual([toldAt]);
        },
      );

      it('notes what a write was told only once in twelve hours', async () => {
        const storedAt = clock.nowSeconds();
        clock.advance(12 * HOUR);
        await library.write('block', ids.block, Buffer.from('block'));
        await library.flush();
        expect(dates()).toEqual([storedAt, storedAt, storedAt]);
        clock.advance(1);
        await library.write('fs', ids.fs, Buffer.from('fs'));
        await library.write('commit', ids.commit, commitText(ids.commit));
        await library.flush();
        expect(dates().sort()).toEqual([storedAt, storedAt + 12 * HOUR + 1, storedAt + 12 * HOUR + 1]);
      });

      it('does not take the question whether it is here for a reason to keep it', async () => {
        clock.advance(13 * HOUR);
        expect(library.has('block', ids.block)).toBe(true);
        await library.flush();
        const { removed } = await library.remove(all, { lastReferencedBeforeSeconds: clock.nowSeconds() });
        expect(removed).toBe(3);
      });

      it('keeps what is written again while it is being removed', async () => {
        clock.advance(30 * HOUR);
        const lastReferencedBeforeSeconds = clock.nowSeconds() - 24 * HOUR;
        for (let round = 0; round < 20; round += 1) {
          const removing = () => library.remove(all, { lastReferencedBeforeSeconds });
          const writing = () => library.write('block', ids.block, Buffer.from('block'));
          await Promise.all(round % 2 === 0 ? [removing(), writing()] : [writing(), removing()]);
          if (round % 3 === 0) await library.flush();
          expect((await library.read('block', ids.block)).toString()).toBe('block');
        }
      });

      it('stores what was removed when it is written again', async () => {
        clock.advance(1);
        await library.remove(all, { lastReferencedBeforeSeconds: clock.nowSeconds() });
        await library.write('block', ids.block, Buffer.from('block'));
        await library.flush();
        await library.compact();
        expect((await library.read('block', ids.block)).toString()).toBe('block');
        expect(dates()).toEqual([clock.nowSeconds()]);
      });

      it('keeps everything that is on record when it is compacted', async () => {
        const large = Buffer.alloc(2 * MIB, 5);
        await library.write('block', objectIdOf(large), large);
        await library.flush();
        const { bytesFreed } = await library.compact();
        expect(bytesFreed).toBeLessThanOrEqual(0);
        expect((await library.read('block', objectIdOf(large))).equals(large)).toBe(true);
        expect((await library.read('block', ids.block)).toString()).toBe('block');
        expect([...library.list()].length).toBe(4);
      });

      it('knows of no damage', () => {
        expect([...library.damaged()]).toEqual([]);
      });

      it('neither removes nor compacts once the library is gone', async () => {
        await tested.store.removeLibrary(LIBRARY);
        const gone = { code: 'library-not-found' };
        await expect(library.remove(all, { lastReferencedBeforeSeconds: 1 })).rejects.toMatchObject(gone);
        await expect(library.compact()).rejects.toMatchObject(gone);
      });

      it('does not begin to compact when it is told not to', async () => {
        const signal = AbortSignal.abort(new Error('not now'));
        await expect(library.compact({ signal })).rejects.toThrow('not now');
      });
    });
  });
}

/** Two texts with one short id. */
function collidingTexts(): [string, string] {
  const seen = new Map<string, string>();
  for (let number = 0; ; number += 1) {
    const text = `text ${number}`;
    const other = seen.get(shortIdOf(text));
    if (other !== undefined) return [other, text];
    seen.set(shortIdOf(text), text);
  }
}

function textWithId(id: string): string {
  for (let number = 0; ; number += 1) if (shortIdOf(`small ${number}`) === id) return `small ${number}`;
}
