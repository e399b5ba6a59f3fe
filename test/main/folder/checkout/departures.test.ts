import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FolderEntry, joinPath, parentPath } from '../../../../src-main/core/folder/folder-entry.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { nameOf } from '../../../../src-main/core/library/path.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { Departures } from '../../../../src-main/folder/checkout/departures.ts';
import type { WantedContent } from '../../../../src-main/folder/checkout/find-differences.ts';
import { orderSteps } from '../../../../src-main/folder/checkout/order-steps.ts';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';
import {
  type FolderWorld,
  OWNER,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../../support/folder-world.ts';
import { fileDirent } from '../../../support/trees.ts';

const FILES = 20;

function rowOf(path: string, isDir = false): FolderEntry {
  const stat = { sizeBytes: 10, mtimeMs: 1, ctimeMs: 1, inode: 1, mode: 0o100644 };
  return { dir: parentPath(path), name: nameOf(path), isDir, objectId: objectIdOf(path), ...stat };
}

const pathsOf = (rows: readonly FolderEntry[]) => rows.map((row) => joinPath(row.dir, row.name));

/** The same content, over a file that is there. */
function copyOf(path: string): WantedContent {
  const dirent = { ...fileDirent(''), name: nameOf(path), id: objectIdOf(path) };
  return { path: `e/${path}`, dirent, row: rowOf(`e/${path}`) };
}

/** A folder of 100 files that others take away, or the person herself. */
function departuresOf({ isOwn }: { readonly isOwn: boolean }) {
  let count = 100;
  const written = new Map<string, FolderEntry>();
  const index = {
    ...{ countFiles: () => count, filesInside: () => [] },
    find: (_key: number, path: string) => written.get(path) ?? null,
  };
  const agreement: { decidedRootId: ObjectId | ''; given: number } = { decidedRootId: '', given: 0 };
  const library = { isOwnChangeSince: () => isOwn };
  const departures = new Departures({ index, folder: { key: 1 }, library, agreement });
  const asked = new Set<string>();
  const isAsked = (path: string) => [path, parentPath(path)].some((at) => asked.has(at));
  /** Which of these files go now, and is told of the others. */
  const goingWhen = (
    nowMs: number,
    files: readonly string[],
    dirs: readonly string[] = [],
    contents: WantedContent[] = [],
  ) => {
    const none = { contents, modes: [], newDirs: [], nameErrors: [], movedDirs: [] };
    const goneDirs = dirs.map((path) => rowOf(path, true));
    const steps = orderSteps({ ...none, goneFiles: files.map((path) => rowOf(path)), goneDirs });
    const done = departures.hold(steps, { nowMs, leaving: { isExcluded: () => false }, isAsked });
    asked.clear();
    for (const place of departures.places.keys()) asked.add(place);
    count -= done.removeFiles.length;
    const copied = done.removeCopied.map(({ row }) => row);
    return {
      ...{ first: pathsOf([...done.removeFiles, ...done.removeDirs]) },
      ...{ afterTheirContents: pathsOf([...copied, ...done.removeEmptied]) },
    };
  };
  const goingAt = (...given: Parameters<typeof goingWhen>) => goingWhen(...given).first;
  return { departures, agreement, goingAt, goingWhen, written };
}

const some = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `d/${from + at}`);

