import { isWithin } from '../../core/folder/folder-entry.ts';
import type { Timers } from '../ports.ts';

/** Places to scan. `isEverything`: the whole folder, and the lists are empty. */
export interface DirtyPaths {
  readonly isEverything: boolean;
  /** Single folders to scan; none inside one of `trees`. */
  readonly dirs: readonly string[];
  /** Folders to scan with everything inside them; none inside another. */
  readonly trees: readonly string[];
}

export const EVERYTHING: DirtyPaths = { isEverything: true, dirs: [], trees: [] };

export const NOWHERE: DirtyPaths = { isEverything: false, dirs: [], trees: [] };

export function isNowhere({ isEverything, dirs, trees }: DirtyPaths): boolean {
  return !isEverything && dirs.length === 0 && trees.length === 0;
}

export interface EventDebouncerOptions {
  readonly timers: Timers;
  readonly nowMs: () => number;
  /** Events must have stopped for this long. */
  readonly quietMs: number;
  /** But no event waits longer than this, so that a file which is written all the time does not delay others. */
  readonly longestMs: number;
  readonly onDue: () => void;
}

/** Beyond this many folders one full rescan is cheaper than many, and memory stays small. */
const MAX_DIRTY_PATHS = 10_000;

/** Collects events of one linked folder and says when to scan. */
export class EventDebouncer {
  readonly #options: EventDebouncerOptions;
  #dirs = new Set<string>();
  #trees = new Set<string>();
  #isEverything = false;
  #firstEventMs = 0;
  #isDue = false;
  #cancelTimer: (() => void) | null = null;

  constructor(options: EventDebouncerOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return !this.#isEverything && this.#dirs.size === 0 && this.#trees.size === 0;
  }

  /** There are events, and the wait for quiet is over. */
  get isDue(): boolean {
    return this.#isDue;
  }

  notify(dirs: readonly string[], trees: readonly string[]): void {
    if (dirs.length === 0 && trees.length === 0) return;
    const isFirst = this.isEmpty;
    if (!this.#isEverything) {
      for (const dir of dirs) this.#dirs.add(dir);
      for (const tree of trees) this.#trees.add(tree);
      if (this.#dirs.size + this.#trees.size > MAX_DIRTY_PATHS) this.#coverEverything();
    }
    this.#schedule(isFirst);
  }

  /** Asks for a full rescan: after the quiet period, or at once. */
  notifyAll({ atOnce }: { atOnce: boolean }): void {
    const isFirst = this.isEmpty;
    this.#coverEverything();
    if (atOnce) this.#becomeDue();
    else this.#schedule(isFirst);
  }

  /** Returns the places and starts over. */
  take(): DirtyPaths {
    const places = fold(this.#isEverything, this.#dirs, this.#trees);
    this.clear();
    return places;
  }

  /** Puts back places whose scan failed; they are due at the next event or request. */
  restore(places: DirtyPaths): void {
    if (places.isEverything) this.#coverEverything();
    if (this.#isEverything) return;
    for (const dir of places.dirs) this.#dirs.add(dir);
    for (const tree of places.trees) this.#trees.add(tree);
  }

  /** Makes everything due now. */
  hurry(): void {
    if (!this.isEmpty) this.#becomeDue();
  }

  clear(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#dirs.clear();
    this.#trees.clear();
    this.#isEverything = false;
    this.#isDue = false;
  }

  #coverEverything(): void {
    this.#isEverything = true;
    this.#dirs.clear();
    this.#trees.clear();
  }

  #schedule(isFirst: boolean): void {
    if (this.#isDue) return;
    const { timers, nowMs, quietMs, longestMs } = this.#options;
    if (isFirst) this.#firstEventMs = nowMs();
    const leftMs = this.#firstEventMs + longestMs - nowMs();
    this.#cancelTimer?.();
    this.#cancelTimer = timers.after(Math.max(0, Math.min(quietMs, leftMs)), () => this.#becomeDue());
  }

  #becomeDue(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#isDue = true;
    this.#options.onDue();
  }
}

/** Drops places inside a tree that is scanned anyway. */
function fold(isEverything: boolean, dirs: ReadonlySet<string>, trees: ReadonlySet<string>): DirtyPaths {
  if (isEverything || trees.has('')) return { isEverything: true, dirs: [], trees: [] };
  const outermost: string[] = [];
  // Shorter paths first: what can hold a path is always there before it.
  for (const tree of [...trees].sort((a, b) => a.length - b.length)) {
    if (!outermost.some((other) => isWithin(tree, other))) outermost.push(tree);
  }
  const alone = [...dirs].filter((dir) => !outermost.some((tree) => isWithin(dir, tree)));
  return { isEverything: false, dirs: alone.sort(), trees: outermost.sort() };
}
