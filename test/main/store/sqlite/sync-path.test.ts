import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { syncFile, syncNames } from '../../../../src-main/store/sqlite/sync-path.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

describe('what is made durable by its path', () => {
  it('is there, or the caller is told', () => {
    const folder = temporaryDataFolder();
    onTestFinished(() => folder.remove());
    const missing = join(folder.path, 'missing');
    expect(() => syncFile(missing)).toThrow('ENOENT');
    expect(() => syncFile(folder.path)).toThrow();
    if (process.platform !== 'win32') expect(() => syncNames(missing)).toThrow('ENOENT');
  });

  it.skipIf(process.platform !== 'linux')('is not kept open', () => {
    const folder = temporaryDataFolder();
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'file');
    writeFileSync(file, 'content');
    mkdirSync(join(folder.path, 'folder'));
    const before = readdirSync('/proc/self/fd').length;
    syncFile(file);
    syncNames(join(folder.path, 'folder'));
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
  });
});
