import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { openFolderWorld, type Place, temporaryPlace } from '../support/folder-world.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../support/library-world.ts';
import { reportBar } from '../support/report-bar.ts';

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;
const YEAR_3000_SECONDS = 32_503_680_000;

/** Gives a file a time of change that `utimes` of Node does not take for granted, such as one before 1970. */
function setMtime(path: string, seconds: number): void {
  execFileSync('touch', ['-d', `@${seconds}`, path]);
}

/** Other bytes of the same length, with the time of change put back: only the ctime tells. */
function rewriteUnseen(path: string, content: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, content);
  utimesSync(path, atime, mtime);
}

/** A file with times that say little, and what somebody does to it. All contents have the same length. */
interface TimeCase {
  readonly name: string;
  readonly make: (path: string) => void;
  readonly edit: (path: string, content: string) => void;
}

const plain = (path: string) => writeFileSync(path, 'before');
const dated = (seconds: number) => (path: string) => {
  writeFileSync(path, 'before');
  setMtime(path, seconds);
};
const redated = (seconds: number) => (path: string, content: string) => {
  writeFileSync(path, content);
  setMtime(path, seconds);
};

const CASES: readonly TimeCase[] = [
  { name: 'mtime 0 before and after', make: dated(0), edit: redated(0) },
  { name: 'mtime before 1970', make: dated(-1_000_000), edit: redated(-1_000_000) },
  { name: 'mtime in the year 3000', make: dated(YEAR_3000_SECONDS), edit: redated(YEAR_3000_SECONDS) },
  { name: 'same size and same mtime', make: plain, edit: rewriteUnseen },
  { name: 'whole seconds, edited within the same', make: dated(1_700_000_000), edit: redated(1_700_000_000) },
  { name: 'mtime that goes back', make: dated(1_700_000_000), edit: redated(1_600_000_000) },
  { name: 'mtime that goes back to 0', make: plain, edit: redated(0) },
  { name: 'mtime that goes to the year 3000', make: plain, edit: redated(YEAR_3000_SECONDS) },
  {
    name: 'another file of the same size and mtime in its place',
    make: dated(1_700_000_000),
    edit: (path, content) => {
      redated(1_700_000_000)(`${path}.other`, content);
      renameSync(`${path}.other`, path);
    },
  },
  {
    name: 'same mtime in a folder of the same mtime',
    make: (path) => {
      plain(path);
      setMtime(join(path, '..'), 0);
    },
    edit: (path, content) => {
      rewriteUnseen(path, content);
      setMtime(join(path, '..'), 0);
    },
  },
];

const fileOf = (at: number) => `case-${at}/file`;

function makeCases(place: Place): void {
  CASES.forEach(({ make }, at) => {
    mkdirSync(join(place.root, `case-${at}`));
    make(join(place.root, fileOf(at)));
  });
}

function editCases(place: Place, content: string): void {
  CASES.forEach(({ edit }, at) => {
    edit(join(place.root, fileOf(at)), content);
  });
}

/** Names of the cases whose edit is not in the library. */
function undetected(held: readonly string[], content: string): string[] {
  return CASES.filter((_, at) => !held.includes(`${fileOf(at)}: ${content}`)).map(({ name }) => name);
}

describe('a file whose times say nothing', () => {
  it('is taken in when it is edited, while it is watched and while nobody watches', {
    timeout: 180_000,
  }, async () => {
    const place = temporaryPlace();
    makeCases(place);
    const watching = await openFolderWorld(place);
    const { library_id: id, id: folderId } = await watching.linkAndSettle();
    editCases(place, 'edited');
    const isEdited = async () => undetected(await watching.contentOf(id), 'edited').length === 0;
    await watching.until('every edit is taken in', isEdited).catch(() => undefined);
    const missedWatching = undetected(await watching.contentOf(id), 'edited');
    await watching.close();

    editCases(place, 'unseen');
    const unwatched = await openFolderWorld(place);
    unwatched.folders.startAll();
    await unwatched.folders.whenIdle(folderId);
    const missedLater = undetected(await unwatched.contentOf(id), 'unseen');
    const descriptions = unwatched.descriptions(id);
    await unwatched.close();

    const again = await openFolderWorld(place);
    again.folders.startAll();
    await again.folders.whenIdle(folderId);
    const isQuiet = again.reads.length === 0 && again.descriptions(id).length === descriptions.length;
    await again.close();

    reportBar({
      bar: 'edits that times do not tell',
      goal: `${CASES.length} cases, watched and not, each detected; a start without edits reads nothing`,
      seen: `${2 * CASES.length - missedWatching.length - missedLater.length} of ${2 * CASES.length} detected`,
      bad: missedWatching.length + missedLater.length + (isQuiet ? 0 : 1),
    });
    expect({ missedWatching, missedLater, isQuiet }).toEqual({
      missedWatching: [],
      missedLater: [],
      isQuiet: true,
    });
  });
});

