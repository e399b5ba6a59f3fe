import type { Database } from 'better-sqlite3';
import type { Change } from '../../core/history/change.ts';
import { type CommitSummary, readSummary } from '../../core/history/commit-summary.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { preparePutRows, type Row } from './many-rows.ts';

/** A commit as history lists it. */
export interface HistoryEntry {
  /** Place in the history of its library, from 1, without gaps. */
  readonly seq: number;
  readonly id: CommitId;
  readonly parentId: CommitId | null;
  readonly secondParentId: CommitId | null;
  readonly rootId: ObjectId;
  readonly authorEmail: string;
  readonly description: string;
  readonly ctimeSeconds: number;
  readonly deviceName: string | null;
  readonly clientVersion: string | null;
  readonly isMerge: boolean;
  readonly hasConflict: boolean;
  readonly counts: ChangeCounts;
  /** Null: none was kept, as by older versions. */
  readonly summary: CommitSummary | null;
}

/** How many changes of each kind a commit holds; a folded folder counts once. */
export interface ChangeCounts {
  readonly added: number;
  readonly modified: number;
  readonly removed: number;
  readonly renamed: number;
}

/** A change as the index keeps it: without the size before the change. */
export type IndexedChange = Omit<Change, 'oldSizeBytes'>;

/** Whether the changes of a commit are on record before it is (`large-moves.ts`). */
export interface WrittenAhead {
  readonly changesWritten: boolean;
}

interface Recorded extends Partial<WrittenAhead> {
  /** Null: it can be made of the changes. */
  readonly summary?: CommitSummary | null;
}

export interface SeqRange {
  /** Newest seq wanted, inclusive. */
  readonly from: number;
  /** Oldest seq wanted, inclusive. */
  readonly downTo: number;
  readonly limit: number;
}

export interface OlderThan {
  /** Unix seconds; commits of this second count when their seq is below `seq`. */
  readonly at: number;
  readonly seq: number;
  /** Oldest seq wanted, inclusive. */
  readonly downTo: number;
  readonly limit: number;
}

export interface RenameRange {
  readonly after: number;
  readonly upTo: number;
}

/** A change among those of all commits. */
export interface ChangePlace {
  readonly seq: number;
  readonly position: number;
}

interface FoundRename {
  readonly seq: number;
  readonly path: string;
  readonly newPath: string;
}

/** The history index: the commits of each library and what they changed. Callers bring the transaction. */
export type HistoryTable = ReturnType<typeof createHistoryTable>;

const KEY_OF = '(SELECT library_key FROM libraries WHERE id = :library)';

export function createHistoryTable(db: Database) {
  return {
    ...prepareAppend(db),
    ...prepareCommits(db),
    ...prepareTimes(db),
    ...prepareChangesOf(db),
    ...prepareTouched(db),
    ...prepareRenames(db),
    ...prepareOldIds(db),
  };
}

function prepareCommits(db: Database) {
  const find = db.prepare<{ library: string; id: string }, CommitRow>(
    `SELECT * FROM commits WHERE library_key = ${KEY_OF} AND id = :id`,
  );
  const bySeq = db.prepare<{ library: string; seq: number }, CommitRow>(
    `SELECT * FROM commits WHERE library_key = ${KEY_OF} AND seq = :seq`,
  );
  const range = db.prepare<SeqRange & { library: string }, CommitRow>(`
    SELECT * FROM commits WHERE library_key = ${KEY_OF} AND seq <= +:from AND seq >= +:downTo
    ORDER BY seq DESC LIMIT +:limit`);
  const author = db.prepare<{ library: string; email: string }, { found: 1 }>(`
    SELECT 1 AS found FROM commits INDEXED BY commits_by_author
    WHERE library_key = ${KEY_OF} AND author_email = :email LIMIT 1`);

  return {
    find(library: LibraryId, id: CommitId): HistoryEntry | null {
      const row = find.get({ library, id });
      return row ? entryOf(row) : null;
    },
    findBySeq(library: LibraryId, seq: number): HistoryEntry | null {
      const row = bySeq.get({ library, seq });
      return row ? entryOf(row) : null;
    },
    /** Newest first. */
    range(library: LibraryId, wanted: SeqRange): HistoryEntry[] {
      return range.all({ ...wanted, library }).map(entryOf);
    },
    /** Whether the user ever made a commit. */
    isAuthor(library: LibraryId, email: string): boolean {
      return author.get({ library, email }) !== undefined;
    },
  };
}

