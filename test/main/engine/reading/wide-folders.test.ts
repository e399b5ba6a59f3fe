import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { WideFolders } from '../../../../src-main/engine/reading/wide-folders.ts';
import { TreeStore } from '../../../support/trees.ts';

const ONE = '11111111-1111-4111-8111-111111111111' as LibraryId;

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Folders of some hundred bytes each, that are read when they are told to be. */
function world() {
  const store = new TreeStore();
  const folders = ['a', 'b', 'c'].map((name) => store.build({ [name]: 'text' }));
  const read: string[] = [];
  const waiting: (() => void)[] = [];
  const objects = {
    sizeOf: (_kind: unknown, id: ObjectId | string) => store.dirs.get(id as ObjectId)?.length ?? null,
    read: async (_kind: unknown, id: string) => {
      read.push(id);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return store.dirs.get(id as ObjectId) ?? Buffer.alloc(0);
    },
  };
  const goOn = async () => {
    for (const resolve of waiting.splice(0)) resolve();
    await settled();
  };
  return { folders, read, goOn, objects };
}

it('a wide folder is read once for all who want it at the same time, and two of them at a time', async () => {
  const { folders, read, goOn, objects } = world();
  const readDir = new WideFolders(100).readDirOf(ONE, objects);
  const wanted = [...folders, ...folders].map((id) => readDir(id));
  await settled();
  expect(read).toEqual(folders.slice(0, 2));
  await goOn();
  expect(read).toEqual(folders);
  await goOn();
  const rows = await Promise.all(wanted);
  expect(rows.map(([row]) => row?.name)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  const again = readDir(folders[0] as ObjectId);
  await settled();
  await goOn();
  await again;
  expect(read).toHaveLength(4);
});

it('a folder that is not wide waits for none', async () => {
  const { folders, read, goOn, objects } = world();
  const readDir = new WideFolders(10_000).readDirOf(ONE, objects);
  const wanted = folders.map((id) => readDir(id));
  expect(read).toEqual(folders);
  await goOn();
  await Promise.all(wanted);
});
