import type { Database } from 'better-sqlite3';
import type { DeletedLibrary, Library, LibraryStatus } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import {
  deletedLibraryOf,
  type HeadMove,
  type LibraryRow,
  libraryOf,
  libraryToRow,
  moveToRow,
} from './library-row.ts';

export type LibraryOrder = 'updated' | 'size' | 'file-count';

export interface LibraryPageRequest {
  readonly limit: number;
  readonly offset: number;
  readonly order: LibraryOrder;
}

/** Which libraries to list; a missing field does not restrict. */
export interface LibraryFilter {
  readonly owner?: Owner;
  /** Substring of the name, letter case counts. */
  readonly nameContains?: string;
}

/** The live and deleted libraries on record. Each verb is one statement; callers bring the transaction. */
export type Libraries = ReturnType<typeof createLibraryTable>;

export function createLibraryTable(db: Database) {
  // SQLite's own lower() and LIKE fold ASCII only; names are in every script.
  db.function('casefold', { deterministic: true }, (text) => String(text).toLowerCase());
  const live = 'deleted_at_s IS NULL';
  const statements = {
    insert: db.prepare(INSERT_SQL),
    find: db.prepare<[string], LibraryRow>(`SELECT * FROM libraries WHERE id = ? AND ${live}`),
    findDeleted: db.prepare<[string], LibraryRow>(
      'SELECT * FROM libraries WHERE id = ? AND deleted_at_s IS NOT NULL',
    ),
    known: db.prepare<[string], { found: 1 }>('SELECT 1 AS found FROM libraries WHERE id = ?'),
    moveHead: db.prepare(MOVE_HEAD_SQL),
    all: db.prepare<[], LibraryRow>(`SELECT * FROM libraries WHERE ${live} ORDER BY updated_at_s DESC, id`),
    ofUser: db.prepare<[string], LibraryRow>(
      `SELECT * FROM libraries WHERE owner_email = ? AND ${live} ORDER BY updated_at_s DESC, id`,
    ),
    ofGroup: db.prepare<[number], LibraryRow>(
      `SELECT * FROM libraries WHERE owner_group_id = ? AND ${live} ORDER BY updated_at_s DESC, id`,
    ),
    named: db.prepare<[string], LibraryRow>(
      `SELECT * FROM libraries WHERE instr(name, ?) > 0 AND ${live} ORDER BY updated_at_s DESC, id`,
    ),
    search: db.prepare<{ query: string; limit: number; offset: number }, LibraryRow>(
      `SELECT * FROM libraries WHERE ${live} AND (instr(casefold(name), :query) > 0 OR substr(id, 1, length(:query)) = :query)
       ORDER BY updated_at_s DESC, id LIMIT :limit OFFSET :offset`,
    ),
    set: {
      status: db.prepare('UPDATE libraries SET status = ? WHERE id = ?'),
      keepDays: db.prepare('UPDATE libraries SET keep_days = ? WHERE id = ?'),
      historyFrom: db.prepare('UPDATE libraries SET history_from_s = max(history_from_s, ?) WHERE id = ?'),
      trashFrom: db.prepare('UPDATE libraries SET trash_from_s = ?, trash_from_id = ? WHERE id = ?'),
      owner: db.prepare('UPDATE libraries SET owner_email = ?, owner_group_id = ? WHERE id = ?'),
      deleted: db.prepare(`UPDATE libraries SET deleted_at_s = ? WHERE id = ? AND ${live}`),
      restored: db.prepare(
        "UPDATE libraries SET deleted_at_s = NULL, status = 'normal', keep_days = -1 WHERE id = ? AND deleted_at_s IS NOT NULL",
      ),
    },
    deletedPage: db.prepare<[number, number], LibraryRow>(
      'SELECT * FROM libraries WHERE deleted_at_s IS NOT NULL ORDER BY deleted_at_s DESC, id LIMIT ? OFFSET ?',
    ),
    deletedOfUser: db.prepare<[string], LibraryRow>(
      'SELECT * FROM libraries WHERE owner_email = ? AND deleted_at_s IS NOT NULL ORDER BY deleted_at_s DESC, id',
    ),
    deletedOfGroup: db.prepare<[number], LibraryRow>(
      'SELECT * FROM libraries WHERE owner_group_id = ? AND deleted_at_s IS NOT NULL ORDER BY deleted_at_s DESC, id',
    ),
    purge: db.prepare('DELETE FROM libraries WHERE id = ? AND deleted_at_s IS NOT NULL'),
    tombstone: db.prepare('INSERT OR IGNORE INTO purged_libraries (id, purged_at_s) VALUES (?, ?)'),
    isPurged: db.prepare<[string], { found: 1 }>('SELECT 1 AS found FROM purged_libraries WHERE id = ?'),
    purged: db.prepare<[], { id: LibraryId }>('SELECT id FROM purged_libraries'),
    usage: db.prepare<[string], { bytes: number }>(
      `SELECT coalesce(sum(size_bytes), 0) AS bytes FROM libraries WHERE owner_email = ? AND ${live}`,
    ),
    countOfGroup: db.prepare<[number], { count: number }>(
      `SELECT count(*) AS count FROM libraries WHERE owner_group_id = ? AND ${live}`,
    ),
    defaultOf: db.prepare<[string], { library_id: LibraryId }>(
      'SELECT library_id FROM default_libraries WHERE owner_email = ?',
    ),
    forgetDefault: db.prepare('DELETE FROM default_libraries WHERE owner_email = ?'),
    setDefault: db.prepare(
      'INSERT OR REPLACE INTO default_libraries (owner_email, library_id) VALUES (?, ?)',
    ),
  };
  const pages: Record<LibraryOrder, ReturnType<typeof preparePage>> = {
    updated: preparePage(db, 'updated_at_s DESC, id'),
    size: preparePage(db, 'size_bytes DESC, id'),
    'file-count': preparePage(db, 'file_count DESC, id'),
  };

  function byOwner(owner: Owner, ofUser: typeof statements.ofUser, ofGroup: typeof statements.ofGroup) {
    return owner.kind === 'user' ? ofUser.all(owner.email) : ofGroup.all(owner.groupId);
  }

  return {
    /** Adds a live library. Its first commit must be added in the same transaction. */
    insert(library: Library): void {
      statements.insert.run(libraryToRow(library));
    },
    /** Null when the id is unknown or the library is deleted. */
    find(id: LibraryId): Library | null {
      const row = statements.find.get(id);
      return row ? libraryOf(row) : null;
    },
    findDeleted(id: LibraryId): DeletedLibrary | null {
      const row = statements.findDeleted.get(id);
      return row ? deletedLibraryOf(row) : null;
    },
    /** Whether the id is taken by a live, deleted or purged library. */
    isKnown(id: LibraryId): boolean {
      return statements.known.get(id) !== undefined || statements.isPurged.get(id) !== undefined;
    },
    isPurged(id: LibraryId): boolean {
      return statements.isPurged.get(id) !== undefined;
    },
    /** Purged libraries, whose objects may still need removing after a crash. */
    purgedIds(): LibraryId[] {
      return statements.purged.all().map((row) => row.id);
    },
    /** Moves the head if it is still `expected`; false when it is not. The only statement that moves a head. */
    moveHead(id: LibraryId, expected: CommitId, move: HeadMove): boolean {
      return statements.moveHead.run({ ...moveToRow(move), id, expected }).changes === 1;
    },
    /** Every live library, last changed first. */
    all(): Library[] {
      return statements.all.all().map(libraryOf);
    },
    ownedBy(owner: Owner): Library[] {
      return byOwner(owner, statements.ofUser, statements.ofGroup).map(libraryOf);
    },
    page(request: LibraryPageRequest): Library[] {
      return pages[request.order].all(request.limit, request.offset).map(libraryOf);
    },
    /** Last changed first. */
    filter(filter: LibraryFilter): Library[] {
      const { owner, nameContains } = filter;
      const rows = owner
        ? byOwner(owner, statements.ofUser, statements.ofGroup)
        : statements.named.all(nameContains ?? '');
      return rows.filter((row) => row.name.includes(nameContains ?? '')).map(libraryOf);
    },
    /** Name contains `query` in any letter case, or the id begins with it. Last changed first. */
    search(query: string, limit: number, offset: number): Library[] {
      return statements.search.all({ query: query.toLowerCase(), limit, offset }).map(libraryOf);
    },
    setStatus(id: LibraryId, status: LibraryStatus): void {
      statements.set.status.run(status, id);
    },
    setKeepDays(id: LibraryId, keepDays: number): void {
      statements.set.keepDays.run(keepDays, id);
    },
    /** Hides history at or before the time; an earlier cut is never undone. */
    cutHistory(id: LibraryId, fromSeconds: number): void {
      statements.set.historyFrom.run(fromSeconds, id);
    },
    /** Hides for good the deletion of that time and id, and every earlier one. */
    clearTrash(id: LibraryId, fromSeconds: number, upToTrashId: number): void {
      statements.set.trashFrom.run(fromSeconds, upToTrashId, id);
    },
    setOwner(id: LibraryId, owner: Owner): void {
      const isUser = owner.kind === 'user';
      statements.set.owner.run(isUser ? owner.email : null, isUser ? null : owner.groupId, id);
    },
    /** False when there is no such live library. */
    markDeleted(id: LibraryId, atSeconds: number): boolean {
      return statements.set.deleted.run(atSeconds, id).changes === 1;
    },
    /** Brings a deleted library back with status and retention reset; false when it is not in the trash. */
    restore(id: LibraryId): boolean {
      return statements.set.restored.run(id).changes === 1;
    },
    /** Newest deletion first. */
    deletedPage(limit: number, offset: number): DeletedLibrary[] {
      return statements.deletedPage.all(limit, offset).map(deletedLibraryOf);
    },
    deletedOwnedBy(owner: Owner): DeletedLibrary[] {
      return byOwner(owner, statements.deletedOfUser, statements.deletedOfGroup).map(deletedLibraryOf);
    },
    /** Leaves a tombstone in place of a deleted library, its history and its trash; false when it is not deleted. */
    purge(id: LibraryId, atSeconds: number): boolean {
      if (statements.findDeleted.get(id) === undefined) return false;
      statements.tombstone.run(id, atSeconds);
      return statements.purge.run(id).changes === 1;
    },
    /** Sum of the sizes of the live libraries of a user. */
    usageBytes(email: string): number {
      return statements.usage.get(email)?.bytes ?? 0;
    },
    countOfGroup(groupId: number): number {
      return statements.countOfGroup.get(groupId)?.count ?? 0;
    },
    /** The user's default library, alive or not; null when none was ever set. */
    defaultOf(email: string): LibraryId | null {
      return statements.defaultOf.get(email)?.library_id ?? null;
    },
    forgetDefault(email: string): void {
      statements.forgetDefault.run(email);
    },
    setDefault(email: string, id: LibraryId): void {
      statements.setDefault.run(email, id);
    },
  };
}

