import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FoldedNames, foldsNames } from '../../../../src-main/folder/disk/folded-names.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

it('is told of a disk that keeps all names apart that it folds none, and nothing is left of the question', async () => {
  const folder = temporaryDataFolder();
  onTestFinished(() => folder.remove());
  writeFileSync(join(folder.path, 'a'), '');
  const keepsApart = (() => {
    writeFileSync(join(folder.path, 'A'), '');
    return readdirSync(folder.path).length === 2;
  })();
  const before = readdirSync(folder.path);
  expect(await foldsNames(folder.path)).toBe(!keepsApart);
  expect(readdirSync(folder.path)).toEqual(before);
  expect(await foldsNames(join(folder.path, 'none'))).toBe(false);
});

it('knows the names of a folder again when a walk comes back from the folders in it', () => {
  const names = new FoldedNames();
  const walk = ['/a', '/a/b', '/a/b/x', '/a/B', '/a/c', '/a/c/x', '/A', '/d', '/d/b'];
  expect(walk.filter((path) => !names.take(path))).toEqual(['/a/B', '/A']);
});
