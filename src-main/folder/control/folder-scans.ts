import { DomainError } from '../../core/errors.ts';
import type { FolderCheckout } from '../checkout/folder-checkout.ts';
import type { FolderIngest } from '../ingest/folder-ingest.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { EarlyScan } from '../ports.ts';
import { type DirtyPaths, EVERYTHING, type EventDebouncer } from '../watch/event-debouncer.ts';
import type { Watching } from '../watch/watching.ts';
import { agreedExclusions, currentExclusions } from './excluded-folders.ts';
import { type LinkedFolderWaits, TIMINGS } from './linked-folder-waits.ts';
import { RescanInterval } from './rescan-interval.ts';

interface Beside {
  readonly watching: Watching;
  readonly ingest: FolderIngest;
  readonly checkout: FolderCheckout;
  readonly debouncer: EventDebouncer;
  readonly waits: LinkedFolderWaits;
}

/** The scans of one linked folder: their rules, what comes before and after them, and when the next full one is due. */
export class FolderScans {
  readonly #parts: LinkParts;
  readonly #beside: Beside;
  readonly #rescanInterval = new RescanInterval();

  constructor(parts: LinkParts, beside: Beside) {
    this.#parts = parts;
    this.#beside = beside;
  }

  /** Time from a full rescan to the next. */
  nextRescanMs(): number {
    return this.#rescanInterval.nextMs({ isBlind: this.#beside.watching.isBlind });
  }

  /** Reads the ignore file where it may have changed; new rules mean a full rescan. */
  async refreshRules(places: DirtyPaths): Promise<DirtyPaths> {
    const { rules, reader, agreement } = this.#parts;
    if (!places.isEverything && !places.dirs.includes('') && rules.isRead) return places;
    if (!(await rules.update(reader))) return places;
    await this.#beside.watching.close();
    agreement.forgetDecisions();
    return EVERYTHING;
  }

  /**
   * Returns the library's refusal rather than throwing it: the folder still follows a library that takes nothing in.
   */
  async scan(places: DirtyPaths): Promise<DomainError | null> {
    const { library, rules, fileSystem, retries, root, status } = this.#parts;
    const { watching, ingest, checkout, waits, debouncer } = this.#beside;
    const early = places.isEverything ? await this.#prepareFullScan() : undefined;
    let costMs = 0;
    try {
      library.requireWritable();
      const excluded = agreedExclusions(rules.excluded, this.#agreed);
      costMs = await ingest.scan({ places, excluded, fileKey: library.fileKey(), early });
      // After every scan, since a scan of the folder around them has forgotten them.
      for (const problem of await currentExclusions(excluded, fileSystem)) status.noteProblem(problem);
      status.problems.endScan();
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    } finally {
      watching.endScan();
    }
    waits.forRetries(retries, debouncer);
    await checkout.sweep(ingest.takeLeftovers());
    checkout.scanned(places);
    if (!places.isEverything) return null;
    await rules.countLeftOut(this.#agreed);
    this.#rescanInterval.note(costMs);
    root.noteScanned();
    return null;
  }

  /**
   * Prepares a full rescan so that no second one is needed. A first scan begins while the watcher gets ready: taking
   * everything in takes so long that listing some folders twice costs nothing. Any other scan waits for the watcher,
   * for at most a second and only until the folder is halted, because listing is nearly all it does.
   */
  async #prepareFullScan(): Promise<EarlyScan | undefined> {
    const { library, agreement, reader, timers, status, halt } = this.#parts;
    const { watching } = this.#beside;
    agreement.agreeOnNothing(library.headRootId());
    if (status.fileCount === 0) {
      reader.prepare();
      return watching.beginEarlyScan(TIMINGS.watchWaitMs);
    }
    const { promise: limit, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(TIMINGS.watchWaitMs, resolve);
    await watching.whenReady(Promise.race([limit, halt.hurry]));
    cancel();
    return undefined;
  }

  get #agreed() {
    return { index: this.#parts.index, folderKey: this.#parts.root.folder.key };
  }
}
