import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { type FolderWorld, freshFolderWorld, type Place } from '../../../support/folder-world.ts';
import { fileDirent } from '../../../support/trees.ts';

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

interface Lie {
  readonly row: number;
  readonly object: number;
  /** How often the block of ten bytes is named. */
  readonly blocks: number;
}

async function lyingFile(libraryId: string, path: string, { row, object, blocks }: Lie): Promise<TreeChange> {
  const objects = world.objectsOf(libraryId);
  const block = objectIdOf('ten bytes.');
  const file = encodeFile({ blockIds: Array.from({ length: blocks }, () => block), sizeBytes: object });
  await objects.write('block', block, Buffer.from('ten bytes.'));
  await objects.write('fs', file.id, file.bytes);
  return { op: 'put', path, dirent: { ...fileDirent('ten bytes.'), id: file.id, sizeBytes: row } };
}

describe('a file whose content is not as long as the library says', () => {
  it.each([
    [
      'more blocks than row and object say',
      { row: 5, object: 5, blocks: 100 },
      '5 bytes, but its content has more',
    ],
    [
      'a row that says less than its object',
      { row: 5, object: 1000, blocks: 100 },
      '5 bytes, but its content has more',
    ],
    [
      'fewer blocks than row and object say',
      { row: 50, object: 50, blocks: 2 },
      '50 bytes, but its content has 20',
    ],
    [
      'a row that says more than its object',
      { row: 50, object: 20, blocks: 2 },
      '50 bytes, but its content has 20',
    ],
  ])('is not written, leaves nothing behind and is told once: %s', async (_what, lie, words) => {
    const { id, library_id } = await world.linkAndSettle();
    await world.change(library_id, [
      await lyingFile(library_id, 'lie.txt', lie),
      await world.putChange(library_id, 'honest.txt', 'honest'),
    ]);
    await world.until('the honest file comes', () => existsSync(join(place.root, 'honest.txt')));
    await world.folders.whenIdle(id);
    expect(readdirSync(place.root).sort()).toEqual(['.keepfold-folder', 'honest.txt']);
    expect(world.folders.find(id).problems).toMatchObject([
      { path: 'lie.txt', reason: 'wrong-size', message: `the library says ${words}`, next_try_at: 0 },
    ]);
  });

  it('is tried again as soon as the library has another version, and not before', async () => {
    const { id, library_id } = await world.linkAndSettle();
    await world.change(library_id, [
      await lyingFile(library_id, 'lie.txt', { row: 5, object: 5, blocks: 9 }),
    ]);
    await world.until('it is told', () => world.folders.find(id).problems.length === 1);
    await world.folders.whenIdle(id);
    const since = world.folders.find(id).problems;
    await world.folders.rescan(id);
    await world.folders.whenIdle(id);
    expect(world.folders.find(id).problems).toEqual(since);
    await world.change(library_id, [await world.putChange(library_id, 'lie.txt', 'true')]);
    await world.until('it comes', () => existsSync(join(place.root, 'lie.txt')));
    await world.folders.whenIdle(id);
    expect(readFileSync(join(place.root, 'lie.txt'), 'utf8')).toBe('true');
    expect(world.folders.find(id).problems).toEqual([]);
  });
});
