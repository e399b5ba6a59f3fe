import type { FolderActivityJson } from '../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import { FolderCheckout } from '../checkout/folder-checkout.ts';
import { FolderIngest } from '../ingest/folder-ingest.ts';
import type { FolderStatus } from '../link/folder-status.ts';
import type { Halt } from '../link/halt.ts';
import {
  createLinkParts,
  type LinkedFolderPorts,
  type LinkParts,
  type LinkSettings,
} from '../link/link-parts.ts';
import { type DirtyPaths, EVERYTHING, EventDebouncer, isNowhere, NOWHERE } from '../watch/event-debouncer.ts';
import { Watching } from '../watch/watching.ts';
import { dropLeftOver } from './excluded-folders.ts';
import { FolderScans } from './folder-scans.ts';
import { describeError, isAwayBy, isRefusal } from './linked-folder-errors.ts';
import { LinkedFolderWaits, TIMINGS } from './linked-folder-waits.ts';
import { PausedChangeAnswers } from './paused-change-answers.ts';
import { type DamagedName, readAgain, rowsWith } from './repair.ts';
import type { Semaphore } from './semaphore.ts';

export interface LinkedFolderSettings extends LinkSettings {
  /** Bounds the full rescans that run at a time. */
  readonly fullScans: Semaphore;
}

/**
 * Keeps one folder and its library the same: scans where something changed and takes it in, then changes the folder
 * where it differs from the library. One thing at a time, in one loop; events only trigger scans.
 */
export class LinkedFolderRunner {
  readonly #parts: LinkParts;
  readonly #settings: LinkedFolderSettings;
  readonly #status: FolderStatus;
  readonly #debouncer: EventDebouncer;
  readonly #watching: Watching;
  readonly #ingest: FolderIngest;
  readonly #checkout: FolderCheckout;
  readonly #scans: FolderScans;
  readonly #answers: PausedChangeAnswers;
  readonly #waits: LinkedFolderWaits;
  readonly #halt: Halt;
  readonly #idleWaiters = new Set<() => void>();
  #running: Promise<void> | null = null;
  #isReconciled = false;

