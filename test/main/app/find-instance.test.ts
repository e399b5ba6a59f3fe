import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDir } from '../../../src-main/app/data-dir.ts';
import { findInstance } from '../../../src-main/app/find-instance.ts';
import { openStore } from '../../../src-main/app/store.ts';
import { isInstanceLocked, takeInstanceLock } from '../../../src-main/store/sqlite/instance-lock.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

function record(url: string): void {
  writeFileSync(join(folder.path, 'instance.json'), JSON.stringify({ url, pid: process.pid }));
  writeFileSync(join(folder.path, 'cli-token'), 'the-token');
}

describe('the running instance', () => {
  it('is found with its address and the token to talk to it', () => {
    const lock = takeInstanceLock(join(folder.path, 'instance.lock'));
    record('http://127.0.0.1:9');
    expect(findInstance(folder.path)).toEqual({ url: 'http://127.0.0.1:9', token: 'the-token' });
    lock?.release();
  });

  it('is none where nobody holds the lock, whatever process has its number now', () => {
    expect(findInstance(folder.path)).toBe(null);
    record('http://127.0.0.1:9');
    expect(findInstance(folder.path)).toBe(null);
    takeInstanceLock(join(folder.path, 'instance.lock'))?.release();
    expect(findInstance(folder.path)).toBe(null);
  });

  it('is the one that holds the lock, and not one that a power cut left on record just before', () => {
    record('http://127.0.0.1:9');
    let lock: ReturnType<typeof takeInstanceLock> = null;
    const startJustBefore = (path: string): boolean => {
      lock = takeInstanceLock(path);
      record('http://127.0.0.1:10');
      return isInstanceLocked(path);
    };
    const found = findInstance(folder.path, startJustBefore);
    // Windows removes no folder while a file in it is open.
    (lock as ReturnType<typeof takeInstanceLock>)?.release();
    expect(found).toMatchObject({ url: 'http://127.0.0.1:10' });
  });

  it('is not taken for another that works on the folder', async () => {
    const dataDir = openDataDir(folder.path);
    record('http://127.0.0.1:9');
    const store = await openStore(dataDir);
    expect(findInstance(folder.path)).toBe(null);
    await store.close();
  });
});
