import { expect, it } from 'vitest';
import {
  type FolderActivityEntry,
  MOST_ACTIVITY_ENTRIES,
} from '../../../../src-main/core/folder/folder-activity.ts';
import { FolderActivity } from '../../../../src-main/folder/link/folder-activity.ts';

const PAPERS = 1;
const PHOTOS = 2;

const entry = (path: string): FolderActivityEntry => ({
  ...{ at_ms: 7, path, what: 'taken-in', bytes: 3, said: null },
});

/** Over rows that can be written unless the disk is full. */
function openActivity() {
  const saved = new Map<number, FolderActivityEntry[]>();
  const disk = { isFull: false, writes: 0 };
  let told = 0;
  const activity = new FolderActivity({
    rows: {
      add(byFolder) {
        if (disk.isFull) throw new Error('disk full');
        disk.writes += 1;
        for (const [key, entries] of byFolder) saved.set(key, [...(saved.get(key) ?? []), ...entries]);
      },
      list: (key, limit) => [...(saved.get(key) ?? [])].reverse().slice(0, limit),
      beginsAt: (key) => 1_600_000_000 + key,
    },
    onUnsaved: () => {
      told += 1;
    },
  });
  const paths = (key: number, limit = 10) => activity.list(key, limit).map(({ path }) => path);
  return { activity, disk, paths, told: () => told };
}

it('lists what was saved and what was not together, the newest first', () => {
  const { activity, paths } = openActivity();
  activity.add(PAPERS, [entry('a'), entry('b')]);
  expect(paths(PAPERS)).toEqual(['b', 'a']);
  activity.save();
  activity.add(PAPERS, [entry('c')]);
  expect([paths(PAPERS), paths(PAPERS, 2), paths(PAPERS, 1)]).toEqual([['c', 'b', 'a'], ['c', 'b'], ['c']]);
  expect(paths(PHOTOS)).toEqual([]);
  expect(activity.beginsAt(PAPERS)).toBe(1_600_000_001);
});

it('tells that there is something to save, and saves all folders at once', () => {
  const { activity, disk, told } = openActivity();
  activity.save();
  expect([told(), disk.writes]).toEqual([0, 0]);
  activity.add(PAPERS, [entry('a')]);
  activity.add(PHOTOS, [entry('p')]);
  expect([told(), disk.writes]).toEqual([2, 0]);
  activity.save();
  activity.save();
  expect(disk.writes).toBe(1);
});

it('keeps what could not be saved for the next time', () => {
  const { activity, disk, paths } = openActivity();
  activity.add(PAPERS, [entry('a')]);
  disk.isFull = true;
  expect(() => activity.save()).toThrow('disk full');
  disk.isFull = false;
  expect(paths(PAPERS)).toEqual(['a']);
  activity.save();
  expect([paths(PAPERS), disk.writes]).toEqual([['a'], 1]);
});

it('keeps no more in memory than is ever listed', () => {
  const { activity, paths } = openActivity();
  for (let at = 0; at < 3; at += 1)
    activity.add(
      PAPERS,
      Array.from({ length: 400 }, (_, nr) => entry(`f${at * 400 + nr}`)),
    );
  const listed = paths(PAPERS, 5000);
  expect([listed.length, listed.at(-1)]).toEqual([MOST_ACTIVITY_ENTRIES, 'f200']);
});

it('forgets what was not saved of the folders that it is told, and of no other', () => {
  const { activity, paths } = openActivity();
  activity.add(PAPERS, [entry('a')]);
  activity.add(PHOTOS, [entry('p')]);
  activity.forgetUnsaved([PAPERS]);
  activity.save();
  expect([paths(PAPERS), paths(PHOTOS)]).toEqual([[], ['p']]);
});
