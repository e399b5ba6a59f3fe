import type { EarlyScan, FolderWatch, FolderWatcher, WatchStart } from '../ports.ts';
import type { EventDebouncer } from './event-debouncer.ts';

const COMING = 0;
const PAST = 1;

function awaitWatchStart(): WatchStart {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** The folder is watched from now on, or callers need not wait any longer. */
function passWatchStart(start: WatchStart): void {
  Atomics.store(start, 0, PAST);
  Atomics.notify(start, 0);
}

export function isWatchStartPast(start: WatchStart): boolean {
  return Atomics.load(start, 0) === PAST;
}

/** Blocks its thread until then, for at most `limitMs`. False: the time ran out. */
export function holdUntilWatchStart(start: WatchStart, limitMs: number): boolean {
  Atomics.wait(start, 0, COMING, limitMs);
  return isWatchStartPast(start);
}

export interface WatchingOptions {
  readonly watcher: FolderWatcher;
  readonly root: string;
  readonly debouncer: EventDebouncer;
  /** Events arrived, or the watcher became ready or failed. */
  readonly onChange: () => void;
}

/** The watch of one linked folder, opened and closed many times. */
export class Watching {
  readonly #options: WatchingOptions;
  #watch: FolderWatch | null = null;
  /** Tells the current watch from closed ones, whose events are ignored. */
  #generation = 0;
  #state: 'closed' | 'opening' | 'watching' | 'blind' = 'closed';
  #opening = Promise.withResolvers<void>();
  #watchStart = awaitWatchStart();
  /** A full rescan covers all changes until the watcher is ready. */
  #isCovered = false;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  /** Changes are reported as they happen. */
  get isWatching(): boolean {
    return this.#state === 'watching';
  }

  /** The system refused to watch, so only scans find changes. */
  get isBlind(): boolean {
    return this.#state === 'blind';
  }

  /** Does nothing when it is open. */
  open(ignoreText: string): void {
    if (this.#watch !== null) return;
    const { watcher, root, debouncer, onChange } = this.#options;
    const generation = ++this.#generation;
    const whenCurrent = (work: () => void) => {
      if (generation !== this.#generation) return;
      work();
      onChange();
    };
    this.#state = 'opening';
    this.#opening = Promise.withResolvers();
    this.#watchStart = awaitWatchStart();
    this.#watch = watcher.watch(root, ignoreText, {
      dirty: (dirs, trees) => whenCurrent(() => debouncer.notify(dirs, trees)),
      everything: () => whenCurrent(() => debouncer.notifyAll({ atOnce: false })),
      ready: () => whenCurrent(() => this.#beReady()),
      degraded: () =>
        whenCurrent(() => {
          this.#state = 'blind';
          this.#endOpening();
        }),
    });
  }

  /**
   * Call and await before a full rescan: if the watcher is ready by then, scan and events together miss nothing, and no
   * second scan is needed. Ends with `limit` at the latest.
   */
  async whenReady(limit: Promise<unknown>): Promise<void> {
    if (this.#state !== 'opening') return;
    this.#isCovered = true;
    await Promise.race([this.#opening.promise, limit]);
    this.#isCovered = false;
  }

  /**
   * For a full rescan that begins at once, and at its end lists again what changed until the watcher was ready;
   * undefined when no watcher is being opened. `endScan` has to follow.
   */
  beginEarlyScan(waitMs: number): EarlyScan | undefined {
    if (this.#state !== 'opening') return undefined;
    const generation = this.#generation;
    this.#isCovered = true;
    const onSeenAgain = (changed: readonly string[]) => {
      if (generation !== this.#generation) return;
      this.#isCovered = false;
      this.#options.debouncer.notify(changed, []);
    };
    return { watchStart: this.#watchStart, waitMs, onSeenAgain };
  }

  /** Asks for another full rescan if this one was aborted, or the watcher was not ready at its end. */
  endScan(): void {
    const isMissing = this.#isCovered && this.#state === 'watching';
    this.#isCovered = false;
    if (isMissing) this.#options.debouncer.notifyAll({ atOnce: true });
  }

  async close(): Promise<void> {
    const watch = this.#watch;
    this.#watch = null;
    this.#generation++;
    this.#state = 'closed';
    this.#isCovered = false;
    this.#endOpening();
    await watch?.close();
  }

  /** A scan that began before the watcher was ready may have missed changes right behind it. */
  #beReady(): void {
    if (this.#state === 'opening') this.#state = 'watching';
    this.#endOpening();
    if (!this.#isCovered) this.#options.debouncer.notifyAll({ atOnce: true });
  }

  #endOpening(): void {
    this.#opening.resolve();
    passWatchStart(this.#watchStart);
  }
}
