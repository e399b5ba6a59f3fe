import { readdirSync, rmSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { FolderOnWindows } from './folder-on-windows.ts';
import { other } from './other.ts';
import { cli, removeFolder, ServerOnWindows } from './server-on-windows.ts';
import { eventually } from './until.ts';
import { onThisMachine, startScript } from './windows-program.ts';

const DATA = 'C:\\users\\wine\\ended data';

let server: ServerOnWindows;
let docs: FolderOnWindows;
let secret: FolderOnWindows;

beforeAll(async () => {
  removeFolder(DATA);
  server = await ServerOnWindows.start(DATA);
  docs = await FolderOnWindows.link(server, 'C:\\Ended', { files: { 'one.txt': 'one' } });
});

test('an encrypted folder opens with a password that Windows remembers', async () => {
  secret = await FolderOnWindows.link(server, 'C:\\Secret', {
    files: { 'secret.txt': 'secret' },
    password: 'a password of twelve',
  });
  expect(await secret.state()).toMatchObject({ encryption: 'unlocked', remembered: true, file_count: 1 });
});

test('a server that Windows ends in the middle of its work loses nothing', async () => {
  await other('writeMany', docs.item('file #.txt'), 60);
  await server.end();
  docs.write('meanwhile.txt', 'meanwhile');
  rmSync(onThisMachine(docs.item('one.txt')));
  server = await ServerOnWindows.start(DATA);
  docs = docs.servedBy(server);
  secret = secret.servedBy(server);
  await eventually(async () => (await docs.inLibrary(/file \d/)).length).toBe(60);
  await eventually(() => docs.inLibrary(/one|meanwhile/)).toEqual(['/meanwhile.txt']);
  expect(await cli(['check', '--full'], DATA)).toMatchObject({ code: 0 });
});

test('a password is remembered over an end', async () => {
  expect(await secret.state()).toMatchObject({ encryption: 'unlocked', remembered: true });
});

describe('a data folder without a server', () => {
  beforeAll(() => server.end());

  test('has no status: the command ends with 6', async () => {
    expect(await cli(['status'], DATA)).toMatchObject({ code: 6 });
  });

  test('is checked', async () => {
    expect(await cli(['check', '--full'], DATA)).toMatchObject({ code: 0 });
  });

  test('gives its files to the script that restores without the program', async () => {
    removeFolder('C:\\by script');
    const words = ['restore', docs.libraryId, 'C:\\by script', '--data', DATA];
    const script = startScript('resources/recovery/restore.mjs', words);
    expect({ code: await script.ended, errors: script.errors() }).toEqual({ code: 0, errors: '' });
    expect(readdirSync(onThisMachine('C:\\by script'))).toContain('meanwhile.txt');
  });

  test('gets a new database from the files beside it', async () => {
    for (const name of ['keepfold.db', 'keepfold.db-wal', 'keepfold.db-shm'])
      rmSync(onThisMachine(`${DATA}\\${name}`), { force: true });
    expect(await cli(['recover', '--yes'], DATA)).toMatchObject({ code: 0 });
    expect(await cli(['check', '--full'], DATA)).toMatchObject({ code: 0 });
  });
});
