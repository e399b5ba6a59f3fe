import { readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { HashThreads } from '../../../../src-main/store/threads/hash-threads.ts';
import { filesBelow, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';

const CODE = new URL('../../../../src-main/store/threads/hash-worker.ts', import.meta.url);
const SIZE_BYTES = 3 * 1024 * 1024;

function hashThread(code = CODE, bytesBefore = 0): HashThreads {
  const thread = new HashThreads(code, objectIdOf, bytesBefore);
  onTestFinished(() => thread.end());
  return thread;
}

/** One that runs already: nothing is written in threads before. */
async function runningThread(): Promise<HashThreads> {
  const thread = hashThread();
  await thread.hash(Buffer.alloc(SIZE_BYTES), { withContentHash: false });
  return thread;
}

async function openFile(path: string, flags: string): Promise<FileHandle> {
  const file = await open(path, flags);
  onTestFinished(() => file.close());
  return file;
}

function pathOfNewFile(): string {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  return join(folder.path, 'block');
}

describe('the thread that hashes blocks', () => {
  it('names a large block, takes its memory and gives the bytes back', async () => {
    const block = Buffer.alloc(SIZE_BYTES, 7);
    const hashed = await hashThread().hash(block, { withContentHash: true });
    expect(block).toHaveLength(0);
    expect(hashed.bytes.equals(Buffer.alloc(SIZE_BYTES, 7))).toBe(true);
    expect(hashed.id).toBe('a008977ea69a4798e4a9fde2cbd205cfd8021cfd');
    expect(hashed.sha256?.toString('hex')).toBe(
      'fadc8b76fb9e2447c118e8b612cb1280904241214f6b9b5b7010f445bcc3d10b',
    );
  });

  it('takes the name of a block from whoever knows it, and computes the content hash alone', async () => {
    const options = { id: 'known already', withContentHash: true };
    for (const bytesBefore of [0, 2 * SIZE_BYTES]) {
      const hashed = await hashThread(CODE, bytesBefore).hash(Buffer.alloc(SIZE_BYTES, 7), options);
      expect(hashed.id).toBe('known already');
      expect(hashed.sha256?.toString('hex')).toBe(
        'fadc8b76fb9e2447c118e8b612cb1280904241214f6b9b5b7010f445bcc3d10b',
      );
    }
  });

  it('names part of a buffer by that part alone', async () => {
    const block = Buffer.alloc(SIZE_BYTES + 100, 7).subarray(60, 60 + SIZE_BYTES);
    const hashed = await hashThread().hash(block, { withContentHash: false });
    expect(hashed.id).toBe('a008977ea69a4798e4a9fde2cbd205cfd8021cfd');
    expect(hashed.bytes).toHaveLength(SIZE_BYTES);
    expect(hashed.sha256).toBeNull();
  });

  it('leaves the memory of a small block alone, which may be shared', async () => {
    const block = Buffer.from('small');
    const hashed = await hashThread().hash(block, { withContentHash: true });
    expect(block.toString()).toBe('small');
    expect(hashed.id).toBe('89f6229a11ac4ebaa553c1a3ea96d78fa7483735');
    expect(hashed.sha256?.toString('hex')).toBe(
      '81db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130',
    );
  });

  it('is not started for a few blocks', async () => {
    const thread = hashThread(CODE, 2 * SIZE_BYTES);
    const blocks = [1, 2, 3].map((fill) => Buffer.alloc(SIZE_BYTES, fill));
    for (const block of blocks) await thread.hash(block, { withContentHash: false });
    expect(blocks.map(({ length }) => length)).toEqual([SIZE_BYTES, SIZE_BYTES, 0]);
  });

  it('tells many blocks at once apart', async () => {
    const thread = hashThread();
    const fills = [1, 2, 3, 4, 5];
    const hashed = await Promise.all(
      fills.map((fill) => thread.hash(Buffer.alloc(SIZE_BYTES, fill), { withContentHash: false })),
    );
    expect(hashed.map(({ bytes }) => bytes[0])).toEqual(fills);
    expect(hashed.map(({ id }) => id)).toEqual(
      fills.map((fill) => objectIdOf(Buffer.alloc(SIZE_BYTES, fill))),
    );
  });

  it('refuses the blocks that are lost with a thread, and starts another one for the next', async () => {
    const folder = temporaryDataFolder();
    onTestFinished(folder.remove);
    const path = join(folder.path, 'thread.mjs');
    writeFileSync(path, 'throw new Error("no memory");');
    const thread = hashThread(pathToFileURL(path));
    await expect(thread.hash(Buffer.alloc(SIZE_BYTES), { withContentHash: false })).rejects.toThrow(
      'The thread that hashes blocks ended.',
    );
    writeFileSync(path, `await import(${JSON.stringify(CODE.href)});`);
    const { id } = await thread.hash(Buffer.alloc(SIZE_BYTES, 7), { withContentHash: false });
    expect(id).toBe('a008977ea69a4798e4a9fde2cbd205cfd8021cfd');
  });
});

describe('the thread that writes blocks', () => {
  it('writes a block to an open file, and leaves nothing of it in memory', async () => {
    const thread = await runningThread();
    const path = pathOfNewFile();
    const file = await openFile(path, 'wx');
    const block = Buffer.alloc(SIZE_BYTES + 100, 7).subarray(60, 60 + SIZE_BYTES);
    await thread.write(file.fd, block);
    expect(block).toHaveLength(0);
    expect(readFileSync(path).equals(Buffer.alloc(SIZE_BYTES, 7))).toBe(true);
  });

  it('says what the system says when it cannot', async () => {
    const thread = await runningThread();
    const path = pathOfNewFile();
    writeFileSync(path, '');
    const file = await openFile(path, 'r');
    const writing = thread.write(file.fd, Buffer.alloc(SIZE_BYTES, 7));
    await expect(writing).rejects.toMatchObject({ code: 'EBADF' });
    expect(readFileSync(path)).toHaveLength(0);
  });

  it('is not started for a write alone', async () => {
    const file = await openFile(pathOfNewFile(), 'wx');
    const block = Buffer.alloc(SIZE_BYTES, 7);
    expect(hashThread().write(file.fd, block)).toBeNull();
    expect(block).toHaveLength(SIZE_BYTES);
  });

  it('leaves a small block to whoever has it', async () => {
    const thread = await runningThread();
    const file = await openFile(pathOfNewFile(), 'wx');
    const block = Buffer.from('small');
    expect(thread.write(file.fd, block)).toBeNull();
    expect(block.toString()).toBe('small');
  });
});

describe('a store with threads', () => {
  it('keeps blocks that are added at once, each once, and nothing else', async () => {
    const folder = temporaryDataFolder();
    onTestFinished(folder.remove);
    const { store, close } = await openDiskStore(folder.path, { hashThread: CODE });
    onTestFinished(close);
    const objects = store.library('lib-1' as LibraryId);
    const fills = [1, 2, 3, 4, 5, 6, 7, 8, 9, 9];
    const ids = await Promise.all(fills.map((fill) => objects.add(Buffer.alloc(SIZE_BYTES, fill))));
    await objects.flush();
    expect(ids).toEqual(fills.map((fill) => objectIdOf(Buffer.alloc(SIZE_BYTES, fill))));
    for (const [at, id] of ids.entries())
      expect((await objects.read('block', id)).equals(Buffer.alloc(SIZE_BYTES, fills[at]))).toBe(true);
    expect(filesBelow(join(folder.path, 'storage'))).toHaveLength(9);
    expect(filesBelow(join(folder.path, 'tmp'))).toEqual([]);
  });

  it('keeps blocks whose names are known, and refuses another content of one name', async () => {
    const folder = temporaryDataFolder();
    onTestFinished(folder.remove);
    const { store, close } = await openDiskStore(folder.path, { hashThread: CODE });
    onTestFinished(close);
    const objects = store.library('lib-1' as LibraryId);
    const fills = [1, 2, 3, 4, 5, 6, 7, 8, 9, 9];
    const blocks = fills.map((fill) => Buffer.alloc(SIZE_BYTES, fill));
    const ids = blocks.map((block) => objectIdOf(block));
    const write = async (id: ObjectId, bytes: Buffer) =>
      objects.writeHashed({ kind: 'block', id, bytes, sha256: null });
    await Promise.all(ids.map((id, at) => write(id, blocks[at] ?? Buffer.alloc(0))));
    expect(blocks.map(({ length }) => length)).toEqual(fills.map(() => 0));
    await objects.flush();
    for (const [at, id] of ids.entries())
      expect((await objects.read('block', id)).equals(Buffer.alloc(SIZE_BYTES, fills[at]))).toBe(true);
    const other = Buffer.alloc(SIZE_BYTES, 10);
    await expect(write(ids[0] ?? objectIdOf(''), other)).rejects.toThrow(
      expect.objectContaining({ code: 'object-collision' }),
    );
    expect(filesBelow(join(folder.path, 'storage'))).toHaveLength(9);
  });
});
