import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { HAS_MODES } from '../../../support/file-modes.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  OWNER,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

describe('linking a folder', () => {
  it('takes everything in it into a new library of the same name, in one commit', async () => {
    place.write('a.txt', 'one');
    place.write('deep/er/b.txt', 'two');
    place.write('empty.txt', '');
    mkdirSync(join(place.root, 'nothing'));
    const folder = await world.linkAndSettle();
    expect(await world.contentOf(folder.library_id)).toEqual([
      'a.txt: one',
      'deep/er/b.txt: two',
      'empty.txt: ',
      'nothing/',
    ]);
    expect(folder).toMatchObject({
      state: 'idle',
      library_name: 'folder',
      pending: 0,
      file_count: 3,
      watching: true,
    });
    expect(world.library(folder.library_id).headSeq).toBe(2);
  });

  it('makes no commit when nothing changed, however often it looks', async () => {
    place.write('a.txt', 'one');
    const folder = await world.linkAndSettle();
    world.reads.length = 0;
    await world.folders.rescan(folder.id);
    await world.folders.whenIdle(folder.id);
    expect(world.library(folder.library_id).headSeq).toBe(2);
    expect(world.reads).toEqual([]);
  });
});

describe('a linked folder that changes', () => {
  it('takes in new, edited and deleted files', async () => {
    place.write('keep.txt', 'k');
    place.write('edit.txt', 'before');
    place.write('gone.txt', 'g');
    const folder = await world.linkAndSettle();
    place.write('edit.txt', 'after');
    place.write('new/file.txt', 'n');
    unlinkSync(join(place.root, 'gone.txt'));
    await world.untilContent(folder.library_id, ['edit.txt: after', 'keep.txt: k', 'new/file.txt: n']);
  });

  it('reads no file of a renamed folder', async () => {
    for (let i = 0; i < 50; i++) place.write(`old/sub${i % 5}/f${i}.txt`, `content ${i}`);
    const folder = await world.linkAndSettle();
    world.reads.length = 0;
    renameSync(join(place.root, 'old'), join(place.root, 'new'));
    await world.until(
      'renamed',
      async () => (await world.entry(folder.library_id, '/new/sub4/f49.txt')) !== null,
    );
    await world.folders.whenIdle(folder.id);
    expect(world.reads).toEqual([]);
    expect(await world.entry(folder.library_id, '/old')).toBe(null);
    expect(world.descriptions(folder.library_id)[0]).toBe('Renamed directory "old".\n');
  });

  it('counts its files right when folders appear and are renamed', async () => {
    place.write('a.txt', 'one');
    const folder = await world.linkAndSettle();
    world.reads.length = 0;
    for (let i = 0; i < 20; i++) place.write(`arrives/sub/f${i}.txt`, `content ${i}`);
    await world.until(
      'taken in',
      async () => (await world.entry(folder.library_id, '/arrives/sub/f19.txt')) !== null,
    );
    await world.folders.whenIdle(folder.id);
    renameSync(join(place.root, 'arrives'), join(place.root, 'renamed'));
    await world.until(
      'renamed',
      async () => (await world.entry(folder.library_id, '/renamed/sub/f19.txt')) !== null,
    );
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id).file_count).toBe(21);
  });

  it.skipIf(!HAS_MODES)('keeps the execute bit and nothing else of the mode', async () => {
    place.write('run.sh', '#!/bin/sh');
    const folder = await world.linkAndSettle();
    chmodSync(join(place.root, 'run.sh'), 0o700);
    await world.until('executable', async () => {
      const entry = await world.entry(folder.library_id, '/run.sh');
      return entry?.mode === 0o100755;
    });
  });

  it('takes a file for a folder and back', async () => {
    place.write('thing', 'file');
    const folder = await world.linkAndSettle();
    unlinkSync(join(place.root, 'thing'));
    place.write('thing/inside', 'x');
    await world.untilContent(folder.library_id, ['thing/inside: x']);
    rmSync(join(place.root, 'thing'), { recursive: true });
    place.write('thing', 'file again');
    await world.untilContent(folder.library_id, ['thing: file again']);
  });
});

describe('what happens while nobody looks', () => {
  it('is found at the next start', async () => {
    place.write('a.txt', 'one');
    place.write('dir/b.txt', 'two');
    const folder = await world.linkAndSettle();
    await world.close();
    place.write('a.txt', 'changed');
    rmSync(join(place.root, 'dir'), { recursive: true });
    place.write('c.txt', 'new');
    world = await openFolderWorld(place);
    world.folders.startAll();
    await world.folders.whenIdle(folder.id);
    expect(await world.contentOf(folder.library_id)).toEqual(['a.txt: changed', 'c.txt: new']);
    expect(world.library(folder.library_id).headSeq).toBe(3);
  });
});

describe('watching', () => {
  it.skipIf(process.platform !== 'linux')(
    'takes one watch a folder, however many files there are',
    async () => {
      const before = inotifyWatches();
      for (let i = 0; i < 300; i++) place.write(`d${i % 10}/f${i}`, 'x');
      place.write('node_modules/deep/x.js', 'x');
      await world.linkAndSettle();
      expect(inotifyWatches() - before).toBe(11);
    },
  );
});

function inotifyWatches(): number {
  return readdirSync('/proc/self/fdinfo')
    .map((name) => inotifyLines(name))
    .reduce((sum, count) => sum + count, 0);
}

function inotifyLines(name: string): number {
  try {
    return readFileSync(`/proc/self/fdinfo/${name}`, 'latin1').match(/^inotify wd/gm)?.length ?? 0;
  } catch {
    // The descriptor of the listing itself is gone by now.
    return 0;
  }
}

describe('a folder that is linked to one folder of a library', () => {
  const isHere = (path: string) => existsSync(join(place.root, path));

  it('is kept the same as that folder, both ways', async () => {
    const made = await world.libraries.create(OWNER, { name: 'Around' });
    const around = made.view.library.id;
    await world.change(around, [
      await world.putChange(around, '/lent/a.txt', 'a'),
      await world.putChange(around, '/private.txt', 'private'),
    ]);
    const id = '00000000-0000-4000-8000-00000000f01d' as LibraryId;
    const record = { id, name: 'lent', origin: { id: around, path: '/lent' }, author: OWNER.email };
    await world.changeLibrary.createFolderLibrary(record);
    const folder = await world.linkAndSettle(place.root, id);
    await world.until('the file is here', () => isHere('a.txt'));
    expect(isHere('private.txt')).toBe(false);
    place.write('b.txt', 'b');
    await world.untilContent(around, ['lent/a.txt: a', 'lent/b.txt: b', 'private.txt: private']);
    await world.change(around, [await world.putChange(around, '/lent/c.txt', 'c')]);
    await world.until('the change is here', () => isHere('c.txt'));
    await world.folders.whenIdle(folder.id);
    await world.untilContent(id, ['a.txt: a', 'b.txt: b', 'c.txt: c']);
  });
});
