import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../src-main/folder/disk.ts';
import { refusalOf } from '../../support/account-services.ts';
import { filesBelow, temporaryDataFolder } from '../../support/disk-store.ts';
import { ANNA, BERT, libraryWorld } from '../../support/library-world.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

describe('looking at the folders of this computer', () => {
  it('shows folders alone, by name, hidden ones last', async () => {
    const disk = createDisk(await libraryWorld());
    for (const name of ['b', 'A', '.hidden', 'c']) mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, 'file.txt'), '');
    symlinkSync(join(folder.path, 'b'), join(folder.path, 'link'));
    const real = realpathSync(folder.path);
    expect(await disk.browse(folder.path)).toEqual({
      path: real,
      parent: join(real, '..'),
      folders: ['A', 'b', 'c', '.hidden'].map((name) => ({ name, path: join(real, name) })),
    });
  });

  it('begins at home, and ends at the top', async () => {
    const disk = createDisk(await libraryWorld());
    expect((await disk.browse('')).path).toBe(realpathSync(homedir()));
    expect((await disk.browse('/')).parent).toBe(null);
  });

  it('knows no relative path, no file and no folder that is not there', async () => {
    const disk = createDisk(await libraryWorld());
    const file = join(folder.path, 'file.txt');
    writeFileSync(file, '');
    expect(await refusalOf(() => disk.browse('.'))).toMatchObject({ code: 'path-invalid' });
    for (const path of [file, join(folder.path, 'none')])
      expect(await refusalOf(() => disk.browse(path))).toMatchObject({ code: 'folder-not-found' });
  });
});

describe('writing from a library to this computer', () => {
  it('takes an item as it was at a commit', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/d/a.txt', 'hello'));
    await world.commit(id, { op: 'remove', path: '/d' });
    const to = join(folder.path, 'out');
    const disk = createDisk(world);
    expect(await disk.write(ANNA, { libraryId: id, path: '/d', commitId, to })).toEqual({
      path: to,
      files: 1,
      bytes: 5,
    });
    expect(filesBelow(to)).toEqual(['a.txt']);
  });

  it('makes no folder for who may not read the library', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const to = join(folder.path, 'out');
    const request = { libraryId: id, path: '/', commitId: null, to };
    expect(await refusalOf(() => createDisk(world).write(BERT, request))).toMatchObject({
      code: 'permission-denied',
    });
    expect(filesBelow(folder.path)).toEqual([]);
  });
});
