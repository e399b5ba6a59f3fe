import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import type { ObjectId } from '../../src-main/core/objects/object-id.ts';
import { createReadDir } from '../../src-main/engine/reading/directory-reader.ts';
import { codeOf } from '../../src-main/folder/disk/disk-error.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { fileIdOf } from '../simulation/contents.ts';
import { type FolderWorld, freshFolderWorld } from '../support/folder-world.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { type SeededNumbers, seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';

/** Folders at work at the same time: most of a sequence is waiting for file times to be told apart. */
const FOLDERS = 10;
const STEPS = 8;
/** Events of a busy machine may be lost, and what they told of is found within a minute. */
const SETTLED_WITHIN_MS = 90_000;
const PATHS = ['a', 'b', 'c.txt', 'd/a', 'd/b', 'd/e/a', 'f/a', 'é', 'a (1).txt'];

const seed = seedOfRun();
const sequences = proofSize({ ci: 30, long: 5_000 });

test('real folders and their libraries come to hold the same, whoever changed what', {
  timeout: 3 * 60 * 60_000,
}, async () => {
  const { place, world } = await freshFolderWorld();
  const lanes = Array.from({ length: FOLDERS }, (_, lane) =>
    runLane(world, join(place.base, `linked ${lane}`), seededNumbers(seed + lane)),
  );
  const kept = (await Promise.all(lanes)).reduce((sum, contents) => sum + contents, 0);
  reportBar({
    bar: 'real folders, threads and watcher',
    goal: `${sequences} sequences of ${STEPS} changes on either side, folder and library the same after each`,
    seen: `${sequences} sequences, ${kept} contents, all in history, seed ${seed}`,
    bad: 0,
  });
});

/** Sequences in one folder, one after the other. The answer is the number of contents that the library acknowledged. */
async function runLane(world: FolderWorld, root: string, random: SeededNumbers): Promise<number> {
  mkdirSync(root);
  const folder = await world.linkAndSettle(root);
  const acknowledged = new Set<string>();
  for (let sequence = 0; sequence < sequences / FOLDERS; sequence++) {
    for (let step = 0; step < STEPS; step++) {
      if (random.chance(0.6)) changeHere(root, random, `here ${sequence}.${step}`);
      else await changeThere(world, folder, random, { text: `there ${sequence}.${step}`, acknowledged });
    }
    const isSettled = async () => {
      if ((await world.folders.whenIdle(folder.id)) === 'held') await world.accept(folder.id);
      return isSame(await world.contentOf(folder.library_id), root);
    };
    await world.until(`sequence ${sequence} of ${root}, seed ${seed}`, isSettled, SETTLED_WITHIN_MS);
  }
  const kept = await idsInHistory(world, folder.library_id);
  expect([...acknowledged].filter((text) => !kept.has(fileIdOf(Buffer.from(text))))).toEqual([]);
  return acknowledged.size;
}

async function idsInHistory(world: FolderWorld, libraryId: string): Promise<Set<string>> {
  const readDir = createReadDir(world.objectsOf(libraryId));
  const ids = new Set<string>();
  const walk = async (id: ObjectId): Promise<void> => {
    if (ids.has(id)) return;
    ids.add(id);
    for (const dirent of await readDir(id)) {
      if (dirent.kind === 'dir') await walk(dirent.id);
      else ids.add(dirent.id);
    }
  };
  const { headSeq } = world.library(libraryId);
  const commits = world.historyTable.range(libraryId as LibraryId, {
    from: headSeq,
    downTo: 1,
    limit: headSeq,
  });
  for (const { rootId } of commits) await walk(rootId);
  return ids;
}

function changeHere(root: string, random: SeededNumbers, text: string): void {
  const path = join(root, random.pick(PATHS));
  const other = join(root, random.pick(PATHS));
  const actions = [
    () => writeFileSync(path, text),
    () => writeFileSync(path, text),
    () => rmSync(path),
    () => rmSync(join(root, 'd'), { recursive: true }),
    () => renameSync(path, other),
    () => renameSync(join(root, 'd'), join(root, 'f')),
    () => mkdirSync(join(root, random.pick(['d', 'd/e', 'f']))),
  ];
  try {
    random.pick(actions)();
  } catch (error) {
    // Commands of people fail, too.
    if (codeOf(error) === '') throw error;
  }
}

async function changeThere(
  world: FolderWorld,
  { library_id: libraryId }: LinkedFolderJson,
  random: SeededNumbers,
  { text, acknowledged }: { text: string; acknowledged: Set<string> },
): Promise<void> {
  const path = `/${random.pick(PATHS)}`;
  if (random.chance(0.3)) {
    await world.change(libraryId, [{ op: 'remove', path }]);
    return;
  }
  await world.change(libraryId, [await world.putChange(libraryId, path, text)]);
  acknowledged.add(text);
}

/** Whether the folder holds what the library does, in the words of `contentOf`. */
function isSame(content: readonly string[], root: string): boolean {
  const found: string[] = [];
  const walk = (dir: string): void => {
    const entries = readdirSync(join(root, dir), { withFileTypes: true });
    const shown = entries.filter(
      ({ name }) => !name.startsWith('.~keepfold-') && name !== '.keepfold-folder',
    );
    if (shown.length === 0 && dir !== '') found.push(`${dir}/`);
    for (const entry of shown) {
      const path = dir === '' ? entry.name : `${dir}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else found.push(`${path}: ${readFileSync(join(root, path), 'utf8')}`);
    }
  };
  walk('');
  return found.sort().join('\n') === [...content].sort().join('\n');
}
