import { describe, expect, it } from 'vitest';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { FolderSizes } from '../../../../src-main/engine/reading/folder-sizes.ts';

/** Folders by their ids; a number is a file of so many bytes, a text the id of a folder. */
type Folders = Readonly<Record<string, Readonly<Record<string, number | string>>>>;

function readerOf(folders: Folders) {
  const read: string[] = [];
  const readDir = async (id: ObjectId): Promise<readonly Dirent[]> => {
    read.push(id);
    const rows = Object.entries(folders[id] ?? {});
    return rows.map(([name, row]) => {
      const common = { name, mtimeSeconds: 1, mode: 0 };
      return typeof row === 'number'
        ? { ...common, kind: 'file', id: 'file' as ObjectId, sizeBytes: row, modifier: '' }
        : { ...common, kind: 'dir', id: row as ObjectId };
    });
  };
  return { read, readDir };
}

const ROOT = 'root' as ObjectId;

describe('what is in a folder', () => {
  it('is all files below it', async () => {
    const { readDir } = readerOf({
      root: { 'a.txt': 10, docs: 'docs', empty: 'empty' },
      docs: { 'b.txt': 300, deep: 'deep' },
      deep: { 'c.txt': 7 },
    });
    expect(await new FolderSizes().of(ROOT, readDir)).toEqual({
      ...{ bytes: 317, files: 3, largest: 300 },
      ...{ changedAtSeconds: 1, modifier: '' },
    });
  });

  it('tells who changed the newest file below it', async () => {
    const file = { kind: 'file', mode: 0, id: 'file' as ObjectId, sizeBytes: 1 } as const;
    const rows: Record<string, readonly Dirent[]> = {
      root: [
        { ...file, name: 'a', mtimeSeconds: 2, modifier: 'anna' },
        { kind: 'dir', name: 'd', id: 'd' as ObjectId, mode: 0, mtimeSeconds: 9 },
      ],
      d: [
        { ...file, name: 'b', mtimeSeconds: 3, modifier: 'bert' },
        { ...file, name: 'c', mtimeSeconds: 1, modifier: 'cleo' },
      ],
    };
    const size = await new FolderSizes().of(ROOT, async (id) => rows[id] ?? []);
    expect([size.changedAtSeconds, size.modifier]).toEqual([3, 'bert']);
  });

  it('is told part by part, the largest first', async () => {
    const { readDir } = readerOf({ root: { 'a.txt': 10, b: 'b', c: 'c' }, b: { x: 5 }, c: { y: 50, z: 50 } });
    const { total, count, largest } = await new FolderSizes().inside(ROOT, readDir, 2);
    expect([total.bytes, count]).toEqual([115, 3]);
    expect(largest.map(({ dirent, bytes, files }) => [dirent.name, bytes, files])).toEqual([
      ['c', 100, 2],
      ['a.txt', 10, 1],
    ]);
  });

  it('costs what differs the next time', async () => {
    const sizes = new FolderSizes();
    const first = readerOf({ root: { a: 'a', b: 'b' }, a: { x: 1 }, b: { y: 2 } });
    await sizes.of(ROOT, first.readDir);
    const next = readerOf({ later: { a: 'a', b: 'b2' }, a: { x: 1 }, b2: { y: 3 } });
    expect(await sizes.of('later' as ObjectId, next.readDir)).toMatchObject({ bytes: 4 });
    expect(next.read).toEqual(['later', 'b2']);
  });

  it('is counted in no time where a few folders unfold to a million files', async () => {
    const levels = Array.from({ length: 20 }, (_, at) => [`${at}`, { a: `${at + 1}`, b: `${at + 1}` }]);
    const { read, readDir } = readerOf({ ...Object.fromEntries(levels), 20: { f: 1 } });
    const sizes = new FolderSizes();
    expect(await sizes.of('0' as ObjectId, readDir)).toEqual({
      ...{ bytes: 1_048_576, files: 1_048_576, largest: 1 },
      ...{ changedAtSeconds: 1, modifier: '' },
    });
    expect(read).toHaveLength(21);
    expect(await sizes.largestFiles('0' as ObjectId, readDir, 3)).toHaveLength(3);
  });

  it('is no more than can be counted, whatever rows say', async () => {
    const { readDir } = readerOf({ root: { a: Number.MAX_SAFE_INTEGER, b: Number.MAX_SAFE_INTEGER } });
    expect((await new FolderSizes().of(ROOT, readDir)).bytes).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('the largest files', () => {
  it('are found in whatever folders they lie', async () => {
    const { readDir } = readerOf({
      root: { small: 1, a: 'a', b: 'b' },
      a: { big: 90, tiny: 2 },
      b: { c: 'c', mid: 50 },
      c: { huge: 100 },
    });
    expect(await new FolderSizes().largestFiles(ROOT, readDir, 3)).toEqual([
      { path: '/b/c/huge', bytes: 100 },
      { path: '/a/big', bytes: 90 },
      { path: '/b/mid', bytes: 50 },
    ]);
  });

  it('are looked for in no folder that has none of them', async () => {
    const { read, readDir } = readerOf({ root: { big: 10, a: 'a' }, a: { tiny: 1 } });
    const sizes = new FolderSizes();
    await sizes.of(ROOT, readDir);
    read.length = 0;
    await sizes.largestFiles(ROOT, readDir, 1);
    expect(read).toEqual(['root']);
  });

  it('are found among a hundred thousand in one folder', async () => {
    const rows = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, at]));
    const { readDir } = readerOf({ root: rows });
    const found = await new FolderSizes().largestFiles(ROOT, readDir, 2);
    expect(found).toEqual([
      { path: '/f99999', bytes: 99_999 },
      { path: '/f99998', bytes: 99_998 },
    ]);
  });
});
