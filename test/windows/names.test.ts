import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestoreJson } from '../../src-shared/libraries-api.ts';
import { FolderOnWindows } from './folder-on-windows.ts';
import { other } from './other.ts';
import { cli, removeFolder, sharedServer } from './server-on-windows.ts';
import { eventually } from './until.ts';
import { onThisMachine } from './windows-program.ts';

const DEVICES = ['CON', 'nul.txt', 'COM1', 'aux', 'conin$', 'COM¹.txt'];
const SIGNS = ['a*b', 'a?b', 'a<b', 'a|b', 'a"b', 'a:b'];
const ENDS = ['tail.', 'tail '];
const FOREIGN = [...DEVICES, ...SIGNS, ...ENDS];
const TOLD = 'this system cannot hold the name';

let names: FolderOnWindows;

beforeAll(async () => {
  names = await FolderOnWindows.link(await sharedServer(), 'C:\\Names', { files: { 'sub/one.txt': '1' } });
});

describe('a name that Windows cannot hold', () => {
  test.each(FOREIGN)('is kept in the library and told: %s', async (name) => {
    await names.makeFileInLibrary(`/sub/${name}`);
    await eventually(() => names.problemsOf(`sub/${name}`)).toEqual([TOLD]);
  });

  test('is not written under any other name', () => {
    expect(names.names('sub')).toEqual(['one.txt']);
  });

  test('survives changes beside it, and a look at the whole folder', async () => {
    await other('write', names.item('sub/plain.txt'), 'plain');
    await names.lookedAt();
    const all = [...FOREIGN, 'one.txt', 'plain.txt'].map((name) => `/sub/${name}`).sort();
    expect(await names.inLibrary(/^\/sub\/./)).toEqual(all);
  });

  test('stays where it was when its folder is renamed on Windows', async () => {
    await other('rename', names.item('sub'), names.item('renamed'));
    await eventually(() => names.inLibrary(/^\/renamed\/./)).toEqual([
      '/renamed/one.txt',
      '/renamed/plain.txt',
    ]);
    await names.caughtUp();
    expect(await names.inLibrary(/^\/sub\/./)).toEqual(FOREIGN.map((name) => `/sub/${name}`).sort());
  });

  test('is left out of an export and named, and everything else is written', async () => {
    removeFolder('C:\\exported');
    const { code, output } = await cli(['export', names.libraryId, '--to', 'C:\\exported', '--json']);
    const { left_out } = JSON.parse(output) as RestoreJson;
    expect(left_out?.paths.toSorted()).toEqual(FOREIGN.map((name) => `/sub/${name}`).sort());
    expect(code).toBe(1);
    expect(readFileSync(onThisMachine('C:\\exported\\renamed\\plain.txt'), 'utf8')).toBe('plain');
  });
});

describe('a name of more than 250 bytes', () => {
  const byLibrary = `${'l'.repeat(248)}.txt`;
  const here = `${'h'.repeat(248)}.txt`;

  test('comes from the library', async () => {
    await names.upload(`/${byLibrary}`, 'long');
    await eventually(() => names.has(byLibrary)).toBe(true);
  });

  test('goes into the library, and gets a new text from there', async () => {
    names.write(here, 'here');
    await eventually(() => names.textInLibrary(`/${here}`)).toBe('here');
    await names.upload(`/${here}`, 'from elsewhere');
    await eventually(() => names.read(here)).toBe('from elsewhere');
  });
});
