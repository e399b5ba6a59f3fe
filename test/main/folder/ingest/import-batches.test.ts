import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { ChangeLibrary } from '../../../../src-main/engine/heads/change-library.ts';
import type { CommitRequest } from '../../../../src-main/engine/heads/commit-changes.ts';
import {
  type FolderWorld,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A batch of 1,000, one of 2,000, and a file for the last, which waits for all others because it says what is gone. */
const FILES = 3_001;

let place: Place;
let world: FolderWorld;
let beforeCommit: (request: CommitRequest) => Promise<void>;

beforeEach(async () => {
  place = temporaryPlace();
  mkdirSync(join(place.root, 'many'));
  for (let at = 0; at < FILES; at += 1) writeFileSync(join(place.root, 'many', `${at}.txt`), `${at}`);
  beforeCommit = async () => undefined;
  const commitChanges: ChangeLibrary['commitChanges'] = async (request) => {
    await beforeCommit(request);
    return world.changeLibrary.commitChanges(request);
  };
  world = await openFolderWorld(place, { changeLibrary: { commitChanges, wasAskedFirst: () => false } });
});

it('reads the files of the next batch while one is committed', async () => {
  const readBefore: number[] = [];
  beforeCommit = async () => {
    // Waits for the second batch to be asked for, which would not come before this commit has ended.
    if (readBefore.length === 0) await vi.waitUntil(() => world.reads.length > 1_000, { timeout: 30_000 });
    readBefore.push(world.reads.length);
  };
  const { library_id, file_count } = await world.linkAndSettle();
  expect(file_count).toBe(FILES);
  expect(readBefore).toEqual([3_000, 3_000, FILES]);
  expect(await world.contentOf(library_id)).toHaveLength(FILES);
  expect(world.descriptions(library_id).map((words) => words.replace(/".*"/u, 'it'))).toEqual([
    'Added or modified it.\n',
    'Added or modified it and 1999 more files.\n',
    'Added directory it.\n',
    'Created library',
  ]);
});

it('commits nothing more of a scan of which a commit was refused, and all of it later', async () => {
  let commits = 0;
  beforeCommit = async () => {
    commits += 1;
    if (commits === 1) throw new DomainError('disk-full');
  };
  const refused = await world.linkAndSettle();
  expect([refused.state, refused.pending > 0, refused.file_count, commits]).toEqual(['error', true, 0, 1]);
  await world.folders.rescan(refused.id);
  await world.until('taken in', () => world.folders.find(refused.id).state === 'idle', 30_000);
  expect(await world.contentOf(refused.library_id)).toHaveLength(FILES);
});
