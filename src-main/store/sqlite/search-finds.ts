import type { Database } from 'better-sqlite3';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { libraryMark } from '../../core/search/library-mark.ts';

export type FoundState = 'now' | 'older' | 'deleted';

/** An item of the search index, as it is or was. */
export interface FoundItem {
  readonly key: number;
  readonly path: string;
  readonly name: string;
  readonly isDir: boolean;
  readonly state: FoundState;
  /** Now: the commit that changed it last. Else the last commit that held it. */
  readonly seq: number;
  /** The commit that ended it; null: now. */
  readonly endedSeq: number | null;
}

/** A row of the names: `item` is null for what something newer stands for. */
export interface FoundName {
  /** Where the next page goes on. */
  readonly place: number;
  readonly item: FoundItem | null;
}

export interface FoundText {
  readonly place: number;
  readonly key: number;
  readonly fileId: ObjectId;
}

/** Which libraries of the index are looked at; null: all. */
export type SearchedKeys = ReadonlySet<number> | null;

/** Beyond that, rows of other libraries are cheaper to step over than so many words to look for. */
const MOST_MARKS = 100;

/** Reads the search index, newest rows first. */
export function createSearchFinds(db: Database) {
  const covered = `EXISTS (SELECT 1 FROM search_items AS newer
    WHERE newer.folder_key = i.folder_key AND newer.state IN (0, 1, 2) AND newer.name = i.name
      AND newer.is_dir = i.is_dir AND (newer.state = 0 OR newer.seq > i.seq))`;
  const columns = `i.item_key AS place, i.search_key, f.path AS folder, i.name, i.is_dir, i.state, i.seq, i.ended_seq`;
  const byGrams = db.prepare<[string, number, number], NameRow>(`
    SELECT ${columns}, i.state <> 0 AND ${covered} AS covered
    FROM search_names AS n JOIN search_items AS i ON i.item_key = n.rowid
      JOIN search_folders AS f ON f.folder_key = i.folder_key
    WHERE search_names MATCH ? AND n.rowid < +? ORDER BY n.rowid DESC LIMIT +?`);
  const byRow = db.prepare<[number, number], NameRow>(`
    SELECT ${columns}, i.state <> 0 AND ${covered} AS covered
    FROM search_items AS i JOIN search_folders AS f ON f.folder_key = i.folder_key
    WHERE i.item_key < +? AND i.state <> 3 ORDER BY i.item_key DESC LIMIT +?`);
  const byWords = db.prepare<[string, number, number], TextRow>(`
    SELECT t.text_key AS place, t.search_key, t.file_id
    FROM search_words AS w JOIN search_texts AS t ON t.text_key = w.rowid
    WHERE search_words MATCH ? AND w.rowid < +? ORDER BY w.rowid DESC LIMIT +?`);
  const holders = db.prepare<[number], NameRow>(`
    SELECT ${columns}, i.state <> 0 AND EXISTS (SELECT 1 FROM search_items AS live
      WHERE live.folder_key = i.folder_key AND live.state = 0 AND live.name = i.name AND live.is_dir = i.is_dir) AS covered
    FROM search_items AS i JOIN search_folders AS f ON f.folder_key = i.folder_key
    WHERE i.text_key = +? ORDER BY i.state = 0 DESC, i.seq DESC LIMIT 20`);

  const there = db.prepare<[number, string, string, number], { found: 1 }>(`
    SELECT 1 AS found FROM search_folders AS f JOIN search_items AS i ON i.folder_key = f.folder_key
    WHERE f.search_key = ? AND f.path = ? AND i.state = 0 AND i.name = ? AND i.is_dir = ?`);

  return {
    /** Rows whose names hold all the grams, at most `limit`, read as they are asked for; without grams all rows. */
    *names(
      grams: readonly string[],
      keys: SearchedKeys,
      page: { readonly below: number; readonly limit: number },
    ): Generator<FoundName> {
      const rows =
        grams.length === 0
          ? byRow.iterate(page.below, page.limit)
          : byGrams.iterate(matchOf(grams.map(quoted), keys), page.below, page.limit);
      for (const row of rows) {
        const isHidden = row.covered === 1 || (keys !== null && !keys.has(row.search_key));
        yield { place: row.place, item: isHidden ? null : itemOf(row) };
      }
    },
    /** Contents that hold all the words, the last of them as the beginning of one. */
    texts(
      words: readonly string[],
      keys: SearchedKeys,
      page: { readonly below: number; readonly limit: number },
    ): FoundText[] {
      const terms = words.map((word, at) => (at === words.length - 1 ? `${quoted(word)}*` : quoted(word)));
      return byWords
        .all(matchOf(terms, keys), page.below, page.limit)
        .map((row) => ({ place: row.place, key: row.search_key, fileId: row.file_id }));
    },
    /** Whether such an item has the path now, as far as the index has come. */
    isThere(key: number, path: string, isDir: boolean): boolean {
      return there.get(key, parentOf(path), nameOf(path), isDir ? 1 : 0) !== undefined;
    },
    /** Who holds or held a content, the live ones first, then the newest. A few of them. */
    holders(textKey: number): FoundItem[] {
      return holders.all(textKey).map(itemOf);
    },
  };
}

interface NameRow {
  place: number;
  search_key: number;
  folder: string;
  name: string;
  is_dir: number;
  state: number;
  seq: number;
  ended_seq: number | null;
  covered: number;
}

interface TextRow {
  place: number;
  search_key: number;
  file_id: ObjectId;
}

const DELETED = 2;

function itemOf(row: NameRow): FoundItem {
  return {
    key: row.search_key,
    path: joinPath(row.folder, row.name),
    name: row.name,
    isDir: row.is_dir === 1,
    state: stateOf(row),
    seq: row.seq,
    endedSeq: row.ended_seq,
  };
}

/** What was deleted and is back is there in another version, not deleted. */
function stateOf({ state, covered }: NameRow): FoundState {
  if (state === 0) return 'now';
  return state === DELETED && covered === 0 ? 'deleted' : 'older';
}

function matchOf(terms: readonly string[], keys: SearchedKeys): string {
  if (keys === null || keys.size > MOST_MARKS) return terms.join(' AND ');
  const marks = [...keys].map((key) => quoted(libraryMark(key))).join(' OR ');
  return `${terms.join(' AND ')} AND (${marks})`;
}

/** In the language of the index, a text that stands for itself. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
