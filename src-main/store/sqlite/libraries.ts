import type { Database } from 'better-sqlite3';
import type { Library, LibraryStatus } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { type HeadMove, type LibraryRow, libraryOf, libraryToRow, moveToRow } from './library-row.ts';

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

/**
 * The live libraries on record. Each verb is one statement; callers bring the transaction. Lists are without folder libraries
 * (`folder-libraries.ts`), which take part in what is set for the library that they are in.
 */
export type LibraryTable = ReturnType<typeof createLibraryTable>;

export function createLibraryTable(db: Database) {
  return {
    ...prepareRecords(db),
    ...prepareLists(db),
    ...prepareTotals(db),
    ...prepareSettings(db),
    ...prepareDefaults(db),
  };
}

/** One library, and its head. */
function prepareRecords(db: Database) {
  const insert = db.prepare(INSERT_SQL);
  const find = db.prepare<[string], LibraryRow>(`SELECT * FROM libraries l WHERE id = ? AND ${IS_LIVE}`);
  const known = db.prepare<{ id: string }, { found: 1 }>(
    `SELECT 1 AS found FROM libraries WHERE id = :id
     UNION ALL SELECT 1 AS found FROM purged_libraries WHERE id = :id`,
  );
  const moveHead = db.prepare(MOVE_HEAD_SQL);
  const markDeleted = db.prepare(
    'UPDATE libraries SET deleted_at_s = ? WHERE id = ? AND deleted_at_s IS NULL',
  );

  return {
    /** Adds a live library. Its first commit must be added in the same transaction. */
    insert(library: Library): void {
      insert.run(libraryToRow(library));
    },
    /** Null when the id is unknown or the library is deleted; a folder library goes with the library that it is in. */
    find(id: LibraryId): Library | null {
      const row = find.get(id);
      return row ? libraryOf(row) : null;
    },
    /** Whether the id is taken by a live, deleted or purged library. */
    isKnown(id: LibraryId): boolean {
      return known.get({ id }) !== undefined;
    },
    /** Moves the head if it is still `expected`; false when it is not. The only statement that moves a live head. */
    moveHead(id: LibraryId, expected: CommitId, move: HeadMove): boolean {
      return moveHead.run({ ...moveToRow(move), id, expected }).changes === 1;
    },
    /** Moves a library to the deleted ones; false when there is no such live library. */
    markDeleted(id: LibraryId, atSeconds: number): boolean {
      return markDeleted.run(atSeconds, id).changes === 1;
    },
  };
}

function prepareLists(db: Database) {
  // SQLite's own lower() and LIKE fold ASCII only; names are in every script.
  db.function('casefold', { deterministic: true }, (text) => String(text).toLowerCase());
  const live = `SELECT * FROM libraries WHERE ${IS_LISTED}`;
  const lastChangedFirst = 'ORDER BY updated_at_s DESC, id';
  const all = db.prepare<[], LibraryRow>(`${live} ${lastChangedFirst}`);
  const allKept = db.prepare<[], LibraryRow>(
    `SELECT * FROM libraries WHERE origin_id IS NULL AND id NOT IN (SELECT id FROM purged_libraries)
     ${lastChangedFirst}`,
  );
  const ofUser = db.prepare<[string], LibraryRow>(`${live} AND owner_email = +? ${lastChangedFirst}`);
  const ofGroup = db.prepare<[number], LibraryRow>(`${live} AND owner_group_id = +? ${lastChangedFirst}`);
  const named = db.prepare<[string], LibraryRow>(`${live} AND instr(name, ?) > 0 ${lastChangedFirst}`);
  const search = db.prepare<{ query: string; limit: number; offset: number }, LibraryRow>(
    `${live} AND (instr(casefold(name), :query) > 0 OR substr(id, 1, length(:query)) = :query)
     ${lastChangedFirst} LIMIT +:limit OFFSET +:offset`,
  );
  const page = (order: string) =>
    db.prepare<[number, number], LibraryRow>(`${live} ORDER BY ${order} LIMIT +? OFFSET +?`);
  const pages: Record<LibraryOrder, ReturnType<typeof page>> = {
    updated: page('updated_at_s DESC, id'),
    size: page('size_bytes DESC, id'),
    'file-count': page('file_count DESC, id'),
  };
  const rowsOf = (owner: Owner): LibraryRow[] =>
    owner.kind === 'user' ? ofUser.all(owner.email) : ofGroup.all(owner.groupId);

  return {
    /** Every live library, last changed first. */
    all(): Library[] {
      return all.all().map(libraryOf);
    },
    /** Every library that is live or can be restored, last changed first. */
    allKept(): Library[] {
      return allKept.all().map(libraryOf);
    },
    /** Last changed first. */
    ownedBy(owner: Owner): Library[] {
      return rowsOf(owner).map(libraryOf);
    },
    page(request: LibraryPageRequest): Library[] {
      return pages[request.order].all(request.limit, request.offset).map(libraryOf);
    },
    /** Last changed first. */
    filter(filter: LibraryFilter): Library[] {
      const { owner, nameContains = '' } = filter;
      const rows = owner ? rowsOf(owner) : named.all(nameContains);
      return rows.filter((row) => row.name.includes(nameContains)).map(libraryOf);
    },
    /** Name contains `query` in any letter case, or the id begins with it. Last changed first. */
    search(query: string, limit: number, offset: number): Library[] {
      return search.all({ query: query.toLowerCase(), limit, offset }).map(libraryOf);
    },
  };
}

