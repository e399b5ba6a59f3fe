import { openDatabase } from './open.ts';

/**
 * Makes a database at the path with all its tables, and has its full-text index find a word. Returns the version of SQLite.
 * @throws Error as `openDatabase`; when the word is not found
 */
export function trySqlite(path: string): string {
  const db = openDatabase(path);
  try {
    db.exec("INSERT INTO search_words (rowid, text, library) VALUES (1, 'holds a word', '')");
    const found = db.prepare("SELECT rowid FROM search_words WHERE search_words MATCH 'word'").pluck().get();
    if (found !== 1) throw new Error('FTS5 does not find a word');
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    db.close();
  }
}