/** When commits were made. */
function prepareTimes(db: Database) {
  const older = db.prepare<OlderThan & { library: string }, CommitRow>(`
    SELECT * FROM commits WHERE library_key = ${KEY_OF} AND (ctime_s, seq) < (+:at, +:seq) AND seq >= +:downTo
    ORDER BY ctime_s DESC, seq DESC LIMIT +:limit`);
  const newestAt = db.prepare<{ library: string; at: number }, { seq: number }>(`
    SELECT seq FROM commits WHERE library_key = ${KEY_OF} AND ctime_s <= :at ORDER BY ctime_s DESC, seq DESC LIMIT 1`);
  // One step into the index for each library.
  const newestTimes = db.prepare<{ at: number }, { id: LibraryId; time: number | null }>(`
    SELECT id, (SELECT max(ctime_s) FROM commits
      WHERE commits.library_key = libraries.library_key AND ctime_s <= :at) AS time
    FROM libraries WHERE deleted_at_s IS NULL`);
  const oldestAfter = db.prepare<{ library: string; at: number }, { seq: number | null }>(
    `SELECT MIN(seq) AS seq FROM commits WHERE library_key = ${KEY_OF} AND ctime_s > :at`,
  );

  return {
    /** By the time they were made, newest first, then by seq. */
    olderThan(library: LibraryId, wanted: OlderThan): HistoryEntry[] {
      return older.all({ ...wanted, library }).map(entryOf);
    },
    /** Seq of the newest commit made at or before the time; 0 when there is none. */
    newestSeqAt(library: LibraryId, atSeconds: number): number {
      return newestAt.get({ library, at: atSeconds })?.seq ?? 0;
    },
    /** When the newest commit at or before the time was made, for each library with one. */
    newestTimes(atSeconds: number): ReadonlyMap<LibraryId, number> {
      const times = new Map<LibraryId, number>();
      for (const { id, time } of newestTimes.all({ at: atSeconds })) if (time !== null) times.set(id, time);
      return times;
    },
    /** Seq of the oldest commit made after the time; null when there is none. Costs as much as there are. */
    oldestSeqAfter(library: LibraryId, atSeconds: number): number | null {
      return oldestAfter.get({ library, at: atSeconds })?.seq ?? null;
    },
  };
}

/** What commits changed. */
function prepareChangesOf(db: Database) {
  const ofCommit = db.prepare<{ library: string; seq: number; after: number; limit: number }, ChangeRow>(`
    SELECT * FROM commit_changes WHERE library_key = ${KEY_OF} AND seq = +:seq AND position > +:after
    ORDER BY position LIMIT +:limit`);
  const before = db.prepare<
    ChangePlace & { library: string; limit: number },
    ChangeRow & { seq: number; position: number }
  >(`
    SELECT * FROM commit_changes WHERE library_key = ${KEY_OF} AND (seq, position) < (+:seq, +:position)
    ORDER BY seq DESC, position DESC LIMIT +:limit`);

  return {
    /** Changes of one commit in path order, from the position after `after` (−1: the first). */
    changes(library: LibraryId, seq: number, page: { after: number; limit: number }): IndexedChange[] {
      return ofCommit.all({ library, seq, ...page }).map(changeOf);
    },
    /** Changes of all commits, newest first, from the one before a place on. */
    changesBefore(library: LibraryId, { seq, position }: ChangePlace, limit: number) {
      return before
        .all({ library, seq, position, limit })
        .map((row) => ({ seq: row.seq, position: row.position, ...changeOf(row) }));
    },
  };
}

