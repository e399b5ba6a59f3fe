import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import {
  type FolderWorld,
  OWNER,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../../support/folder-world.ts';

const FILES = 20;

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
