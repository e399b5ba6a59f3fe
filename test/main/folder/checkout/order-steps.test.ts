import { describe, expect, it } from 'vitest';
import { type FolderEntry, joinPath } from '../../../../src-main/core/folder/folder-entry.ts';
import { nameOf } from '../../../../src-main/core/library/path.ts';
import type { WantedContent } from '../../../../src-main/folder/checkout/find-differences.ts';
import {
  isNothing,
  orderSteps,
  type Steps,
  stepsToRevert,
  timelySteps,
  touchesIgnoreFile,
} from '../../../../src-main/folder/checkout/order-steps.ts';
import { folderIndexOf, folderRow } from '../../../support/folder-rows.ts';
import { fileDirent } from '../../../support/trees.ts';

const pathOf = (row: FolderEntry) => joinPath(row.dir, row.name);
const content = (path: string): WantedContent => ({
  path,
  dirent: { ...fileDirent(path), name: nameOf(path) },
  row: null,
});
const folder = (path: string) => ({ path, id: folderRow('x/').objectId, isBlocked: false });
const NOTHING: Steps = orderSteps({
  ...{ contents: [], modes: [], newDirs: [], nameErrors: [], movedDirs: [], goneFiles: [], goneDirs: [] },
});

describe('steps whose time has come', () => {
  const tried = (steps: Partial<Steps>, ...paths: string[]) => {
    const found = timelySteps({ ...NOTHING, ...steps }, (path) => paths.includes(path));
    return { steps: found.steps, left: [...found.left] };
  };

  it('are those at paths that may be tried', () => {
    const { steps, left } = tried({ writeFiles: [content('a'), content('b')] }, 'b');
    expect(steps.writeFiles.map(({ path }) => path)).toEqual(['b']);
    expect(left).toEqual([]);
  });

  it('have a move among them when either of its places is due and its folder may be there', () => {
    const moveFiles = [{ row: folderRow('a'), to: 'd/b', isExecutable: false }];
    expect(tried({ moveFiles }, 'a', 'd')).toMatchObject({ steps: { moveFiles }, left: [] });
    expect(tried({ moveFiles }, 'd/b', 'd')).toMatchObject({ steps: { moveFiles }, left: [] });
    expect(tried({ moveFiles }, 'a', 'd/b')).toMatchObject({ steps: { moveFiles: [] }, left: ['a'] });
  });

  it('leave a file and the folders around it where its content has not come yet', () => {
    const steps = {
      writeFiles: [content('new')],
      removeCopied: [{ row: folderRow('d/old'), to: 'new' }],
      removeEmptied: [folderRow('d/')],
    };
    expect(tried(steps, 'd', 'd/old')).toMatchObject({
      ...{ steps: { writeFiles: [], removeCopied: [], removeEmptied: [] }, left: ['d/old'] },
    });
    const due = tried(steps, 'new', 'd');
    expect([due.steps.removeCopied.length, due.steps.removeEmptied.length, due.left]).toEqual([1, 1, []]);
  });

  it('are none when every list is empty', () => {
    expect([isNothing(NOTHING), isNothing({ ...NOTHING, removeFiles: [folderRow('a')] })]).toEqual([
      true,
      false,
    ]);
  });
});

describe('the ignore file of the folder itself', () => {
  const NAME = 'seafile-ignore.txt';

  it.each<[string, Partial<Steps>, boolean]>([
    ['written', { writeFiles: [content(NAME)] }, true],
    ['removed', { removeFiles: [folderRow(NAME)] }, true],
    ['moved away', { moveFiles: [{ row: folderRow(NAME), to: 'b', isExecutable: false }] }, true],
    ['moved there', { moveFiles: [{ row: folderRow('b'), to: NAME, isExecutable: false }] }, true],
    ['one in a sub-folder removed', { removeFiles: [folderRow(`d/${NAME}`)] }, false],
    ['another file written', { writeFiles: [content('a')] }, false],
  ])('is touched or not: %s', (_what, steps, isTouched) => {
    expect(touchesIgnoreFile({ ...NOTHING, ...steps })).toBe(isTouched);
  });
});

describe('what brings back files that are gone', () => {
  it('makes the folders around them and writes them as they were agreed', () => {
    const index = folderIndexOf('d/', 'd/sub/', 'd/sub/a', 'd/b');
    const steps = stepsToRevert([folderRow('d/'), folderRow('e/f/c')], index, 1);
    expect(steps.makeFirst.map(({ path }) => path)).toEqual(['d', 'e', 'd/sub', 'e/f']);
    expect(steps.writeFiles.map(({ path, row }) => [path, row && pathOf(row)])).toEqual([
      ['d/sub/a', 'd/sub/a'],
      ['d/b', 'd/b'],
      ['e/f/c', 'e/f/c'],
    ]);
    expect(isNothing({ ...steps, makeFirst: [], writeFiles: [] })).toBe(true);
  });
});

describe('the order of steps', () => {
  it('makes folders from the top, and removes them from the bottom', () => {
    const steps = orderSteps({
      ...{ contents: [], modes: [], nameErrors: [], movedDirs: [], goneFiles: [] },
      newDirs: [folder('n/m'), folder('n')],
      goneDirs: [folderRow('g/'), folderRow('g/h/')],
    });
    expect(steps.makeFirst.map(({ path }) => path)).toEqual(['n', 'n/m']);
    expect(steps.removeDirs.map(pathOf)).toEqual(['g/h', 'g']);
  });

  it('makes a folder whose new spelling the disk takes for the old one after that is gone', () => {
    const steps = orderSteps({
      ...{ contents: [], modes: [], nameErrors: [], movedDirs: [], goneFiles: [] },
      newDirs: [folder('Photos')],
      goneDirs: [folderRow('photos/')],
    });
    expect([steps.makeFirst, steps.makeThen.map(({ path }) => path)]).toEqual([[], ['Photos']]);
  });
});
