import { expect, it } from 'vitest';
import { indexedFiles } from '../../../../src-main/folder/control/indexed-files.ts';
import { folderIndexOf } from '../../../support/folder-rows.ts';

it('every file of the index comes once, and a folder is asked about only when its files are wanted', () => {
  const index = folderIndexOf('a', 'd/', 'd/b', 'd/e/', 'd/e/c');
  const asked: string[] = [];
  const entriesIn = (key: number, dir: string) => {
    asked.push(dir);
    return index.entriesIn(key, dir);
  };
  const files = indexedFiles({ entriesIn }, 1);
  expect([files.next().value?.name, asked]).toEqual(['a', ['']]);
  expect([...files].map(({ dir, name }) => `${dir}/${name}`)).toEqual(['d/b', 'd/e/c']);
  expect(asked).toEqual(['', 'd', 'd/e']);
});