function prepareTotals(db: Database) {
  const ofUser = db.prepare<[string], { count: number; bytes: number }>(
    `SELECT count(*) AS count, total(size_bytes) AS bytes FROM libraries
     WHERE owner_email = ? AND ${IS_LISTED}`,
  );
  const ofGroup = db.prepare<[number], { count: number }>(
    `SELECT count(*) AS count FROM libraries WHERE owner_group_id = ? AND ${IS_LISTED}`,
  );

  return {
    /** How many libraries the user owns, and the bytes of the files in them. */
    totalsOfUser(email: string): { count: number; bytes: number } {
      return ofUser.get(email) ?? { count: 0, bytes: 0 };
    },
    countOfGroup(groupId: number): number {
      return ofGroup.get(groupId)?.count ?? 0;
    },
  };
}

/** What is set for a library, how much of its past is kept first of all. */
function prepareSettings(db: Database) {
  const status = db.prepare(`UPDATE libraries SET status = :status WHERE ${WITH_FOLDERS}`);
  const owner = db.prepare(
    `UPDATE libraries SET owner_email = :email, owner_group_id = :groupId WHERE ${WITH_FOLDERS}`,
  );
  const keepDays = db.prepare(`UPDATE libraries SET keep_days = :keepDays WHERE ${WITH_FOLDERS}`);
  const historyFrom = db.prepare(
    `UPDATE libraries SET history_from_s = max(history_from_s, :from) WHERE ${WITH_FOLDERS}`,
  );
  const keptFrom = db.prepare('UPDATE libraries SET kept_from_seq = max(kept_from_seq, ?) WHERE id = ?');
  const retainedFrom = db.prepare<[string], { seq: number }>(
    'SELECT kept_from_seq AS seq FROM libraries WHERE id = ?',
  );
  const trashFrom = db.prepare(`
    UPDATE libraries SET trash_from_s = :from, trash_from_id = :upTo
    WHERE id = :id AND (trash_from_s, trash_from_id) < (:from, :upTo)`);

  return {
    setStatus(id: LibraryId, value: LibraryStatus): void {
      status.run({ status: value, id });
    },
    setOwner(id: LibraryId, to: Owner): void {
      const isUser = to.kind === 'user';
      owner.run({ email: isUser ? to.email : null, groupId: isUser ? null : to.groupId, id });
    },
    setKeepDays(id: LibraryId, days: number): void {
      keepDays.run({ keepDays: days, id });
    },
    /** Hides history at or before the time; an earlier cut is never undone. */
    cutHistory(id: LibraryId, fromSeconds: number): void {
      historyFrom.run({ from: fromSeconds, id });
    },
    /** Content of commits before this one may be removed; an earlier mark is never undone. */
    keepFrom(id: LibraryId, seq: number): void {
      keptFrom.run(seq, id);
    },
    /** Seq of the oldest commit whose content is kept whole, of any library on record; null when there is none. */
    retainedFrom(id: LibraryId): number | null {
      return retainedFrom.get(id)?.seq ?? null;
    },
    /** Hides for good the deletion of that time and id, and every earlier one; what is hidden already stays so. */
    clearTrash(id: LibraryId, fromSeconds: number, upToTrashId: number): void {
      trashFrom.run({ from: fromSeconds, upTo: upToTrashId, id });
    },
  };
}

/** The library that each user has from the start. */
function prepareDefaults(db: Database) {
  const find = db.prepare<[string], { library_id: LibraryId }>(
    'SELECT library_id FROM default_libraries WHERE owner_email = ?',
  );
  const forget = db.prepare('DELETE FROM default_libraries WHERE owner_email = ?');
  const put = db.prepare('INSERT OR REPLACE INTO default_libraries (owner_email, library_id) VALUES (?, ?)');

  return {
    /** The user's default library, alive or not; null when none was ever set. */
    defaultOf(email: string): LibraryId | null {
      return find.get(email)?.library_id ?? null;
    },
    forgetDefault(email: string): void {
      forget.run(email);
    },
    setDefault(email: string, id: LibraryId): void {
      put.run(email, id);
    },
  };
}

/** As lists have it: live, and no folder library. */
const IS_LISTED = 'deleted_at_s IS NULL AND origin_id IS NULL';

/** Of a row `l`. */
export const IS_LIVE = `(deleted_at_s IS NULL AND (origin_id IS NULL OR EXISTS
  (SELECT 1 FROM libraries o WHERE o.id = l.origin_id AND o.deleted_at_s IS NULL)))`;

const WITH_FOLDERS = '(id = :id OR origin_id = :id)';

const INSERT_SQL = `
  INSERT INTO libraries (id, name, description, owner_email, owner_group_id, head_id, root_id, head_seq, size_bytes,
    file_count, updated_at_s, modifier_email, status, keep_days, history_from_s, kept_from_seq, enc_version, magic,
    random_key, salt, pwd_hash, pwd_hash_algo, pwd_hash_params, created_at_s, origin_id, origin_path)
  VALUES (:id, :name, :description, :owner_email, :owner_group_id, :head_id, :root_id, :head_seq, :size_bytes,
    :file_count, :updated_at_s, :modifier_email, :status, :keep_days, :history_from_s, :kept_from_seq,
    :enc_version, :magic, :random_key, :salt, :pwd_hash, :pwd_hash_algo, :pwd_hash_params, :created_at_s,
    :origin_id, :origin_path)`;

const MOVE_HEAD_SQL = `
  UPDATE libraries SET head_id = :head_id, root_id = :root_id, head_seq = head_seq + 1, name = :name,
    description = :description, size_bytes = :size_bytes, file_count = :file_count, updated_at_s = :updated_at_s,
    modifier_email = :modifier_email, enc_version = :enc_version, magic = :magic, random_key = :random_key,
    salt = :salt, pwd_hash = :pwd_hash, pwd_hash_algo = :pwd_hash_algo, pwd_hash_params = :pwd_hash_params
  WHERE id = :id AND head_id = :expected AND deleted_at_s IS NULL`;
