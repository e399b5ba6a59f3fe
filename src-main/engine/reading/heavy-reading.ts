import { LRUCache } from 'lru-cache';
import {
  HEAVY_READINGS_AT_ONCE,
  HEAVY_READINGS_AT_ONCE_PER_PERSON,
  HEAVY_READINGS_WAITING,
  HEAVY_READINGS_WAITING_PER_PERSON,
  ROWS_KEPT_WHILE_READING,
  ROWS_READ_MAX,
  ROWS_READ_UNLIMITED,
} from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { TooManyChanges } from '../../core/tree/diff.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { SharedSemaphore } from '../scheduling/shared-semaphore.ts';
import { countRowsRead } from './directory-reader.ts';

export interface ReadingBounds {
  readonly rowsUnlimited: number;
  readonly rowsMax: number;
  readonly rowsKept: number;
}

const BOUNDS: ReadingBounds = {
  rowsUnlimited: ROWS_READ_UNLIMITED,
  rowsMax: ROWS_READ_MAX,
  rowsKept: ROWS_KEPT_WHILE_READING,
};

const OF_ONE_PERSON = {
  atOnce: HEAVY_READINGS_AT_ONCE_PER_PERSON,
  waiting: HEAVY_READINGS_WAITING_PER_PERSON,
};

/**
 * Work that reads whole trees. Heavy ones are limited, so that one user cannot take all memory and
 * processors by reading many libraries at once; work that reads little, as nearly all does, never waits.
 */
export class HeavyReading {
  readonly #semaphore = new SharedSemaphore({
    atOnce: HEAVY_READINGS_AT_ONCE,
    waiting: HEAVY_READINGS_WAITING,
  });
  readonly #bounds: ReadingBounds;

  constructor(bounds = BOUNDS) {
    this.#bounds = bounds;
  }

  /**
   * @param person e-mail of the user who asks for it
   * @param work must not wait for what itself may wait for this, such as the lock of a library
   * @throws DomainError `busy` when too much waits already; what `work` throws
   */
  async run<T>(person: string, work: (reading: Reading) => Promise<T>): Promise<T> {
    const share = { sender: person, ...OF_ONE_PERSON };
    const reading = new Reading(this.#bounds, () => this.#semaphore.take([share]));
    try {
      return await work(reading);
    } finally {
      await reading.end();
    }
  }
}

/** One piece of work, from its first row to its last. */
export class Reading {
  readonly #bounds: ReadingBounds;
  readonly #acquire: () => Promise<() => void>;
  readonly #kept: LRUCache<ObjectId, readonly Dirent[]>;
  #rows = 0;
  #permit: Promise<() => void> | null = null;

  constructor(bounds: ReadingBounds, acquire: () => Promise<() => void>) {
    this.#bounds = bounds;
    this.#acquire = acquire;
    const sizeCalculation = (rows: readonly Dirent[]): number => Math.max(1, rows.length);
    this.#kept = new LRUCache({ maxSize: bounds.rowsKept, sizeCalculation });
  }

  /**
   * Reads each folder about once, however often it is asked for, and counts its rows each time.
   * @throws TooManyChanges (while reading)
   */
  through(readDir: ReadDir): ReadDir {
    return async (id) => {
      const kept = this.#kept.get(id);
      if (kept !== undefined) await countRowsRead(kept.length);
      const rows = kept ?? (await readDir(id));
      this.#kept.set(id, rows);
      await this.count(rows.length + 1);
      if (this.#rows > this.#bounds.rowsMax) throw new TooManyChanges();
      return rows;
    };
  }

  /** Counts rows of folders that are read once each: however many there are. */
  counting(readDir: ReadDir): ReadDir {
    return async (id) => {
      const rows = await readDir(id);
      await this.count(rows.length + 1);
      return rows;
    };
  }

  /** Rows that are read otherwise. Resolves when they may be worked on. */
  async count(rows: number): Promise<void> {
    this.#rows += rows;
    if (this.#rows <= this.#bounds.rowsUnlimited) return;
    this.#permit ??= this.#acquire();
    await this.#permit;
  }

  /** Gives back the turn, if there was one. */
  async end(): Promise<void> {
    // That there was no permit has been told to the caller that counted.
    const giveBack = await this.#permit?.catch(() => undefined);
    giveBack?.();
  }
}
