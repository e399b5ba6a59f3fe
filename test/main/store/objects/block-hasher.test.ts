import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { HashThread } from '../../../../src-main/store/objects/block-hasher.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

const CODE = new URL('../../../../src-main/store/objects/hash-worker.ts', import.meta.url);
const SIZE_BYTES = 3 * 1024 * 1024;

function hashThread(code = CODE, bytesBefore = 0): HashThread {
  const thread = new HashThread(code, objectIdOf, bytesBefore);
  onTestFinished(() => thread.end());
  return thread;
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
