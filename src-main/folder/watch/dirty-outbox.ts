/** Events are sent together: a program that writes a thousand files causes a few messages, not thousands. */
const BATCH_MS = 20;

/** Beyond this many folders, one full rescan is the cheaper answer. */
const MAX_DIRS = 10_000;

/**
 * The system silently drops events once 16,384 wait. So many in one batch mean that it may have, and then their places
 * are unknown.
 */
const SUSPICIOUS_EVENTS = 8000;

export interface DirtyOutboxEvents {
  dirty(dirs: readonly string[], trees: readonly string[]): void;
  everything(): void;
}

/** Gathers the events of one watched folder, each place once. */
export class DirtyOutbox {
  readonly #events: DirtyOutboxEvents;
  readonly #dirs = new Set<string>();
  readonly #trees = new Set<string>();
  #eventCount = 0;
  #isEverything = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(events: DirtyOutboxEvents) {
    this.#events = events;
  }

  addDir(dir: string): void {
    this.#dirs.add(dir);
    this.#count();
  }

  addTree(tree: string): void {
    this.#trees.add(tree);
    this.#count();
  }

  /** Something changed at an unknown place. */
  addEverything(): void {
    this.#isEverything = true;
    this.#count();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #count(): void {
    this.#eventCount++;
    this.#timer ??= setTimeout(() => this.#send(), BATCH_MS);
  }

  #send(): void {
    const dirs = [...this.#dirs];
    const trees = [...this.#trees];
    const isTooMuch =
      this.#isEverything || dirs.length + trees.length > MAX_DIRS || this.#eventCount > SUSPICIOUS_EVENTS;
    this.#dirs.clear();
    this.#trees.clear();
    this.#eventCount = 0;
    this.#isEverything = false;
    this.#timer = null;
    if (isTooMuch) this.#events.everything();
    else this.#events.dirty(dirs, trees);
  }
}
