import { createHash } from 'node:crypto';
import type { FolderHeldItemJson, FolderHeldJson } from '../../src-shared/folders-api.ts';
import { type FolderEntry, joinPath, parentPath } from '../core/folder/folder-entry.ts';
import type { FolderIndex } from './ports.ts';

/** From this many lost files on, a deletion is held until a person accepts it. */
const MANY_FILES = 500;

/** Half of a folder is held as well, unless it has fewer files than a person keeps track of anyway. */
export const FEW_FILES = 10;

/** Slices of a long deletion count together. */
const WINDOW_MS = 60_000;

/** Removals that were let through together without a question. */
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
/** Long enough that no user can construct two questions with the same token. */
const TOKEN_DIGITS = 40;

/** All that a person is asked about at once. */
export interface PausedQuestion {
  readonly kind: FolderHeldJson['kind'];
  readonly rows: readonly FolderEntry[];
  readonly index: Pick<FolderIndex, 'filesInside'>;
  readonly folderKey: number;
}

export interface PausedList {
  /** Identifies the question: the same while kind, paths and contents are. */
  readonly token: string;
  /** Sorted by path; what lies inside a paused folder is counted with it. */
  readonly items: FolderHeldItemJson[];
}

/** The question as people see it, with its first items. */
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

/** All items of a question, however many. */
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