/** What happened at exactly one of several paths, whether it is the old or the new name. */
function prepareTouched(db: Database) {
  const touching = db.prepare<SeqRange & { library: string; paths: string }, { seq: number }>(`
    SELECT DISTINCT seq FROM (
      SELECT seq FROM commit_changes WHERE library_key = ${KEY_OF}
        AND path IN (SELECT value FROM json_each(:paths)) AND seq <= :from AND seq >= :downTo
      UNION ALL
      SELECT seq FROM commit_changes WHERE library_key = ${KEY_OF} AND new_path <> ''
        AND new_path IN (SELECT value FROM json_each(:paths)) AND seq <= :from AND seq >= :downTo
    ) ORDER BY seq DESC LIMIT :limit`);
  const changesAt = db.prepare<{ library: string; seq: number; paths: string }, ChangeRow>(`
    SELECT * FROM commit_changes WHERE library_key = ${KEY_OF} AND seq = :seq
      AND (path IN (SELECT value FROM json_each(:paths)) OR new_path IN (SELECT value FROM json_each(:paths)))
    ORDER BY position`);

  return {
    /** Seqs of the commits with a change there, newest first. */
    touching(library: LibraryId, paths: readonly string[], wanted: SeqRange): number[] {
      return touching.all({ ...wanted, library, paths: JSON.stringify(paths) }).map((row) => row.seq);
    },
    /** The changes of one commit there, in path order. */
    changesAt(library: LibraryId, seq: number, paths: readonly string[]): IndexedChange[] {
      return changesAt.all({ library, seq, paths: JSON.stringify(paths) }).map(changeOf);
    },
  };
}

/** Ids that commits had before something was erased. */
function prepareOldIds(db: Database) {
  const known = db
    .prepare<{ library: string; id: string }, 1>(`
      SELECT 1 FROM commits WHERE library_key = ${KEY_OF} AND id = :id
      UNION ALL SELECT 1 FROM rewritten_commits WHERE library_key = ${KEY_OF} AND id = :id`)
    .pluck();
  const rewritten = db.prepare<{ library: string; id: string }, CommitRow>(`
    SELECT commits.* FROM rewritten_commits JOIN commits USING (library_key, seq)
    WHERE library_key = ${KEY_OF} AND rewritten_commits.id = :id`);

  return {
    /** Whether this is a commit of the history, or was one before something was erased from it. */
    isKnown(library: LibraryId, id: CommitId): boolean {
      return known.get({ library, id }) !== undefined;
    },
    /** What became of a commit out of whose history something was erased; null when it was never such. */
    findRewritten(library: LibraryId, oldId: CommitId): HistoryEntry | null {
      const row = rewritten.get({ library, id: oldId });
      return row ? entryOf(row) : null;
    },
  };
}

/** What became of names. */
function prepareRenames(db: Database) {
  const rename = db.prepare<
    { library: string; after: number; upTo: number; paths: string },
    { seq: number; path: string; new_path: string }
  >(`
    SELECT seq, path, new_path FROM commit_changes
    WHERE library_key = ${KEY_OF} AND path IN (SELECT value FROM json_each(:paths))
      AND seq > :after AND seq <= :upTo AND op = 'renamed'
    ORDER BY seq, length(path) DESC LIMIT 1`);
  const anyRename = db.prepare<{ library: string; after: number; upTo: number }, { found: 1 }>(`
    SELECT 1 AS found FROM commits
    WHERE library_key = ${KEY_OF} AND seq > :after AND seq <= :upTo AND renamed > 0 LIMIT 1`);

  return {
    /** The first rename of something at exactly one of the paths, by commits above `after` and up to `upTo`. */
    renameAfter(library: LibraryId, paths: readonly string[], range: RenameRange): FoundRename | null {
      const row = rename.get({ library, ...range, paths: JSON.stringify(paths) });
      return row === undefined ? null : { seq: row.seq, path: row.path, newPath: row.new_path };
    },
    /** Whether a commit in between renamed anything. */
    hasRenames(library: LibraryId, range: RenameRange): boolean {
      return anyRename.get({ library, ...range }) !== undefined;
    },
  };
}

export function countChanges(changes: readonly IndexedChange[]): ChangeCounts {
  const counts = { added: 0, modified: 0, removed: 0, renamed: 0 };
  for (const { op } of changes) {
    if (op === 'new' || op === 'newdir') counts.added++;
    else if (op === 'removed' || op === 'deldir') counts.removed++;
    else if (op === 'modified') counts.modified++;
    else counts.renamed++;
  }
  return counts;
}

