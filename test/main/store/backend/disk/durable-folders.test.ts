import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DurableFolders } from '../../../../../src-main/store/backend/disk/durable-folders.ts';
import { DISK } from '../../../../../src-main/store/backend/disk/file-ops.ts';
import { temporaryDataFolder } from '../../../../support/disk-store.ts';

function watched() {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const top = folder.path;
  const synced: string[] = [];
  let whileSyncing: (() => void) | null = null;
  const syncFolder = async (path: string) => {
    synced.push(path.slice(top.length + 1));
    whileSyncing?.();
    await DISK.syncFolder(path);
  };
  const folders = new DurableFolders({ ...DISK, syncFolder }, top);
  /** The folders that the next sync is about, by their paths below the top. */
  const sync = async () => {
    synced.length = 0;
    await folders.sync();
    return synced.toSorted();
  };
  const onSync = (work: (() => void) | null) => {
    whileSyncing = work;
  };
  return { top, folders, sync, onSync };
}

it('a folder is made with those above it, each of them named durably in the one around', async () => {
  const { top, folders, sync } = watched();
  await folders.ensure(join(top, 'a', 'b', 'c'));
  expect(statSync(join(top, 'a', 'b', 'c')).isDirectory()).toBe(true);
  expect(await sync()).toEqual(['', 'a', join('a', 'b')]);
  await folders.ensure(join(top, 'a', 'b', 'c'));
  expect(await sync()).toEqual([]);
});

it('one that is there already is taken for not durable, once: who made it may have been killed', async () => {
  const { top, folders, sync } = watched();
  mkdirSync(join(top, 'a'));
  await folders.ensure(join(top, 'a'));
  expect(await sync()).toEqual(['']);
});

it('a folder whose names change is synced, also when that happens while it is', async () => {
  const { top, folders, sync, onSync } = watched();
  mkdirSync(join(top, 'a'));
  folders.touched(join(top, 'a'));
  onSync(() => folders.touched(join(top, 'a')));
  expect(await sync()).toEqual(['a']);
  onSync(null);
  expect(await sync()).toEqual(['a']);
  expect(await sync()).toEqual([]);
});
