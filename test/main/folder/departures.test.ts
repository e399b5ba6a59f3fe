import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { TreeChange } from '../../../src-main/core/tree/apply.ts';
import {
  type FolderWorld,
  OWNER,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../support/folder-world.ts';

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
  const untilHeld = () => world.until('held', () => world.folders.find(id).state === 'held');

  /** As the person of the folder does it in a page of this server. */
  async function changeMyself(changes: readonly TreeChange[], device?: string): Promise<void> {
    const libraryId = library as LibraryId;
    await world.changeLibrary.commitChanges({
      ...{ libraryId, changes, author: OWNER.email },
      ...(device === undefined ? {} : { device }),
    });
  }

  beforeEach(async () => {
    place = temporaryPlace();
    for (let at = 0; at < FILES; at++) place.write(`${at < 12 ? 'Photos/' : ''}${at}.jpg`, `picture ${at}`);
    world = await openFolderWorld(place);
    ({ id, library_id: library } = await world.linkAndSettle());
  });

  afterEach(async () => {
    await world.close();
    place.remove();
  });

  it('leaves them where they are until somebody says so, and follows everything else', async () => {
    await world.change(library, [
      removal('/Photos'),
      await world.putChange(library, '/19.jpg', 'better'),
      await world.putChange(library, '/new.txt', 'new'),
    ]);
    await untilHeld();
    expect(names()).toContain('new.txt');
    expect(names('Photos')).toHaveLength(12);
    expect(held()).toEqual({
      ...{ kind: 'departures', count: 12, bytes: 110 },
      paths: ['Photos'],
      items: [{ path: 'Photos', is_dir: true, files: 12, bytes: 110 }],
    });
    await world.folders.accept(id);
    await world.until('gone', () => !existsSync(join(place.root, 'Photos')));
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ state: 'idle', held: null, pending: 0 });
  });

  it('gets them back when the person wants to keep them', async () => {
    const before = await world.contentOf(library);
    await world.change(library, [removal('/Photos')]);
    await untilHeld();
    await world.folders.putBack(id);
    await world.untilContent(library, before);
    await world.folders.whenIdle(id);
    expect(names('Photos')).toHaveLength(12);
    expect(world.folders.find(id)).toMatchObject({ state: 'idle', held: null, pending: 0 });
  });

  it('asks again after a restart', async () => {
    await world.change(library, [removal('/Photos')]);
    await untilHeld();
    await world.close();
    world = await openFolderWorld(place);
    world.folders.startAll();
    await untilHeld();
    expect(names('Photos')).toHaveLength(12);
  });

  it('counts what goes within a minute together', async () => {
    for (let at = 0; at < 9; at++) {
      await world.change(library, [removal(`/Photos/${at}.jpg`)]);
      await world.folders.whenIdle(id);
    }
    expect(names('Photos')).toHaveLength(3);
    await world.change(library, [removal('/Photos/9.jpg')]);
    await untilHeld();
    expect(names('Photos')).toHaveLength(3);
    expect(held()).toMatchObject({ kind: 'departures', count: 1, paths: ['Photos/9.jpg'] });
  });

  it('takes in what is saved meanwhile, an edit of a file that is to go too', async () => {
    await world.change(library, [removal('/Photos')]);
    await untilHeld();
    place.write('note.txt', 'n');
    place.write('Photos/3.jpg', 'edited');
    await world.until('both taken in', async () => {
      const content = await world.contentOf(library);
      return content.includes('note.txt: n') && content.includes('Photos/3.jpg: edited');
    });
    await untilHeld();
    expect(held()).toMatchObject({ kind: 'departures', count: 11 });
    await world.folders.accept(id);
    await world.until('gone', () => names('Photos').length === 1);
    expect(names('Photos')).toEqual(['3.jpg']);
  });

  it('follows at once where the person did it with this server, or moved the files', async () => {
    await changeMyself([{ op: 'move', from: '/Photos', to: '/Pictures' }]);
    await world.folders.whenIdle(id);
    expect(names('Pictures')).toHaveLength(12);
    await changeMyself([removal('/Pictures')]);
    await world.folders.whenIdle(id);
    expect(existsSync(join(place.root, 'Pictures'))).toBe(false);
    expect(held()).toBeNull();
  });

  it('asks where another device of the same person did it', async () => {
    await changeMyself([removal('/Photos')], 'Laptop');
    await untilHeld();
    expect(names('Photos')).toHaveLength(12);
  });

  it('does not ask about sub-folders that the person leaves out of this computer', async () => {
    await world.folders.exclude(id, ['Photos']);
    await world.until('gone', () => !existsSync(join(place.root, 'Photos')));
    expect(held()).toBeNull();
  });
});
