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
    ['Trip', 'Trip', true],
    ['Trip/a.jpg', 'Trip/a.jpg', true],
    ['Journey/a.jpg', 'Trip/a.jpg', true],
    ['run.sh', 'run.sh', false],
    ['holiday.jpg', 'run.sh', false],
    ['setup.EXE', 'setup.EXE', false],
    ['tool', 'tool', false],
  ])('%s is found at %s (may be opened: %s)', async (path, found, mayOpen) => {
    expect(await findLinkedItem(folder, path)).toEqual({ path: join(folder, found), mayOpen });
  });

  it.each([
    ...['a.JPG', 'letter.pdf', 'letter.docx', 'sums.ods', 'song.flac', 'film.mkv', 'notes.md', 'a.exe.txt'],
    ...['größe 10.5.png', '\u202egpj.txt'],
  ])('%j may be opened', async (name) => {
    await writeFile(join(folder, name), '');
    expect(await findLinkedItem(folder, name)).toMatchObject({ mayOpen: true });
  });

  it.each([
    ...['a.inetloc', 'a.fileloc', 'a.appinstaller', 'a.application', 'a.settingcontent-ms', 'a.library-ms'],
    ...['a.search-ms', 'a.diagcab', 'a.xll', 'a.msix', 'a.appx', 'a.pyz', 'a.deb', 'a.rpm', 'a.iso', 'a.vhd'],
    ...['a.prefpane', 'a.docm', 'a.xlsm', 'a.pptm', 'a.dotm', 'a.doc', 'a.xls', 'a.html', 'a.svg', 'a.xml'],
    ...['a.m3u', 'a.zip', 'a.torrent', 'a.desktop', 'a.lnk', 'a.url', 'a.new-thing', 'README', '.jpg', 'jpg'],
    ...['a.exe.', 'a.exe ', 'a.jpg.', 'a.jpg ', 'a.jpg .', 'invoice.pdf.exe', 'a.pdf\u202e', 'a.jpg\n'],
  ])('%j is only shown', async (name) => {
    await writeFile(join(folder, name), '');
    expect(await findLinkedItem(folder, name)).toMatchObject({ mayOpen: false });
  });

  it.each([
    ['2024.12', true],
    ['Mr. Smith', true],
    ['.hidden', true],
    ['Game.app', false],
    ['Do.WORKFLOW', false],
    ['picture.jpg', false],
    ['Tools.{21EC2020-3AEA-1069-A2DD-08002B30309D}', false],
  ])('a folder called %j may be opened: %s', async (name, mayOpen) => {
    const place = join(folder, 'folders');
    await mkdir(join(place, name), { recursive: true });
    expect(await findLinkedItem(folder, `folders/${name}`)).toMatchObject({ mayOpen });
  });

  it('is only shown when it is marked as a program, whatever its ending', async () => {
    await writeFile(join(folder, 'marked.jpg'), '');
    await chmod(join(folder, 'marked.jpg'), 0o755);
    expect(await findLinkedItem(folder, 'marked.jpg')).toMatchObject({ mayOpen: false });
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
