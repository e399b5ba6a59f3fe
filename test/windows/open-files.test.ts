import { beforeAll, describe, expect, test } from 'vitest';
import { FolderOnWindows } from './folder-on-windows.ts';
import { other } from './other.ts';
import { sharedServer } from './server-on-windows.ts';
import { eventually } from './until.ts';

const SHEET = 'sheet.xlsx';
const TOLD = 'another program has it open';

let docs: FolderOnWindows;

beforeAll(async () => {
  docs = await FolderOnWindows.link(await sharedServer(), 'C:\\Open files', {
    files: { 'project/in/plan.txt': 'plan' },
  });
});

describe('a file that another program has open', () => {
  test('is told, and saved when it is let go', async () => {
    await other('write', docs.item(SHEET), 'first');
    await other('hold', docs.item(SHEET), 'nothing');
    await eventually(() => docs.problemsOf(SHEET)).toEqual([TOLD]);
    await other('letGo', docs.item(SHEET));
    await eventually(() => docs.textInLibrary(`/${SHEET}`)).toBe('first');
  });

  test('keeps its text until it is let go, and then gets the one of the library', async () => {
    await docs.untilIdle();
    await other('hold', docs.item(SHEET), 'nothing');
    await docs.upload(`/${SHEET}`, 'from elsewhere');
    await eventually(() => docs.problemsOf(SHEET)).toEqual([TOLD]);
    await other('letGo', docs.item(SHEET));
    await eventually(() => docs.read(SHEET)).toBe('from elsewhere');
    await docs.untilIdle();
    expect(docs.names()).toEqual(['project', SHEET]);
  });

  test('keeps its text as well where others may read and write it', async () => {
    await other('hold', docs.item(SHEET), 'reading and writing');
    await docs.upload(`/${SHEET}`, 'third');
    await eventually(() => docs.problemsOf(SHEET)).toEqual([TOLD]);
    expect(docs.read(SHEET)).toBe('from elsewhere');
    await other('letGo', docs.item(SHEET));
    await eventually(() => docs.read(SHEET)).toBe('third');
  });

  test('is removed when it is let go, and its removal is never undone', async () => {
    await docs.untilIdle();
    await other('hold', docs.item(SHEET), 'reading and writing');
    await docs.removeFromLibrary(`/${SHEET}`);
    await eventually(() => docs.problemsOf(SHEET)).toEqual([TOLD]);
    expect(await docs.inLibrary(/sheet/)).toEqual([]);
    await other('letGo', docs.item(SHEET));
    await eventually(() => docs.has(SHEET)).toBe(false);
  });

  // Windows refuses the rename meanwhile, Wine does not: what both have in common is the end.
  test('is in the renamed folder in the end', async () => {
    await other('hold', docs.item('project/in/plan.txt'), 'reading and writing');
    await docs.renameInLibrary('dir', '/project', 'projects');
    await other('letGo', docs.item('project/in/plan.txt'));
    await eventually(() => docs.has('projects/in/plan.txt')).toBe(true);
    await docs.untilIdle();
    expect(await docs.inLibrary(/project/)).toEqual(['/projects/', '/projects/in/', '/projects/in/plan.txt']);
  });
});
