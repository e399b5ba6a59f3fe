import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';
import { HAS_MODES } from '../../../support/file-modes.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

describe('writing inside a linked folder', () => {
  it('creates a file with content and time, and never over another one', async () => {
    const { root } = temporaryPlace();
    const fileSystem = createNodeFileSystem(root);
    await fileSystem.makeFolder('d');
    const file = await fileSystem.create('d/a', 0o644);
    await file.write(Buffer.from('content'));
    await file.setMtime(1_700_000_000_000);
    await file.sync();
    const stat = await file.stat();
    await file.close();
    expect(stat).toMatchObject({ kind: 'file', sizeBytes: 7, mtimeMs: 1_700_000_000_000 });
    expect(await fileSystem.lstat('d/a')).toMatchObject({ inode: stat.inode, sizeBytes: 7 });
    await expect(fileSystem.create('d/a', 0o644)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(join(root, 'd/a'), 'utf8')).toBe('content');
  });

  it('gives a file a second name only where none is taken, and takes names away one by one', async () => {
    const { root } = temporaryPlace();
    const fileSystem = createNodeFileSystem(root);
    writeFileSync(join(root, 'a'), 'a');
    await fileSystem.makeFolder('d');
    await fileSystem.link('a', 'd/b');
    await expect(fileSystem.link('a', 'd/b')).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(fileSystem.removeFolder('d')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ENOTEMPTY|EEXIST)$/),
    });
    await fileSystem.unlink('a');
    await fileSystem.rename('d/b', 'c');
    await fileSystem.removeFolder('d');
    await fileSystem.syncFolder('');
    expect(await fileSystem.names('')).toEqual(['c']);
  });

  it.skipIf(!HAS_MODES)('sets the mode of a file, and of nothing that a link leads to', async () => {
    const { root, base } = temporaryPlace();
    const fileSystem = createNodeFileSystem(root);
    writeFileSync(join(root, 'a'), 'a');
    await fileSystem.setMode('a', 0o755);
    expect(lstatSync(join(root, 'a')).mode & 0o777).toBe(0o755);
    writeFileSync(join(base, 'outside'), 'theirs', { mode: 0o600 });
    symlinkSync(join(base, 'outside'), join(root, 'link'));
    await expect(fileSystem.setMode('link', 0o777)).rejects.toMatchObject({ code: 'ELOOP' });
    expect((await fileSystem.lstat('link')).kind).toBe('link');
    expect(lstatSync(join(base, 'outside')).mode & 0o777).toBe(0o600);
  });

  it('says how much room its disk has, and takes one that cannot say for endless', async () => {
    const { root } = temporaryPlace();
    const { freeBytes, totalBytes } = await createNodeFileSystem(root).space();
    expect(totalBytes).toBeGreaterThan(0);
    expect(freeBytes).toBeLessThanOrEqual(totalBytes);
    const gone = createNodeFileSystem(join(root, 'gone'));
    expect(await gone.space()).toEqual({ freeBytes: Number.POSITIVE_INFINITY, totalBytes: 0 });
    expect(readdirSync(root)).toEqual([]);
  });
});
