import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createNodeFsReader } from '../../../../src-main/folder/disk/node-fs-reader.ts';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import { listFolder } from '../../../../src-main/folder/scan/list-folder.ts';
import { UnwatchedFolders } from '../../../../src-main/folder/scan/unwatched-folders.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

const MATCHER = createIgnoreMatcher('', '', []);
const [COMING, PAST] = [0, 1];

it('folders that were listed before they were watched are the changed ones when they look different', () => {
  const place = temporaryPlace();
  for (const dir of ['early', 'quiet', 'late']) place.write(`${dir}/a`, 'a');
  const reader = createNodeFsReader(place.root);
  onTestFinished(() => reader.release());
  const start = new Int32Array(new SharedArrayBuffer(4)).fill(COMING);
  const unwatched = new UnwatchedFolders(start);
  const list = (dir: string) => [listFolder(reader, { dir, isDeep: false }, MATCHER)];
  const batches = unwatched.noting([list('early'), list('quiet'), list('late')]);
  expect([batches.next().value?.[0]?.dir, batches.next().value?.[0]?.dir]).toEqual(['early', 'quiet']);
  start[0] = PAST;
  expect(batches.next().value?.[0]?.dir).toBe('late');
  for (const dir of ['early', 'late']) writeFileSync(join(place.root, dir, 'b'), 'b');
  expect(unwatched.changed(reader, MATCHER)).toEqual(['early']);
});

it('nothing is remembered of folders that are watched already', () => {
  const unwatched = new UnwatchedFolders(undefined);
  const unread = { openFolder: () => expect.unreachable('nothing has to be listed again') };
  expect([...unwatched.noting([[]])]).toEqual([[]]);
  expect(unwatched.changed(unread as never, MATCHER)).toEqual([]);
});
