import type { Migration } from './migration.ts';

/** The index that searches go by. */
export const search: Migration = {
  version: 12,
  name: 'search',
  why: 'A search through a million names, now and in the past, and through texts, must not read folders or contents.',
  up(db) {
    db.exec(ITEMS_SQL);
    db.exec(FULL_TEXT_SQL);
  },
};

// All of it can be made again from the libraries, so nothing refers to it, and it refers to nothing: keys of libraries
// are used again, those of this index never.
const ITEMS_SQL = `
  -- How far the index has followed the head of each library.
  CREATE TABLE search_libraries (
    search_key INTEGER PRIMARY KEY AUTOINCREMENT,
    library_id TEXT NOT NULL UNIQUE,
    seq        INTEGER NOT NULL,              -- the commit whose tree the live items are; 0 before the first
    root_id    TEXT NOT NULL,
    step       INTEGER NOT NULL,              -- changes towards the next commit that are in already
    item_count INTEGER NOT NULL               -- live files
  ) STRICT;

  -- Folders that hold or held items, by their paths. A path never changes: items of a folder that moves get another.
  CREATE TABLE search_folders (
    folder_key INTEGER PRIMARY KEY,
    search_key INTEGER NOT NULL,
    path       TEXT NOT NULL,
    UNIQUE (search_key, path)
  ) STRICT;

  -- Files and folders as they are and were.
  CREATE TABLE search_items (
    item_key   INTEGER PRIMARY KEY,
    search_key INTEGER NOT NULL,
    folder_key INTEGER NOT NULL,
    name       TEXT NOT NULL,
    is_dir     INTEGER NOT NULL,
    state      INTEGER NOT NULL,              -- 0 now, 1 had this name, 2 deleted, 3 had this text
    seq        INTEGER NOT NULL,              -- now: the commit that changed it last; else the last one that held it
    ended_seq  INTEGER,                       -- the commit that ended it; null: now
    text_key   INTEGER                        -- what it holds; null: nothing that is looked into
  ) STRICT;
  CREATE INDEX search_items_by_folder ON search_items (folder_key, state, name);
  CREATE INDEX search_items_by_text ON search_items (text_key) WHERE text_key IS NOT NULL;
  CREATE INDEX search_items_ended ON search_items (search_key, seq) WHERE state <> 0;

  -- Contents of text files, each once in a library.
  CREATE TABLE search_texts (
    text_key   INTEGER PRIMARY KEY,
    search_key INTEGER NOT NULL,
    file_id    TEXT NOT NULL,
    state      INTEGER NOT NULL,              -- 0 waits to be read, 1 is in the index, 2 is no text
    UNIQUE (search_key, file_id)
  ) STRICT;
  CREATE INDEX search_texts_waiting ON search_texts (text_key) WHERE state = 0;
`;

// Without contents and without places of words: what is found is looked at again in the items and in the files. The
// library is in it as a word of its own, so that one library is searched without looking at the others.
const FULL_TEXT_SQL = `
  CREATE VIRTUAL TABLE search_names USING fts5 (name, library, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram case_sensitive 1');
  CREATE VIRTUAL TABLE search_words USING fts5 (text, library, content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 0');
`;
