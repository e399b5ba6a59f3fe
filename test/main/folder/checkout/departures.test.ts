import { describe, expect, it } from 'vitest';
import { type FolderEntry, joinPath, parentPath } from '../../../../src-main/core/folder/folder-entry.ts';
import { nameOf } from '../../../../src-main/core/library/path.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { Departures } from '../../../../src-main/folder/checkout/departures.ts';
import type { WantedContent } from '../../../../src-main/folder/checkout/find-differences.ts';
import { orderSteps } from '../../../../src-main/folder/checkout/order-steps.ts';
import { folderRow } from '../../../support/folder-rows.ts';
import { fileDirent } from '../../../support/trees.ts';

const pathsOf = (rows: readonly FolderEntry[]) => rows.map((row) => joinPath(row.dir, row.name));

/** The same content, over a file that is there. */
function copyOf(path: string): WantedContent {
  const dirent = { ...fileDirent(''), name: nameOf(path), id: objectIdOf(path) };
  return { path: `e/${path}`, dirent, row: folderRow(`e/${path}`) };
}

/** A folder of 100 files that others take away, or the person herself. */
function departuresOf({ isOwn }: { readonly isOwn: boolean }) {
  let count = 100;
  const written = new Map<string, FolderEntry>();
  const index = {
    ...{ countFiles: () => count, filesInside: () => [] },
    find: (_key: number, path: string) => written.get(path) ?? null,
  };
  const agreement: { decidedRootId: ObjectId | ''; given: number } = { decidedRootId: '', given: 0 };
  const library = { isOwnChangeSince: () => isOwn };
  const departures = new Departures({ index, folder: { key: 1 }, library, agreement });
  const asked = new Set<string>();
  const isAsked = (path: string) => [path, parentPath(path)].some((at) => asked.has(at));
  /** Which of these files go now, and is told of the others. */
  const goingWhen = (
    nowMs: number,
    files: readonly string[],
    dirs: readonly string[] = [],
    contents: WantedContent[] = [],
  ) => {
    const none = { contents, modes: [], newDirs: [], nameErrors: [], movedDirs: [] };
    const goneDirs = dirs.map((path) => folderRow(`${path}/`));
    const steps = orderSteps({ ...none, goneFiles: files.map((path) => folderRow(path)), goneDirs });
    const done = departures.hold(steps, { nowMs, leaving: { isExcluded: () => false }, isAsked });
    asked.clear();
    for (const place of departures.places.keys()) asked.add(place);
    count -= done.removeFiles.length;
    const copied = done.removeCopied.map(({ row }) => row);
    return {
      ...{ first: pathsOf([...done.removeFiles, ...done.removeDirs]) },
      ...{ afterTheirContents: pathsOf([...copied, ...done.removeEmptied]) },
    };
  };
  const goingAt = (...given: Parameters<typeof goingWhen>) => goingWhen(...given).first;
  return { departures, agreement, goingAt, goingWhen, written };
}

const some = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `d/${from + at}`);

describe('a question about files that the library lost', () => {
  it('is asked once slices within a minute are half of the folder, and slices over hours never are', () => {
    const slice = (at: number) => some(at * 10, at * 10 + 10);
    const { departures, goingAt } = departuresOf({ isOwn: false });
    for (let at = 0; at < 4; at++) expect(goingAt(at * 1000, slice(at))).toHaveLength(10);
    expect(goingAt(4000, slice(4))).toEqual([]);
    expect(departures.tell()).toMatchObject({ count: 10 });
    const { goingAt: slowly } = departuresOf({ isOwn: false });
    for (let at = 0; at < 6; at++) expect(slowly(at * 61_000, slice(at).slice(at))).toHaveLength(10 - at);
  });

  it('does not count a file again that cannot be removed and is tried over and over', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    for (let at = 0; at < 15; at++) goingAt(at * 1000, some(0, 3));
    expect(departures.tell()).toBeNull();
  });

  it('stays open until an answer when fewer are left, and has one place for a folder as a whole', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    expect(goingAt(0, some(0, 60), ['d'])).toEqual([]);
    expect(departures.tell()).toMatchObject({ count: 60, bytes: 600, paths: ['d'] });
    expect([...departures.places.keys()]).toEqual(['d']);
    expect(departures.isPaused('d/new/file')).toBe(true);
    expect(goingAt(3_600_000, ['d/3', 'e'])).toEqual(['e']);
    expect(departures.tell()).toMatchObject({ count: 1, paths: ['d/3'] });
  });

  it('is not asked about what the person did here, unless nothing is known of before', () => {
    const { departures, goingAt } = departuresOf({ isOwn: true });
    expect(goingAt(0, some(0, 60))).toEqual([]);
    const { departures: own, agreement, goingAt: goingOwn } = departuresOf({ isOwn: true });
    agreement.decidedRootId = objectIdOf('a tree');
    expect(goingOwn(0, some(0, 60))).toHaveLength(60);
    expect([departures.tell()?.count, own.tell()]).toEqual([60, null]);
  });

  it('is not asked about files whose content is written over others, after which they go', () => {
    const { departures, goingWhen, written } = departuresOf({ isOwn: false });
    const files = some(0, 60);
    const going = goingWhen(0, files, ['d'], files.map(copyOf));
    expect(going).toEqual({ first: [], afterTheirContents: [...files, 'd'] });
    // They are written, and only their removal failed.
    for (const path of files) written.set(`e/${path}`, folderRow(path));
    expect(goingWhen(0, files, ['d'])).toEqual({ first: [...files, 'd'], afterTheirContents: [] });
    written.clear();
    expect(goingWhen(0, files, ['d'])).toEqual({ first: [], afterTheirContents: [] });
    expect(departures.tell()).toMatchObject({ count: 60 });
  });

  it('is asked where one content comes for many that go, or only once they are out of its way', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    const [, ...others] = some(0, 60).map(copyOf);
    expect(goingAt(0, some(0, 60), [], others.slice(0, 5))).toEqual([]);
    expect(departures.tell()).toMatchObject({ count: 55 });
    const { departures: blocked, goingAt: goingBlocked } = departuresOf({ isOwn: false });
    const inside = some(0, 60).map((path) => ({ ...copyOf(path), path: `D/${nameOf(path)}`, row: null }));
    expect(goingBlocked(0, some(0, 60), ['d'], inside)).toEqual([]);
    expect(blocked.tell()).toMatchObject({ count: 60, paths: ['d'] });
  });

  it('is answered for what was told alone, so that more is a question of its own', () => {
    const { departures, goingAt } = departuresOf({ isOwn: false });
    goingAt(0, some(0, 60), ['d']);
    departures.tell();
    expect(goingAt(0, [...some(0, 60), 'later'], ['d'])).toEqual([]);
    departures.accept();
    expect(goingAt(0, [...some(0, 60), 'later'], ['d'])).toEqual([...some(0, 60), 'd']);
    expect(departures.tell()).toMatchObject({ count: 1, paths: ['later'] });
  });
});
