import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectProgram } from '../../../support/file-modes.ts';
import { type FolderWorld, freshFolderWorld, type Place } from '../../../support/folder-world.ts';

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

const read = (path: string) => readFileSync(join(place.root, path), 'utf8');
const names = (path = '') =>
  readdirSync(join(place.root, path))
    .filter((name) => !name.startsWith('.'))
    .sort();

describe('a library that changes elsewhere', () => {
  it('is followed by its folder: new, edited and deleted files and folders', async () => {
    place.write('edit.txt', 'before');
    place.write('gone.txt', 'g');
    place.write('old/deep/file.txt', 'f');
    const { id, library_id } = await world.linkAndSettle();
    await world.change(library_id, [
      await world.putChange(library_id, '/edit.txt', 'after'),
      await world.putChange(library_id, '/new/file.txt', 'n'),
      { op: 'remove', path: '/gone.txt' },
      { op: 'remove', path: '/old' },
      { op: 'mkdir', path: '/empty', mtimeSeconds: 1_700_000_000 },
    ]);
    await world.folders.whenIdle(id);
    expect(names()).toEqual(['edit.txt', 'empty', 'new']);
    expect([read('edit.txt'), read('new/file.txt')]).toEqual(['after', 'n']);
    expect(world.library(library_id).headSeq).toBe(3);
    expect(world.folders.find(id)).toMatchObject({ state: 'idle', pending: 0, file_count: 2 });
  });

  it('moves a renamed folder instead of writing it again', async () => {
    for (let at = 0; at < 20; at++) place.write(`old/${at}.txt`, `content ${at}`);
    const { id, library_id } = await world.linkAndSettle();
    const inode = statSync(join(place.root, 'old/7.txt')).ino;
    await world.change(library_id, [{ op: 'move', from: '/old', to: '/new/name' }]);
    await world.folders.whenIdle(id);
    expect(names()).toEqual(['new']);
    expect(statSync(join(place.root, 'new/name/7.txt')).ino).toBe(inode);
    await world.folders.rescan(id);
    await world.folders.whenIdle(id);
    expect(world.library(library_id).headSeq).toBe(3);
  });

  it('keeps both versions when the folder has an edit that nobody has seen yet', async () => {
    place.write('a.txt', 'one');
    const { id, library_id } = await world.linkAndSettle();
    await world.folders.pause(id);
    place.write('a.txt', 'mine');
    await world.change(library_id, [await world.putChange(library_id, '/a.txt', 'theirs')]);
    await world.folders.resume(id);
    await world.folders.whenIdle(id);
    const [first, copy] = names();
    expect(first).toMatch(/^a \(SFConflict owner@example\.com .*\)\.txt$/);
    expect(copy).toBe('a.txt');
    expect(read('a.txt')).toBe('theirs');
    expect(read(first ?? '')).toBe('mine');
    place.write('a.txt', 'next');
    await world.untilContent(library_id, ['a.txt: next', `${first}: mine`].sort());
    expect(names()).toHaveLength(2);
  });

  it('does not touch what changed on disk a moment before it would be replaced', async () => {
    place.write('a.txt', 'one');
    const { id, library_id } = await world.linkAndSettle();
    place.write('a.txt', 'saved right now');
    await world.change(library_id, [{ op: 'remove', path: '/a.txt' }]);
    await world.folders.whenIdle(id);
    await world.untilContent(library_id, ['a.txt: saved right now']);
    expect(read('a.txt')).toBe('saved right now');
  });

  it('keeps times and the executable bit', async () => {
    place.write('tool', 'run');
    const { id, library_id } = await world.linkAndSettle();
    const put = await world.putChange(library_id, '/tool', 'run faster');
    await world.change(library_id, [
      put.op === 'put'
        ? { ...put, dirent: { ...put.dirent, mode: 0o100755, mtimeSeconds: 1_600_000_000 } }
        : put,
    ]);
    await world.folders.whenIdle(id);
    expect(statSync(join(place.root, 'tool')).mtimeMs).toBe(1_600_000_000_000);
    expectProgram(join(place.root, 'tool'), true);
  });

  it('leaves no unfinished file and no mark but its own', async () => {
    const { id, library_id } = await world.linkAndSettle();
    await world.change(library_id, [await world.putChange(library_id, '/a.txt', 'one')]);
    await world.folders.whenIdle(id);
    expect(readdirSync(place.root).sort()).toEqual(['.keepfold-folder', 'a.txt']);
    await world.folders.unlink(id);
    expect(existsSync(join(place.root, '.keepfold-folder'))).toBe(false);
  });
});
