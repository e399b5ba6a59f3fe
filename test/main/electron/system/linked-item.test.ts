import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLinkedItem } from '../../../../src-main/electron/system/linked-item.ts';

describe('an item of a linked folder', () => {
  let base: string;
  let folder: string;

  beforeAll(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'keepfold-item-')));
    folder = join(base, 'Photos');
    await mkdir(join(folder, 'Trip'), { recursive: true });
    for (const name of ['Trip/a.jpg', 'run.sh', 'setup.EXE', 'tool']) await writeFile(join(folder, name), '');
    await chmod(join(folder, 'tool'), 0o755);
    await writeFile(join(base, 'secret'), '');
    await mkdir(join(base, 'Photos-2'));
    await symlink(join(base, 'secret'), join(folder, 'way-out'));
    await symlink('..', join(folder, 'up'));
    await symlink('Trip', join(folder, 'Journey'));
    await symlink('run.sh', join(folder, 'holiday.jpg'));
    await symlink(folder, join(base, 'link-to-photos'));
  });
  afterAll(() => rm(base, { recursive: true, force: true }));

  it.each([
    ['Trip', 'Trip', false],
    ['Trip/a.jpg', 'Trip/a.jpg', false],
    ['Journey/a.jpg', 'Trip/a.jpg', false],
    ['run.sh', 'run.sh', true],
    ['holiday.jpg', 'run.sh', true],
    ['setup.EXE', 'setup.EXE', true],
    ['tool', 'tool', true],
  ])('%s is found at %s (a program: %s)', async (path, found, isProgram) => {
    expect(await findLinkedItem(folder, path)).toEqual({ path: join(folder, found), isProgram });
  });

  it('is found when the folder itself is reached by a link', async () => {
    const item = await findLinkedItem(join(base, 'link-to-photos'), 'Trip/a.jpg');
    expect(item.path).toBe(join(folder, 'Trip/a.jpg'));
  });

  it.each(['way-out', 'up', 'up/secret', 'up/Photos-2'])('%s leads out of the folder', async (path) => {
    await expect(findLinkedItem(folder, path)).rejects.toThrow('the item does not lie in the folder');
  });

  it.each([
    '',
    '/',
    '/etc/passwd',
    '..',
    '../secret',
    'Trip/../../secret',
    'Trip//a.jpg',
    './Trip',
    'a\0b',
    'Trip/',
  ])('a path %j names none', async (path) => {
    await expect(findLinkedItem(folder, path)).rejects.toThrow(
      'the path does not name an item of the folder',
    );
  });

  it('is not made up', async () => {
    await expect(findLinkedItem(folder, 'gone.jpg')).rejects.toThrow('ENOENT');
  });
});
