import { beforeAll, describe, expect, test } from 'vitest';
import { FolderOnWindows } from './folder-on-windows.ts';
import { other } from './other.ts';
import { sharedServer } from './server-on-windows.ts';
import { eventually } from './until.ts';

let docs: FolderOnWindows;

beforeAll(async () => {
  docs = await FolderOnWindows.link(await sharedServer(), 'C:\\Bursts', {
    files: { 'known/sub/first.txt': 'first' },
  });
});

const count = async (pattern: RegExp) => (await docs.inLibrary(pattern)).length;

describe('many changes at once', () => {
  test('are all saved: 300 files in a new folder', async () => {
    await other('writeMany', docs.item('burst/f#.txt'), 300);
    await eventually(() => count(/^\/burst\/f/)).toBe(300);
  });

  test('are all saved: 1,500 files in a folder that is known', async () => {
    await other('writeMany', docs.item('known/sub/a rather long name of a file #.txt'), 1_500);
    await eventually(() => count(/^\/known\/sub\/a/)).toBe(1_500);
  });

  test('are all seen where Windows only says that something changed', async () => {
    // Windows hands over names in a buffer of 4 KiB, and where that is full an event without a name.
    const folders = Array.from({ length: 300 }, (_, number) => `over/folder ${number}`);
    const savedMs = async (name: string) => {
      const startedMs = performance.now();
      for (const folder of folders) docs.write(`${folder}/${name}`, folder);
      await eventually(() => count(new RegExp(`^/over/.*/${name}$`))).toBe(300);
      return performance.now() - startedMs;
    };
    const newMs = await savedMs('first.txt');
    await docs.untilIdle();
    // About as soon as files in folders that are new, and long before everything would be looked at anyway.
    expect(await savedMs(`${'long '.repeat(40)}name.txt`)).toBeLessThan(2 * newMs + 10_000);
  });
});
