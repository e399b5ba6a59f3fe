import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { DIR_MODE, type Dirent, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { walkTree } from '../../../../src-main/core/tree/walk.ts';
import { createReadDir, WideFolders } from '../../../../src-main/engine/reading/directory-reader.ts';
import { DirentCache } from '../../../../src-main/engine/reading/dirent-cache.ts';
import { fileDirent, TreeStore } from '../../../support/trees.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';
import { unfoldingTree } from '../../../support/unfolding-tree.ts';

it('a time that an older version took in reads as one that every calendar has', async () => {
  const rowOf = (name: string, mtimeSeconds: number) =>
    ({ kind: 'dir', name, id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds }) as const;
  const { id, bytes } = encodeDir([
    rowOf('a', -Number.MAX_SAFE_INTEGER),
    rowOf('b', 7),
    rowOf('c', Number.MAX_SAFE_INTEGER),
  ]);
  const rows = await createReadDir({ read: async () => bytes })(id);
  expect(rows).toEqual([rowOf('c', 253_402_300_799), rowOf('b', 7), rowOf('a', -62_135_596_800)]);
});

const filesOf = (count: number): Dirent[] =>
  Array.from({ length: count }, (_, at) => ({ ...fileDirent('same'), name: `${at}.jpg` }));

/** Reads from memory, where nothing waits. */
function readerOf(dirs: readonly { readonly id: ObjectId; readonly bytes: Buffer }[]) {
  const bytesOf = new Map<string, Buffer>(dirs.map(({ id, bytes }) => [id, bytes]));
  return createReadDir({ read: (_kind, id) => Promise.resolve(bytesOf.get(id) ?? Buffer.alloc(0)) });
}

async function count(entries: AsyncIterable<unknown>): Promise<number> {
  let found = 0;
  for await (const _ of entries) found += 1;
  return found;
}

describe('others have their turn', () => {
  it('after each two thousand rows of a tree that names one small folder over and over', async () => {
    const { rootId, dirs } = unfoldingTree([10, 20], filesOf(100));
    const { turns, result } = await turnsTaken(() => count(walkTree(readerOf(dirs), rootId)));
    expect(result).toBe(20_210);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('as often where each folder is looked up by a reader of its own', async () => {
    const { dirs } = unfoldingTree([], filesOf(100));
    const [folder] = dirs;
    const { turns } = await turnsTaken(async () => {
      for (let time = 0; time < 200; time += 1) await readerOf(dirs)(folder?.id as ObjectId);
    });
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('as often where folders hold next to nothing', async () => {
    const { rootId, dirs } = unfoldingTree([40, 50], filesOf(1));
    const { turns } = await turnsTaken(() => count(walkTree(readerOf(dirs), rootId)));
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('as often where the rows are kept in memory', async () => {
    const kept = new DirentCache();
    const rows = filesOf(1_100);
    const { turns } = await turnsTaken(async () => {
      for (let time = 0; time < 30; time += 1) await kept.of('long', () => Promise.resolve(rows));
    });
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});

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
