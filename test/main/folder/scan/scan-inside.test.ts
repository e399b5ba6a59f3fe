import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeFsReader } from '../../../../src-main/folder/disk/node-fs-reader.ts';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import { readIgnoreText, scanInside, scanRoot } from '../../../../src-main/folder/scan/scan-inside.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

function readerOf(root: string) {
  const reader = createNodeFsReader(root);
  onTestFinished(() => reader.release());
  return reader;
}

describe('what is at the place of a linked folder', () => {
  it('is a folder with or without a mark, or nothing', () => {
    const { root } = temporaryPlace();
    const reader = readerOf(root);
    expect(scanRoot(reader)).toMatchObject({ kind: 'present', isEmpty: true, marker: null });
    writeFileSync(join(root, '.keepfold-folder'), '{"folder_id":"f"}');
    expect(scanRoot(reader)).toMatchObject({ kind: 'present', isEmpty: true, marker: 'f' });
    writeFileSync(join(root, '.keepfold-folder'), 'x'.repeat(5000));
    writeFileSync(join(root, 'a'), '');
    expect(scanRoot(reader)).toMatchObject({ kind: 'present', isEmpty: false, marker: null });
    reader.release();
    rmSync(root, { recursive: true });
    expect(scanRoot(readerOf(root))).toMatchObject({ kind: 'missing', said: { code: 'gone' } });
    writeFileSync(root, 'a file');
    expect(scanRoot(readerOf(root)).kind).toBe('missing');
  });
});

describe('the ignore file of a folder', () => {
  it('is none when it is a folder or longer than 1 MiB', () => {
    const { root } = temporaryPlace();
    const path = join(root, 'seafile-ignore.txt');
    const reader = readerOf(root);
    expect(readIgnoreText(reader)).toBe('');
    mkdirSync(path);
    expect(readIgnoreText(reader)).toBe('');
    rmSync(path, { recursive: true });
    writeFileSync(path, '*.log\n');
    expect(readIgnoreText(reader)).toBe('*.log\n');
    writeFileSync(path, '#'.repeat(1024 * 1024 + 1));
    expect(readIgnoreText(reader)).toBe('');
  });
});

describe('a scan', () => {
  const scan = (root: string, request: { dirs?: string[]; trees?: string[] }, patterns = '') => {
    const places = { dirs: [], trees: [], root: null, ...request };
    const batches = scanInside(readerOf(root), places, createIgnoreMatcher(patterns, '', []));
    return [...batches].flat().map(({ dir, isDeep }) => (isDeep ? `${dir}/…` : dir));
  };

  function placeWithFolders() {
    const place = temporaryPlace();
    for (const path of ['a/b/1', 'a/c/2', 'd/3']) place.write(path, '');
    return place;
  }

  it('lists each folder once, single ones first, and parents before what is inside', () => {
    const { root } = placeWithFolders();
    expect(scan(root, { dirs: ['d', 'a', ''], trees: ['a'] }).slice(0, 3)).toEqual(['d', '', 'a/…']);
    expect(scan(root, { trees: ['a'] }).sort()).toEqual(['a/b/…', 'a/c/…', 'a/…']);
  });

  it('does not look into what is ignored', () => {
    const { root } = placeWithFolders();
    expect(scan(root, { dirs: ['a/b'], trees: [''] }, 'a/\n')).toEqual(['/…', 'd/…']);
  });

  it('ends where the root is another one than the one that was checked', () => {
    const { root, base } = placeWithFolders();
    const checked = scanRoot(readerOf(root));
    if (checked.kind === 'missing') throw new Error('it is there');
    renameSync(root, join(base, 'before'));
    mkdirSync(root);
    const batches = scanInside(
      readerOf(root),
      { dirs: [], trees: [''], root: checked },
      createIgnoreMatcher('', '', []),
    );
    expect(() => [...batches]).toThrow('the folder was replaced while it was read');
  });
});
