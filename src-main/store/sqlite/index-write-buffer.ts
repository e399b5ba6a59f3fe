import type { Database } from 'better-sqlite3';
import type { ObjectName } from '../objects/object-store.ts';
import {
  bucketAt,
  compareRows,
  damagedRows,
  fitsBatch,
  ORDER_BUCKETS,
  ROW_BYTES,
  type RowBatch,
  rowAt,
  writeRow,
} from './buffered-rows.ts';
import type { ObjectRow } from './object-row.ts';
import { MAX_ROWS_A_BATCH, type NumberedBatch, RowLookup, type RowPosition } from './row-lookup.ts';

export interface IndexWriteBufferOptions {
  /** Puts rows, in the order of the table, into it; what is there already stays as it is. Runs in a transaction. */
  readonly insert: (storeKey: number, rows: readonly ObjectRow[]) => void;
  /** So many rows at once are taken. */
  readonly minRows: number;
}

/** Batches of one library on their way into the table. */
interface SortingIn {
  readonly storeKey: number;
  readonly batches: readonly NumberedBatch[];
  readonly rows: RowsInOrder;
}

/** Fewer rows at once are no work for their table. */
export const MIN_ROWS_A_BATCH = 500;
/** About 45 MB with the lookup. A first import of 200,000 files stays below it. */
const MAX_BUFFERED_ROWS = 500_000;
/** About 10 ms of inserts, after which other work gets its turn. */
const ROWS_A_STEP = 2_000;

/**
 * Rows of objects that came in bulk, as they came: many in one row of the database, and found by a lookup in memory. Ids
 * are hashes, so in the table each would change another page (measured: a quarter of a first import of 100,000 files).
 * Sorted in all at once, later, many fall on each page.
 *
 * An object is here or in the table. While rows of a library are here, nothing changes any of them: what needs to change
 * one sorts them in before (`sortAll`). A row that has been sorted in half-way through is in both places, and the same in both.
 */
export class IndexWriteBuffer {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #minRows: number;
  readonly #lookup = new RowLookup();
  /** Not, when a transaction may not have come to its end. */
  #isLoaded = false;
  #sorting: SortingIn | null = null;
  /** Sorts the next rows in. False: those were the last, and their batches are gone. */
  readonly #step: (sorting: SortingIn) => boolean;

  /** @throws SqliteError `SQLITE_CORRUPT` when what is there cannot be read */
  constructor(db: Database, { insert, minRows }: IndexWriteBufferOptions) {
    this.#statements = prepare(db);
    this.#minRows = minRows;
    const step = db.transaction(({ storeKey, batches, rows }: SortingIn): boolean => {
      insert(
        storeKey,
        rows.next(ROWS_A_STEP).map(({ batch, at }) => rowAt(batch, at)),
      );
      if (!rows.areAllTaken) return true;
      for (const { batch } of batches) this.#statements.remove.run(batch);
      return false;
    });
    this.#step = (sorting) => step.immediate(sorting);
    this.#load();
  }

  /** Whether there is so much that it should be sorted in before more comes. */
  get isFull(): boolean {
    return this.#load().rowCount >= MAX_BUFFERED_ROWS;
  }

  find(storeKey: number, object: ObjectName): ObjectRow | null {
    const found = this.#load().find(storeKey, object);
    return found === null ? null : rowAt(found.batch, found.at);
  }

  has(storeKey: number, object: ObjectName): boolean {
    return this.#load().find(storeKey, object) !== null;
  }

