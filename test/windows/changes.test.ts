import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { FolderOnWindows } from './folder-on-windows.ts';
import { other } from './other.ts';
import { sharedServer } from './server-on-windows.ts';
import { eventually } from './until.ts';
import { onThisMachine } from './windows-program.ts';

let docs: FolderOnWindows;

beforeAll(async () => {
  const files = { 'one.txt': 'one', 'sub/two.txt': 'two' };
  docs = await FolderOnWindows.link(await sharedServer(), 'C:\\Changes', { files });
});

/** Who changes the folder: a Windows program, or somebody who reaches the same disk from elsewhere. */
const SIDES = {
  windows: {
    write: (path: string, text: string) => other('write', docs.item(path), text),
    rename: (from: string, to: string) => other('rename', docs.item(from), docs.item(to)),
    remove: (path: string) => other('remove', docs.item(path)),
  },
  elsewhere: {
    write: async (path: string, text: string) => docs.write(path, text),
    rename: async (from: string, to: string) =>
      renameSync(onThisMachine(docs.item(from)), onThisMachine(docs.item(to))),
    remove: async (path: string) => rmSync(onThisMachine(docs.item(path)), { recursive: true }),
  },
} as const;

test('a linked folder is taken in as it is', async () => {
  expect(await docs.library()).toEqual(['/one.txt', '/sub/', '/sub/two.txt']);
});

describe.each(['windows', 'elsewhere'] as const)('a folder that is changed from %s saves', (from) => {
  const side = SIDES[from];

  test('a new file', async () => {
    await side.write(`${from}.txt`, 'first');
    await eventually(() => docs.textInLibrary(`/${from}.txt`)).toBe('first');
  });

  test('a file that is written anew', async () => {
    await side.write(`${from}.txt`, 'second, longer');
    await eventually(() => docs.textInLibrary(`/${from}.txt`)).toBe('second, longer');
  });

  test('a file that is renamed', async () => {
    await side.rename(`${from}.txt`, `${from}.md`);
    await eventually(() => docs.inLibrary(new RegExp(from))).toEqual([`/${from}.md`]);
  });

  test('a folder in a folder, and its new name', async () => {
    await side.write(`dir ${from}/a/deep.txt`, 'deep');
    await eventually(() => docs.library()).toContain(`/dir ${from}/a/deep.txt`);
    await side.rename(`dir ${from}`, `moved ${from}`);
    const moved = [`/moved ${from}/`, `/moved ${from}/a/`, `/moved ${from}/a/deep.txt`];
    await eventually(() => docs.inLibrary(new RegExp(`(dir|moved) ${from}`))).toEqual(moved);
  });

  test('that files and folders are gone', async () => {
    await side.remove(`${from}.md`);
    await side.remove(`moved ${from}`);
    await eventually(() => docs.inLibrary(new RegExp(from))).toEqual([]);
  });
});

describe('a folder on Windows', () => {
  test('takes a file as saved that Word puts in the place of the old one', async () => {
    await other('write', docs.item('letter.docx'), 'first');
    await eventually(() => docs.textInLibrary('/letter.docx')).toBe('first');
    await other('saveBeside', docs.item('letter.docx'), 'second');
    await eventually(() => docs.textInLibrary('/letter.docx')).toBe('second');
    expect(await docs.inLibrary(/~/)).toEqual([]);
  });

  test('hears of a file in folders that are new themselves', async () => {
    await other('makeFolder', docs.item('n1/n2/n3'));
    await eventually(() => docs.library()).toContain('/n1/n2/n3/');
    await other('write', docs.item('n1/n2/n3/late.txt'), 'late');
    await eventually(() => docs.textInLibrary('/n1/n2/n3/late.txt')).toBe('late');
  });

  test('leaves out what Explorer and programs leave behind', async () => {
    for (const name of ['Thumbs.db', 'ehthumbs.db', 'desktop.ini', '~$report.docx', '$RECYCLE.BIN/x'])
      await other('write', docs.item(name), 'litter');
    await docs.caughtUp();
    expect(await docs.inLibrary(/thumbs|desktop\.ini|~\$|RECYCLE/i)).toEqual([]);
  });

  test('brings what comes into its library', async () => {
    await docs.upload('/sub/from elsewhere.txt', 'hello');
    await eventually(() => docs.names('sub')).toContain('from elsewhere.txt');
    await eventually(() => docs.read('sub/from elsewhere.txt')).toBe('hello');
  });

  test('holds paths of more than 260 characters, in both directions', async () => {
    const folder = Array.from({ length: 9 }, (_, number) => `${'l'.repeat(35)}${number}`).join('/');
    mkdirSync(onThisMachine(docs.item(folder)), { recursive: true });
    await eventually(() => docs.library()).toContain(`/${folder}/`);
    await docs.upload(`/${folder}/deep.txt`, 'deep');
    await eventually(() => docs.has(`${folder}/deep.txt`)).toBe(true);
    await other('write', docs.item(`${folder}/deep.txt`), 'deeper');
    await eventually(() => docs.textInLibrary(`/${folder}/deep.txt`)).toBe('deeper');
  });

  test('writes over a file that is read-only', async () => {
    await other('write', docs.item('fixed.txt'), 'here');
    await other('makeReadOnly', docs.item('fixed.txt'));
    await eventually(() => docs.textInLibrary('/fixed.txt')).toBe('here');
    await docs.upload('/fixed.txt', 'from elsewhere');
    await eventually(() => docs.read('fixed.txt')).toBe('from elsewhere');
  });

  test('removes a file that is read-only', async () => {
    await other('write', docs.item('gone.txt'), 'here');
    await other('makeReadOnly', docs.item('gone.txt'));
    await eventually(() => docs.textInLibrary('/gone.txt')).toBe('here');
    await docs.removeFromLibrary('/gone.txt');
    await eventually(() => docs.has('gone.txt')).toBe(false);
  });
});
