import { setImmediate as otherWork } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { by } from '../../../../src-main/core/access/caller.ts';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { FileKey } from '../../../../src-main/core/library/encryption.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import {
  requireFileSize,
  type StoredContent,
  storeContent,
} from '../../../../src-main/engine/edits/receive-content.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';
import { brokenAfter, textIn } from '../../../support/upload-pieces.ts';

/** Of an owner who may store this many bytes. */
async function libraryWithQuota(quotaBytes: number) {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes });
  const receive = () => world.edits.receiveContent(world.libraries.find(ANNA, libraryId).library, null);
  return { world, libraryId, receive };
}

describe('content that comes in', () => {
  it('is in the store, block by block, before any tree names it', async () => {
    const { world, libraryId, receive } = await libraryWithQuota(100);
    const { store, received } = receive();
    const one = await store(textIn('hel', 'lo'));
    await store(textIn('other'));
    const objects = world.stores.objects.library(libraryId);
    expect(one.sizeBytes).toBe(5);
    expect(objects.has('fs', one.id)).toBe(true);
    expect(received).toEqual([objectIdOf('hello'), objectIdOf('other')]);
    for (const id of received) expect(objects.has('block', id)).toBe(true);
  });

  it('is refused once the files of one request are more than the owner may store', async () => {
    const { store } = (await libraryWithQuota(5)).receive();
    await store(textIn('abc'));
    await expect(store(textIn('def'))).rejects.toMatchObject({ code: 'quota-exceeded' });
  });

  it('counts until a command has put it', async () => {
    const { world, libraryId, receive } = await libraryWithQuota(30);
    await receive().store(textIn('not put'.padEnd(10)));
    const { store, received } = receive();
    const content = await store(textIn('put'.padEnd(10)));
    const { library } = world.libraries.find(ANNA, libraryId);
    const begin = (bytes: number) => world.pending.takeBeginning(library, 'another file', bytes);
    expect(() => begin(11)).toThrow('quota-exceeded');
    const files = [{ name: 'a', ...content, mtimeSeconds: null }];
    const into = { folder: '/', relativePath: '', replaces: false };
    await world.edits.addFiles({ libraryId, ...by(ANNA), ...into, files, received });
    // What is not put counts as far as it is more than the library holds.
    begin(20);
  });
});

const KEY: FileKey = { cipher: 'aes-256-cbc', key: Buffer.alloc(32, 1), iv: Buffer.alloc(16, 2) };
const MIB = 1024 * 1024;

interface Storing {
  readonly fileKey?: FileKey;
  readonly checkSize?: (sizeBytes: number) => void;
  /** What a block waits for before it is stored, by its place. */
  readonly until?: (at: number) => Promise<void>;
}

/** Stores pieces, and tells what was asked of the store meanwhile. */
function storing(pieces: AsyncIterable<Uint8Array>, { fileKey, checkSize, until }: Storing = {}) {
  const blocks: Buffer[] = [];
  const told: StoredContent[] = [];
  const files: string[] = [];
  let started = 0;
  let most = 0;
  const add = async (block: Buffer): Promise<ObjectId> => {
    const at = started;
    started += 1;
    most = Math.max(most, started - blocks.length);
    await otherWork();
    await until?.(at);
    blocks.push(block);
    return objectIdOf(`block ${at}`);
  };
  const write = async (_kind: string, _id: string, bytes: Uint8Array) =>
    void files.push(Buffer.from(bytes).toString());
  const done = storeContent(pieces, {
    store: { add, write },
    fileKey: fileKey ?? null,
    checkSize: checkSize ?? (() => undefined),
    onStored: (block) => void told.push(block),
  });
  return { done, blocks, told, files, most: () => most };
}

async function* zeros(mebibytes: number) {
  for (let at = 0; at < mebibytes; at += 1) yield Buffer.alloc(MIB);
}

it('content is a file of its blocks, however it comes in', async () => {
  const { done, blocks, told, files } = storing(textIn('hel', '', 'lo'));
  expect(await done).toEqual({ id: '31e39098747798beafec7e457d1d3b8ee8043e74', sizeBytes: 5 });
  expect(blocks.map(String)).toEqual(['hello']);
  expect(told).toEqual([{ id: objectIdOf('block 0'), sizeBytes: 5 }]);
  expect(files).toEqual([`{"block_ids": ["${objectIdOf('block 0')}"], "size": 5, "type": 1, "version": 1}`]);
});

it('content that is empty needs nothing in the store', async () => {
  const { done, blocks, files } = storing(textIn());
  expect(await done).toEqual({ id: EMPTY_ID, sizeBytes: 0 });
  expect([blocks, files]).toEqual([[], []]);
});

it('content of an encrypted library is stored encrypted, and has the size that it has in the clear', async () => {
  const { done, blocks, told } = storing(textIn('hello'), { fileKey: KEY });
  expect((await done).sizeBytes).toBe(5);
  expect(blocks.map((block) => block.toString('hex'))).toEqual(['aaf7a0b1c5d4d4b8c8abeaa891ec2755']);
  expect(told[0]?.sizeBytes).toBe(5);
});

it('blocks are in the order of the content, and no more than two of them wait for the disk', async () => {
  let release: () => void = () => undefined;
  const second = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The first is stored once the second is: nothing but their places says which is which.
  const until = async (at: number) => (at === 0 ? second : at === 1 ? release() : undefined);
  const { done, blocks, files, most } = storing(zeros(31), { until });
  expect((await done).sizeBytes).toBe(31 * MIB);
  expect(blocks.map(({ length }) => length / MIB)).toEqual([10, 10, 10, 1]);
  const ids = [0, 1, 2, 3].map((at) => `"${objectIdOf(`block ${at}`)}"`).join(', ');
  expect(files[0]).toContain(`"block_ids": [${ids}]`);
  expect(most()).toBe(2);
});

it('the size is looked at as it grows, and what may not be that large is no file', async () => {
  const seen: number[] = [];
  const checkSize = (sizeBytes: number) => {
    seen.push(sizeBytes);
    if (sizeBytes > 6) throw new DomainError('file-too-large');
  };
  const { done, files } = storing(textIn('abc', 'def', 'g', 'h'), { checkSize });
  expect(await refusalOf(() => done)).toMatchObject({ code: 'file-too-large' });
  expect([seen, files]).toEqual([[3, 6, 7], []]);
});

it('what was stored before the content broke off is told, and nothing goes on after that', async () => {
  const { done, told, files } = storing(brokenAfter(zeros(10)));
  await expect(done).rejects.toThrow('the connection broke');
  expect(told.map(({ sizeBytes }) => sizeBytes)).toEqual([10 * MIB]);
  expect(files).toEqual([]);
});

it('a disk that takes no block ends it, also while nothing more comes in', async () => {
  const until = () => Promise.reject(new DomainError('disk-full'));
  const { done, files } = storing(textIn('hello'), { until });
  expect(await refusalOf(() => done)).toMatchObject({ code: 'disk-full' });
  expect(files).toEqual([]);
});

it('a file may have 16 TiB and no more', async () => {
  expect(() => requireFileSize(17_592_186_044_416)).not.toThrow();
  expect(await refusalOf(() => requireFileSize(17_592_186_044_417))).toMatchObject({
    code: 'file-too-large',
  });
});