  /**
   * Puts those of the rows on record that `isNew` says are not, when they are many. To be called in a transaction; when
   * that fails, `reload` must be. Returns the rows that are left for the table.
   */
  take(
    storeKey: number,
    rows: readonly ObjectRow[],
    isNew: (row: ObjectRow) => boolean,
  ): readonly ObjectRow[] {
    if (rows.length < this.#minRows) return rows;
    const storedAtSeconds = rows[0]?.storedAtSeconds ?? 0;
    const left: ObjectRow[] = [];
    const bytes = Buffer.allocUnsafeSlow(Math.min(rows.length, MAX_ROWS_A_BATCH) * ROW_BYTES);
    const taken = { block: new Set<string>(), fs: new Set<string>(), commit: new Set<string>() };
    let end = 0;
    for (const row of rows) {
      const isTaken =
        end < bytes.length &&
        fitsBatch(row, storedAtSeconds) &&
        !taken[row.kind].has(row.id) &&
        isNew(row) &&
        writeRow(bytes, end, row);
      if (isTaken) {
        taken[row.kind].add(row.id);
        end += ROW_BYTES;
      } else left.push(row);
    }
    if (end > 0) this.#insert({ storeKey, storedAtSeconds, rows: bytes.subarray(0, end) });
    return left;
  }

  /** A few milliseconds of sorting in. False: nothing is left to sort in. */
  sortSome(): boolean {
    const next = this.#load().batches[0];
    if (next === undefined) return false;
    this.#goOn(this.#sorting?.storeKey ?? next.storeKey);
    return this.#lookup.rowCount > 0;
  }

  /** Sorts everything of a library in, in one go. Quick when there is nothing. */
  sortAll(storeKey: number): void {
    while (this.#load().batches.some((batch) => batch.storeKey === storeKey)) this.#goOn(storeKey);
  }

  /** Forgets what is here of a library, sorted in or not. Returns how many rows. */
  drop(storeKey: number): number {
    const left = this.#load().batches.filter((batch) => batch.storeKey !== storeKey);
    const before = this.#lookup.rowCount;
    if (left.length === this.#lookup.batches.length) return 0;
    this.#statements.drop.run(storeKey);
    this.#sorting = null;
    this.#lookup.set(left);
    return before - this.#lookup.rowCount;
  }

  /** Looks into the database again before anything else: a transaction may not have come to its end. */
  reload(): void {
    this.#isLoaded = false;
    this.#sorting = null;
  }

  #load(): RowLookup {
    if (this.#isLoaded) return this.#lookup;
    this.#lookup.set(this.#statements.all.all().map(batchOf));
    this.#isLoaded = true;
    return this.#lookup;
  }

  #insert(batch: RowBatch): void {
    const { lastInsertRowid } = this.#statements.insert.run(
      batch.storeKey,
      batch.storedAtSeconds,
      batch.rows,
    );
    this.#lookup.add({ ...batch, batch: Number(lastInsertRowid) });
  }

  #goOn(storeKey: number): void {
    const sorting = this.#sorting?.storeKey === storeKey ? this.#sorting : this.#begin(storeKey);
    // Until it has worked there is no sorting under way: one that failed begins anew.
    this.#sorting = null;
    if (this.#step(sorting)) {
      this.#sorting = sorting;
      return;
    }
    const done = new Set(sorting.batches);
    this.#lookup.set(this.#lookup.batches.filter((batch) => !done.has(batch)));
  }

  #begin(storeKey: number): SortingIn {
    const batches = this.#lookup.batches.filter((batch) => batch.storeKey === storeKey);
    return { storeKey, batches, rows: new RowsInOrder(batches) };
  }
}

/** Reads the batches of a library; null while they are those that the caller knows. */
export type ReadBatches = (storeKey: number, known: readonly NumberedBatch[]) => NumberedBatch[] | null;

/** For a connection that only reads. To be called in a transaction with what else is asked. */
export function createReadBatches(db: Database): ReadBatches {
  const { numbersOf, allOf } = prepareReading(db);
  return (storeKey, known) => {
    const numbers = numbersOf.all(storeKey);
    const isKnown =
      numbers.length === known.length && numbers.every((number, at) => number === known[at]?.batch);
    return isKnown ? null : allOf.all(storeKey).map(batchOf);
  };
}

interface BatchRow {
  batch: number;
  store_key: number;
  stored_at_s: number;
  rows: Buffer;
}

