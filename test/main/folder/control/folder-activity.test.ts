import { renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type FolderWorld,
  freshFolderWorld,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

describe('the activity of a linked folder', () => {
  let place: Place;
  let world: FolderWorld;

  beforeEach(async () => {
    ({ place, world } = await freshFolderWorld());
  });

  const at = (path: string) => join(place.root, path);

  /** What came since the last call, oldest first. */
  function follow(id: string): () => string[] {
    let seen = 0;
    return () => {
      const all = world.folders.activity(id, 1000).entries.reverse();
      const fresh = all.slice(seen);
      seen = all.length;
      return fresh.map(({ what, path, bytes, detail }) => `${what} ${path} ${bytes} ${detail}`.trim());
    };
  }

  it('says what was taken in, removed and moved', async () => {
    place.write('a.txt', 'one');
    place.write('old/b.txt', 'two');
    place.write('c.txt', 'three');
    const { id } = await world.linkAndSettle();
    const fresh = follow(id);
    expect(fresh().sort()).toEqual([
      'taken-in a.txt 3',
      'taken-in c.txt 5',
      'taken-in old 0 a folder',
      'taken-in old/b.txt 3',
    ]);
    await world.folders.pause(id);
    renameSync(at('old'), at('new'));
    renameSync(at('a.txt'), at('d.txt'));
    unlinkSync(at('c.txt'));
    place.write('e.txt', 'five');
    await world.folders.resume(id);
    await world.folders.whenIdle(id);
    expect(fresh().sort()).toEqual([
      'moved d.txt 0 from a.txt',
      'moved new 0 from old',
      'removed c.txt 0',
      'taken-in e.txt 4',
    ]);
  });

  it('says what was written and deleted in the folder, and which conflicts there were', async () => {
    place.write('gone.txt', 'g');
    place.write('both.txt', 'b');
    const { id, library_id } = await world.linkAndSettle();
    const fresh = follow(id);
    fresh();
    await world.change(library_id, [
      { op: 'remove', path: '/gone.txt' },
      await world.putChange(library_id, '/d/new.txt', 'new'),
    ]);
    await world.folders.whenIdle(id);
    expect(fresh().sort()).toEqual([
      'deleted-here gone.txt 0',
      'written d 0 a folder',
      'written d/new.txt 3',
    ]);
    await world.folders.pause(id);
    place.write('both.txt', 'mine');
    await world.change(library_id, [await world.putChange(library_id, '/both.txt', 'theirs')]);
    await world.folders.resume(id);
    await world.folders.whenIdle(id);
    const words = fresh();
    expect(words.find((line) => line.startsWith('conflict both.txt'))).toMatch(/kept as/);
    expect(words).toContain('written both.txt 6');
  });

  it('is the same after a restart', async () => {
    place.write('a.txt', 'one');
    const { id } = await world.linkAndSettle();
    const before = world.folders.activity(id, 1000);
    expect(before.entries).toMatchObject([{ path: 'a.txt', what: 'taken-in' }]);
    world.saveActivity();
    await world.close();
    world = await openFolderWorld(place);
    expect(world.folders.activity(id, 1000)).toEqual(before);
  });

  it('is told as it happens', async () => {
    place.write('a.txt', 'one');
    const { id } = await world.linkAndSettle();
    await world.until('told', () =>
      world.events.some(
        (event) =>
          event.type === 'folder-activity' &&
          event.folder_id === id &&
          event.entries.some(({ path, what }) => path === 'a.txt' && what === 'taken-in'),
      ),
    );
  });
});
