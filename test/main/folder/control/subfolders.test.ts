import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  OWNER,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

const at = (path: string) => join(place.root, path);

async function exclude(id: string, ...paths: string[]) {
  const folder = await world.folders.exclude(id, paths);
  await world.folders.whenIdle(id);
  return folder;
}

async function linkTwo() {
  place.write('big/a.bin', '12345');
  place.write('big/deep/b.bin', '123');
  place.write('small/c.txt', '1');
  return world.linkAndSettle();
}

describe('the sub-folders of a library', () => {
  it('are listed with what is in them, whether or not they are here', async () => {
    const { id } = await linkTwo();
    await exclude(id, '/big/deep/');
    expect(await world.folders.subfolders(id, '')).toEqual([
      { name: 'big', path: 'big', excluded: false, files: 2, bytes: 8 },
      { name: 'small', path: 'small', excluded: false, files: 1, bytes: 1 },
    ]);
    expect(await world.folders.subfolders(id, 'big')).toEqual([
      { name: 'deep', path: 'big/deep', excluded: true, files: 1, bytes: 3 },
    ]);
    expect((await refusalOf(() => world.folders.subfolders(id, 'none'))).code).toBe('folder-not-found');
    expect((await refusalOf(() => world.folders.subfolders(id, '../x'))).code).toBe('path-invalid');
  });

  it('can be left out only when they are there', async () => {
    const { id } = await linkTwo();
    expect((await refusalOf(() => world.folders.exclude(id, ['none']))).code).toBe('folder-not-found');
    expect((await refusalOf(() => world.folders.exclude(id, ['/']))).code).toBe('path-invalid');
    expect((await exclude(id, 'big', 'big/deep', 'small')).excluded).toEqual(['big', 'small']);
  });
});

