import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FoldersOnlyWatcher, folderOfEvent } from '../../../../src-main/folder/watch/folders-only-watcher.ts';

async function watched() {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'keepfold-folders-only-'));
  const elsewhere = mkdtempSync(join(realpathSync(tmpdir()), 'keepfold-elsewhere-'));
  mkdirSync(join(root, 'a', 'b'), { recursive: true });
  for (const path of ['one.txt', 'a/two.txt', 'a/b/three.txt']) writeFileSync(join(root, path), 'text');
  mkdirSync(join(elsewhere, 'inside'));
  symlinkSync(elsewhere, join(root, 'link'));
  const options = { ignoreInitial: false, atomic: false, followSymlinks: false };
  const watcher = new FoldersOnlyWatcher({
    ...options,
    ignored: (_path, stat) => stat !== undefined && !stat.isDirectory(),
  });
  onTestFinished(async () => {
    await watcher.close();
    for (const path of [root, elsewhere]) rmSync(path, { recursive: true });
  });
  const heard: string[] = [];
  watcher.on('addDir', (path) => heard.push(path.slice(root.length).replaceAll(sep, '/')));
  const ready = new Promise<void>((resolve) => watcher.once('ready', resolve));
  watcher.add(root);
  await ready;
  return { root, watcher, heard };
}

it('finds every folder, and neither files nor where links lead', async () => {
  const { heard } = await watched();
  expect(heard.sort()).toEqual(['', '/a', '/a/b']);
});

it('hears of files in folders that were there and in folders that come', async () => {
  const { root, watcher } = await watched();
  const heardOf = (name: string) =>
    new Promise<void>((resolve) => {
      watcher.on('raw', (_event, changed) => {
        // On Windows a file is called from the root on.
        if (changed !== null && basename(changed) === name) resolve();
      });
    });
  const found = new Promise<void>((resolve) => {
    watcher.on('addDir', (path) => {
      if (path === join(root, 'a/new/deep')) resolve();
    });
  });
  const first = heardOf('four.txt');
  writeFileSync(join(root, 'a/b/four.txt'), 'text');
  await first;
  mkdirSync(join(root, 'a/new/deep'), { recursive: true });
  await found;
  const second = heardOf('five.txt');
  writeFileSync(join(root, 'a/new/deep/five.txt'), 'text');
  await second;
});

describe('an event of the system', () => {
  it.each([
    ['a file of the watched folder', 'a.txt', { watchedPath: '/root' }, ''],
    ['a file of a folder with a watch of its own', 'a.txt', { watchedPath: '/root/in/side' }, 'in/side'],
    ['a file deep in a folder that is watched whole', 'in/side/a.txt', { watchedPath: '/root' }, 'in/side'],
    ['a file, without saying who watches', 'in/a.txt', undefined, 'in'],
    ['the watched folder itself', '../root', { watchedPath: '/root' }, ''],
  ])('names %s', (_, name, details, folder) => {
    expect(folderOfEvent('/root', { name, details })).toBe(folder);
  });

  it('without a name stands for events that were lost, wherever they were', () => {
    expect(folderOfEvent('/root', { name: null, details: { watchedPath: '/root' } })).toBe(null);
  });
});
