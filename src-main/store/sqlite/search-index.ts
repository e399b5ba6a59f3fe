import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf, parentOf } from '../../core/library/path.ts';
import { SEARCHED_ITEMS_MAX } from '../../core/limits.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { libraryMark } from '../../core/search/library-mark.ts';
import { foldText } from '../../core/search/name-query.ts';

/** How far the index has followed a library. */
export interface SearchedLibrary {
  readonly key: number;
  readonly libraryId: LibraryId;
  /** The commit whose tree the live items of the index are; 0 before the first. */
  readonly seq: number;
  readonly rootId: ObjectId;
  /** Changes towards the next commit that are in already. */
  readonly step: number;
  /** Live files. */
  readonly itemCount: number;
  /** Whether live items are missing, because there was no room for more. */
  readonly hasLeftOut: boolean;
  /** It was begun anew, and this is what is left of it. */
  readonly isLetGo: boolean;
}

/** Where an item is, and what it is. */
export interface ItemPlace {
  readonly key: number;
  readonly path: string;
  readonly isDir: boolean;
}

/** The commits between which something changed: the last that held what was, and the one that ended it. */
export interface Ending {
  readonly lastSeq: number;
  readonly endedSeq: number;
}

/** Which folders from one down: those after a path in the order of paths. */
export interface FolderPage {
  readonly after: string;
  readonly limit: number;
}

export interface IndexedFolder {
  readonly folderKey: number;
  readonly path: string;
}

const NOW = 0;
const RENAMED = 1;
const DELETED = 2;
const OTHER_TEXT = 3;
/** Forgets a folder that holds nothing any more. */
export const DROP_EMPTY_FOLDER_SQL = `DELETE FROM search_folders WHERE folder_key = :folder
  AND NOT EXISTS (SELECT 1 FROM search_items WHERE folder_key = :folder)`;

// A path that sorts after everything inside a folder: '0' is the character after '/'.
const AFTER_SLASH = '0';

/**
 * The search index as its follower writes it. Callers bring the transaction.
 * @param itemsMax of one library, present and past; past ones are counted, and never refused
 */
export function createSearchIndexTable(db: Database, itemsMax = SEARCHED_ITEMS_MAX) {
  const folderKeyOf = folderKeys(db);
  const counts = prepareCounts(db, itemsMax);
  return {
    itemsMax,
    ...prepareLibraries(db, itemsMax),
    ...prepareItems(db, folderKeyOf, counts),
    ...prepareFolders(db, folderKeyOf, counts),
  };
}

/** How far each library has come. */
function prepareLibraries(db: Database, itemsMax: number) {
  const find = db.prepare<[string], LibraryRow>('SELECT * FROM search_libraries WHERE library_id = ?');
  const all = db.prepare<[], LibraryRow>('SELECT * FROM search_libraries');
  const begin = db.prepare(
    'INSERT INTO search_libraries (library_id, seq, root_id, step, item_count) VALUES (?, 0, ?, 0, 0)',
  );
  const letGo = db.prepare(
    "UPDATE search_libraries SET library_id = ? || ' ' || search_key WHERE search_key = ?",
  );
  const rows = db.prepare<[number], { row_count: number }>(
    'SELECT row_count FROM search_libraries WHERE search_key = ?',
  );
  const advance = db.prepare(
    'UPDATE search_libraries SET seq = :seq, root_id = :rootId, step = 0 WHERE search_key = :key',
  );
  const setStep = db.prepare('UPDATE search_libraries SET step = ? WHERE search_key = ?');

  return {
    find(id: LibraryId): SearchedLibrary | null {
      const row = find.get(id);
      return row === undefined ? null : libraryOf(row);
    },
    all(): SearchedLibrary[] {
      return all.all().map(libraryOf);
    },
    begin(id: LibraryId): void {
      begin.run(id, EMPTY_ID);
    },
    /** Treats the rows of a library as those of one that is gone; the library can be indexed anew at once. */
    letGo(key: number): void {
      letGo.run('gone', key);
    },
    /** As `letGo`, for rows whose text must also disappear from the database file. */
    erase(key: number): void {
      letGo.run('erased', key);
    },
    /** How many more items a library may have; less than none where an older version took in more. */
    room(key: number): number {
      return itemsMax - (rows.get(key)?.row_count ?? 0);
    },
    /** All of a commit is in the index. */
    advance(key: number, to: { readonly seq: number; readonly rootId: ObjectId }): void {
      advance.run({ key, ...to });
    },
    setStep(key: number, step: number): void {
      setStep.run(step, key);
    },
  };
}

