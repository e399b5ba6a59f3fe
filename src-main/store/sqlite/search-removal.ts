import type { Database } from 'better-sqlite3';
import { DROP_EMPTY_FOLDER_SQL } from './search-index.ts';

/** What leaves the search index. Each verb takes a slice; callers bring the transaction and call until nothing is left. */
export function createSearchRemoval(db: Database) {
  const ended = db.prepare<{ key: number; before: number; limit: number }, RemovedItem>(`
    DELETE FROM search_items WHERE item_key IN (
      SELECT item_key FROM search_items WHERE search_key = :key AND state <> 0 AND seq < :before
      ORDER BY seq LIMIT :limit)
    RETURNING item_key, folder_key, text_key`);
  const anyFolder = db.prepare<[number], { folder_key: number }>(
    'SELECT folder_key FROM search_folders WHERE search_key = ? LIMIT 1',
  );
  const inFolder = db.prepare<{ folder: number; limit: number }, RemovedItem>(`
    DELETE FROM search_items WHERE item_key IN (
      SELECT item_key FROM search_items WHERE folder_key = :folder LIMIT :limit)
    RETURNING item_key, folder_key, text_key`);
  const dropEmpty = db.prepare(DROP_EMPTY_FOLDER_SQL);
  const count = db.prepare('UPDATE search_libraries SET row_count = row_count - ? WHERE search_key = ?');
  const texts = db.prepare<{ key: number; limit: number }, { text_key: number }>(`
    DELETE FROM search_texts WHERE text_key IN (
      SELECT text_key FROM search_texts WHERE search_key = :key LIMIT :limit)
    RETURNING text_key`);
  const dropUnused = db.prepare<[number, number], { text_key: number }>(`
    DELETE FROM search_texts WHERE text_key = ?
      AND NOT EXISTS (SELECT 1 FROM search_items WHERE text_key = ?) RETURNING text_key`);
  const dropLibrary = db.prepare('DELETE FROM search_libraries WHERE search_key = ?');
  const unname = db.prepare('DELETE FROM search_names WHERE rowid = ?');
  const unword = db.prepare('DELETE FROM search_words WHERE rowid = ?');
  const merges = ['search_names', 'search_words'].map((table) =>
    db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`),
  );
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();

  function forget(key: number, removed: readonly RemovedItem[]): void {
    count.run(removed.length, key);
    for (const folder of new Set(removed.map(({ folder_key }) => folder_key))) dropEmpty.run({ folder });
    for (const { item_key, text_key } of removed) {
      unname.run(item_key);
      if (text_key !== null && dropUnused.get(text_key, text_key) !== undefined) unword.run(text_key);
    }
  }

  return {
    /** What ended before a commit, oldest first, with the texts that nothing else holds. @returns how many items went */
    endedBefore(key: number, before: number, limit: number): number {
      const removed = ended.all({ key, before, limit });
      forget(key, removed);
      return removed.length;
    },
    /** All items and texts of a library. False: nothing of them is left. */
    items(key: number, limit: number): boolean {
      let room = limit;
      for (let found = anyFolder.get(key); found !== undefined && room > 0; found = anyFolder.get(key)) {
        const folder = found.folder_key;
        const removed = inFolder.all({ folder, limit: room });
        forget(key, removed);
        dropEmpty.run({ folder });
        // Folders cost something too, however little is in them.
        room -= removed.length + 1;
      }
      if (room < limit) return true;
      const left = texts.all({ key, limit });
      for (const { text_key } of left) unword.run(text_key);
      return left.length > 0;
    },
    /**
     * Words of what was removed stay in a full-text table until what holds them is merged: all of the index, about so many
     * pages at a time.
     * @param isFirst begins a merge; otherwise it goes on
     * @returns false: nothing is left to merge
     */
    merge(pages: number, isFirst: boolean): boolean {
      const before = changes.get() ?? 0;
      for (const merge of merges) merge.run(isFirst ? -pages : pages);
      // Each counts as one change itself.
      return (changes.get() ?? 0) - before > merges.length;
    },
    /** Forgets a library of which nothing is left. */
    library(key: number): void {
      dropLibrary.run(key);
    },
  };
}

interface RemovedItem {
  item_key: number;
  folder_key: number;
  text_key: number | null;
}
