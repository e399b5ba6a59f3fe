import { KIND_CODES } from '../objects/kind-codes.ts';
import type { ObjectName } from '../objects/object-store.ts';
import { isRowOf, ROW_BYTES, type RowBatch } from './buffered-rows.ts';

/** A batch, and its number in the database. */
export interface NumberedBatch extends RowBatch {
  readonly batch: number;
}

/** Where a row lies. */
export interface RowPosition {
  readonly batch: NumberedBatch;
  /** Bytes before it in the batch. */
  readonly at: number;
}

/** So that the place of a row fits one number of 31 bits. */
export const MAX_ROWS_A_BATCH = 1 << 15;
const MIN_SLOTS = 1 << 12;
/** Odd, so that stores whose content is the same use other slots. */
const STORE_STEP = 0x9e3779b1;

/**
 * Finds rows in batches: a hash table of their places, 8 to 16 bytes a row. Ids are SHA-1, so stretches of them are hashes
 * already.
 */
export class RowLookup {
  #batches: NumberedBatch[] = [];
  #rowCount = 0;
  /** Place of a row plus one, at or after where its id points; 0 none. A power of two long, and at most half full. */
  #slots = new Int32Array(MIN_SLOTS);
  readonly #asked = Buffer.alloc(20);

  get rowCount(): number {
    return this.#rowCount;
  }

  get batches(): readonly NumberedBatch[] {
    return this.#batches;
  }

  /** Takes up a batch with rows of objects that are in no other. */
  add(batch: NumberedBatch): void {
    const position = this.#batches.push(batch) - 1;
    const count = batch.rows.length / ROW_BYTES;
    this.#rowCount += count;
    if (this.#rowCount * 2 > this.#slots.length) {
      this.#fillSlots();
      return;
    }
    this.#place(batch, position);
  }

  /** Holds these batches and no others. */
  set(batches: readonly NumberedBatch[]): void {
    this.#batches = [...batches];
    this.#rowCount = batches.reduce((count, { rows }) => count + rows.length / ROW_BYTES, 0);
    this.#fillSlots();
  }

  find(storeKey: number, { kind, id }: ObjectName): RowPosition | null {
    if (this.#rowCount === 0) return null;
    const asked = this.#asked;
    // What is no id has no row.
    if (asked.write(id, 'hex') !== asked.length) return null;
    const mask = this.#slots.length - 1;
    for (let slot = slotOf(storeKey, asked, 0) & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0) return null;
      const batch = this.#batches[Math.floor(place / MAX_ROWS_A_BATCH)];
      const at = (place % MAX_ROWS_A_BATCH) * ROW_BYTES;
      if (batch?.storeKey === storeKey && isRowOf(batch.rows, at, KIND_CODES[kind], asked))
        return { batch, at };
    }
  }

  #fillSlots(): void {
    let length = MIN_SLOTS;
    while (length < this.#rowCount * 2) length *= 2;
    // Twice as long as needed while it grows, so that it is not filled anew with every batch.
    this.#slots = new Int32Array(this.#rowCount === 0 ? MIN_SLOTS : length * 2);
    for (const [position, batch] of this.#batches.entries()) this.#place(batch, position);
  }

  #place({ storeKey, rows }: NumberedBatch, position: number): void {
    const mask = this.#slots.length - 1;
    const count = rows.length / ROW_BYTES;
    for (let row = 0; row < count; row += 1) {
      let slot = slotOf(storeKey, rows, row * ROW_BYTES) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = position * MAX_ROWS_A_BATCH + row + 1;
    }
  }
}

function slotOf(storeKey: number, bytes: Buffer, at: number): number {
  return bytes.readInt32LE(at + 4) ^ Math.imul(storeKey, STORE_STEP);
}