/** Files and folders one by one. */
function prepareItems(db: Database, folderKeyOf: FolderKeyOf, counts: Counts) {
  const insert = db.prepare(`
    INSERT INTO search_items (search_key, folder_key, name, is_dir, state, seq, ended_seq, text_key)
    VALUES (:key, :folder, :name, :isDir, :state, :seq, :ended, :text)`);
  const nameIt = db.prepare('INSERT INTO search_names (rowid, name, library) VALUES (?, ?, ?)');
  const unname = db.prepare('DELETE FROM search_names WHERE rowid = ?');
  const live = db.prepare<{ folder: number; name: string; isDir: number }, LiveRow>(`
    SELECT item_key, text_key FROM search_items
    WHERE folder_key = :folder AND name = :name AND is_dir = :isDir AND state = ${NOW}`);
  const retext = db.prepare('UPDATE search_items SET text_key = ?, seq = ? WHERE item_key = ?');
  const end = db.prepare(`
    UPDATE search_items SET state = ${DELETED}, seq = :lastSeq, ended_seq = :endedSeq WHERE item_key = :item`);
  const move = db.prepare(
    'UPDATE search_items SET folder_key = :folder, name = :name, seq = :seq WHERE item_key = :item',
  );

  function insertItem({ key, path, isDir }: ItemPlace, row: NewItem): void {
    const name = nameOf(path);
    const made = insert.run({
      ...{ key, folder: folderKeyOf(key, parentOf(path)), name, isDir: isDir ? 1 : 0 },
      ...{ state: row.state, seq: row.seq, ended: row.endedSeq, text: row.textKey },
    });
    // What only had another text is found by that text.
    if (row.state !== OTHER_TEXT) nameIt.run(made.lastInsertRowid, foldText(name), libraryMark(key));
  }

  function insertPast(place: ItemPlace, row: NewItem): void {
    counts.add(place.key, { files: 0, rows: 1 });
    insertItem(place, row);
  }

  function liveRow({ key, path, isDir }: ItemPlace): LiveRow | undefined {
    const folder = folderKeyOf(key, parentOf(path));
    return live.get({ folder, name: nameOf(path), isDir: isDir ? 1 : 0 });
  }

  return {
    /**
     * A live item; nothing when it is there already. False: there is no room for it, which is on record then.
     * @param textKey asked only when there is
     */
    add(place: ItemPlace, seq: number, textKey: () => number | null): boolean {
      if (liveRow(place) !== undefined) return true;
      if (!counts.takeRoom(place)) return false;
      insertItem(place, { state: NOW, seq, endedSeq: null, textKey: textKey() });
      return true;
    },
    /** A live item is another file by now. */
    modify(place: ItemPlace, { lastSeq, endedSeq }: Ending, textKey: number | null): void {
      const row = liveRow(place);
      if (row === undefined) return;
      if (row.text_key !== null && row.text_key !== textKey)
        insertPast(place, { state: OTHER_TEXT, seq: lastSeq, endedSeq, textKey: row.text_key });
      retext.run(textKey, endedSeq, row.item_key);
    },
    /** A live item goes; what is in a folder is for `endFolder`. */
    remove(place: ItemPlace, ending: Ending): void {
      const row = liveRow(place);
      if (row === undefined) return;
      end.run({ item: row.item_key, ...ending });
      if (!place.isDir) counts.add(place.key, { files: -1, rows: 0 });
    },
    /** A live item gets another path; what is in a folder is for `moveFolder`. */
    rename(place: ItemPlace, to: string, { lastSeq, endedSeq }: Ending): void {
      const row = liveRow(place);
      if (row === undefined) return;
      const name = nameOf(to);
      move.run({ folder: folderKeyOf(place.key, parentOf(to)), name, item: row.item_key, seq: endedSeq });
      if (name !== nameOf(place.path)) {
        unname.run(row.item_key);
        nameIt.run(row.item_key, foldText(name), libraryMark(place.key));
      }
      insertPast(place, { state: RENAMED, seq: lastSeq, endedSeq, textKey: null });
    },
  };
}