describe('a question about files that the library lost', () => {
  it('is asked once slices within a minute are half of the folder, and slices over hours never are', () => {
    const slice = (at: number) => some(at * 10, at * 10 + 10);
    const { departures, goingAt } = departuresOf({ isOwn: false });
    for (let at = 0; at < 4; at++) expect(goingAt(at * 1000, slice(at))).toHaveLength(10);
    expect(goingAt(4000, slice(4))).toEqual([]);
    expect(departures.tell()).toMatchObject({ count: 10 });
    const { goingAt: slowly } = departuresOf({ isOwn: false });
    for (let at = 0; at < 6; at++) expect(slowly(at * 61_000, slice(at).slice(at))).toHaveLength(10 - at);
  });

  it('does not count a file again that cannot be removed and is tried over and over', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    for (let at = 0; at < 15; at++) goingAt(at * 1000, some(0, 3));
    expect(departures.tell()).toBeNull();
  });

  it('stays open until an answer when fewer are left, and has one place for a folder as a whole', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    expect(goingAt(0, some(0, 60), ['d'])).toEqual([]);
    expect(departures.tell()).toMatchObject({ count: 60, bytes: 600, paths: ['d'] });
    expect([...departures.places.keys()]).toEqual(['d']);
    expect(departures.isPaused('d/new/file')).toBe(true);
    expect(goingAt(3_600_000, ['d/3', 'e'])).toEqual(['e']);
    expect(departures.tell()).toMatchObject({ count: 1, paths: ['d/3'] });
  });

  it('is not asked about what the person did here, unless nothing is known of before', () => {
    const { departures, goingAt } = departuresOf({ isOwn: true });
    expect(goingAt(0, some(0, 60))).toEqual([]);
    const { departures: own, agreement, goingAt: goingOwn } = departuresOf({ isOwn: true });
    agreement.decidedRootId = objectIdOf('a tree');
    expect(goingOwn(0, some(0, 60))).toHaveLength(60);
    expect([departures.tell()?.count, own.tell()]).toEqual([60, null]);
  });

  it('is not asked about files whose content is written over others, after which they go', () => {
    const { departures, goingWhen, written } = departuresOf({ isOwn: false });
    const files = some(0, 60);
    const going = goingWhen(0, files, ['d'], files.map(copyOf));
    expect(going).toEqual({ first: [], afterTheirContents: [...files, 'd'] });
    // They are written, and only their removal failed.
    for (const path of files) written.set(`e/${path}`, rowOf(path));
    expect(goingWhen(0, files, ['d'])).toEqual({ first: [...files, 'd'], afterTheirContents: [] });
    written.clear();
    expect(goingWhen(0, files, ['d'])).toEqual({ first: [], afterTheirContents: [] });
    expect(departures.tell()).toMatchObject({ count: 60 });
  });

  it('is asked where one content comes for many that go, or only once they are out of its way', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    const [, ...others] = some(0, 60).map(copyOf);
    expect(goingAt(0, some(0, 60), [], others.slice(0, 5))).toEqual([]);
    expect(departures.tell()).toMatchObject({ count: 55 });
    const { departures: blocked, goingAt: goingBlocked } = departuresOf({ isOwn: false });
    const inside = some(0, 60).map((path) => ({ ...copyOf(path), path: `D/${nameOf(path)}`, row: null }));
    expect(goingBlocked(0, some(0, 60), ['d'], inside)).toEqual([]);
    expect(blocked.tell()).toMatchObject({ count: 60, paths: ['d'] });
  });

  it('is answered for what was told alone, so that more is a question of its own', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    goingAt(0, some(0, 60), ['d']);
    departures.tell();
    expect(goingAt(0, [...some(0, 60), 'later'], ['d'])).toEqual([]);
    departures.accept();
    expect(goingAt(0, [...some(0, 60), 'later'], ['d'])).toEqual([...some(0, 60), 'd']);
    expect(departures.tell()).toMatchObject({ count: 1, paths: ['later'] });
  });
});

