import { appendAll } from '../../core/append-all.ts';
import {
  direntOf,
  type FolderEntry,
  isModeExecutable,
  joinPath,
  parentPath,
} from '../../core/folder/folder-entry.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import { isIgnoreFile } from '../ignore/ignore-consent.ts';
import type { FolderIndex } from '../ports.ts';
import type { Differences, MovedFolder, NewFolder, WantedContent, WantedMode } from './find-differences.ts';

/** A file that moves with its content. */
export interface MovedFile {
  readonly row: FolderEntry;
  readonly to: string;
  readonly isExecutable: boolean;
}

/** A file whose content is written elsewhere, because it cannot be moved there. */
export interface CopiedFile {
  readonly row: FolderEntry;
  /** The file is removed once its content is there, and never before. */
  readonly to: string;
}

/** Changes to the disk, in this order, and within each list in its order. */
export interface Steps {
  /** Folders whose place is free; parents first. */
  readonly makeFirst: readonly NewFolder[];
  readonly moveDirs: readonly MovedFolder[];
  readonly moveFiles: readonly MovedFile[];
  readonly removeFiles: readonly FolderEntry[];
  /** Deepest first. */
  readonly removeDirs: readonly FolderEntry[];
  /** Folders that take the place of a file. */
  readonly makeThen: readonly NewFolder[];
  readonly writeFiles: readonly WantedContent[];
  readonly removeCopied: readonly CopiedFile[];
  /** Folders that `removeCopied` empties; deepest first. */
  readonly removeEmptied: readonly FolderEntry[];
  readonly setModes: readonly WantedMode[];
}

/**
 * Orders the steps so that each finds its place free, and turns a removal and an arrival of the same content into a
 * move. Pure.
 */
export function orderSteps(found: Differences): Steps {
  const inTheWay = new Set([...found.goneFiles, ...found.goneDirs].map(pathOf));
  const isBlocked = (path: string) => {
    for (let at = path; at !== ''; at = parentPath(at)) if (inTheWay.has(at)) return true;
    return false;
  };
  // A disk that folds letter case can take a new spelling only once the old one is gone.
  const spellings = new Set(found.goneDirs.map((row) => folded(pathOf(row))));
  const isRespelled = (dir: string) => {
    for (let at = dir; at !== ''; at = parentPath(at)) if (spellings.has(folded(at))) return true;
    return false;
  };
  const isInTheWay = (path: string) => isBlocked(path) || isRespelled(parentPath(path));
  const { moves, goneFiles, contents } = pairMoves(found, isInTheWay);
  const { copies, lost } = pairCopies(goneFiles, contents, neededAway(found));
  const around = foldersAround(copies.map(({ row }) => pathOf(row)));
  const goneDirs = [...found.goneDirs].sort((a, b) => depthOf(pathOf(b)) - depthOf(pathOf(a)));
  const newDirs = [...found.newDirs].sort((a, b) => depthOf(a.path) - depthOf(b.path));
  const isFree = (dir: NewFolder) => !dir.isBlocked && !isRespelled(dir.path);
  return {
    makeFirst: newDirs.filter(isFree),
    moveDirs: found.movedDirs,
    moveFiles: moves,
    removeFiles: lost,
    removeDirs: goneDirs.filter((row) => !around.has(pathOf(row))),
    makeThen: newDirs.filter((dir) => !isFree(dir)),
    writeFiles: contents,
    removeCopied: copies,
    removeEmptied: goneDirs.filter((row) => around.has(pathOf(row))),
    setModes: found.modes,
  };
}

interface Pairs {
  readonly moves: MovedFile[];
  readonly goneFiles: FolderEntry[];
  readonly contents: WantedContent[];
}

function pairMoves(found: Differences, isBlocked: (path: string) => boolean): Pairs {
  const sources = Map.groupBy(
    found.goneFiles.filter((row) => row.objectId !== EMPTY_ID),
    (row) => row.objectId,
  );
  const moved = new Set<FolderEntry>();
  const moves: MovedFile[] = [];
  const contents: WantedContent[] = [];
  for (const content of found.contents) {
    const row =
      content.row === null && !isBlocked(content.path) ? sources.get(content.dirent.id)?.shift() : undefined;
    if (row === undefined) {
      contents.push(content);
      continue;
    }
    moved.add(row);
    moves.push({ row, to: content.path, isExecutable: isModeExecutable(content.dirent.mode) });
  }
  return { moves, contents, goneFiles: found.goneFiles.filter((row) => !moved.has(row)) };
}

interface Copies {
  readonly copies: CopiedFile[];
  readonly lost: FolderEntry[];
}

/**
 * Pairs files that cannot be moved with the same content being written elsewhere; each arrival accounts for one file
 * that goes.
 */
function pairCopies(
  goneFiles: readonly FolderEntry[],
  contents: readonly WantedContent[],
  isNeededAway: (row: FolderEntry) => boolean,
): Copies {
  const arrivals = Map.groupBy(contents, ({ dirent }) => dirent.id);
  const copies: CopiedFile[] = [];
  const lost: FolderEntry[] = [];
  for (const row of goneFiles) {
    const isCopied = row.objectId !== EMPTY_ID && !isNeededAway(row);
    const arrival = isCopied ? arrivals.get(row.objectId)?.shift() : undefined;
    if (arrival === undefined) lost.push(row);
    else copies.push({ row, to: arrival.path });
  }
  return { copies, lost };
}