function preparePage(db: Database, order: string) {
  return db.prepare<[number, number], LibraryRow>(
    `SELECT * FROM libraries WHERE deleted_at_s IS NULL ORDER BY ${order} LIMIT ? OFFSET ?`,
  );
}

const INSERT_SQL = `
  INSERT INTO libraries (id, name, description, owner_email, owner_group_id, head_id, root_id, head_seq, size_bytes,
    file_count, updated_at_s, modifier_email, status, keep_days, history_from_s, enc_version, magic, random_key, salt,
    pwd_hash, pwd_hash_algo, pwd_hash_params, created_at_s)
  VALUES (:id, :name, :description, :owner_email, :owner_group_id, :head_id, :root_id, :head_seq, :size_bytes,
    :file_count, :updated_at_s, :modifier_email, :status, :keep_days, :history_from_s, :enc_version, :magic,
    :random_key, :salt, :pwd_hash, :pwd_hash_algo, :pwd_hash_params, :created_at_s)`;

const MOVE_HEAD_SQL = `
  UPDATE libraries SET head_id = :head_id, root_id = :root_id, head_seq = head_seq + 1, name = :name,
    description = :description, size_bytes = :size_bytes, file_count = :file_count, updated_at_s = :updated_at_s,
    modifier_email = :modifier_email, enc_version = :enc_version, magic = :magic, random_key = :random_key,
    salt = :salt, pwd_hash = :pwd_hash, pwd_hash_algo = :pwd_hash_algo, pwd_hash_params = :pwd_hash_params
  WHERE id = :id AND head_id = :expected AND deleted_at_s IS NULL`;
