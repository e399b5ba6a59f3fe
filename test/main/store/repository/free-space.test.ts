import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { DIR_MODE, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { reserveBytesOf } from '../../../../src-main/store/backend/disk/disk-backend.ts';
import { DISK } from '../../../../src-main/store/backend/disk/file-ops.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { type FakeClock, fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const MIB = 1024 * 1024;
const REFUSED = { code: 'disk-full', detail: { reason: 'reserve' } };

describe('the reserve of the disk', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let opened: OpenDiskStore;
  let library: LibraryObjects;
  let clock: FakeClock;
  let freeBytes: number;
  let reserveBytes: number;
  let questions: number;
  let failure: Error | null;

  beforeEach(async () => {
    folder = temporaryDataFolder();
    clock = fakeClock();
    freeBytes = 1_000 * MIB;
    questions = 0;
    failure = null;
    const ops = {
      ...DISK,
      freeBytes: async () => {
        questions += 1;
        if (failure !== null) throw failure;
        return freeBytes;
      },
    };
    opened = await openDiskStore(folder.path, { ops, nowSeconds: clock.nowSeconds });
    reserveBytes = await reserveBytesOf(folder.path);
    library = opened.store.library(LIBRARY);
  });

  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  const write = (text: string | Buffer) => library.write('block', objectIdOf(text), Buffer.from(text));

  it('is left alone by writes, which go on by themselves when there is room', async () => {
    await write('before');
    await library.flush();
    freeBytes = reserveBytes;
    clock.advance(1);
    await expect(write('a')).rejects.toMatchObject(REFUSED);
    await expect(write(Buffer.alloc(2 * MIB))).rejects.toMatchObject(REFUSED);
    expect(library.has('block', objectIdOf('a'))).toBe(false);
    expect((await library.read('block', objectIdOf('before'))).toString()).toBe('before');
    freeBytes = reserveBytes + 1;
    clock.advance(1);
    await write('a');
    await library.flush();
    expect((await library.read('block', objectIdOf('a'))).toString()).toBe('a');
  });

  it('does not stand in the way of what is here already, nor of a flush', async () => {
    await write('accepted');
    freeBytes = 0;
    clock.advance(1);
    await write('accepted');
    await library.flush();
    await write('accepted');
    expect((await library.read('block', objectIdOf('accepted'))).toString()).toBe('accepted');
  });

  it('does not stand in the way of compaction', async () => {
    for (const text of ['1', '2', '3', '4']) await write(text);
    await library.flush();
    freeBytes = 0;
    clock.advance(1);
    const doomed = ['1', '2', '3'].map((text) => ({ kind: 'block', id: objectIdOf(text) }) as const);
    await library.remove(doomed, { lastReferencedBeforeSeconds: clock.nowSeconds() });
    expect((await library.compact()).bytesFreed).toBe(3 * 41);
    expect((await library.read('block', objectIdOf('4'))).toString()).toBe('4');
  });

  it('is asked for once a second, or once in 16 MiB', async () => {
    for (let number = 0; number < 100; number += 1) await write(`text ${number}`);
    expect(questions).toBe(1);
    clock.advance(1);
    await Promise.all(Array.from({ length: 100 }, (_, number) => write(`more ${number}`)));
    expect(questions).toBe(2);
    for (let number = 0; number < 33; number += 1) await write(Buffer.alloc(MIB, number));
    expect(questions).toBe(4);
  });

  it('counts what was accepted since the last answer', async () => {
    freeBytes = reserveBytes + 5 * MIB;
    for (const number of [1, 2, 3, 4]) await write(Buffer.alloc(MIB, number));
    await expect(write(Buffer.alloc(2 * MIB, 5))).rejects.toMatchObject(REFUSED);
    await write(Buffer.alloc(MIB, 6));
    expect(questions).toBe(1);
  });

  it('is not guarded on a disk that does not tell', async () => {
    failure = new Error('no such call');
    await write('a');
    await library.flush();
    expect((await library.read('block', objectIdOf('a'))).toString()).toBe('a');
  });

  it('is 64 MiB on a disk of common size', async () => {
    expect(await reserveBytesOf(folder.path)).toBeGreaterThan(0);
    expect(await reserveBytesOf(folder.path)).toBeLessThanOrEqual(64 * MIB);
    expect(await DISK.freeBytes(folder.path)).toBeGreaterThan(0);
  });

  it('has a second half for folders and commits, so that something can be deleted while content is refused', async () => {
    freeBytes = reserveBytes;
    const writeFolder = (name: string) => {
      const row = { kind: 'dir', name, id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds: 1 } as const;
      const { id, bytes } = encodeDir([row]);
      return library.write('fs', id, bytes);
    };
    await expect(write('a')).rejects.toMatchObject(REFUSED);
    await expect(opened.store.acceptContent(1)).rejects.toMatchObject(REFUSED);
    await writeFolder('a');
    freeBytes = reserveBytes / 2;
    clock.advance(1);
    await expect(writeFolder('b')).rejects.toMatchObject(REFUSED);
  });
});
