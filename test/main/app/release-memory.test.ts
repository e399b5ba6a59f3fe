import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDataDir } from '../../../src-main/app/data-dir.ts';
import { openStore, type Store } from '../../../src-main/app/store.ts';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { dataFolder } from '../../support/data-world.ts';
import { flipBit, storedPieces } from '../../support/stored-bytes.ts';

const LIBRARY = '00000000-0000-4000-8000-000000000001' as LibraryId;
const TEXT = Buffer.from('{"dirents":[],"type":3,"version":1}');

/** A store with one object of a library in it, which has been read. */
async function storeWithObject(): Promise<{ store: Store; path: string; read: () => Promise<Buffer> }> {
  const path = dataFolder();
  const store = await openStore(openDataDir(path));
  onTestFinished(store.close);
  const objects = store.objects.library(LIBRARY);
  await objects.write('fs', objectIdOf(TEXT), TEXT);
  await objects.flush();
  const read = () => objects.read('fs', objectIdOf(TEXT));
  await read();
  return { store, path, read };
}

it('reads what was released from the disk again', async () => {
  const { store, read } = await storeWithObject();
  store.releaseMemory();
  expect(await read()).toEqual(TEXT);
});

it('keeps no copy of an object that was read before', async () => {
  const { store, path, read } = await storeWithObject();
  const piece = storedPieces(path).find(({ kind }) => kind === 'fs');
  if (piece === undefined) throw new Error('the object is not in a pack');
  flipBit(join(path, piece.file), { offset: piece.offset + piece.length - 1, bit: 0 });
  expect(await read()).toEqual(TEXT);
  store.releaseMemory();
  await expect(read()).rejects.toMatchObject({ code: 'object-corrupt' });
});

it('does nothing once the store is closed', async () => {
  const path = dataFolder();
  const store = await openStore(openDataDir(path));
  await store.close();
  expect(() => store.releaseMemory()).not.toThrow();
});
