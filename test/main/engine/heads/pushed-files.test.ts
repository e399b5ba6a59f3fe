import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { PushedFiles } from '../../../../src-main/engine/heads/pushed-files.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';

/** A store with these blocks, and the files that are asked about, by the contents of their blocks. */
async function pushing(brought: readonly string[], isEncrypted = false) {
  const store = createMemoryObjectStore().library('00000000-0000-4000-8000-000000000001' as LibraryId);
  for (const block of brought) await store.write('block', objectIdOf(block), Buffer.from(block));
  const reached: string[] = [];
  const files = new PushedFiles(store, { isEncrypted, reached: (id) => void reached.push(id) });
  const sizeOf = async (sizeBytes: number, ...blocks: readonly string[]) => {
    const { id, bytes } = encodeFile({ blockIds: blocks.map((block) => objectIdOf(block)), sizeBytes });
    await store.write('fs', id, bytes);
    return files.sizeOf(id, 'd/a.txt');
  };
  return { files, sizeOf, reached };
}

const UNTRUE = {
  code: 'argument-invalid',
  detail: { field: 'head', reason: 'size-untrue', value: 'd/a.txt' },
};

it('a file has the size that its object and all of its blocks agree about', async () => {
  const { sizeOf } = await pushing(['hello', '!']);
  expect(await sizeOf(11, 'hello', 'hello', '!')).toBe(11);
  expect(await refusalOf(() => sizeOf(10, 'hello', 'hello', '!'))).toEqual(UNTRUE);
  expect(await refusalOf(() => sizeOf(12, 'hello', 'hello', '!'))).toEqual(UNTRUE);
});

it('the size of a file is unknown while a block of it was not brought', async () => {
  const { sizeOf, reached } = await pushing(['hello']);
  expect(await sizeOf(7, 'hello', 'later')).toBeNull();
  expect(reached).toContain(objectIdOf('hello'));
  expect(reached).not.toContain(objectIdOf('later'));
});

it('blocks of an encrypted library are longer than what they hold by 1 to 16 bytes each', async () => {
  const { sizeOf } = await pushing(['x'.repeat(32), 'y'.repeat(16)], true);
  const blocks = ['x'.repeat(32), 'y'.repeat(16)];
  expect([await sizeOf(46, ...blocks), await sizeOf(16, ...blocks)]).toEqual([46, 16]);
  expect(await refusalOf(() => sizeOf(47, ...blocks))).toEqual(UNTRUE);
  expect(await refusalOf(() => sizeOf(15, ...blocks))).toEqual(UNTRUE);
});

it('a file without content needs nothing, and one that was not brought may still be', async () => {
  const { files } = await pushing([]);
  expect(await files.sizeOf(EMPTY_ID, 'a.txt')).toBe(0);
  expect(await refusalOf(() => files.sizeOf(objectIdOf('lost'), 'a.txt'))).toEqual({
    code: 'object-missing',
    detail: { value: objectIdOf('lost'), reason: 'not-brought' },
  });
});

it('a file and its blocks are looked at once', async () => {
  const { sizeOf, reached } = await pushing(['hello']);
  for (let times = 0; times < 3; times += 1) await sizeOf(10, 'hello', 'hello');
  expect(reached).toHaveLength(2);
});
