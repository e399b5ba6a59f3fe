import { appendAll } from '../append-all.ts';
import { joinPath } from '../library/path.ts';
import { type Dirent, type FileDirent, isExecutable } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { corrupt } from '../objects/parse-object.ts';
import { MAX_DEPTH } from './split-path.ts';

/** One step on the way from the files of one tree to those of another; folders are only what files lie in. */
export type FileChange =
  /** Takes a file, or a folder with all in it. The root: everything. */
  | { readonly op: 'remove'; readonly path: string }
  /** Puts a file where nothing or another file is. */
  | { readonly op: 'put'; readonly path: string; readonly dirent: FileDirent }
  /** It is unknown what the folder holds: what was in it stays. */
  | { readonly op: 'unreadable'; readonly path: string };

/** As `ReadDir`, but null for a dir object that is missing or damaged. */
export type ReadDirIfWhole = (id: ObjectId) => Promise<readonly Dirent[] | null>;

/**
 * What turns the files of one tree into those of another: contents, names and the executable bit; times count for
 * nothing. Folders with the same id on both sides are not read. What goes from a path comes before what is put there.
 * @param oldRootId null: there is nothing yet
 * @throws DomainError `object-corrupt` for trees that are too deep
 */
export async function* fileChanges(
  readDir: ReadDirIfWhole,
  oldRootId: ObjectId | null,
  newRootId: ObjectId,
): AsyncGenerator<FileChange, void, void> {
  const open: FolderPair[] = [{ path: '/', oldId: oldRootId, newId: newRootId, depth: 0 }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (pair.oldId === pair.newId) continue;
    if (pair.depth > MAX_DEPTH) throw corrupt(pair.newId, 'too-deep');
    const after = await readDir(pair.newId);
    if (after === null) {
      yield { op: 'unreadable', path: pair.path };
      continue;
    }
    let before = pair.oldId === null ? [] : await readDir(pair.oldId);
    if (before === null) {
      // What it was compared with stayed there in its place.
      yield { op: 'remove', path: pair.path };
      before = [];
    }
    yield* changesInside(pair, before, after);
    appendAll(open, changedFolders(pair, before, after));
  }
}

interface FolderPair {
  readonly path: string;
  readonly oldId: ObjectId | null;
  readonly newId: ObjectId;
  readonly depth: number;
}

type Rows = readonly Dirent[];

function* changesInside({ path }: FolderPair, before: Rows, after: Rows): Generator<FileChange> {
  const then = byName(before);
  const now = byName(after);
  for (const { name, kind } of before)
    if (now.get(name)?.kind !== kind) yield { op: 'remove', path: joinPath(path, name) };
  for (const dirent of after) {
    if (dirent.kind === 'dir') continue;
    const old = then.get(dirent.name);
    const isSame = old?.kind === 'file' && old.id === dirent.id && isExecutable(old) === isExecutable(dirent);
    if (!isSame) yield { op: 'put', path: joinPath(path, dirent.name), dirent };
  }
}

function changedFolders({ path, depth }: FolderPair, before: Rows, after: Rows): FolderPair[] {
  const then = byName(before);
  return after.flatMap(({ kind, name, id }) => {
    const old = then.get(name);
    const oldId = old?.kind === 'dir' ? old.id : null;
    if (kind === 'file' || id === oldId) return [];
    return [{ path: joinPath(path, name), oldId, newId: id, depth: depth + 1 }];
  });
}

function byName(rows: Rows): ReadonlyMap<string, Dirent> {
  return new Map(rows.map((row) => [row.name, row]));
}
