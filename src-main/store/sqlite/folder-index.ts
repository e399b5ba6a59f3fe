import type { Database } from 'better-sqlite3';
import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import { nameOf } from '../../core/library/path.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { preparePutRows } from './many-rows.ts';

/** What changes in the index of one folder: first moves, then removals, then rows. A path may be in several. */
export interface FolderIndexUpdate {
  /** Paths of files or folders that are elsewhere now; a folder takes everything inside it along. Absent: none. */
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
  /** Rows that go; a folder takes everything inside it along. */
  readonly removed: readonly Pick<FolderEntry, 'dir' | 'name' | 'isDir'>[];
  /** Rows that are added or replaced. */
  readonly put: readonly FolderEntry[];
}

/** The state in which each linked folder and its library last agreed. */
export type FolderIndexTable = ReturnType<typeof createFolderIndexTable>;

// One range of the primary key that starts at the folder itself; names such as `<dir>-x` lie between it and its inside.
const INSIDE = 'folder_key = :folder_key AND dir >= :dir AND dir < :end AND (dir = :dir OR dir >= :first)';

interface SubtreeParameters {
  readonly folder_key: number;
  readonly dir: string;
  readonly first: string;
  readonly end: string;
}

function subtreeOf(folderKey: number, dir: string): SubtreeParameters {
  // The linked folder itself: every row there is.
  if (dir === '') return { folder_key: folderKey, dir, first: '', end: '\u{10ffff}' };
  // '0' is the character after '/': everything inside sorts between `<dir>/` and `<dir>0`.
  return { folder_key: folderKey, dir, first: `${dir}/`, end: `${dir}0` };
}

const COLUMNS = 'dir, name, is_dir, size_bytes, mtime_ms, ctime_ms, ino, mode, object_id';

export function createFolderIndexTable(db: Database) {
  const entriesIn = db
    .prepare<[number, string], RawEntry>(
      `SELECT ${COLUMNS} FROM folder_entries WHERE folder_key = ? AND dir = ?`,
    )
    .raw();
  const find = db
    .prepare<[number, string, string], RawEntry>(
      `SELECT ${COLUMNS} FROM folder_entries WHERE folder_key = ? AND dir = ? AND name = ?`,
    )
    .raw();
  const byInode = db
    .prepare<[number, number], RawEntry>(
      `SELECT ${COLUMNS} FROM folder_entries INDEXED BY folder_entries_by_inode
       WHERE folder_key = ? AND ino = ? AND is_dir = 0 LIMIT 8`,
    )
    .raw();
  const countFiles = db.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM folder_entries WHERE folder_key = ? AND is_dir = 0',
  );
  const inside = db
    .prepare<SubtreeParameters & { is_dir: number }, RawEntry>(`
      SELECT ${COLUMNS} FROM folder_entries
      WHERE ${INSIDE} AND is_dir = :is_dir ORDER BY dir, name`)
    .raw();
  const clear = db.prepare('DELETE FROM folder_entries WHERE folder_key = ?');
  const apply = prepareApply(db);

  return {
    /** Rows directly in the folder, in the order of the UTF-8 bytes of their names. */
    entriesIn(folderKey: number, dir: string): FolderEntry[] {
      return entriesIn.all(folderKey, dir).map(entryOf);
    },
    /** The row of one path; null when there is none. */
    find(folderKey: number, path: string): FolderEntry | null {
      const row = find.get(folderKey, parentPath(path), nameOf(path));
      return row === undefined ? null : entryOf(row);
    },
    /** Files with this inode number, at most 8: more hard links than that are read again instead. */
    byInode(folderKey: number, inode: number): FolderEntry[] {
      return byInode.all(folderKey, inode).map(entryOf);
    },
    /** Number of files in the whole folder; reads all its rows. */
    countFiles(folderKey: number): number {
      return countFiles.get(folderKey)?.count ?? 0;
    },
    /** Files anywhere inside `dir`. */
    filesInside(folderKey: number, dir: string): FolderEntry[] {
      return inside.all({ ...subtreeOf(folderKey, dir), is_dir: 0 }).map(entryOf);
    },
    /** Folders anywhere inside `dir`, parents before what is inside them. */
    dirsInside(folderKey: number, dir: string): FolderEntry[] {
      return inside.all({ ...subtreeOf(folderKey, dir), is_dir: 1 }).map(entryOf);
    },
    /** Forgets every row of the folder. */
    clear(folderKey: number): void {
      clear.run(folderKey);
    },
    /** All of it or none, in one transaction; durable on return. */
    apply(folderKey: number, update: FolderIndexUpdate): void {
      apply(folderKey, update);
    },
  };
}

/** Carries out an update, as one transaction. */
function prepareApply(db: Database) {
  const removeInside = db.prepare(`DELETE FROM folder_entries WHERE ${INSIDE}`);
  const removeOne = db.prepare('DELETE FROM folder_entries WHERE folder_key = ? AND dir = ? AND name = ?');
  const put = preparePutRows(db, `INSERT OR REPLACE INTO folder_entries (folder_key, ${COLUMNS})`, 10);
  const moveOne = db.prepare(
    `UPDATE OR REPLACE folder_entries SET dir = ?, name = ? WHERE folder_key = ? AND dir = ? AND name = ?`,
  );
  const moveInside = db.prepare(
    `UPDATE OR REPLACE folder_entries SET dir = :to || substr(dir, length(:dir) + 1) WHERE ${INSIDE}`,
  );

  function move(folderKey: number, from: string, to: string): void {
    moveOne.run(parentPath(to), nameOf(to), folderKey, parentPath(from), nameOf(from));
    moveInside.run({ ...subtreeOf(folderKey, from), to });
  }

  return db.transaction((folderKey: number, update: FolderIndexUpdate): void => {
    for (const { from, to } of update.moved ?? []) move(folderKey, from, to);
    for (const { dir, name, isDir } of update.removed) {
      removeOne.run(folderKey, dir, name);
      const path = joinPath(dir, name);
      if (isDir) removeInside.run(subtreeOf(folderKey, path));
    }
    put(update.put.map((entry) => [folderKey, ...rowOf(entry)]));
  });
}

type RawEntry = readonly [string, string, number, number, number, number, number, number, ObjectId];

function rowOf(entry: FolderEntry): RawEntry {
  const { dir, name, isDir, sizeBytes, mtimeMs, ctimeMs, inode, mode, objectId } = entry;
  return [dir, name, isDir ? 1 : 0, sizeBytes, mtimeMs, ctimeMs, inode, mode, objectId];
}

function entryOf(row: RawEntry): FolderEntry {
  const [dir, name, isDir, sizeBytes, mtimeMs, ctimeMs, inode, mode, objectId] = row;
  return { dir, name, isDir: isDir === 1, sizeBytes, mtimeMs, ctimeMs, inode, mode, objectId };
}
