import { bucketAt, compareRows, ORDER_BUCKETS, ROW_BYTES } from './buffered-rows.ts';
import { MAX_ROWS_A_BATCH, type NumberedBatch, type RowPosition } from './row-lookup.ts';

/**
 * Gives the rows of batches of one library in the order of the table, a few at a time. Nothing takes long, however many
 * there are: first each is counted into the bucket that its first bytes name, and each bucket is sorted when its turn comes.
 */
export class RowsInOrder {
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
