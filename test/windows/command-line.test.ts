import { mkdirSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CommitJson } from '../../src-shared/contents-api.ts';
import { FolderOnWindows } from './folder-on-windows.ts';
import { cli, DATA, removeFolder, sharedServer } from './server-on-windows.ts';
import { onThisMachine, projectFile, startProgram } from './windows-program.ts';

let docs: FolderOnWindows;

beforeAll(async () => {
  docs = await FolderOnWindows.link(await sharedServer(), 'C:\\Command line', {
    files: { 'sub/one.txt': 'one' },
  });
});

describe('the command line on Windows', () => {
  test.each([['status'], ['folder list'], ['folder status'], ['check --full'], ['pause'], ['resume']])(
    'answers %s',
    async (words) => {
      expect(await cli(words.split(' '))).toMatchObject({ code: 0, errors: '' });
    },
  );

  test.each([['log'], ['ls']])('answers %s of a library by its name', async (word) => {
    expect(await cli([word, 'Command line'])).toMatchObject({ code: 0, errors: '' });
  });

  test.each([
    ['C:\\Command line'],
    ['c:\\command LINE'],
    ['C:/Command line'],
    ['C:\\Command line\\'],
    ['..\\Command line'],
  ])('knows the linked folder as %s', async (path) => {
    expect(await cli(['folder', 'status', path])).toMatchObject({ code: 0, errors: '' });
    expect(await cli(['folder', 'rescan', path])).toMatchObject({ code: 0, errors: '' });
  });

  test('takes a path from where it was typed', async () => {
    mkdirSync(onThisMachine(projectFile('relative')), { recursive: true });
    const { output } = await cli(['folder', 'preflight', 'relative', '--json']);
    expect(JSON.parse(output)).toMatchObject({ path: projectFile('relative') });
  });

  test('links a folder with umlauts, blanks and signs in its name', async () => {
    removeFolder('C:\\Jörg Müller');
    mkdirSync(onThisMachine('C:\\Jörg Müller\\Übung & 100 %'), { recursive: true });
    const path = 'C:\\Jörg Müller\\Übung & 100 %';
    expect(await cli(['folder', 'add', path])).toMatchObject({ code: 0, errors: '' });
    expect((await cli(['folder', 'list'])).output).toContain(path);
  });

  test('runs in the command prompt', async () => {
    const words = [projectFile('out/main/cli.js'), 'ls', 'Command line', '/sub', '--data-dir', DATA];
    const prompt = startProgram([
      'C:\\windows\\system32\\cmd.exe',
      '/d',
      '/c',
      'C:\\node\\node.exe',
      ...words,
    ]);
    expect(await prompt.ended).toBe(0);
    expect(prompt.output()).toContain('one.txt');
  });

  test('makes a library and deletes it', async () => {
    expect(await cli(['library', 'create', 'Short'])).toMatchObject({ code: 0, errors: '' });
    expect(await cli(['library', 'delete', 'Short', '--yes'])).toMatchObject({ code: 0, errors: '' });
  });

  test('collects garbage beside a running server', async () => {
    expect(await cli(['gc', '--yes'])).toMatchObject({ code: 0, errors: '' });
  });

  test('restores a folder of a library to the disk', async () => {
    removeFolder('C:\\restored');
    const [last] = JSON.parse((await cli(['log', docs.libraryId, '--json'])).output) as CommitJson[];
    const words = ['restore', docs.libraryId, '/sub', '--at', last?.id ?? '', '--to', 'C:\\restored'];
    expect(await cli(words)).toMatchObject({ code: 0, errors: '' });
    expect(readdirSync(onThisMachine('C:\\restored'))).toEqual(['one.txt']);
  });

  test('backs up twice into one folder, and the backup is sound', async () => {
    removeFolder('C:\\backup');
    mkdirSync(onThisMachine('C:\\backup'));
    expect(await cli(['backup', '--to', 'C:\\backup'])).toMatchObject({ code: 0 });
    expect(await cli(['backup', '--to', 'C:\\backup'])).toMatchObject({ code: 0 });
    expect(await cli(['check', '--full'], 'C:\\backup')).toMatchObject({ code: 0 });
  });
});
