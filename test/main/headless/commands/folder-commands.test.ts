import { join, resolve, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../../src-main/headless/commands/command.ts';
import { findFolder, isSamePath } from '../../../../src-main/headless/commands/folder-commands.ts';
import type { LocalClient } from '../../../../src-main/headless/local-client.ts';

const HOME = resolve('/home/ann');

const FOLDERS = [
  { id: 'f1', path: join(HOME, 'Papers') },
  { id: 'f2', path: join(HOME, 'docs') },
];

/** The id of the folder that a word means, typed in Ann's home. */
async function foundBy(word: string): Promise<string> {
  const client = { call: async () => ({ folders: FOLDERS }) } as unknown as LocalClient;
  const resolvePath = (path: string) => resolve(HOME, path);
  return (await findFolder(client, { args: [word], resolvePath })).id;
}

describe('a linked folder on the command line', () => {
  it('is found by its id and by its path, from the top or from where the command is typed', async () => {
    const words = ['f2', '/home/ann/docs', 'docs', './docs/', '../ann/docs', '/home/ann/x/../docs/'];
    expect(await Promise.all(words.map(foundBy))).toEqual(words.map(() => 'f2'));
    expect(await foundBy('Papers')).toBe('f1');
  });

  it('is not found by another word', async () => {
    await expect(foundBy('doc')).rejects.toThrow(UsageError);
  });

  it('is the same in either letter case on Windows alone', () => {
    const typed = win32.resolve('C:\\Users', 'c:/docs/');
    expect(isSamePath('C:\\Docs', typed, 'win32')).toBe(true);
    expect(isSamePath('C:\\Docs2', typed, 'win32')).toBe(false);
    expect(isSamePath('/home/Docs', '/home/docs', 'linux')).toBe(false);
  });
});
