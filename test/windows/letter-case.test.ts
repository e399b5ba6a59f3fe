import { renameSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { FolderOnWindows } from './folder-on-windows.ts';
import { other } from './other.ts';
import { sharedServer } from './server-on-windows.ts';
import { eventually } from './until.ts';
import { onThisMachine } from './windows-program.ts';

let docs: FolderOnWindows;

beforeAll(async () => {
  docs = await FolderOnWindows.link(await sharedServer(), 'C:\\Letter case');
});

describe('names that Windows takes for the same', () => {
  test('are both kept in the library, and the second one is told', async () => {
    await docs.upload('/Read.txt', 'upper');
    await eventually(() => docs.names()).toEqual(['Read.txt']);
    await docs.upload('/read.txt', 'lower');
    await eventually(() => docs.problemsOf('read.txt')).toEqual([
      'this disk cannot tell the name from "Read.txt"',
    ]);
    expect(docs.read('Read.txt')).toBe('upper');
    expect(await docs.library()).toEqual(['/Read.txt', '/read.txt']);
  });

  test('are not mixed up when one is changed by the name of the other', async () => {
    await other('write', docs.item('read.txt'), 'changed here');
    await eventually(() => docs.textInLibrary('/Read.txt')).toBe('changed here');
    expect(await docs.textInLibrary('/read.txt')).toBe('lower');
  });

  test('give each other way: where one is removed, the other comes', async () => {
    await other('remove', docs.item('READ.TXT'));
    await eventually(() => docs.library()).toEqual(['/read.txt']);
    await eventually(() => docs.names()).toEqual(['read.txt']);
    expect(docs.read('read.txt')).toBe('lower');
  });
});

describe('a name that changes in letter case alone', () => {
  test('changes on the disk when it did for a file of the library', async () => {
    await docs.upload('/Case.txt', 'text');
    await eventually(() => docs.has('Case.txt')).toBe(true);
    await docs.untilIdle();
    await docs.renameInLibrary('file', '/Case.txt', 'CASE.txt');
    await eventually(() => docs.names()).toContain('CASE.txt');
    await docs.caughtUp();
    expect(await docs.inLibrary(/case/i)).toEqual(['/CASE.txt']);
    expect(docs.names().filter((name) => /case/i.test(name))).toEqual(['CASE.txt']);
  });

  test('changes on the disk when it did for a folder of the library', async () => {
    await docs.makeFolderInLibrary('/Fold');
    await docs.upload('/Fold/x.txt', 'x');
    await eventually(() => docs.has('Fold/x.txt')).toBe(true);
    await docs.untilIdle();
    await docs.renameInLibrary('dir', '/Fold', 'FOLD');
    await docs.caughtUp();
    expect(docs.names()).toContain('FOLD');
    expect(await docs.inLibrary(/fold/i)).toEqual(['/FOLD/', '/FOLD/x.txt']);
  });

  test('changes in the library when it did on the disk', async () => {
    docs.write('local.txt', 'text');
    await eventually(() => docs.library()).toContain('/local.txt');
    renameSync(onThisMachine(docs.item('local.txt')), onThisMachine(docs.item('LOCAL.txt')));
    await eventually(() => docs.inLibrary(/local/i)).toEqual(['/LOCAL.txt']);
  });
});
