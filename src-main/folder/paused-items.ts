import { createHash } from 'node:crypto';
import type { FolderHeldItemJson, FolderHeldJson } from '../../src-shared/folders-api.ts';
import { type FolderEntry, joinPath, parentPath } from '../core/folder/folder-entry.ts';
import type { FolderIndex } from './ports.ts';

/** From this many lost files on, a deletion is held until a person accepts it. */
const MANY_FILES = 500;

/** So is half of a folder, unless it holds fewer files than a person has an eye on. */
export const FEW_FILES = 10;

/** A deletion that takes its time comes in slices, which count together. */
const WINDOW_MS = 60_000;

/** Removals that passed together without asking the user. */
interface LetGo {
  readonly atMs: number;
}

/** Those of the last minute; a clock that was set back ends the minute too. */
export function ofLastMinute<T extends LetGo>(before: readonly T[], nowMs: number): T[] {
  return before.filter(({ atMs }) => Math.abs(nowMs - atMs) < WINDOW_MS);
}

/** Whether so many files go that a person should say so. */
export function isTooMany(
  lostFiles: number,
  { atStake, isSmall }: { readonly atStake: number; readonly isSmall: boolean },
): boolean {
  return lostFiles >= MANY_FILES || (!isSmall && lostFiles * 2 >= atStake);
}

const MAX_LISTED = 100;
/** So long that even a user who chooses names and contents finds no two questions with the same token. */
const TOKEN_DIGITS = 40;

/** All that a person is asked about at once. */
export interface PausedQuestion {
  readonly kind: FolderHeldJson['kind'];
  readonly rows: readonly FolderEntry[];
  readonly index: Pick<FolderIndex, 'filesInside'>;
  readonly folderKey: number;
}

export interface PausedList {
  /** Says which question it is: the same as long as kind, paths and contents are. */
  readonly token: string;
  /** By path; what lies inside a held folder is counted with it. */
  readonly items: FolderHeldItemJson[];
}

/** The question as it is told, with the first of its items. */
export function pausedItems(question: PausedQuestion): FolderHeldJson {
  const { token, items } = allPausedItems(question);
  const listed = items.slice(0, MAX_LISTED);
  return {
    ...{ kind: question.kind, token },
    count: items.reduce((sum, { files }) => sum + files, 0),
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    paths: listed.map(({ path }) => path),
    items: listed,
  };
}

/** All of them, however many. */
export function allPausedItems({ kind, rows, index, folderKey }: PausedQuestion): PausedList {
  const byPath = new Map(rows.map((row) => [joinPath(row.dir, row.name), row]));
  const isInside = (path: string) => {
    for (let at = parentPath(path); at !== ''; at = parentPath(at)) if (byPath.has(at)) return true;
    return false;
  };
  const hash = createHash('sha256').update(kind);
  const items = [...byPath]
    .filter(([path]) => !isInside(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, row]) => {
      const files = row.isDir ? index.filesInside(folderKey, path) : [row];
      const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      hash.update(`\0${path}`);
      const contents = files.map((file) => `\0${joinPath(file.dir, file.name)}\0${file.objectId}`);
      for (const content of contents.sort()) hash.update(content);
      return { path, is_dir: row.isDir, files: files.length, bytes };
    });
  return { token: hash.digest('hex').slice(0, TOKEN_DIGITS), items };
}
