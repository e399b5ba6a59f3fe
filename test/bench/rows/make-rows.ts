import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Change } from '../../../src-main/core/history/change.ts';
import type { Library } from '../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { Commit } from '../../../src-main/core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../../src-main/core/objects/object-id.ts';
import { type Database, openDatabase } from '../../../src-main/store/sqlite/open.ts';
import { type Tables, tablesOf } from '../../../src-main/store/sqlite/tables.ts';

const ROWS_A_TRANSACTION = 20_000;
/** How far the commits of the past lie apart. */
export const SECONDS_BETWEEN = 60;
/** Of ten commits, nine are in the first library: somebody has one that nearly everything happens in. */
const OTHERS_TURN = 10;
const NOUNS = ['invoice', 'holiday', 'letter', 'minutes', 'recipe', 'sketch', 'report', 'plan'];
const TIMES = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'];

/**
 * Puts a past in front of what is in a data folder that no server uses: so many commits, of which each adds a file and
 * deletes the one that the last commit of its library added, so that there are as many deletions and as many names to be
 * found. The rows are written by the tables' own code. Their objects are missing, since no listing reads them.
 */
export function addRows(dataDir: string, libraryIds: readonly string[], rows: number): void {
  const db = openDatabase(join(dataDir, 'keepfold.db'));
  // Nothing of this has to outlive a crash, and none of it is measured.
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -500000');
  try {
    const placeOf = (row: number) => placeAt(row, libraryIds.length);
    const counts = countsOf(rows, placeOf);
    const tables = tablesOf(db);
    const pasts = libraryIds.map((id, place) => pastOf(tables, id, counts[place] ?? 0));
    for (const past of pasts) makeRoom(db, past);
    inTransactions(db, rows, (row) => pasts[placeOf(row)]?.append(row, (rows - row) * SECONDS_BETWEEN));
  } finally {
    db.close();
  }
}

/** The name of the file that a row added and deleted. */
export function nameOfRow(row: number): string {
  const [noun, time] = [NOUNS[row % NOUNS.length], TIMES[row % TIMES.length]];
  return `${noun} ${time} ${String(row).padStart(7, '0')}.pdf`;
}

function placeAt(row: number, libraries: number): number {
  if (libraries === 1 || row % OTHERS_TURN > 0) return 0;
  return 1 + (Math.floor(row / OTHERS_TURN) % (libraries - 1));
}

function countsOf(rows: number, placeOf: (row: number) => number): number[] {
  const counts: number[] = [];
  for (let row = 0; row < rows; row += 1) counts[placeOf(row)] = (counts[placeOf(row)] ?? 0) + 1;
  return counts;
}

function pastOf(tables: Tables, id: string, count: number): Past {
  const library = tables.libraryTable.find(id as LibraryId);
  if (library === null) throw new Error(`${id} is not there`);
  return new Past(tables, { library, searchKey: searchKeyOf(tables, library), count });
}

/** Nobody sees whether the index has come to the empty libraries, so it is brought to them here. */
function searchKeyOf({ searchIndex }: Tables, { id, headSeq, rootId, fileCount }: Library): number {
  if (searchIndex.find(id) === null) searchIndex.begin(id);
  const searched = searchIndex.find(id);
  const isBehind = searched?.seq !== headSeq;
  if (searched === null || (isBehind && fileCount > 0)) throw new Error(`${id} is not in the index`);
  if (isBehind) searchIndex.advance(searched.key, { seq: headSeq, rootId });
  return searched.key;
}