function batchOf({ batch, store_key, stored_at_s, rows }: BatchRow): NumberedBatch {
  if (rows.length === 0 || rows.length % ROW_BYTES !== 0 || rows.length > MAX_ROWS_A_BATCH * ROW_BYTES)
    throw damagedRows(`batch ${batch} has ${rows.length} bytes`);
  return { batch, storeKey: store_key, storedAtSeconds: stored_at_s, rows };
}

function prepare(db: Database) {
  return {
    all: db.prepare<[], BatchRow>(
      'SELECT batch, store_key, stored_at_s, rows FROM unsorted_objects ORDER BY batch',
    ),
    insert: db.prepare<[number, number, Buffer]>(
      'INSERT INTO unsorted_objects (store_key, stored_at_s, rows) VALUES (?, ?, ?)',
    ),
    remove: db.prepare<[number]>('DELETE FROM unsorted_objects WHERE batch = ?'),
    drop: db.prepare<[number]>('DELETE FROM unsorted_objects WHERE store_key = ?'),
  };
}

function prepareReading(db: Database) {
  return {
    numbersOf: db
      .prepare<[number], number>('SELECT batch FROM unsorted_objects WHERE store_key = ? ORDER BY batch')
      .pluck(),
    allOf: db.prepare<[number], BatchRow>(
      'SELECT batch, store_key, stored_at_s, rows FROM unsorted_objects WHERE store_key = ? ORDER BY batch',
    ),
  };
}

/**
 * Gives the rows of batches of one library in the order of the table, a few at a time. Nothing takes long, however many
 * there are: first each is counted into the bucket that its first bytes name, and each bucket is sorted when its turn comes.
 */
class RowsInOrder {
  readonly #batches: readonly NumberedBatch[];
  /** Places of rows, bucket by bucket. */
  readonly #places: Int32Array;
  #taken = 0;

  constructor(batches: readonly NumberedBatch[]) {
    this.#batches = batches;
    this.#places = inBuckets(batches);
  }

  get areAllTaken(): boolean {
    return this.#taken === this.#places.length;
  }

  /** The next rows: about so many, none at the end. */
  next(count: number): RowPosition[] {
    const from = this.#taken;
    let to = Math.min(from + count, this.#places.length);
    while (to > from && to < this.#places.length && this.#bucketOf(to) === this.#bucketOf(to - 1)) to += 1;
    this.#taken = to;
    return [...this.#places.subarray(from, to)]
      .map((place) => this.#rowAt(place))
      .sort((a, b) => compareRows(a.batch.rows, a.at, b.batch.rows, b.at));
  }

  #bucketOf(index: number): number {
    const { batch, at } = this.#rowAt(this.#places[index] ?? 0);
    return bucketAt(batch.rows, at);
  }

  #rowAt(place: number): RowPosition {
    const batch = this.#batches[Math.floor(place / MAX_ROWS_A_BATCH)];
    if (batch === undefined) throw new RangeError(`No batch holds the row at ${place}`);
    return { batch, at: (place % MAX_ROWS_A_BATCH) * ROW_BYTES };
  }
}

function inBuckets(batches: readonly NumberedBatch[]): Int32Array {
  const ends = new Int32Array(ORDER_BUCKETS + 1);
  let count = 0;
  for (const { rows } of batches) {
    for (let at = 0; at < rows.length; at += ROW_BYTES) {
      const after = bucketAt(rows, at) + 1;
      ends[after] = (ends[after] ?? 0) + 1;
      count += 1;
    }
  }
  // From here on each says where the rows of its bucket go, and moves on with each of them.
  for (let bucket = 1; bucket <= ORDER_BUCKETS; bucket += 1)
    ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0);
  const places = new Int32Array(count);
  for (const [position, { rows }] of batches.entries()) {
    for (let row = 0; row * ROW_BYTES < rows.length; row += 1) {
      const bucket = bucketAt(rows, row * ROW_BYTES);
      const index = ends[bucket] ?? 0;
      ends[bucket] = index + 1;
      places[index] = position * MAX_ROWS_A_BATCH + row;
    }
  }
  return places;
}