describe('a library that loses most of the files of a linked folder', () => {
  let place: Place;
  let world: FolderWorld;
  let id: string;
  let library: string;

  const names = (path = '') =>
    readdirSync(join(place.root, path))
      .filter((name) => !name.startsWith('.'))
      .sort();
  const removal = (path: string): TreeChange => ({ op: 'remove', path });
  const held = () => world.folders.find(id).held;
  const untilPaused = () => world.until('held', () => world.folders.find(id).state === 'held');

  /** As the person of the folder does it, in a page of this server unless it is said otherwise. */
  async function changeMyself(
    changes: readonly TreeChange[],
    from: { readonly device?: string; readonly asksFirst?: boolean } = { asksFirst: true },
  ): Promise<void> {
    const libraryId = library as LibraryId;
    await world.changeLibrary.commitChanges({
      libraryId,
      changes,
      author: OWNER.email,
      asksFirst: false,
      ...from,
    });
  }

  beforeEach(async () => {
    place = temporaryPlace();
    for (let at = 0; at < FILES; at++) place.write(`${at < 12 ? 'Photos/' : ''}${at}.jpg`, `picture ${at}`);
    world = await openFolderWorld(place);
    ({ id, library_id: library } = await world.linkAndSettle());
  });

  it('leaves them where they are until somebody says so, and follows everything else', async () => {
    await world.change(library, [
      removal('/Photos'),
      await world.putChange(library, '/19.jpg', 'better'),
      await world.putChange(library, '/new.txt', 'new'),
    ]);
    await untilPaused();
    expect(names()).toContain('new.txt');
    expect(names('Photos')).toHaveLength(12);
    expect(held()).toEqual({
      ...{ kind: 'departures', token: expect.any(String), count: 12, bytes: 110 },
      paths: ['Photos'],
      items: [{ path: 'Photos', is_dir: true, files: 12, bytes: 110 }],
    });
    await world.accept(id);
    await world.until('gone', () => !existsSync(join(place.root, 'Photos')));
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ state: 'idle', held: null, pending: 0 });
  });

  it('gets them back when the person wants to keep them, unless it takes nothing in', async () => {
    const before = await world.contentOf(library);
    await world.change(library, [removal('/Photos')]);
    await untilPaused();
    world.libraryTable.setStatus(library as LibraryId, 'read-only');
    await expect(world.revert(id)).rejects.toMatchObject({ code: 'library-read-only' });
    expect(held()).toMatchObject({ count: 12 });
    world.libraryTable.setStatus(library as LibraryId, 'normal');
    await world.revert(id);
    await world.untilContent(library, before);
    await world.folders.whenIdle(id);
    expect(names('Photos')).toHaveLength(12);
    expect(world.folders.find(id)).toMatchObject({ state: 'idle', held: null, pending: 0 });
  });

  it('lets go no more than what was told, and asks about the rest anew', async () => {
    await world.change(library, [removal('/Photos')]);
    await untilPaused();
    await world.change(library, [removal('/12.jpg')]);
    await world.until('asked about both', () => held()?.count === 13);
    expect(held()).toMatchObject({ paths: ['12.jpg', 'Photos'] });
    await world.accept(id);
    await world.until('gone', () => !existsSync(join(place.root, 'Photos')));
    await world.folders.whenIdle(id);
    expect(names()).not.toContain('12.jpg');
    expect(held()).toBeNull();
  });

  it('takes no answer to another question than the one that waits, whichever side that is about', async () => {
    const token = () => held()?.token ?? '';
    const changed = { code: 'held-changed' };
    await world.change(library, [removal('/Photos')]);
    await untilPaused();
    const first = token();
    await world.change(library, [removal('/12.jpg')]);
    await world.until('asked about both', () => held()?.count === 13);
    await expect(world.folders.accept(id, first)).rejects.toMatchObject(changed);
    const ofLibrary = token();
    for (const name of [13, 14, 15, 16, 17, 18, 19]) rmSync(join(place.root, `${name}.jpg`));
    for (let at = 0; at < 11; at++) rmSync(join(place.root, `Photos/${at}.jpg`));
    await world.until('asked about the folder', () => held()?.kind === 'removals');
    await expect(world.folders.accept(id, ofLibrary)).rejects.toMatchObject(changed);
    await expect(world.folders.revert(id, ofLibrary)).rejects.toMatchObject(changed);
    await world.folders.whenIdle(id);
    expect(await world.contentOf(library)).toHaveLength(7);
    expect(held()).toMatchObject({ kind: 'removals' });
  });

  it('holds on to the question when the library has some of them again, also after a restart', async () => {
    await world.change(library, [removal('/Photos')]);
    await untilPaused();
    await world.close();
    world = await openFolderWorld(place);
    await world.change(library, [
      ...(await Promise.all(
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => world.putChange(library, `/Photos/${at}.jpg`, 'new')),
      )),
    ]);
    world.folders.startAll();
    await untilPaused();
    expect(names('Photos')).toHaveLength(12);
    expect(held()).toMatchObject({ count: 3, paths: ['Photos/10.jpg', 'Photos/11.jpg', 'Photos/9.jpg'] });
  });

  it('keeps a held file in a place that the library wants for a folder, and has both when it is kept', async () => {
    const lost = Array.from({ length: 12 }, (_, at) => removal(`/Photos/${at}.jpg`));
    await world.change(library, [...lost, await world.putChange(library, '/Photos/0.jpg/inside', 'i')]);
    await untilPaused();
    expect(statSync(join(place.root, 'Photos/0.jpg')).isFile()).toBe(true);
    await world.revert(id);
    await world.until('both there', () => existsSync(join(place.root, 'Photos/0.jpg/inside')));
    await world.folders.whenIdle(id);
    expect(names('Photos')).toHaveLength(13);
    expect((await world.contentOf(library)).join('\n')).toContain('picture 0');
  });

  it('counts what goes within a minute together', async () => {
    for (let at = 0; at < 9; at++) {
      await world.change(library, [removal(`/Photos/${at}.jpg`)]);
      await world.folders.whenIdle(id);
    }
    expect(names('Photos')).toHaveLength(3);
    await world.change(library, [removal('/Photos/9.jpg')]);
    await untilPaused();
    expect(names('Photos')).toHaveLength(3);
    expect(held()).toMatchObject({ kind: 'departures', count: 1, paths: ['Photos/9.jpg'] });
  });

  it('takes in what is saved and deleted meanwhile, among the files that are to go too', async () => {
    await world.change(library, [removal('/Photos')]);
    await untilPaused();
    place.write('note.txt', 'n');
    place.write('Photos/3.jpg', 'edited');
    await world.until('both taken in', async () => {
      const content = await world.contentOf(library);
      return content.includes('note.txt: n') && content.includes('Photos/3.jpg: edited');
    });
    await world.until('asked about those that are as they were', () => held()?.count === 11);
    expect(held()).toMatchObject({ kind: 'departures' });
    rmSync(join(place.root, 'Photos/4.jpg'));
    await world.until('asked about the others', () => held()?.count === 10);
    await world.accept(id);
    await world.until('gone', () => names('Photos').length === 1);
    expect(names('Photos')).toEqual(['3.jpg']);
  });

  it('follows at once where the person did it with this server, or moved the files, but not with another device or program', async () => {
    await changeMyself([removal('/Photos')], { device: 'Laptop' });
    await untilPaused();
    await world.revert(id);
    await world.folders.whenIdle(id);
    await changeMyself([removal('/Photos')], {});
    await untilPaused();
    await world.revert(id);
    await world.folders.whenIdle(id);
    expect(names('Photos')).toHaveLength(12);
    await changeMyself([{ op: 'move', from: '/Photos', to: '/Pictures' }]);
    await world.folders.whenIdle(id);
    expect(names('Pictures')).toHaveLength(12);
    await changeMyself([removal('/Pictures')]);
    await world.folders.whenIdle(id);
    expect(existsSync(join(place.root, 'Pictures'))).toBe(false);
    expect(held()).toBeNull();
  });

  it('does not ask about sub-folders that the person leaves out of this computer', async () => {
    await world.folders.exclude(id, ['Photos']);
    await world.until('gone', () => !existsSync(join(place.root, 'Photos')));
    expect(held()).toBeNull();
  });
});

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