/** Gives the commits that a library has the numbers after those to come. */
function makeRoom(db: Database, { library: { id }, count }: Past): void {
  const run = (sql: string) => db.prepare(sql).run({ id, count });
  const key = '(SELECT library_key FROM libraries WHERE id = :id)';
  const searchKey = '(SELECT search_key FROM search_libraries WHERE library_id = :id)';
  const move = db.transaction(() => {
    db.pragma('defer_foreign_keys = ON');
    for (const table of ['commits', 'commit_changes']) {
      // Through numbers that no commit has: two must never be the same on the way.
      run(`UPDATE ${table} SET seq = -(seq + :count) WHERE library_key = ${key}`);
      run(`UPDATE ${table} SET seq = -seq WHERE library_key = ${key} AND seq < 0`);
    }
    run('UPDATE libraries SET head_seq = head_seq + :count WHERE id = :id');
    run('UPDATE search_libraries SET seq = seq + :count WHERE library_id = :id');
    run(
      `UPDATE search_items SET seq = seq + :count, ended_seq = ended_seq + :count WHERE search_key = ${searchKey}`,
    );
  });
  move();
}

function inTransactions(db: Database, rows: number, write: (row: number) => void): void {
  const some = db.transaction((from: number, to: number) => {
    for (let row = from; row < to; row += 1) write(row);
  });
  for (let from = 0; from < rows; from += ROWS_A_TRANSACTION)
    some(from, Math.min(rows, from + ROWS_A_TRANSACTION));
}

/** The commits of one library that were before all that it has. */
class Past {
  readonly library: Library;
  readonly count: number;
  readonly #tables: Tables;
  readonly #searchKey: number;
  #seq = 0;
  #last: { readonly commit: Commit; readonly file: Change | null } | null = null;

  constructor(tables: Tables, of: { library: Library; searchKey: number; count: number }) {
    this.#tables = tables;
    this.library = of.library;
    this.count = of.count;
    this.#searchKey = of.searchKey;
  }

  append(row: number, secondsAgo: number): void {
    this.#seq += 1;
    const commit = this.#commit(row, secondsAgo);
    // Nothing of it is left in what the library holds now.
    const added = this.#seq === this.count ? null : newFile(row);
    const gone = this.#last?.file ?? null;
    const removed = gone === null ? [] : [{ ...gone, op: 'removed' } as const];
    this.#tables.historyTable.append(commit, this.#seq, added === null ? removed : [...removed, added]);
    if (gone !== null) this.#remove(gone, commit);
    if (added !== null)
      this.#tables.searchIndex.add({ ...added, key: this.#searchKey }, this.#seq, () => null);
    this.#last = { commit, file: added };
  }

  #remove(file: Change, { ctimeSeconds, authorEmail, parentId }: Commit): void {
    const { searchIndex, trashTable } = this.#tables;
    const ending = { lastSeq: this.#seq - 1, endedSeq: this.#seq };
    searchIndex.remove({ ...file, key: this.#searchKey }, ending);
    const item = {
      ...{ path: file.path, isDir: false, objectId: file.objectId, sizeBytes: file.sizeBytes },
      ...{ deletedAtSeconds: ctimeSeconds, deletedBy: authorEmail },
      commitId: parentId ?? (EMPTY_ID as string as CommitId),
    };
    trashTable.add(this.library.id, [item]);
  }

  #commit(row: number, secondsAgo: number): Commit {
    const { id, name, description, createdAtSeconds, modifierEmail } = this.library;
    return {
      ...{ id: idOf('commit', row) as CommitId, libraryId: id, rootId: idOf('root', row) as ObjectId },
      ...{
        parentId: this.#last?.commit.id ?? null,
        secondParentId: null,
        isMerge: false,
        hasConflict: false,
      },
      ...{ authorEmail: modifierEmail, creator: EMPTY_ID, description: `Added "${nameOfRow(row)}"` },
      ctimeSeconds: createdAtSeconds - secondsAgo,
      ...{ libraryName: name, libraryDescription: description, encryption: null },
      ...{ deviceName: null, clientVersion: null },
    };
  }
}

function newFile(row: number): Change {
  return {
    ...{ op: 'new', path: `/Desk/${nameOfRow(row)}`, newPath: '', isDir: false },
    ...{ objectId: idOf('file', row) as ObjectId, sizeBytes: 1_000 + row, oldSizeBytes: 0 },
  };
}

function idOf(kind: string, row: number): string {
  return hash('sha1', `${kind} ${row}`, 'hex');
}
