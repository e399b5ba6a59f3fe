import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { libraryMark } from '../../core/search/library-mark.ts';

/** A file whose text is not in the index yet. */
export interface WaitingText {
  readonly textKey: number;
  readonly key: number;
  readonly libraryId: LibraryId;
  readonly fileId: ObjectId;
}

const WAITS = 0;
const INDEXED = 1;
const NO_TEXT = 2;

/** Contents in the search index, each once in a library. Callers bring the transaction. */
export function createSearchTextTable(db: Database) {
  const find = db.prepare<[number, string], { text_key: number }>(
    'SELECT text_key FROM search_texts WHERE search_key = ? AND file_id = ?',
  );
  const insert = db.prepare(`INSERT INTO search_texts (search_key, file_id, state) VALUES (?, ?, ${WAITS})`);
  const waiting = db.prepare<[number, number], WaitingText>(`
    SELECT text_key AS textKey, search_key AS key, library_id AS libraryId, file_id AS fileId
    FROM search_texts JOIN search_libraries USING (search_key)
    WHERE search_texts.state = ${WAITS} AND search_key = ? ORDER BY text_key LIMIT ?`);
  const countWaiting = db.prepare<[], { count: number | null }>(`
    SELECT sum((SELECT count(*) FROM search_texts AS t WHERE t.state = ${WAITS} AND t.search_key = s.search_key)) AS count
    FROM search_libraries AS s JOIN libraries ON libraries.id = s.library_id WHERE deleted_at_s IS NULL`);
  const setState = db.prepare('UPDATE search_texts SET state = ? WHERE text_key = ?');
  const write = db.prepare('INSERT INTO search_words (rowid, text, library) VALUES (?, ?, ?)');

  return {
    /** The key of a content; one that is new waits to be read. */
    keyOf(key: number, fileId: ObjectId): number {
      return find.get(key, fileId)?.text_key ?? Number(insert.run(key, fileId).lastInsertRowid);
    },
    /** Those of a library, that wait longest first. */
    waiting(key: number, limit: number): WaitingText[] {
      return waiting.all(key, limit);
    },
    /** Of all libraries; those of deleted ones are not read. */
    countWaiting(): number {
      return countWaiting.get()?.count ?? 0;
    },
    /** @param folded null: the file holds no text */
    put({ textKey, key }: WaitingText, folded: string | null): void {
      // What was removed meanwhile must not come back.
      const isThere = setState.run(folded === null ? NO_TEXT : INDEXED, textKey).changes === 1;
      if (isThere && folded !== null) write.run(textKey, folded, libraryMark(key));
    },
  };
}