/** What runs between two jumps: less than what makes a clock that jumped believed. */
const RUNNING_SECONDS = 6 * 3600;

/** A clock that is wrong, and put right again: by how much it is moved each time. */
const JUMPS: readonly { name: string; seconds: readonly number[] }[] = [
  { name: 'a year back', seconds: [-YEAR_SECONDS] },
  { name: 'ten years on', seconds: [10 * YEAR_SECONDS] },
  { name: 'to 1970', seconds: [-1_714_564_800] },
  { name: 'beyond 2038', seconds: [20 * YEAR_SECONDS] },
  { name: 'a year back and right again', seconds: [-YEAR_SECONDS, YEAR_SECONDS] },
  { name: 'ten years on and right again', seconds: [10 * YEAR_SECONDS, -10 * YEAR_SECONDS] },
  { name: 'an hour back, as clocks are in autumn', seconds: [-3600] },
  { name: 'on and back day by day', seconds: [DAY_SECONDS, -DAY_SECONDS, 2 * DAY_SECONDS, -2 * DAY_SECONDS] },
];

/** Everything that may be seen of a library's past: commits, newest first, and what was deleted. */
async function pastOf(world: LibraryWorld, id: LibraryId): Promise<{ commits: string[]; trash: string[] }> {
  const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
  const { items } = await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 100 });
  return { commits: commits.map((commit) => commit.id), trash: items.map(({ path }) => path).sort() };
}

/** A library that keeps 30 days, with ten days of history and one deleted file. */
async function libraryWithPast(world: LibraryWorld): Promise<LibraryId> {
  const id = await world.addLibrary();
  for (let day = 0; day < 10; day += 1) {
    await world.commit(
      id,
      await world.put(id, '/diary.txt', `day ${day}`),
      await world.put(id, `/${day}`, 'x'),
    );
    world.clock.advance(DAY_SECONDS);
  }
  await world.commit(id, { op: 'remove', path: '/3' });
  return id;
}

/** Commits made under the jumping clock, oldest first, and what of the past cannot be seen any more. */
async function jump(world: LibraryWorld, id: LibraryId, seconds: readonly number[]): Promise<string[]> {
  const made: string[] = [];
  for (const [at, step] of seconds.entries()) {
    world.clock.jump(step);
    const { commitId } = await world.commit(id, await world.put(id, '/diary.txt', `jump ${at}`));
    made.push(commitId);
  }
  return made;
}

describe('a clock that jumps', () => {
  it.each(JUMPS)('$name: history stays in the order in which it was made, and sound', async ({ seconds }) => {
    const world = await libraryWorld();
    const id = await libraryWithPast(world);
    const before = await pastOf(world, id);
    const made = await jump(world, id, seconds);
    const now = await pastOf(world, id);
    expect(now).toEqual({ commits: [...made.reverse(), ...before.commits], trash: before.trash });
    expect((await world.check({ full: true })).problems).toEqual([]);
    expect(await world.garbage.plan(ADMIN)).toMatchObject({ objects: 0 });
  });

  it('expires and collects nothing of a library that keeps 30 days', async () => {
    const lost: string[] = [];
    for (const { name, seconds } of JUMPS) {
      const world = await libraryWorld();
      const id = await libraryWithPast(world);
      world.libraries.setRetention(ANNA, id, 30);
      const before = await pastOf(world, id);
      for (const step of seconds) {
        world.clock.jump(step);
        const now = await pastOf(world, id);
        const { objects } = await world.garbage.plan(ADMIN);
        const isWhole = before.commits.every((commit) => now.commits.includes(commit));
        if (!isWhole || now.trash.length < before.trash.length) lost.push(`${name}: history expired`);
        if (objects > 0) lost.push(`${name}: ${objects} objects would be collected`);
        world.clock.advance(RUNNING_SECONDS);
      }
    }
    reportBar({
      bar: 'clock that jumps',
      goal: `${JUMPS.length} jumps from 54 years back to 20 on: order kept, nothing expired or collected`,
      seen: `${JUMPS.length} jumps`,
      bad: lost.length,
    });
    expect(lost).toEqual([]);
  });
});
