import type { Database } from 'better-sqlite3';
import type {
  IgnoreConsent,
  LinkedFolder,
  LinkedFolderId,
  NewLinkedFolder,
} from '../../core/folder/linked-folder.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';

const FOLDERS = `
  SELECT key, id, library_id AS libraryId, path, author_email AS authorEmail, paused, resume_at_s AS resumeAtSeconds,
    synced_root_id AS syncedRootId, marked AS isMarked, root_dev AS rootDevice, root_ino AS rootInode,
    created_at_s AS createdAtSeconds, last_scan_at_s AS lastScanAtSeconds, last_commit_at_s AS lastCommitAtSeconds,
    agreed_ignore_text AS agreed, offered_ignore_text AS offered, ignore_file_touched AS isTouched
  FROM linked_folders`;

/** The linked folders on record. */
export function createLinkedFolderTable(db: Database) {
  const insert = db.prepare(`
    INSERT INTO linked_folders (id, library_id, path, author_email, root_dev, root_ino, created_at_s)
    VALUES (:id, :libraryId, :path, :authorEmail, :rootDevice, :rootInode, :createdAtSeconds)`);
  const list = db.prepare<[], LinkedFolderRow>(`${FOLDERS} ORDER BY key`);
  const find = db.prepare<[string], LinkedFolderRow>(`${FOLDERS} WHERE id = ?`);
  const remove = db.prepare('DELETE FROM linked_folders WHERE id = ?');
  const setPaused = db.prepare('UPDATE linked_folders SET paused = ?, resume_at_s = ? WHERE id = ?');
  const setRoot = db.prepare('UPDATE linked_folders SET root_dev = ?, root_ino = ? WHERE id = ?');
  const setPath = db.prepare('UPDATE linked_folders SET path = ? WHERE id = ?');
  const setMarked = db.prepare('UPDATE linked_folders SET marked = 1 WHERE id = ?');
  const setSynced = db.prepare('UPDATE linked_folders SET synced_root_id = ? WHERE id = ?');
  const moveSynced = db.prepare(`
    UPDATE linked_folders SET synced_root_id = CASE WHEN :isClean AND synced_root_id = :previousRootId THEN :rootId ELSE '' END
    WHERE id = :id`);
  const setScanned = db.prepare('UPDATE linked_folders SET last_scan_at_s = ? WHERE id = ?');
  const setIgnoring = db.prepare(`
    UPDATE linked_folders SET agreed_ignore_text = ?, offered_ignore_text = ?, ignore_file_touched = ? WHERE id = ?`);
  const setCommitted = db.prepare('UPDATE linked_folders SET last_commit_at_s = ? WHERE id = ?');

  return {
    /** Records a folder that is not paused and has neither scanned nor committed. Throws when id or path is taken. */
    add(folder: NewLinkedFolder): LinkedFolder {
      insert.run({ ...folder });
      const row = find.get(folder.id);
      if (!row) throw new Error(`linked folder ${folder.id} is not on record after it was added`);
      return folderOf(row);
    },
    /** In the order in which they were linked. */
    list(): LinkedFolder[] {
      return list.all().map(folderOf);
    },
    find(id: LinkedFolderId): LinkedFolder | null {
      const row = find.get(id);
      return row ? folderOf(row) : null;
    },
    /** Removes the folder and its index. Absent: no work. */
    remove(id: LinkedFolderId): void {
      remove.run(id);
    },
    /** `resumeAtSeconds`: when a paused folder goes on by itself; 0 for never. */
    setPaused(id: LinkedFolderId, paused: boolean, resumeAtSeconds = 0): void {
      setPaused.run(paused ? 1 : 0, resumeAtSeconds, id);
    },
    setPath(id: LinkedFolderId, path: string): void {
      setPath.run(path, id);
    },
    setMarked(id: LinkedFolderId): void {
      setMarked.run(id);
    },
    /** Empty: nothing is known about how far the folder follows its library. */
    setSynced(id: LinkedFolderId, rootId: ObjectId | ''): void {
      setSynced.run(rootId, id);
    },
    /**
     * The folder gave the library something. A tree that moved from the one the folder agreed with moves the agreement
     * along. Anything else makes it void: were the head to return to that tree, nothing would show that the folder has
     * other content by now.
     */
    moveSynced(
      id: LinkedFolderId,
      { previousRootId, rootId, isClean }: { previousRootId: ObjectId; rootId: ObjectId; isClean: boolean },
    ): void {
      moveSynced.run({ id, previousRootId, rootId, isClean: Number(isClean) });
    },
    setRoot(id: LinkedFolderId, root: { readonly device: number; readonly inode: number }): void {
      setRoot.run(root.device, root.inode, id);
    },
    setScanned(id: LinkedFolderId, atSeconds: number): void {
      setScanned.run(atSeconds, id);
    },
    setCommitted(id: LinkedFolderId, atSeconds: number): void {
      setCommitted.run(atSeconds, id);
    },
    setIgnoring(id: LinkedFolderId, { agreed, offered, isTouched }: IgnoreConsent): void {
      setIgnoring.run(agreed, offered, isTouched ? 1 : 0, id);
    },
  };
}

/** Columns by the names of the fields; SQLite has no flags but numbers. */
type LinkedFolderRow = Omit<LinkedFolder, 'paused' | 'isMarked' | 'ignoring'> &
  Omit<IgnoreConsent, 'isTouched'> &
  Readonly<Record<'paused' | 'isMarked' | 'isTouched', number>>;

function folderOf({ agreed, offered, isTouched, ...row }: LinkedFolderRow): LinkedFolder {
  const ignoring = { agreed, offered, isTouched: isTouched === 1 };
  return { ...row, paused: row.paused === 1, isMarked: row.isMarked === 1, ignoring };
}

interface EntryRow {
  folder_key: number;
  dir: string;
  name: string;
  object_id: ObjectId;
}

const PAGE_ROWS = 1_000;

/** What linked folders still want to read from their library, whether a shown commit has it or not. */
export function createFolderNeeds(db: Database) {
  const roots = db.prepare<[string], { root: ObjectId }>(
    "SELECT synced_root_id AS root FROM linked_folders WHERE library_id = ? AND synced_root_id <> ''",
  );
  const page = db.prepare<[string, number, string, string, number], EntryRow>(`
    SELECT folder_key, dir, name, object_id FROM folder_entries
    WHERE folder_key IN (SELECT key FROM linked_folders WHERE library_id = ?) AND (folder_key, dir, name) > (?, ?, ?)
    ORDER BY folder_key, dir, name LIMIT ?`);

  return {
    /** Fs objects: the trees that folders were last compared with, and the files that they were last in agreement on. */
    *of(libraryId: LibraryId): Iterable<ObjectId> {
      for (const { root } of roots.all(libraryId)) yield root;
      let after: [number, string, string] = [0, '', ''];
      for (;;) {
        const rows = page.all(libraryId, ...after, PAGE_ROWS);
        for (const row of rows) if (row.object_id !== '') yield row.object_id;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = [last.folder_key, last.dir, last.name];
      }
    },
  };
}
