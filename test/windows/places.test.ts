import { renameSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { FolderOnWindows } from './folder-on-windows.ts';
import { removeFolder, type ServerOnWindows, sharedServer } from './server-on-windows.ts';
import { eventually } from './until.ts';
import { onThisMachine } from './windows-program.ts';

let server: ServerOnWindows;
let docs: FolderOnWindows;

beforeAll(async () => {
  server = await sharedServer();
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`${at % 20}/file ${at}.txt`, `${at}`]),
  );
  docs = await FolderOnWindows.link(server, 'C:\\Places', { files: { 'sub/one.txt': 'one', ...files } });
});

describe('a folder that is linked already is refused', () => {
  test.each([
    ['c:\\places'],
    ['C:/Places'],
    ['C:\\Places\\'],
    ['\\\\?\\C:\\Places'],
    ['\\\\.\\C:\\Places'],
    ['C:\\Places\\sub\\..'],
  ])('however it is spelled: "%s"', async (path) => {
    await expect(server.client.call('POST folders/', { path })).rejects.toThrow(/linked/);
  });

  test.each([['C:\\'], ['C:\\PLACES\\SUB'], ['C:\\Users']])(
    'as it overlaps with what is kept: "%s"',
    async (path) => {
      await expect(server.client.call('POST folders/', { path })).rejects.toThrow();
    },
  );

  test.each([['C:'], ['places'], ['\\Places'], ['C:\\Places.'], ['C:\\Places ']])(
    'as it names no place: "%s"',
    async (path) => {
      await expect(server.client.call('POST folders/', { path })).rejects.toThrow();
    },
  );
});

describe('looking for a folder', () => {
  const browse = (path: string) => server.client.call('GET browse/', { path });

  test('leads from a drive to the others', async () => {
    const { parent } = await browse('C:\\');
    const drives = await browse(parent ?? '');
    expect(drives.folders.map(({ path }) => path)).toEqual(expect.arrayContaining(['C:\\', 'Z:\\']));
  });

  test('shows the folders of a folder', async () => {
    const { parent, folders } = await browse('C:\\Places');
    expect(parent).toBe('C:\\');
    expect(folders.map(({ path }) => path)).toContain('C:\\Places\\sub');
  });
});

test('a linked folder that is moved away is away, loses nothing, and goes on when it is back', async () => {
  removeFolder('C:\\Places away');
  const before = await docs.library();
  const [here, away] = [onThisMachine(docs.path), onThisMachine('C:\\Places away')];
  renameSync(here, away);
  // Windows tells nobody that a folder was renamed which is watched itself: the next look finds it.
  await docs.rescan();
  await eventually(async () => (await docs.state()).state).toBe('away');
  expect(await docs.library()).toEqual(before);
  renameSync(away, here);
  await eventually(async () => (await docs.state()).state).toBe('idle');
  docs.write('after.txt', 'after');
  await eventually(() => docs.library()).toEqual([...before, '/after.txt'].sort());
});
