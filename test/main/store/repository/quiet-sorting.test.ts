import { setTimeout as after } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { KIND_CODES } from '../../../../src-main/store/objects/kind-codes.ts';
import { ROW_BYTES } from '../../../../src-main/store/sqlite/buffered-rows.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NEVER_MS = 3_600_000;
const DEADLINE_MS = 20_000;

describe('objects that were stored in bulk', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let opened: OpenDiskStore;

  beforeEach(async () => {
    folder = temporaryDataFolder();
    await open(NEVER_MS);
  });

  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  async function open(quietMs: number): Promise<void> {
    opened = await openDiskStore(folder.path, {
      quietMs,
      nowSeconds: fakeClock().nowSeconds,
    });
  }

  const library = () => opened.store.library(LIBRARY);
  const texts = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `${from + at} `.repeat(300));
  const buffered = () => opened.db.prepare<[], number>('SELECT count(*) FROM unsorted_objects').pluck().get();

  async function store(from: number, to: number): Promise<void> {
    for (const text of texts(from, to)) await library().write('block', objectIdOf(text), Buffer.from(text));
    await library().flush();
  }

  async function expectReadable(from: number, to: number): Promise<void> {
    for (const text of texts(from, to))
      expect((await library().read('block', objectIdOf(text))).toString()).toBe(text);
  }

  async function untilSorted(): Promise<void> {
    for (let waited = 0; buffered() !== 0; waited += 5) {
      if (waited > DEADLINE_MS) throw new Error('Nothing was sorted in.');
      await after(5);
    }
  }

  it('are sorted into the index once it is quiet', async () => {
    await opened.close();
    await open(1);
    await store(0, 3_000);
    await untilSorted();
    await expectReadable(0, 3_000);
  });

  it('are sorted in by the next process, when this one ends before', async () => {
    await store(0, 1_200);
    expect(buffered()).toBe(1);
    await opened.abandon();
    await open(1);
    await expectReadable(0, 1_200);
    await untilSorted();
    await expectReadable(0, 1_200);
  });

  it('can be written again, removed and compacted before they are sorted in', async () => {
    await store(0, 1_000);
    await store(500, 1_500);
    expect(buffered()).toBe(2);
    expect([...library().list()]).toHaveLength(1_500);
    const removed = [...texts(0, 1_400), ...texts(1_500, 2_000)];
    await store(1_500, 2_100);
    expect(buffered()).toBe(1);
    const gone = removed.map((text) => ({ kind: 'block' as const, id: objectIdOf(text) }));
    const later = { lastReferencedBeforeSeconds: fakeClock().nowSeconds() + 1 };
    expect((await library().remove(gone, later)).removed).toBe(1_900);
    await opened.close();
    await open(NEVER_MS);
    await store(2_100, 2_700);
    expect(buffered()).toBe(1);
    expect((await library().compact()).bytesFreed).toBeGreaterThan(0);
    expect(gone.some(({ kind, id }) => library().has(kind, id))).toBe(false);
    const expectRest = async () => {
      await expectReadable(1_400, 1_500);
      await expectReadable(2_000, 2_700);
    };
    await expectRest();
    await opened.close();
    await open(NEVER_MS);
    await expectRest();
  });

  it('come onto record kind by kind: a crash in between leaves nothing there that names what is not', async () => {
    for (const text of texts(0, 3_000)) {
      await library().write('fs', objectIdOf(text), Buffer.from(text));
      await library().write('block', objectIdOf(text), Buffer.from(text));
    }
    await library().flush();
    const batches = opened.db
      .prepare<[], Buffer>('SELECT rows FROM unsorted_objects ORDER BY batch')
      .pluck()
      .all();
    expect(batches).toHaveLength(2);
    const bytes = Buffer.concat(batches);
    const kinds = Array.from({ length: bytes.length / ROW_BYTES }, (_, row) => bytes[row * ROW_BYTES + 20]);
    expect(kinds).toEqual([...Array(3_000).fill(KIND_CODES.block), ...Array(3_000).fill(KIND_CODES.fs)]);
  });

  it('go with their library', async () => {
    await store(0, 1_000);
    await opened.store.removeLibrary(LIBRARY);
    expect(buffered()).toBe(0);
    expect(library().has('block', objectIdOf(texts(0, 1)[0] ?? ''))).toBe(false);
    await store(0, 10);
    await expectReadable(0, 10);
  });
});
