import { describe, expect, it, vi } from 'vitest';
import { encryptBlock, type FileKey } from '../../../../src-main/core/library/encryption.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { openContent, readWhole } from '../../../../src-main/engine/reading/file-content.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { collect } from '../../../support/collect.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';

const LIBRARY = '5a3f8d0c-0d5b-4a55-9e5c-0f6a3c1d2e4b' as LibraryId;
const KEY: FileKey = { cipher: 'aes-256-cbc', key: Buffer.alloc(32, 1), iv: Buffer.alloc(16, 2) };

interface Told {
  readonly blocks: readonly string[];
  /** By the file's object. */
  readonly sizeBytes: number;
  readonly fileKey?: FileKey | null;
}

/** A file in a store of its own, and the kinds of what is read of it. */
async function stored({ blocks, sizeBytes, fileKey = null }: Told) {
  const store = createMemoryObjectStore().library(LIBRARY);
  const contents = blocks.map((text) =>
    fileKey === null ? Buffer.from(text) : encryptBlock(fileKey, Buffer.from(text)),
  );
  for (const content of contents) await store.write('block', objectIdOf(content), content);
  const file = encodeFile({ blockIds: contents.map((content) => objectIdOf(content)), sizeBytes });
  await store.write('fs', file.id, file.bytes);
  const read = vi.spyOn(store, 'read');
  return { file: { store, id: file.id, fileKey }, kindsRead: () => read.mock.calls.map(([kind]) => kind) };
}

async function textOf(told: Told): Promise<string> {
  const { file } = await stored(told);
  const content = await openContent(file);
  return Buffer.concat(await collect(content.read())).toString();
}

const refusal = async (told: Told) => (await refusalOf(() => textOf(told))).code;

describe('the content of a file', () => {
  it('has the size of its object, and its bytes', async () => {
    const { file } = await stored({ blocks: ['abcd', 'ef'], sizeBytes: 6 });
    const content = await openContent(file);
    expect(content.sizeBytes).toBe(6);
    expect(Buffer.concat(await collect(content.read())).toString()).toBe('abcdef');
    expect(await openContent({ ...file, id: EMPTY_ID })).toMatchObject({ sizeBytes: 0 });
  });

  it('is refused before a block is read where the blocks are longer or shorter than it says', async () => {
    for (const sizeBytes of [1, 5, 7, 1_000]) {
      const { file, kindsRead } = await stored({ blocks: ['abcd', 'ef'], sizeBytes });
      const { read } = await openContent(file);
      expect(await refusalOf(() => collect(read()))).toMatchObject({
        code: 'object-corrupt',
        detail: { reason: 'size' },
      });
      expect(kindsRead()).toEqual(['fs']);
    }
  });

  it('is decrypted, and refused where that is longer or shorter than it says', async () => {
    expect(await textOf({ blocks: ['abcd', 'ef'], sizeBytes: 6, fileKey: KEY })).toBe('abcdef');
    for (const sizeBytes of [1, 5, 7, 30, 1_000])
      expect(await refusal({ blocks: ['abcd', 'ef'], sizeBytes, fileKey: KEY })).toBe('object-corrupt');
  });

  it('that is longer when decrypted ends with the last byte that it says', async () => {
    const { file } = await stored({ blocks: ['abcd', 'ef'], sizeBytes: 5, fileKey: KEY });
    const { read } = await openContent(file);
    const pieces: string[] = [];
    const reading = async () => {
      for await (const piece of read()) pieces.push(piece.toString());
    };
    await expect(reading()).rejects.toThrow('object-corrupt');
    expect(pieces).toEqual(['abcd']);
  });

  it('gives no range that is not all there', async () => {
    const { file } = await stored({ blocks: ['abcd'], sizeBytes: 1_000 });
    const { read } = await openContent(file);
    expect(Buffer.concat(await collect(read({ first: 1, last: 3 }))).toString()).toBe('bcd');
    expect(await refusalOf(() => collect(read({ first: 1, last: 4 })))).toMatchObject({
      code: 'object-corrupt',
    });
  });
});

describe('content that is read as a whole', () => {
  it('comes in one piece up to a limit, and not beyond it', async () => {
    const { file, kindsRead } = await stored({ blocks: ['abcd', 'ef'], sizeBytes: 6 });
    expect(await readWhole(file, 5)).toBe(null);
    expect(kindsRead()).toEqual(['fs']);
    expect((await readWhole(file, 6))?.toString()).toBe('abcdef');
  });

  it('is not even looked into where its object alone is too large', async () => {
    const { file, kindsRead } = await stored({ blocks: Array(2_000).fill('a'), sizeBytes: 2_000 });
    expect(await readWhole(file, 10_000)).toBe(null);
    expect(kindsRead()).toEqual([]);
  });
});
