import type { Aggregate } from './aggregate.ts';
import type { FolderWatch, FolderWatcher } from './ports.ts';

export interface WatchingOptions {
  readonly watcher: FolderWatcher;
  readonly root: string;
  readonly aggregate: Aggregate;
  /** Hints came, or it turned out whether the folder is watched. */
  readonly onChange: () => void;
}

/** The watch of one linked folder, opened and closed many times. */
export class Watching {
  readonly #options: WatchingOptions;
  #watch: FolderWatch | null = null;
  /** Words of a watch that was closed are not heard. */
  #generation = 0;
  #state: 'closed' | 'opening' | 'watching' | 'blind' = 'closed';
  #opening = Promise.withResolvers<void>();
  /** A look at everything begins once the watcher is ready, and sees what it was not there to see. */
  #isAwaited = false;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  /** Changes are told as they happen. */
  get isWatching(): boolean {
    return this.#state === 'watching';
  }

  /** The system refused, and changes are found by scans only. */
  get isBlind(): boolean {
    return this.#state === 'blind';
  }

  /** Does nothing when it is open. */
  open(ignoreText: string): void {
    if (this.#watch !== null) return;
    const { watcher, root, aggregate, onChange } = this.#options;
    const generation = ++this.#generation;
    const whenCurrent = (work: () => void) => {
      if (generation !== this.#generation) return;
      work();
      onChange();
    };
    this.#state = 'opening';
    this.#opening = Promise.withResolvers();
    this.#watch = watcher.watch(root, ignoreText, {
      dirty: (dirs, trees) => whenCurrent(() => aggregate.hint(dirs, trees)),
      everything: () => whenCurrent(() => aggregate.hintEverything({ atOnce: false })),
      ready: () => whenCurrent(() => this.#beReady()),
      degraded: () =>
        whenCurrent(() => {
          this.#state = 'blind';
          this.#opening.resolve();
        }),
    });
  }

  /**
   * To be waited for before a look at everything: when the watcher is ready by then, what the look sees and what is told
   * leave nothing out between them, and there is no need for a second look. Ends with `limit` at the latest.
   */
  async whenReady(limit: Promise<unknown>): Promise<void> {
    if (this.#state !== 'opening') return;
    this.#isAwaited = true;
    await Promise.race([this.#opening.promise, limit]);
    this.#isAwaited = false;
  }

  async close(): Promise<void> {
    const watch = this.#watch;
    this.#watch = null;
    this.#generation++;
    this.#state = 'closed';
    this.#opening.resolve();
    await watch?.close();
  }

  /** A look that began before the watcher was ready may have missed what came right after it passed. */
  #beReady(): void {
    if (this.#state === 'opening') this.#state = 'watching';
    this.#opening.resolve();
    if (!this.#isAwaited) this.#options.aggregate.hintEverything({ atOnce: true });
  }
}
