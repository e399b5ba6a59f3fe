import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  agreedExclusions,
  currentExclusions,
  dropLeftOver,
} from '../../../../src-main/folder/control/excluded-folders.ts';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';
import type { MemoryIndex } from '../../../simulation/memory-index.ts';
import { folderIndexOf } from '../../../support/folder-rows.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

let index: MemoryIndex;

beforeEach(() => {
  index = folderIndexOf('going/', 'going/a', 'emptied/', 'd/');
});

const EXCLUDED = ['going', 'emptied', 'd/gone', 'never'];

describe('folders that are left out of this computer', () => {
  it('have left it once the index has no row of them', () => {
    expect(agreedExclusions(EXCLUDED, { index, folderKey: 1 })).toEqual(['d/gone', 'never']);
  });

  it('are forgotten when their files are gone, though things that are not kept hold them', () => {
    dropLeftOver(EXCLUDED, { index, folderKey: 1 });
    expect([...index.rows.keys()]).toEqual(['going', 'going/a', 'd']);
  });

  it('are told where a folder of the name is there, which stays as it is', async () => {
    const place = temporaryPlace();
    mkdirSync(join(place.root, 'd/gone'), { recursive: true });
    place.write('never', 'a file');
    expect(await currentExclusions(EXCLUDED, createNodeFileSystem(place.root))).toEqual([
      { path: 'd/gone', reason: 'excluded', said: { code: 'leftOutHere', values: {} } },
    ]);
  });
});
