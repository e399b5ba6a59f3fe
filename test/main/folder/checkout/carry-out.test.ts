import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';
import {
  type FolderWorld,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../../support/folder-world.ts';

describe('files that the library has under another name', () => {
  let place: Place;
  let world: FolderWorld;
  let id: string;
  let library: string;
  let isFull = false;

  const count = (path: string) => {
    const at = join(place.root, path);
    return existsSync(at) && statSync(at).isDirectory() ? readdirSync(at).length : 0;
  };
  const removal = (path: string): TreeChange => ({ op: 'remove', path });
  const filesAt = (dir: string, from: string) =>
    Promise.all(
      Array.from({ length: 12 }, (_, at) => world.putChange(library, `/${dir}/${at}.txt`, `${from} ${at}`)),
    );

  beforeEach(async () => {
    isFull = false;
    place = temporaryPlace();
    for (let at = 0; at < 12; at++)
      for (const dir of ['A', 'B']) place.write(`${dir}/${at}.txt`, `${dir} ${at}`);
    world = await openFolderWorld(place, {
      openFileSystem(root) {
        const disk = createNodeFileSystem(root);
        const create: typeof disk.create = async (path, mode) => {
          if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
          return disk.create(path, mode);
        };
        return { ...disk, create };
      },
    });
    ({ id, library_id: library } = await world.linkAndSettle());
  });

  it('stay where they are while that is where a person is asked about, and are asked about once it is gone', async () => {
    const before = await world.contentOf(library);
    await world.change(library, [removal('/A')]);
    await world.until('asked', () => world.folders.find(id).held?.count === 12);
    await world.change(library, [removal('/B'), ...(await filesAt('A/0.txt', 'B'))]);
    await world.folders.whenIdle(id);
    expect([count('A'), count('B')]).toEqual([12, 12]);
    expect(world.folders.find(id).held).toMatchObject({ count: 12 });
    await world.change(library, [removal('/A')]);
    await world.until('asked about both', () => world.folders.find(id).held?.count === 24);
    expect([count('A'), count('B')]).toEqual([12, 12]);
    await world.revert(id);
    await world.untilContent(library, before);
  });

  it('move there once a person lets go what is in the way', async () => {
    await world.change(library, [removal('/A')]);
    await world.until('asked', () => world.folders.find(id).held?.count === 12);
    await world.change(library, [removal('/B'), ...(await filesAt('A/0.txt', 'B'))]);
    await world.folders.whenIdle(id);
    await world.accept(id);
    await world.until('moved', () => count('A/0.txt') === 12 && !existsSync(join(place.root, 'B')));
    await world.until('nothing left to ask', () => world.folders.find(id).held === null);
  });

  it('stay where they are while the disk has no room for them there', async () => {
    place.write('note', 'n');
    await world.until('taken in', async () => (await world.contentOf(library)).includes('note: n'));
    isFull = true;
    await world.change(library, [removal('/note'), removal('/A'), ...(await filesAt('note', 'A'))]);
    await world.until('full', () => world.folders.find(id).message === 'The disk with this folder is full.');
    expect([count('A'), count('note')]).toEqual([12, 0]);
  });
});