  constructor(folder: LinkedFolder, ports: LinkedFolderPorts, settings: LinkedFolderSettings) {
    const { clock, timers, watcher } = ports;
    this.#settings = settings;
    this.#debouncer = new EventDebouncer({
      timers,
      nowMs: () => clock.nowMs(),
      quietMs: TIMINGS.quietMs,
      longestMs: TIMINGS.longestQuietMs,
      onDue: () => this.#wake(),
    });
    this.#parts = createLinkParts(folder, ports, settings, this.#debouncer);
    this.#status = this.#parts.status;
    this.#halt = this.#parts.halt;
    this.#waits = new LinkedFolderWaits(this.#parts);
    this.#watching = new Watching({
      ...{ watcher, root: folder.path, debouncer: this.#debouncer },
      onChange: () => this.#noteWatching(),
    });
    this.#ingest = new FolderIngest(this.#parts);
    this.#checkout = new FolderCheckout(this.#parts);
    this.#scans = new FolderScans(this.#parts, {
      watching: this.#watching,
      ingest: this.#ingest,
      checkout: this.#checkout,
      debouncer: this.#debouncer,
      waits: this.#waits,
    });
    this.#answers = new PausedChangeAnswers(this.#parts, this.#ingest, this.#checkout);
  }

  get folder(): LinkedFolder {
    return this.#parts.root.folder;
  }

  get rules() {
    return this.#parts.rules;
  }

  get #agreed() {
    return { index: this.#parts.index, folderKey: this.folder.key };
  }

  /** Newest first. */
  readonly activity = (limit: number): FolderActivityJson => this.#status.activity.toJson(limit);
  readonly isInBulk = (): boolean => this.#status.isInBulk;
  readonly pausedItems = () => this.#answers.items();

  toJson(): LinkedFolderJson {
    const { library, retries, rules } = this.#parts;
    const { pending } = this.#checkout;
    return this.#status.toJson(this.folder, {
      libraryName: library.name(),
      waiting: (this.#debouncer.isEmpty || this.#status.isQuiet ? 0 : 1) + retries.count,
      pending: pending.list(),
      tryAtMs: (path) => pending.tryAtMs(path) || retries.tryAtMs(path),
      isWatching: this.#watching.isWatching,
      isAtRest: this.#isIdle() || this.#status.isQuiet,
      encryption: library.encryption(),
      isRemembered: library.isRemembered(),
      ...{ excluded: rules.excluded, notices: rules.notices },
    });
  }

  /** Starts watching and scans everything, unless the folder is paused. */
  start(): void {
    this.#halt.end('stopped');
    if (this.#halt.is('paused')) this.#resumeLater();
    else this.#debouncer.notifyAll({ atOnce: true });
  }

  /** Finishes a commit that has begun; the next start finds the rest. */
  async stop(): Promise<void> {
    this.#halt.add('stopped');
    await this.#comeToRest();
    this.#status.close();
    this.#resolveIdle();
  }

  /** @param untilSeconds when it resumes by itself; 0: only on request */
  async pause(untilSeconds = 0): Promise<void> {
    this.#parts.root.notePaused(true, untilSeconds);
    this.#halt.add('paused');
    await this.#comeToRest();
    this.#status.rest();
    this.#resumeLater();
    this.#status.tell();
    this.#resolveIdle();
  }

  resume(): void {
    this.#parts.root.notePaused(false, 0);
    this.#waits.cancel('resume');
    this.#halt.end('paused');
    this.#status.errorState = null;
    this.#status.tell();
    this.rescan();
  }

  /** The key of the library was given up: waits until nothing uses it; then nothing is read, written or concluded. */
  async locked(): Promise<void> {
    await this.#interrupt(() => undefined);
  }

  /** Leaves out exactly these subfolders from now on. Work under the old rules ends first. */
  async exclude(paths: readonly string[]): Promise<void> {
    await this.#interrupt(() =>
      this.#parts.transaction(() => {
        this.#parts.journal.setExclusions(this.folder.key, paths);
        this.#parts.agreement.forget();
        this.rules.exclude(paths);
      }),
    );
  }

  async #interrupt(work: () => void): Promise<void> {
    this.#halt.add('interrupted');
    try {
      await this.#comeToRest();
      work();
    } finally {
      this.#halt.end('interrupted');
    }
    this.#status.rest();
    this.#resumeLater();
    this.rescan();
  }

  /** The key of the library is available. */
  unlocked(): void {
    if (this.#halt.is('stopped')) return;
    this.#status.errorState = null;
    this.#status.tell();
    this.rescan();
  }

  /** Something that the folder depends on failed. */
  failed(error: unknown): void {
    this.#fail(EVERYTHING, error);
    if (!this.#halt.is('stopped')) this.#status.tell();
  }

  /** Rescans everything now, whatever the watcher says. */
  rescan(): void {
    if (!this.#halt.isLasting) this.#debouncer.notifyAll({ atOnce: true });
  }

  /**
   * Carries out the paused changes that the person was shown: in the library, or else in the folder.
   * @throws DomainError `held-changed` when the paused changes are no longer those that the token was given for
   */
  accept(token: string): void {
    this.#answers.accept(token);
    this.rescan();
  }

  /**
   * Restores what paused changes took away, on the side that lost it; new contents stay in history. Returns when done.
   * @throws DomainError as `accept`
   */
  async revert(token: string): Promise<void> {
    this.#answers.revert(token);
    this.rescan();
    await this.#running;
  }

  /** Reads the files again that contain the damaged object: an unchanged file repairs it. */
  async repair(damaged: DamagedName): Promise<void> {
    const { index, objects } = this.#parts;
    const rows = await rowsWith(damaged, { ...this.#agreed, objects });
    // A running scan may have read the file before the damage was known, and would record it as agreed.
    while (this.#running !== null) await this.#running;
    const again = readAgain(rows, this.#agreed);
    if (again.length === 0 || this.#halt.is('stopped')) return;
    index.apply(this.folder.key, { removed: [], put: again });
    this.#debouncer.notify([...new Set(again.map(({ dir }) => dir))], []);
  }

  /** The library changed: the folder follows, and refused changes are tried again. */
  libraryChanged(): void {
    if (this.#status.errorState?.state === 'error') this.#debouncer.hurry();
    if (this.#isCheckoutDue()) this.#wake();
  }

  /** Resolves when all events are handled, or the folder is paused, away, in error, or stopped. */
  whenIdle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.add(resolve));
  }

  #isIdle(): boolean {
    if (this.#running !== null) return false;
    if (this.#halt.isLasting || this.#status.errorState !== null) return true;
    const isWatched = this.#watching.isWatching || this.#watching.isBlind;
    const isScanned = this.#debouncer.isEmpty && this.#parts.retries.count === 0;
    return isWatched && isScanned && !this.#isCheckoutDue();
  }

  #resolveIdle(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#idleWaiters) resolve();
    this.#idleWaiters.clear();
  }

  async #comeToRest(): Promise<void> {
    const { reader, retries } = this.#parts;
    this.#halt.beginHurry();
    this.#waits.cancelAll();
    this.#debouncer.clear();
    retries.clear();
    await Promise.all([this.#watching.close(), reader.close()]);
    await this.#running;
    await reader.close();
    this.#halt.endHurry();
  }

  #isCheckoutDue(): boolean {
    if (this.#halt.isOn || !this.#isReconciled || this.#status.errorState?.state === 'away') return false;
    const rootId = this.#parts.library.headRootId();
    return rootId !== null && this.#checkout.isDue(rootId);
  }

  #wake(): void {
    this.#status.tellUnlessQuiet();
    if (this.#running !== null || this.#halt.isOn) return;
    this.#waits.cancel('reader');
    this.#running = this.#workWhileDue().finally(() => {
      this.#running = null;
      if (this.#isWorkDue() && this.#status.errorState === null) {
        this.#wake();
        return;
      }
      this.#status.isQuiet = false;
      this.#waits.later('reader', TIMINGS.keepReaderMs, () => {
        this.#parts.reader.close().catch((error: unknown) => this.failed(error));
      });
      this.#status.tell();
      this.#resolveIdle();
    });
  }

  #isWorkDue(): boolean {
    return this.#debouncer.isDue || this.#isCheckoutDue();
  }

  async #workWhileDue(): Promise<void> {
    while (this.#isWorkDue() && !this.#halt.isOn) {
      const places = this.#debouncer.isDue ? this.#debouncer.take() : NOWHERE;
      try {
        const work = () => this.#work(places);
        const isGood = await (places.isEverything
          ? this.#settings.fullScans.run(work, this.#halt.hurry)
          : work());
        if (!isGood) return;
      } catch (error) {
        const isAway = !this.#halt.isOn && (await isAwayBy(error, () => this.#isRootThere()));
        if (!isAway) this.#fail(places, error);
        return;
      }
    }
  }

  /** Scans, then follows the library. False when the folder is away or halted. */
  async #work(asked: DirtyPaths): Promise<boolean> {
    if (this.#halt.isOn || !(await this.#isRootThere())) return false;
    await this.#checkout.reconcileIntents();
    this.#isReconciled = true;
    const places = await this.#scans.refreshRules(asked);
    if (this.#halt.isOn) return false;
    this.#watching.open(this.rules.text);
    this.#answers.beforeScan(places);
    const isRevertDue = this.#answers.isRevertWanted && places.isEverything;
    const refusal = isNowhere(places) ? null : await this.#scans.scan(places);
    if (isRevertDue && refusal === null) {
      await this.#answers.revertNow();
      this.#debouncer.notifyAll({ atOnce: true });
    }
    await this.#follow();
    if (refusal !== null) throw refusal;
    if (!isNowhere(places) || this.#debouncer.isEmpty) this.#status.errorState = null;
    if (places.isEverything) this.#scheduleFullRescan();
    return true;
  }

  async #follow(): Promise<void> {
    const rootId = this.#parts.library.headRootId();
    if (rootId === null || this.#halt.isOn || !this.#checkout.isDue(rootId)) return;
    const { toScan, addedFiles, isComplete } = await this.#checkout.follow(rootId);
    this.#status.fileCount += addedFiles;
    this.#status.departing = this.#checkout.departures.tell();
    this.#status.rest();
    this.#debouncer.notify(toScan, []);
    for (const { path, said } of this.#checkout.pending.lasting())
      this.#status.activity.addFailure(path, said);
    if (!isComplete && !this.#halt.isOn) throw new DomainError('disk-full', { reason: 'folder' });
    if (isComplete) dropLeftOver(this.rules.excluded, this.#agreed);
    this.#waits.forPending(this.#checkout.pending, () => this.#wake());
    this.#waits.forRetries(this.#parts.retries, this.#debouncer);
  }

  /** @throws DomainError `library-locked` before anything is read or concluded */
  async #isRootThere(): Promise<boolean> {
    const { library, root, agreement } = this.#parts;
    library.fileKey();
    const away = await root.whyAway(this.#status.fileCount);
    if (root.takeNew()) {
      this.#status.fileCount = 0;
      agreement.forget();
      this.#debouncer.notifyAll({ atOnce: true });
    }
    if (away === null) return true;
    this.#status.rest();
    this.#status.errorState = { state: 'away', said: away };
    await this.#watching.close();
    this.#waits.later('error', TIMINGS.awayPollMs, () => this.#debouncer.notifyAll({ atOnce: true }));
    return false;
  }

  #scheduleFullRescan(): void {
    this.#waits.later('rescan', this.#scans.nextRescanMs(), () => {
      // A routine rescan is not shown unless it finds something.
      this.#status.isQuiet = this.#isIdle();
      this.rescan();
    });
  }

  #noteWatching(): void {
    this.#status.isQuiet = false;
    if (this.#watching.isBlind) this.#scheduleFullRescan();
    this.#status.tell();
    this.#resolveIdle();
  }

  #resumeLater(): void {
    this.#waits.forResuming(this.folder.resumeAtSeconds, () => this.resume());
  }

  /** The places are kept and tried again; nothing is lost, since the index still shows the difference. */
  #fail(places: DirtyPaths, error: unknown): void {
    this.#status.rest();
    if (this.#halt.isOn) return;
    this.#debouncer.restore(isRefusal(error) ? places : EVERYTHING);
    this.#status.errorState = { state: 'error', said: describeError(error) };
    this.#waits.later('error', TIMINGS.errorRetryMs, () => {
      this.#debouncer.hurry();
      this.#wake();
    });
  }
}