/** What is directly in a folder, all at once. */
function prepareFolders(db: Database, folderKeyOf: FolderKeyOf, counts: Counts) {
  const some = `item_key IN (
    SELECT item_key FROM search_items WHERE folder_key = :folder AND state = ${NOW} LIMIT :limit)`;
  const folder = db.prepare<[number, string], FolderRow>(
    'SELECT folder_key, path FROM search_folders WHERE search_key = ? AND path = ?',
  );
  const below = db.prepare<{ key: number; low: string; high: string; limit: number }, FolderRow>(`
    SELECT folder_key, path FROM search_folders
    WHERE search_key = :key AND path > :low AND path < :high ORDER BY path LIMIT :limit`);
  const anyLive = db.prepare<[number], { item_key: number }>(
    `SELECT item_key FROM search_items WHERE folder_key = ? AND state = ${NOW} LIMIT 1`,
  );
  const end = db.prepare<Ending & { folder: number; limit: number }, { is_dir: number }>(`
    UPDATE search_items SET state = ${DELETED}, seq = :lastSeq, ended_seq = :endedSeq WHERE ${some}
    RETURNING is_dir`);
  const move = db.prepare(`UPDATE search_items SET folder_key = :target WHERE ${some}`);
  const dropEmpty = db.prepare(DROP_EMPTY_FOLDER_SQL);

  return {
    /** The folders from one down, itself first, by their paths. A page begins after `after`; '': from the start. */
    foldersFrom(key: number, path: string, { after, limit }: FolderPage): IndexedFolder[] {
      const inside = path === '/' ? '/' : `${path}/`;
      const own = after === '' ? folder.all(key, path) : [];
      const range = {
        low: after === '' || after === path ? inside : after,
        high: inside.slice(0, -1) + AFTER_SLASH,
      };
      return [...own, ...below.all({ key, ...range, limit })].map(indexedFolder);
    },
    /** Ends live items directly in a folder, up to `limit`. @returns how many */
    endFolder(key: number, folderKey: number, ending: Ending & { readonly limit: number }): number {
      const ended = end.all({ folder: folderKey, ...ending });
      counts.add(key, { files: -ended.filter(({ is_dir }) => is_dir === 0).length, rows: 0 });
      return ended.length;
    },
    /** Takes live items directly in a folder to another one, up to `limit`; a folder with nothing left goes. @returns how many */
    moveFolder(
      key: number,
      folderKey: number,
      to: { readonly path: string; readonly limit: number },
    ): number {
      if (anyLive.get(folderKey) === undefined) return 0;
      const target = folderKeyOf(key, to.path);
      const moved = move.run({ folder: folderKey, target, limit: to.limit }).changes;
      dropEmpty.run({ folder: folderKey });
      return moved;
    },
  };
}

type Counts = ReturnType<typeof prepareCounts>;

/** How many live files and rows a library has. */
function prepareCounts(db: Database, itemsMax: number) {
  const add = db.prepare(`
    UPDATE search_libraries SET item_count = item_count + :files, row_count = row_count + :rows
    WHERE search_key = :key`);
  const takeRoom = db.prepare(`
    UPDATE search_libraries SET item_count = item_count + :files, row_count = row_count + 1
    WHERE search_key = :key AND row_count < :itemsMax`);
  const leaveOut = db.prepare('UPDATE search_libraries SET left_out = 1 WHERE search_key = ?');

  return {
    add: (key: number, more: { readonly files: number; readonly rows: number }): void =>
      void add.run({ key, ...more }),
    /** False: there is no room for one more; that is recorded. */
    takeRoom({ key, isDir }: ItemPlace): boolean {
      if (takeRoom.run({ key, files: isDir ? 0 : 1, itemsMax }).changes === 1) return true;
      leaveOut.run(key);
      return false;
    },
  };
}

interface NewItem {
  readonly state: number;
  readonly seq: number;
  readonly endedSeq: number | null;
  readonly textKey: number | null;
}

interface LiveRow {
  item_key: number;
  text_key: number | null;
}

interface FolderRow {
  folder_key: number;
  path: string;
}

interface LibraryRow {
  search_key: number;
  library_id: LibraryId;
  seq: number;
  root_id: ObjectId;
  step: number;
  item_count: number;
  left_out: number;
}

function indexedFolder({ folder_key, path }: FolderRow): IndexedFolder {
  return { folderKey: folder_key, path };
}

function libraryOf(row: LibraryRow): SearchedLibrary {
  return {
    key: row.search_key,
    libraryId: row.library_id,
    seq: row.seq,
    rootId: row.root_id,
    step: row.step,
    itemCount: row.item_count,
    hasLeftOut: row.left_out === 1,
    isLetGo: row.library_id.startsWith('gone '),
  };
}

type FolderKeyOf = (key: number, path: string) => number;

/** Gives each folder a key, the same for the same path. */
function folderKeys(db: Database): FolderKeyOf {
  const find = db.prepare<[number, string], FolderRow>(
    'SELECT * FROM search_folders WHERE search_key = ? AND path = ?',
  );
  const insert = db.prepare('INSERT INTO search_folders (search_key, path) VALUES (?, ?)');
  return (key, path) => find.get(key, path)?.folder_key ?? Number(insert.run(key, path).lastInsertRowid);
}
