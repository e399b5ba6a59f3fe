import { parentPath } from '../../src-main/core/folder/folder-entry.ts';
import type { FolderWatch, FolderWatcher, Timers, WatchEvents } from '../../src-main/folder/ports.ts';
import type { SeededNumbers } from '../support/seeded-numbers.ts';
import type { SimDisk } from './sim-disk.ts';

/** How a watcher fails. */
export type WatchFault = 'none' | 'drop' | 'double' | 'delay' | 'mute' | 'overflow';

interface SimWatcherOptions {
  readonly timers: Timers;
  readonly random: SeededNumbers;
  /** The disk of a linked folder by its path. */
  readonly diskAt: (root: string) => SimDisk;
  /** Hears nothing, whatever `fault` says. */
  readonly isDeaf: boolean;
}

/** Events leave together, as those of the real watcher do. */
const BATCH_MS = 20;
const LATE_MS = 5_000;
const LATE_EVERY = 8;

interface OpenWatch {
  readonly events: WatchEvents;
  dirs: string[];
  trees: string[];
  isWaiting: boolean;
  /** Before that, nothing is told, as when the real watcher has not come to a folder yet. */
  isReady: boolean;
}

/** Tells what changes on simulated disks: always, late, twice, or not at all. */
export class SimWatcher implements FolderWatcher {
  readonly #options: SimWatcherOptions;
  readonly #open = new Map<SimDisk, Set<OpenWatch>>();
  readonly #heard = new WeakSet<SimDisk>();
  #watches = 0;
  fault: WatchFault = 'none';

  constructor(options: SimWatcherOptions) {
    this.#options = options;
  }

  watch(root: string, _ignoreText: string, events: WatchEvents): FolderWatch {
    const disk = this.#options.diskAt(root);
    const watch: OpenWatch = { events, dirs: [], trees: [], isWaiting: false, isReady: false };
    const watches = this.#open.get(disk) ?? new Set();
    this.#open.set(disk, watches.add(watch));
    this.#listen(disk);
    // Now and then nobody waits until it is ready.
    this.#watches += 1;
    this.#options.timers.after(this.#watches % LATE_EVERY === 0 ? LATE_MS : BATCH_MS, () => {
      watch.isReady = true;
      if (watches.has(watch)) events.ready();
    });
    return {
      close: async () => {
        watches.delete(watch);
      },
    };
  }

  /** A process that is killed hears nothing any more. */
  forget(): void {
    for (const watches of this.#open.values()) watches.clear();
  }

  #listen(disk: SimDisk): void {
    if (this.#heard.has(disk)) return;
    this.#heard.add(disk);
    disk.listeners.push({
      changed: (dir, tree) => {
        for (const watch of this.#open.get(disk) ?? []) this.#note(disk, watch, { dir, tree });
      },
    });
  }

  #note(disk: SimDisk, watch: OpenWatch, { dir, tree }: { dir: string; tree: string | null }): void {
    const { random, timers, isDeaf } = this.#options;
    if (isDeaf || !watch.isReady || this.fault === 'mute' || (this.fault === 'drop' && random.chance(0.5)))
      return;
    watch.dirs.push(dir);
    // What a folder's own times say is told by the folder around it.
    if (random.chance(0.2)) watch.dirs.push(parentPath(dir));
    if (tree !== null) watch.trees.push(tree);
    if (watch.isWaiting) return;
    watch.isWaiting = true;
    const delayMs = this.fault === 'delay' ? random.below(LATE_MS) : BATCH_MS;
    timers.after(delayMs, () => this.#send(disk, watch));
  }

  #send(disk: SimDisk, watch: OpenWatch): void {
    watch.isWaiting = false;
    const dirs = this.#options.random.chance(0.5) ? watch.dirs : watch.dirs.reverse();
    const { trees } = watch;
    watch.dirs = [];
    watch.trees = [];
    if (!this.#open.get(disk)?.has(watch)) return;
    if (this.fault === 'overflow') {
      watch.events.everything();
      return;
    }
    watch.events.dirty([...new Set(dirs)], [...new Set(trees)]);
    if (this.fault === 'double') watch.events.dirty(dirs, trees);
  }
}
