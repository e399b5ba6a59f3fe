import type { Database } from 'better-sqlite3';
import type { CommitSummary } from '../../core/history/commit-summary.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { countChanges, type IndexedChange, prepareChanges } from './history.ts';

/** A commit under a new id, in its old place. */
export interface RewrittenCommit
  extends Pick<Commit, 'id' | 'parentId' | 'secondParentId' | 'rootId' | 'creator' | 'description'> {
  readonly seq: number;
  readonly oldId: CommitId;
  /** What it changes by now; null: the same as before. */
  readonly told: { readonly changes: readonly IndexedChange[]; readonly summary: CommitSummary } | null;
}

/** A deletion, as far as it names what may be rewritten. */
export interface TrashReference {
  readonly trashId: number;
  readonly path: string;
  readonly isDir: boolean;
  readonly objectId: ObjectId;
  readonly commitId: CommitId;
}

/** That a history was rewritten. */
export interface HistoryRewrite {
  readonly rewriteId: number;
  readonly seq: number;
  readonly rewrittenBy: string;
  readonly rewrittenAtSeconds: number;
  readonly commits: number;
  /** JSON. */
  readonly item: string;
  /** JSON; empty: objects are still to be removed. */
  readonly result: string;
}

const KEY_OF = '(SELECT library_key FROM libraries WHERE id = :library)';
const REWRITE = `rewrite_id AS rewriteId, seq, rewritten_by AS rewrittenBy, rewritten_at_s AS rewrittenAtSeconds,
  commits, item, result`;

/** Histories out of which something was erased. Callers bring the transaction. */
export function createHistoryRewriteTable(db: Database) {
  const insert = db.prepare(`
    INSERT INTO history_rewrites (library_key, seq, rewritten_by, rewritten_at_s, commits, item, result)
    VALUES (${KEY_OF}, :seq, :rewrittenBy, :rewrittenAtSeconds, :commits, :item, '')`);
  const finish = db.prepare('UPDATE history_rewrites SET result = :result WHERE rewrite_id = :rewriteId');
  const putItem = db.prepare('UPDATE history_rewrites SET item = :item WHERE rewrite_id = :rewriteId');
  const list = db.prepare<{ library: string }, HistoryRewrite>(
    `SELECT ${REWRITE} FROM history_rewrites WHERE library_key = ${KEY_OF} ORDER BY rewrite_id DESC`,
  );
  const unfinished = db.prepare<[], { libraryId: LibraryId; rewriteId: number }>(`
    SELECT id AS libraryId, rewrite_id AS rewriteId FROM history_rewrites JOIN libraries USING (library_key)
    WHERE result = '' ORDER BY rewrite_id`);
  const oldIds = db.prepare<{ library: string; after: string; limit: number }, { id: CommitId }>(`
    SELECT id FROM rewritten_commits WHERE library_key = ${KEY_OF} AND id > :after ORDER BY id LIMIT :limit`);

  return {
    ...prepareRewriting(db),
    ...prepareTrash(db),
    add(library: LibraryId, rewrite: Omit<HistoryRewrite, 'rewriteId' | 'result'>): number {
      return Number(insert.run({ ...rewrite, library }).lastInsertRowid);
    },
    /** Replaces what is recorded of it. */
    putItem(rewriteId: number, item: string): void {
      putItem.run({ rewriteId, item });
    },
    /** All that was to be removed is. */
    finish(rewriteId: number, result: string): void {
      finish.run({ rewriteId, result });
    },
    /** Newest first. */
    of(library: LibraryId): HistoryRewrite[] {
      return list.all({ library });
    },
    /** Those of which objects are still to be removed, oldest first. */
    unfinished(): { libraryId: LibraryId; rewriteId: number }[] {
      return unfinished.all();
    },
    /** Ids that commits of the library had before, ascending, from the one after `after`. */
    oldIds(library: LibraryId, after: string, limit: number): CommitId[] {
      return oldIds.all({ library, after, limit }).map(({ id }) => id);
    },
  };
}

function prepareRewriting(db: Database) {
  const update = db.prepare(`
    UPDATE commits SET id = :id, parent_id = :parentId, second_parent_id = :secondParentId, root_id = :rootId,
      creator = :creator, description = :description
    WHERE library_key = ${KEY_OF} AND seq = :seq AND id = :oldId`);
  const tell = db.prepare(`
    UPDATE commits SET added = :added, modified = :modified, removed = :removed, renamed = :renamed, summary = :summary
    WHERE library_key = ${KEY_OF} AND seq = :seq`);
  const note = db.prepare(
    `INSERT OR REPLACE INTO rewritten_commits (library_key, id, seq) VALUES (${KEY_OF}, :oldId, :seq)`,
  );
  const forgetChanges = db.prepare(`DELETE FROM commit_changes WHERE library_key = ${KEY_OF} AND seq = :seq`);
  const moveEnded = db.prepare(`
    UPDATE libraries SET head_id = :headId, root_id = :rootId
    WHERE id = :library AND head_id = :expected AND deleted_at_s IS NOT NULL`);
  const putChanges = prepareChanges(db);

  return {
    /** Puts commits in the places of those that they were. */
    rewrite(library: LibraryId, commits: readonly RewrittenCommit[]): void {
      for (const { told, ...commit } of commits) {
        const { seq, oldId } = commit;
        if (update.run({ ...commit, library }).changes !== 1)
          throw new Error(`${oldId} is not commit ${seq}`);
        note.run({ library, oldId, seq });
        if (told === null) continue;
        forgetChanges.run({ library, seq });
        putChanges(library, seq, told.changes);
        const counts = countChanges(told.changes);
        tell.run({ ...counts, library, seq, summary: JSON.stringify(told.summary) });
      }
    },
    /** A commit of a device that is on record under another id. */
    noteOldId(library: LibraryId, oldId: CommitId, seq: number): void {
      note.run({ library, oldId, seq });
    },
    /** Moves the head of a folder library that has ended, if it is still `expected`; false when it is not. */
    moveEnded(
      library: LibraryId,
      expected: CommitId,
      head: { readonly headId: CommitId; readonly rootId: ObjectId },
    ): boolean {
      return moveEnded.run({ ...head, library, expected }).changes === 1;
    },
  };
}

function prepareTrash(db: Database) {
  const page = db.prepare<{ library: string; after: number; limit: number }, TrashRow>(`
    SELECT trash_id AS trashId, path, is_dir AS isDir, object_id AS objectId, commit_id AS commitId
    FROM trash_items WHERE library_key = ${KEY_OF} AND trash_id > :after ORDER BY trash_id LIMIT :limit`);
  const move = db.prepare(
    'UPDATE trash_items SET commit_id = :commitId, object_id = :objectId WHERE trash_id = :trashId',
  );
  const drop = db.prepare('DELETE FROM trash_items WHERE trash_id = ?');

  return {
    /** Deletions of the library, listed or not, oldest id first. */
    trashAfter(library: LibraryId, after: number, limit: number): TrashReference[] {
      return page.all({ library, after, limit }).map((row) => ({ ...row, isDir: row.isDir === 1 }));
    },
    moveTrash({
      trashId,
      commitId,
      objectId,
    }: Pick<TrashReference, 'trashId' | 'commitId' | 'objectId'>): void {
      move.run({ trashId, commitId, objectId });
    },
    dropTrash(trashId: number): void {
      drop.run(trashId);
    },
  };
}

interface TrashRow extends Omit<TrashReference, 'isDir'> {
  readonly isDir: number;
}
