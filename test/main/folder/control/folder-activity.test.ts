import { renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ActivityEvent, ActivityLog } from '../../../../src-main/folder/link/activity-log.ts';
import { createFolderActivityTable } from '../../../../src-main/store/sqlite/folder-activity.ts';
import type { FolderActivityEntryJson } from '../../../../src-shared/folder-choices-api.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { memoryDatabase } from '../../../support/database.ts';
import {
  type FolderWorld,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

describe('the list of what a folder did', () => {
  const action = (path: string): ActivityEvent => ({ path, what: 'taken-in', bytes: 1, said: null });

  function openLog(record = createFolderActivityTable(memoryDatabase())) {
    const told: (readonly FolderActivityEntryJson[])[] = [];
    const due: (() => void)[] = [];
    const log = new ActivityLog({
      nowMs: () => 7,
      timers: {
        after(_delayMs, work) {
          due.push(work);
          return () => undefined;
        },
      },
      onEntries: (entries) => told.push(entries),
      ...{ record, folderKey: 1 },
    });
    return { log, told, pass: () => due.shift()?.() };
  }

  it('holds the last 1,000, newest first', () => {
    const { log } = openLog();
    log.add(Array.from({ length: 1500 }, (_, at) => action(`f${at}`)));
    log.add([action('last')]);
    expect(log.list(2)).toEqual([
      { at_ms: 7, ...action('last'), detail: '' },
      { at_ms: 7, ...action('f1499'), detail: '' },
    ]);
    expect(log.list(5000)).toHaveLength(1000);
    expect(log.list(5000).at(-1)?.path).toBe('f501');
  });

  it('is told at once, then only when some time has passed, at most 50 entries at a time', () => {
    const { log, told, pass } = openLog();
    log.add([action('first')]);
    for (let at = 0; at < 60; at++) log.add([action(`f${at}`)]);
    expect(told).toHaveLength(1);
    pass();
    expect(told).toHaveLength(2);
    expect(told[1]).toHaveLength(50);
    expect(told[1]?.at(-1)?.path).toBe('f59');
  });

  it('tells a failure that lasts no second time after a restart, but the next one', () => {
    const record = createFolderActivityTable(memoryDatabase());
    const before = openLog(record).log;
    before.addFailure('a', said('mayNotWrite'));
    before.addFailure('b', said('mayNotWrite'));
    before.add([action('b')]);
    const { log } = openLog(record);
    log.addFailure('a', said('mayNotWrite'));
    expect(log.list(10).map(({ what, path }) => `${what} ${path}`)).toEqual([
      'taken-in b',
      'failed b',
      'failed a',
    ]);
    log.addFailure('b', said('mayNotWrite'));
    expect(log.list(1)).toMatchObject([{ what: 'failed', path: 'b' }]);
  });

  it('tells the same failure once until the file succeeds', () => {
    const { log } = openLog();
    log.addFailure('a', said('mayNotWrite'));
    log.addFailure('a', said('mayNotWrite'));
    log.addFailure('a', said('folderNoRoom'));
    log.add([action('a')]);
    log.addFailure('a', said('folderNoRoom'));
    expect(log.list(10).map(({ what, detail }) => `${what} ${detail}`)).toEqual([
      'failed the disk with this folder has no room for it',
      'taken-in ',
      'failed the disk with this folder has no room for it',
      'failed your account may not write here',
    ]);
  });
});

describe('the activity of a linked folder', () => {
  let place: Place;
  let world: FolderWorld;

  beforeEach(async () => {
    place = temporaryPlace();
    world = await openFolderWorld(place);
  });

  afterEach(async () => {
    await world.close();
    place.remove();
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
