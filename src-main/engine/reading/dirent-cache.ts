import { LRUCache } from 'lru-cache';
import type { Dirent } from '../../core/objects/dir-object.ts';
import { createSingleFlight } from '../scheduling/single-flight.ts';
import { countRowsRead } from './directory-reader.ts';

/** Of two people, or two windows, who scroll at the same time; of a folder before a commit and after it. */
const MOST_KEPT = 2;
/** Shorter ones are one page, or are read again as quickly. */
const FEWEST_ROWS = 1_000;
/** Longer ones are read again each time, rather than fill the memory: a row takes some 200 bytes. */
const MOST_ROWS = 200_000;
/** A client that scrolls or imports comes back before that; once none does, the memory is free again. */
const KEPT_MS = 10_000;

/**
 * Rows of long folders, kept for the next caller: pages of a listing, or commits to one folder. To read, check and
 * sort 100,000 rows takes a fifth of a second in which no other client is answered, and a window that scrolls through them
 * asks for a hundred pages.
 */
export class DirentCache {
  readonly #kept = new LRUCache<string, readonly Dirent[]>({ max: MOST_KEPT });
  readonly #once = createSingleFlight<string, readonly Dirent[]>();
  #forgetting: NodeJS.Timeout | null = null;

  /** @param key names rows that never change, as the id of a dir object does; the key used longest ago goes first. */
  async of(key: string, make: () => Promise<readonly Dirent[]>): Promise<readonly Dirent[]> {
    const kept = this.#kept.get(key);
    const rows = kept ?? (await this.#once(key, make));
    this.keep(key, rows);
    if (kept !== undefined) await countRowsRead(kept.length);
    return rows;
  }

  /** As if they had been made by `of`. */
  keep(key: string, rows: readonly Dirent[]): void {
    if (rows.length <= FEWEST_ROWS || rows.length > MOST_ROWS) return;
    this.#kept.set(key, rows);
    this.#forgetting ??= setTimeout(() => this.#kept.clear(), KEPT_MS).unref();
    this.#forgetting.refresh();
  }
}