describe('a sub-folder that is left out', () => {
  it('goes from the disk, stays in the library, and comes back when it is wanted again', async () => {
    const { id, library_id } = await linkTwo();
    const before = await world.contentOf(library_id);
    expect((await exclude(id, 'big')).excluded).toEqual(['big']);
    expect(existsSync(at('big'))).toBe(false);
    expect(await world.contentOf(library_id)).toEqual(before);
    // What the watcher says of our own removal may come a moment later.
    await world.until('at rest', () => world.folders.find(id).state === 'idle');
    expect(world.folders.find(id)).toMatchObject({ pending: 0, file_count: 1, excluded: ['big'] });
    const actions = world.folders.activity(id, 1000).entries.filter(({ what }) => what !== 'taken-in');
    expect(actions.map(({ what, path }) => `${what} ${path}`).toSorted()).toEqual([
      'left-out big',
      'left-out big/a.bin',
      'left-out big/deep',
      'left-out big/deep/b.bin',
    ]);
    await world.change(library_id, [await world.putChange(library_id, '/big/new.txt', 'n')]);
    await world.folders.whenIdle(id);
    expect(existsSync(at('big'))).toBe(false);
    await exclude(id);
    expect(readFileSync(at('big/a.bin'), 'utf8')).toBe('12345');
    expect(readFileSync(at('big/new.txt'), 'utf8')).toBe('n');
    expect(world.library(library_id).headSeq).toBe(3);
  });

  it('is still left out after a restart', async () => {
    const { id, library_id } = await linkTwo();
    await exclude(id, 'big');
    await world.close();
    world = await openFolderWorld(place);
    world.folders.startAll();
    await world.folders.whenIdle(id);
    expect(existsSync(at('big'))).toBe(false);
    expect(world.folders.find(id).excluded).toEqual(['big']);
    expect(await world.entry(library_id, '/big/a.bin')).not.toBe(null);
  });

  it('has its changes taken in before it goes', async () => {
    const { id, library_id } = await linkTwo();
    await world.folders.pause(id);
    place.write('big/a.bin', 'edited');
    place.write('big/fresh.txt', 'f');
    await world.folders.exclude(id, ['big']);
    await world.folders.resume(id);
    await world.folders.whenIdle(id);
    expect(await world.contentOf(library_id)).toEqual([
      'big/a.bin: edited',
      'big/deep/b.bin: 123',
      'big/fresh.txt: f',
      'small/c.txt: 1',
    ]);
    expect(existsSync(at('big'))).toBe(false);
  });

  it('keeps what is ignored in it, and what somebody puts there later, and says so', async () => {
    const { id, library_id } = await linkTwo();
    place.write('big/node_modules/x.js', 'x');
    await exclude(id, 'big');
    expect(readdirSync(at('big'))).toEqual(['node_modules']);
    mkdirSync(at('big/more'));
    writeFileSync(at('big/more/mine.txt'), 'm');
    await world.folders.rescan(id);
    await world.folders.whenIdle(id);
    expect(readFileSync(at('big/more/mine.txt'), 'utf8')).toBe('m');
    expect(await world.entry(library_id, '/big/more')).toBe(null);
    const told = [{ path: 'big', reason: 'excluded', direction: 'in', next_try_at: 0 }];
    expect(world.folders.find(id).problems).toMatchObject(told);
    place.write('beside.txt', 'b');
    await world.until('beside.txt', async () => (await world.entry(library_id, '/beside.txt')) !== null);
    await world.folders.whenIdle(id);
    expect(world.folders.find(id).problems).toMatchObject(told);
    await exclude(id);
    expect(await world.entry(library_id, '/big/more/mine.txt')).not.toBe(null);
    expect(readFileSync(at('big/a.bin'), 'utf8')).toBe('12345');
    expect(world.folders.find(id).problems).toEqual([]);
  });

  it('stays in the library when the folder around it is deleted here', async () => {
    place.write('top/keep/a.txt', 'a');
    place.write('top/gone/b.txt', 'b');
    for (let file = 0; file < 9; file++) place.write(`other/${file}`, 'o');
    const { id, library_id } = await world.linkAndSettle();
    await exclude(id, 'top/keep');
    rmSync(at('top'), { recursive: true });
    await world.until('deleted', async () => (await world.entry(library_id, '/top/gone')) === null);
    expect(await world.entry(library_id, '/top/keep/a.txt')).not.toBe(null);
  });

  it('stays out when the folder around it is renamed in the library, and nothing else is missing', async () => {
    place.write('top/out/a.txt', 'a');
    place.write('top/in/b.txt', 'b');
    const { id, library_id } = await world.linkAndSettle();
    await exclude(id, 'top/out');
    await world.change(library_id, [{ op: 'move', from: '/top', to: '/renamed' }]);
    await world.folders.whenIdle(id);
    expect(readFileSync(at('renamed/in/b.txt'), 'utf8')).toBe('b');
    expect(readFileSync(at('renamed/out/a.txt'), 'utf8')).toBe('a');
    expect(existsSync(at('top'))).toBe(false);
  });

  it('stays out when the link is ended and made again as it was, with its pause', async () => {
    const { id, library_id } = await linkTwo();
    await exclude(id, 'big');
    await world.folders.pause(id);
    await world.folders.unlink(id);
    const wanted = { path: place.root, library: library_id, again: id };
    const linked = await world.folders.link(wanted, OWNER);
    expect(linked).toMatchObject({ excluded: ['big'], state: 'paused' });
    await world.folders.resume(linked.id);
    await world.folders.whenIdle(linked.id);
    expect([existsSync(at('big')), readFileSync(at('small/c.txt'), 'utf8')]).toEqual([false, '1']);
  });

  it('is not taken from the link of another folder, or one that is not known', async () => {
    const { id, library_id } = await linkTwo();
    await world.folders.unlink(id);
    mkdirSync(`${place.root}-other`);
    const other = { path: `${place.root}-other`, library: library_id, again: id };
    expect((await refusalOf(() => world.folders.link(other, OWNER))).code).toBe('argument-invalid');
    const unknown = { path: place.root, library: library_id, again: 'unknown' };
    expect((await refusalOf(() => world.folders.link(unknown, OWNER))).code).toBe('linked-folder-not-found');
    expect(world.folders.list()).toEqual([]);
  });
});
