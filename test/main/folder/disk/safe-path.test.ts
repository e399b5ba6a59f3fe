import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';

function temporaryBase(): string {
  const base = mkdtempSync(join(tmpdir(), 'keepfold-safe-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const name of ['root', 'outside']) mkdirSync(join(base, name));
  return base;
}

const SWAPPER = `
  const { renameSync, symlinkSync, rmSync, mkdirSync } = require('node:fs');
  const { root, outside } = require('node:worker_threads').workerData;
  const dir = root + '/dir';
  for (;;) {
    try {
      renameSync(dir, root + '/kept');
      symlinkSync(outside, dir);
      rmSync(dir);
      renameSync(root + '/kept', dir);
    } catch { mkdirSync(dir, { recursive: true }); }
  }
`;

describe('the file system of a linked folder', () => {
  it('refuse to go through a symbolic link', async () => {
    const base = temporaryBase();
    symlinkSync(join(base, 'outside'), join(base, 'root/evil'));
    writeFileSync(join(base, 'outside/file'), 'theirs');
    const fileSystem = createNodeFileSystem(join(base, 'root'));
    for (const attempt of [
      () => fileSystem.create('evil/new', 0o644),
      () => fileSystem.unlink('evil/file'),
      () => fileSystem.makeFolder('evil/dir'),
      () => fileSystem.rename('evil/file', 'stolen'),
      () => fileSystem.setMode('evil', 0o777),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/^(ENOTDIR|ELOOP)$/) });
    }
    expect(readdirSync(join(base, 'outside'))).toEqual(['file']);
  });

  it('write nothing outside while somebody exchanges a folder for a link again and again', async () => {
    const base = temporaryBase();
    const [root, outside] = [join(base, 'root'), join(base, 'outside')];
    mkdirSync(join(root, 'dir'));
    const swapper = new Worker(SWAPPER, { eval: true, workerData: { root, outside } });
    onTestFinished(async () => {
      await swapper.terminate();
    });
    const fileSystem = createNodeFileSystem(root);
    let written = 0;
    for (let at = 0; at < 10_000; at++) {
      try {
        const file = await fileSystem.create(`dir/${at}`, 0o644);
        await file.close();
        written += 1;
        await fileSystem.unlink(`dir/${at}`);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(ENOENT|ENOTDIR|ELOOP)$/) });
      }
    }
    expect(readdirSync(outside)).toEqual([]);
    expect(existsSync(outside)).toBe(true);
    expect(written).toBeGreaterThan(0);
  });
});
