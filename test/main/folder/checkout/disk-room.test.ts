import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskRoom, NoRoomError } from '../../../../src-main/folder/checkout/disk-room.ts';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';
import { openFolderWorld, temporaryPlace } from '../../../support/folder-world.ts';

const MIB = 1024 * 1024;
const TOTAL_BYTES = 100_000 * MIB;

describe('the room on the disk of a linked folder', () => {
  it('is what is free but for 128 MiB, or 2 % of a small disk, and what others are writing', async () => {
    const space = { freeBytes: 138 * MIB, totalBytes: TOTAL_BYTES };
    const room = new DiskRoom({ space: async () => space });
    const first = await room.take(6 * MIB);
    await expect(room.take(5 * MIB)).rejects.toThrow(NoRoomError);
    await first.wrote(3 * MIB);
    await room.take(5 * MIB);
    first.end();
    await expect(room.take(6 * MIB)).rejects.toThrow(NoRoomError);
    const small = { freeBytes: 3 * MIB, totalBytes: 100 * MIB };
    await expect(new DiskRoom({ space: async () => small }).take(MIB + 1)).rejects.toThrow(NoRoomError);
  });

  it('is asked for again while a large file is written, as others fill the disk too', async () => {
    const space = { freeBytes: 400 * MIB, totalBytes: TOTAL_BYTES };
    const room = new DiskRoom({ space: async () => space });
    const { wrote } = await room.take(200 * MIB);
    await wrote(16 * MIB);
    space.freeBytes = 128 * MIB - 1;
    await wrote(15 * MIB);
    await expect(wrote(MIB)).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(room.take(0)).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('leaves a file out that does not fit until it does, and lets the others in', async () => {
    const space = { freeBytes: 128 * MIB + 10, totalBytes: TOTAL_BYTES };
    const place = temporaryPlace();
    const world = await openFolderWorld(place, {
      openFileSystem: (root) => ({ ...createNodeFileSystem(root), space: async () => space }),
    });
    const { id, library_id } = await world.linkAndSettle();
    await world.change(library_id, [
      await world.putChange(library_id, '/a-large', 'more than ten'),
      await world.putChange(library_id, '/small', 'few'),
    ]);
    await world.until('written', () => existsSync(join(place.root, 'small')));
    await world.until('told', () => world.folders.find(id).problem_count === 1);
    expect(readdirSync(place.root).sort()).toEqual(['.keepfold-folder', 'small']);
    expect(world.folders.find(id)).toMatchObject({
      message: '',
      problems: [
        { path: 'a-large', reason: 'disk-full', message: 'the disk with this folder has no room for it' },
      ],
    });
    space.freeBytes += 10;
    await world.until('all written', () => existsSync(join(place.root, 'a-large')));
  });
});