/** Whether something has to go first because it is in the way, also under a name that a disk may take for the same. */
function neededAway(found: Differences): (row: FolderEntry) => boolean {
  const gone = new Set([...found.goneFiles, ...found.goneDirs].map((row) => folded(pathOf(row))));
  const needed = new Set<string>();
  for (const { path } of [...found.contents, ...found.newDirs])
    for (let at = path; at !== ''; at = parentPath(at)) if (gone.has(folded(at))) needed.add(folded(at));
  return (row) => {
    for (let at = pathOf(row); at !== ''; at = parentPath(at)) if (needed.has(folded(at))) return true;
    return false;
  };
}

/** All folders that any of the paths is in. */
export function foldersAround(paths: Iterable<string>): Set<string> {
  const dirs = new Set<string>();
  for (const path of paths)
    for (let at = parentPath(path); at !== '' && !dirs.has(at); at = parentPath(at)) dirs.add(at);
  return dirs;
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function pathOf(row: FolderEntry): string {
  return joinPath(row.dir, row.name);
}

function depthOf(path: string): number {
  return path.split('/').length;
}

/** Steps that are due. */
export interface TimelySteps {
  readonly steps: Steps;
  /** Sources of moves and copies that are not due: they have to be compared again. */
  readonly left: ReadonlySet<string>;
}

/** The steps at paths that may be tried now. */
export function timelySteps(steps: Steps, isTried: (path: string) => boolean): TimelySteps {
  // A move concerns two places: it is tried when either is due and its new folder may exist.
  const isMoveTried = (from: string, to: string) => isTried(parentPath(to)) && (isTried(from) || isTried(to));
  const left = new Set<string>();
  const keepMove = (from: string, to: string): boolean => {
    const isKept = isMoveTried(from, to);
    if (!isKept) left.add(from);
    return isKept;
  };
  const writeFiles = steps.writeFiles.filter(({ path }) => isTried(path));
  const written = new Set(writeFiles.map(({ path }) => path));
  for (const { row, to } of steps.removeCopied) if (!written.has(to)) left.add(pathOf(row));
  const aroundLeft = foldersAround(left);
  const timely = {
    ...steps,
    writeFiles,
    removeCopied: steps.removeCopied.filter(({ to }) => written.has(to)),
    removeEmptied: steps.removeEmptied.filter((row) => isTried(pathOf(row)) && !aroundLeft.has(pathOf(row))),
    makeFirst: steps.makeFirst.filter(({ path }) => isTried(path)),
    moveDirs: steps.moveDirs.filter(({ from, to }) => keepMove(from, to)),
    moveFiles: steps.moveFiles.filter(({ row, to }) => keepMove(pathOf(row), to)),
    removeFiles: steps.removeFiles.filter((row) => isTried(pathOf(row))),
    removeDirs: steps.removeDirs.filter((row) => isTried(pathOf(row))),
    makeThen: steps.makeThen.filter(({ path }) => isTried(path)),
    setModes: steps.setModes.filter(({ path }) => isTried(path)),
  };
  return { steps: timely, left };
}

/** Whether there is nothing to do. */
export function isNothing(steps: Steps): boolean {
  return Object.values(steps).every((list: readonly unknown[]) => list.length === 0);
}

/** Whether the folder's own ignore file is written, taken away or moved. */
export function touchesIgnoreFile(steps: Steps): boolean {
  const { writeFiles, removeFiles, removeCopied, moveFiles } = steps;
  return (
    writeFiles.some(({ path }) => isIgnoreFile(path)) ||
    [...removeFiles, ...removeCopied.map(({ row }) => row)].some(
      (row) => row.dir === '' && isIgnoreFile(row.name),
    ) ||
    moveFiles.some(({ row, to }) => isIgnoreFile(to) || (row.dir === '' && isIgnoreFile(row.name)))
  );
}

/**
 * Steps that write files and folders again that are gone from the disk, as they were when disk and library last agreed.
 * Whatever is at a path by now stays.
 */
export function stepsToRevert(
  rows: readonly FolderEntry[],
  index: Pick<FolderIndex, 'filesInside' | 'dirsInside'>,
  folderKey: number,
): Steps {
  const dirs = new Set<string>();
  const files: FolderEntry[] = [];
  for (const row of rows) {
    const path = joinPath(row.dir, row.name);
    addParents(dirs, row.dir);
    if (!row.isDir) {
      files.push(row);
      continue;
    }
    addParents(dirs, path);
    for (const dir of index.dirsInside(folderKey, path)) dirs.add(joinPath(dir.dir, dir.name));
    appendAll(files, index.filesInside(folderKey, path));
  }
  return {
    ...{ moveDirs: [], moveFiles: [], removeFiles: [], removeDirs: [], makeThen: [], setModes: [] },
    ...{ removeCopied: [], removeEmptied: [] },
    makeFirst: [...dirs].sort((a, b) => a.split('/').length - b.split('/').length).map(folderOf),
    writeFiles: files.map((row) => ({ path: joinPath(row.dir, row.name), dirent: direntOf(row), row })),
  };
}

function addParents(dirs: Set<string>, path: string): void {
  for (let at = path; at !== ''; at = parentPath(at)) dirs.add(at);
}

function folderOf(path: string): NewFolder {
  return { path, id: EMPTY_ID, isBlocked: false };
}
