import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import type { FileSystem } from '../../../../src-main/folder/disk/file-system.ts';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';
import {
  displacedName,
  isDisplacedName,
  isOwnName,
  mark,
  parseMarker,
  tempName,
  unmark,
} from '../../../../src-main/folder/disk/own-files.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

const ID = '11111111-1111-4111-8111-111111111111' as LinkedFolderId;
const MARKER = '.keepfold-folder';

describe('names that steps in progress give', () => {
  it('are told from all others, and displaced files from new content', () => {
    expect([tempName('1f'), displacedName('1f')]).toEqual(['.~keepfold-new-1f', '.~keepfold-old-1f']);
    const names = [tempName('1f'), displacedName('1f'), '.~keepfold', MARKER, 'a.txt'];
    expect(names.map(isOwnName)).toEqual([true, true, false, false, false]);
    expect(names.map(isDisplacedName)).toEqual([false, true, false, false, false]);
  });
});

describe('the mark of a linked folder', () => {
  it('says whose it is, in place of whatever was left there, and goes again', async () => {
    const { root } = temporaryPlace();
    const fileSystem = createNodeFileSystem(root);
    writeFileSync(join(root, MARKER), 'of another link');
    writeFileSync(join(root, tempName('mark')), 'half of');
    expect(await mark(fileSystem, ID)).toBe(true);
    expect(readdirSync(root)).toEqual([MARKER]);
    expect(parseMarker(readFileSync(join(root, MARKER), 'utf8'))).toBe(ID);
    await unmark(fileSystem);
    expect(readdirSync(root)).toEqual([]);
  });

  it('is done without where nothing can be written, and no other fault is taken for that', async () => {
    const failing = (error: Error) => ({ unlink: () => Promise.reject(error) }) as unknown as FileSystem;
    const readOnly = failing(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }));
    expect(await mark(readOnly, ID)).toBe(false);
    expect(await unmark(readOnly)).toBeUndefined();
    await expect(mark(failing(new Error('a bug')), ID)).rejects.toThrow('a bug');
    await expect(unmark(failing(new Error('a bug')))).rejects.toThrow('a bug');
  });

  it.each(['', 'null', '[]', '{"folder_id":7}', '{"folder_id":', '"text"'])('is none of ours: %s', (text) => {
    expect(parseMarker(text)).toBe('');
  });
});
