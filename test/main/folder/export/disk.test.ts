import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk, drives, folderAround, isDriveList } from '../../../../src-main/folder/export/disk.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { filesBelow, temporaryDataFolder } from '../../../support/disk-store.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
  mkdirSync(join(folder.path, 'data'));
});
afterEach(() => folder.remove());

const diskOf = ({ files }: LibraryWorld) => createDisk({ files, dataDir: join(folder.path, 'data') });

describe('looking at the folders of this computer', () => {
  it('shows folders alone, by name, hidden ones last', async () => {
    const disk = diskOf(await libraryWorld());
    for (const name of ['b', 'A', '.hidden', 'c']) mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, 'file.txt'), '');
    symlinkSync(join(folder.path, 'b'), join(folder.path, 'link'));
    const real = realpathSync(folder.path);
    expect(await disk.browse(folder.path)).toEqual({
      path: real,
      parent: join(real, '..'),
      folders: ['A', 'b', 'c', 'data', '.hidden'].map((name) => ({ name, path: join(real, name) })),
    });
  });

  it('begins at home, and ends at the top', async () => {
    const disk = diskOf(await libraryWorld());
    expect((await disk.browse('')).path).toBe(realpathSync(homedir()));
    expect((await disk.browse('/')).parent).toBe(null);
  });

  it.skipIf(process.platform === 'win32')('lists the drives above them on Windows', async () => {
    const { files } = await libraryWorld();
    const disk = createDisk({ files, dataDir: join(folder.path, 'data'), platform: 'win32' });
    // Here no drive can be looked into.
    expect(await disk.browse('/')).toEqual({ path: '/', parent: null, folders: [] });
  });

  it('gets a new folder, where there is none of the name, and not among the data', async () => {
    const disk = diskOf(await libraryWorld());
    const real = realpathSync(folder.path);
    expect(await disk.makeFolder(folder.path, 'Backup')).toEqual({ path: join(real, 'Backup') });
    expect((await disk.browse(folder.path)).folders.map(({ name }) => name)).toEqual(['Backup', 'data']);
    const refused = async (place: string, name: string) =>
      (await refusalOf(() => disk.makeFolder(place, name))).code;
    expect(await refused(folder.path, 'Backup')).toBe('name-taken');
    expect(await refused(folder.path, '..')).toBe('name-invalid');
    expect(await refused(folder.path, 'a/b')).toBe('name-invalid');
    expect(await refused(join(folder.path, 'gone'), 'a')).toBe('folder-not-found');
    expect(await refused('here', 'a')).toBe('path-invalid');
    expect(await refused(join(folder.path, 'data'), 'a')).toBe('path-invalid');
  });

  it('knows no relative path, no file and no folder that is not there', async () => {
    const disk = diskOf(await libraryWorld());
    const file = join(folder.path, 'file.txt');
    writeFileSync(file, '');
    expect(await refusalOf(() => disk.browse('.'))).toMatchObject({ code: 'path-invalid' });
    for (const path of [file, join(folder.path, 'none')])
      expect(await refusalOf(() => disk.browse(path))).toMatchObject({ code: 'folder-not-found' });
  });
});

describe('writing from a library to this computer', () => {
  it('refuses a place among its own data, however it is called', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    symlinkSync(join(folder.path, 'data'), join(folder.path, 'innocent'));
    for (const to of ['data', 'data/tmp/out', 'innocent/out'].map((path) => join(folder.path, path))) {
      const request = { libraryId: id, path: '/', commitId: null, to };
      expect(await refusalOf(() => diskOf(world).write(ANNA, request))).toMatchObject({
        code: 'path-invalid',
        detail: { reason: 'inside-data' },
      });
    }
    expect(filesBelow(join(folder.path, 'data'))).toEqual([]);
  });

  it('takes an item as it was at a commit', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/d/a.txt', 'hello'));
    await world.commit(id, { op: 'remove', path: '/d' });
    const to = join(folder.path, 'out');
    const disk = diskOf(world);
    expect(await disk.write(ANNA, { libraryId: id, path: '/d', commitId, to })).toEqual({
      path: to,
      files: 1,
      bytes: 5,
      leftOut: { count: 0, paths: [] },
    });
    expect(filesBelow(to)).toEqual(['a.txt']);
  });

  it('makes no folder for who may not read the library', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const to = join(folder.path, 'out');
    const request = { libraryId: id, path: '/', commitId: null, to };
    expect(await refusalOf(() => diskOf(world).write(BERT, request))).toMatchObject({
      code: 'permission-denied',
    });
    expect(filesBelow(folder.path)).toEqual([]);
  });

  it('writes several items beside each other, each under its name', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/d/e/a.txt', 'hello'));
    await world.commit(id, await world.put(id, '/b.txt', 'you'));
    const { commitId } = await world.commit(id, await world.put(id, '/d/b.txt', 'there'));
    const to = join(folder.path, 'out');
    const request = { libraryId: id, commitId, to };
    expect(await diskOf(world).writeSeveral(ANNA, ['/d', '/b.txt'], request)).toEqual({
      ...{ path: to, files: 3, bytes: 13, leftOut: { count: 0, paths: [] } },
    });
    expect(filesBelow(to).sort()).toEqual(['b.txt', 'd/b.txt', 'd/e/a.txt']);
    expect(await refusalOf(() => diskOf(world).writeSeveral(ANNA, ['/d', '/b.txt'], request))).toMatchObject({
      detail: { reason: 'not-empty' },
    });
    const other = { ...request, to: join(folder.path, 'other') };
    const disk = diskOf(world);
    expect(await refusalOf(() => disk.writeSeveral(ANNA, ['/b.txt', '/d/b.txt'], other))).toMatchObject({
      detail: { reason: 'same-name' },
    });
    expect(await refusalOf(() => disk.writeSeveral(ANNA, ['/b.txt', '/'], other))).toMatchObject({
      detail: { value: '/', reason: 'no-name' },
    });
    expect(await refusalOf(() => disk.writeSeveral(ANNA, ['/b.txt', '/none'], other))).toMatchObject({
      code: 'item-not-found',
    });
    const inside = { ...request, to: join(folder.path, 'data', 'out') };
    expect(await refusalOf(() => disk.writeSeveral(ANNA, ['/d', '/b.txt'], inside))).toMatchObject({
      detail: { reason: 'inside-data' },
    });
    expect(filesBelow(folder.path).filter((path) => path.startsWith('other'))).toEqual([]);
  });
});

describe('the way up from a folder', () => {
  it.each([
    ['C:\\Users\\ann', 'C:\\Users'],
    ['C:\\Users', 'C:\\'],
    ['C:\\', '/'],
    ['\\\\server\\share\\', '/'],
  ])('leads on Windows from %s to %s', (path, around) => {
    expect(folderAround(path, 'win32')).toBe(around);
  });

  it('ends elsewhere at the top', () => {
    expect(folderAround('/home/ann', 'linux')).toBe('/home');
    expect(folderAround('/', 'linux')).toBe(null);
  });
});

describe('the list of drives', () => {
  it('is what lies above them on Windows alone', () => {
    expect(isDriveList('/', 'win32')).toBe(true);
    expect(isDriveList('\\', 'win32')).toBe(true);
    expect(isDriveList('C:\\', 'win32')).toBe(false);
    expect(isDriveList('/', 'linux')).toBe(false);
  });

  it('has those that can be looked into', async () => {
    expect(await drives(async (path) => ['C:\\', 'Z:\\'].includes(path))).toEqual(['C:\\', 'Z:\\']);
  });
});