/** A commit as the table has it. */
export interface CommitRow extends ChangeCounts {
  seq: number;
  id: CommitId;
  parent_id: CommitId | null;
  second_parent_id: CommitId | null;
  root_id: ObjectId;
  author_email: string;
  description: string;
  ctime_s: number;
  device_name: string | null;
  client_version: string | null;
  is_merge: number;
  has_conflict: number;
  summary: string | null;
}

interface ChangeRow {
  op: Change['op'];
  path: string;
  new_path: string;
  is_dir: number;
  object_id: ObjectId;
  size_bytes: number;
}

/** What callers see of a row. */
export function entryOf(row: CommitRow): HistoryEntry {
  return {
    seq: row.seq,
    id: row.id,
    parentId: row.parent_id,
    secondParentId: row.second_parent_id,
    rootId: row.root_id,
    authorEmail: row.author_email,
    description: row.description,
    ctimeSeconds: row.ctime_s,
    deviceName: row.device_name,
    clientVersion: row.client_version,
    isMerge: row.is_merge === 1,
    hasConflict: row.has_conflict === 1,
    counts: { added: row.added, modified: row.modified, removed: row.removed, renamed: row.renamed },
    summary: readSummary(row.summary),
  };
}

function changeOf(row: ChangeRow): IndexedChange {
  return {
    op: row.op,
    path: row.path,
    newPath: row.new_path,
    isDir: row.is_dir === 1,
    objectId: row.object_id,
    sizeBytes: row.size_bytes,
  };
}

function prepareAppend(db: Database) {
  const insertCommit = db.prepare(`
    INSERT INTO commits (library_key, seq, id, parent_id, second_parent_id, root_id, author_email, creator, description,
      ctime_s, device_name, client_version, is_merge, has_conflict, added, modified, removed, renamed,
      summary)
    VALUES (${KEY_OF}, :seq, :id, :parent_id, :second_parent_id, :root_id, :author_email, :creator, :description,
      :ctime_s, :device_name, :client_version, :is_merge, :has_conflict, :added, :modified, :removed, :renamed,
      :summary)`);
  const putChanges = prepareChanges(db);

  return {
    /** Adds a commit as number `seq` with what it changed, in that order. */
    append(commit: Commit, seq: number, changes: readonly IndexedChange[], recorded: Recorded = {}): void {
      const library = commit.libraryId;
      const { changesWritten = false, summary = null } = recorded;
      const told = { ...countChanges(changes), summary: summary === null ? null : JSON.stringify(summary) };
      insertCommit.run({ ...commitToRow(commit), ...told, library, seq });
      if (!changesWritten) putChanges(library, seq, changes);
    },
  };
}

/** Puts changes of a commit, the first of them in the place `from` of all that it has. Callers bring the transaction. */
export function prepareChanges(db: Database) {
  const key = db.prepare<[string], number>('SELECT library_key FROM libraries WHERE id = ?').pluck();
  const putRows = preparePutRows(
    db,
    `INSERT INTO commit_changes (library_key, seq, position, op, path, new_path, is_dir, object_id, size_bytes)`,
    9,
  );
  return (library: LibraryId, seq: number, changes: readonly IndexedChange[], from = 0): void => {
    const libraryKey = key.get(library) ?? null;
    putRows(changes.map((change, at) => [libraryKey, seq, from + at, ...changeToRow(change)]));
  };
}

function commitToRow(commit: Commit) {
  return {
    id: commit.id,
    parent_id: commit.parentId,
    second_parent_id: commit.secondParentId,
    root_id: commit.rootId,
    author_email: commit.authorEmail,
    creator: commit.creator,
    description: commit.description,
    ctime_s: commit.ctimeSeconds,
    device_name: commit.deviceName,
    client_version: commit.clientVersion,
    is_merge: commit.isMerge ? 1 : 0,
    has_conflict: commit.hasConflict ? 1 : 0,
  };
}

function changeToRow({ op, path, newPath, isDir, objectId, sizeBytes }: IndexedChange): Row {
  return [op, path, newPath, isDir ? 1 : 0, objectId, sizeBytes];
}
