import type { FolderActivityJson } from '../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { FolderCheckout } from '../checkout/folder-checkout.ts';
import type { FolderIngest } from '../ingest/folder-ingest.ts';
import { type DirtyPaths, EVERYTHING, EventDebouncer, isNowhere, NOWHERE } from '../watch/event-debouncer.ts';
import { RetryList } from '../watch/retry-list.ts';
import { Watching } from '../watch/watching.ts';
import { agreedExclusions, currentExclusions, dropLeftOver } from './excluded-folders.ts';
import type { FolderRules } from './folder-rules.ts';
import { LinkedFolderActivity } from './linked-folder-activity.ts';
import { describeError, isAwayBy, isRefusal } from './linked-folder-errors.ts';
import { createCheckout, createIngest, createRules, type DirectionParts } from './linked-folder-parts.ts';
import { type LinkedFolderPorts, type LinkedFolderSettings, TIMINGS } from './linked-folder-setup.ts';
import { LinkedFolderWaits } from './linked-folder-waits.ts';
import { LinkedRoot } from './linked-root.ts';
import { PausedChangeAnswers } from './paused-change-answers.ts';
import { prepareScan } from './prepare-scan.ts';
import { type DamagedName, readAgain, rowsWith } from './repair.ts';
import { RescanInterval } from './rescan-interval.ts';
import { takeIn } from './take-in.ts';
import { ThrottledEmitter } from './throttled-emitter.ts';

/**
 * Keeps one folder and its library the same: scans where something changed and takes it in, then changes the folder
 * where it differs from the library. One thing at a time, in one loop; events only ever cause scans.
 */
export class LinkedFolderRunner {
  readonly #ports: LinkedFolderPorts;
  readonly #settings: LinkedFolderSettings;
  readonly #activity: LinkedFolderActivity;
  readonly #debouncer: EventDebouncer;
  readonly #emitter: ThrottledEmitter;
  readonly #watching: Watching;
  readonly rules: FolderRules;
  readonly #parts: DirectionParts;
  readonly #ingest: FolderIngest;
  readonly #checkout: FolderCheckout;
  readonly #answers: PausedChangeAnswers;
  readonly #root: LinkedRoot;
  readonly #waits: LinkedFolderWaits;
  readonly #retries: RetryList;
  readonly #rescanInterval = new RescanInterval();
  readonly #idleWaiters = new Set<() => void>();
  #running: Promise<void> | null = null;
  #isStopped = true;
  #isReconciled = false;
  #isInterrupted = false;
  #halted = Promise.withResolvers<void>();
  readonly #notifyDirs = (dirs: readonly string[]) => this.#debouncer.notify(dirs, []);

  constructor(folder: LinkedFolder, ports: LinkedFolderPorts, settings: LinkedFolderSettings) {
    this.#root = new LinkedRoot(folder, ports);
    this.#ports = ports;
    this.#retries = new RetryList(ports.clock);
    this.#settings = settings;
    this.#activity = new LinkedFolderActivity({ ...ports, onEntries: settings.onActivity });
    this.#activity.isPaused = folder.paused;
    this.#activity.fileCount = ports.index.countFiles(folder.key);
    this.#emitter = new ThrottledEmitter(ports.timers, settings.onChange);
    this.#debouncer = new EventDebouncer({
      timers: ports.timers,
      nowMs: () => ports.clock.nowMs(),
      quietMs: TIMINGS.quietMs,
      longestMs: TIMINGS.longestQuietMs,
      onDue: () => this.#wake(),
    });
    this.#waits = new LinkedFolderWaits({ ...ports, isHalted: () => this.#isHalted });
    this.rules = createRules(folder, ports, settings);
    this.#watching = new Watching({
      ...{ watcher: ports.watcher, root: folder.path, debouncer: this.#debouncer },
      onChange: () => this.#noteWatching(),
    });
    this.#parts = {
      ...{ folder, ports, settings, activity: this.#activity, root: this.#root, rules: this.rules },
      ...{ retries: this.#retries, notify: this.#notifyDirs },
      onChange: () => {
        if (!this.#activity.isQuiet) this.#emitter.touch();
      },
      isHalted: () => this.#isHalted,
    };
    this.#ingest = createIngest(this.#parts);
    this.#checkout = createCheckout(this.#parts);
    this.#answers = new PausedChangeAnswers(this.#parts, this.#ingest, this.#checkout);
  }

  get folder(): LinkedFolder {
    return this.#root.folder;
  }

  get #agreed() {
    return { index: this.#ports.index, folderKey: this.folder.key };
  }

  /** Newest first. */
  readonly activity = (limit: number): FolderActivityJson => this.#activity.log.toJson(limit);
  readonly isInBulk = (): boolean => this.#activity.isInBulk;
  readonly pausedItems = () => this.#answers.items();

  toJson(): LinkedFolderJson {
    return this.#activity.toJson(this.folder, {
      libraryName: this.#settings.library.name(),
      waiting: (this.#debouncer.isEmpty || this.#activity.isQuiet ? 0 : 1) + this.#retries.count,
      pending: this.#checkout.pending.list(),
      tryAtMs: (path) => this.#checkout.pending.tryAtMs(path) || this.#retries.tryAtMs(path),
      isWatching: this.#watching.isWatching,
      isAtRest: this.#isIdle() || this.#activity.isQuiet,
      encryption: this.#settings.library.encryption(),
      isRemembered: this.#settings.library.isRemembered(),
      ...{ excluded: this.rules.excluded, notices: this.rules.notices },
    });
  }

  /** Begins to watch and looks at everything, unless the folder is paused. */
  start(): void {
    this.#isStopped = false;
    if (this.#activity.isPaused) this.#resumeLater();
    else this.#debouncer.notifyAll({ atOnce: true });
  }

  /** Leaves everything as it is. What a commit has begun is finished first; the rest is found by the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#halt();
    this.#emitter.close();
    this.#activity.log.close();
    this.#resolveIdle();
  }

  /** @param untilSeconds when it goes on by itself; 0: only when told */
  async pause(untilSeconds = 0): Promise<void> {
    this.#root.notePaused(true, untilSeconds);
    this.#activity.isPaused = true;
    await this.#halt();
    this.#activity.rest();
    this.#resumeLater();
    this.#emitter.touch();
    this.#resolveIdle();
  }

  resume(): void {
    this.#root.notePaused(false, 0);
    this.#waits.cancel('resume');
    this.#activity.isPaused = false;
    this.#activity.errorState = null;
    this.#emitter.touch();
    this.rescan();
  }

  /** The key of the library was given up: whatever uses it ends first, then nothing is read, written or concluded. */
  async locked(): Promise<void> {
    await this.#interrupt(() => undefined);
  }

  /** Leaves out these sub-folders from now on, and no others. What goes on by the old rules ends first. */
  async exclude(paths: readonly string[]): Promise<void> {
    await this.#interrupt(() =>
      this.#ports.transaction(() => {
        this.#ports.journal.setExclusions(this.folder.key, paths);
        this.#checkout.forgetAgreement();
        this.rules.exclude(paths);
      }),
    );
  }

  async #interrupt(work: () => void): Promise<void> {
    this.#isInterrupted = true;
    try {
      await this.#halt();
      work();
    } finally {
      this.#isInterrupted = false;
    }
    this.#activity.rest();
    this.#resumeLater();
    this.rescan();
  }

  /** The key of the library is there. */
  unlocked(): void {
    if (this.#isStopped) return;
    this.#activity.errorState = null;
    this.#emitter.touch();
    this.rescan();
  }

  /** Something broke that the folder depends on. */
  failed(error: unknown): void {
    this.#fail(EVERYTHING, error);
    if (!this.#isStopped) this.#emitter.touch();
  }

  /** Rescans everything now, whatever the watcher says. */
  rescan(): void {
    if (!this.#activity.isPaused && !this.#isStopped) this.#debouncer.notifyAll({ atOnce: true });
  }

  /**
   * Carries out the paused changes that the person was shown: in the library, or else in the folder.
   * @throws DomainError `held-changed` when other changes are paused now than the token was given for
   */
  accept(token: string): void {
    this.#answers.accept(token);
    this.rescan();
  }

  /**
   * Restores what paused changes took away, on the side that lost it; new contents stay in history.
   * Returns when it is done.
   * @throws DomainError as `accept`
   */
  async revert(token: string): Promise<void> {
    this.#answers.revert(token);
    this.rescan();
    await this.#running;
  }

  /** Reads the files again that have the damaged object in them: as they are on disk, they make it whole. */
  async repair(damaged: DamagedName): Promise<void> {
    const { index, objects } = this.#ports;
    const folderKey = this.folder.key;
    const rows = await rowsWith(damaged, { index, objects, folderKey });
    // A scan under way may have read the file before the damage was known, and would note it as agreed.
    while (this.#running !== null) await this.#running;
    const again = readAgain(rows, { index, folderKey });
    if (again.length === 0 || this.#isStopped) return;
    index.apply(folderKey, { removed: [], put: again });
    this.#notifyDirs([...new Set(again.map(({ dir }) => dir))]);
  }

  /** The library changed: the folder follows, and what was refused may be accepted now. */
  libraryChanged(): void {
    if (this.#activity.errorState?.state === 'error') this.#debouncer.hurry();
    if (this.#isCheckoutDue()) this.#wake();
  }

  /** Resolves when there is nothing to do: all events followed, or paused, away, in error, or stopped. */
  whenIdle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.add(resolve));
  }

  #isIdle(): boolean {
    if (this.#running !== null) return false;
    if (this.#isStopped || this.#activity.isPaused || this.#activity.errorState !== null) return true;
    const isWatched = this.#watching.isWatching || this.#watching.isBlind;
    const isScanned = this.#debouncer.isEmpty && this.#retries.count === 0;
    return isWatched && isScanned && !this.#isCheckoutDue();
  }

  #resolveIdle(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#idleWaiters) resolve();
    this.#idleWaiters.clear();
  }

  async #halt(): Promise<void> {
    this.#halted.resolve();
    this.#waits.cancelAll();
    this.#debouncer.clear();
    this.#retries.clear();
    await Promise.all([this.#watching.close(), this.#ports.reader.close()]);
    await this.#running;
    await this.#ports.reader.close();
    this.#halted = Promise.withResolvers();
  }

  get #isHalted(): boolean {
    return this.#isStopped || this.#isInterrupted || this.#activity.isPaused;
  }

  #isCheckoutDue(): boolean {
    if (this.#isHalted || !this.#isReconciled || this.#activity.errorState?.state === 'away') return false;
    const rootId = this.#settings.library.headRootId();
    return rootId !== null && this.#checkout.isDue(rootId);
  }

  #wake(): void {
    if (!this.#activity.isQuiet) this.#emitter.touch();
    if (this.#running !== null || this.#isHalted) return;
    this.#waits.cancel('reader');
    this.#running = this.#workWhileDue().finally(() => {
      this.#running = null;
      if (this.#isWorkDue() && this.#activity.errorState === null) {
        this.#wake();
        return;
      }
      this.#activity.isQuiet = false;
      this.#waits.later('reader', TIMINGS.keepReaderMs, () => {
        this.#ports.reader.close().catch((error: unknown) => this.failed(error));
      });
      this.#emitter.touch();
      this.#resolveIdle();
    });
  }

  #isWorkDue(): boolean {
    return this.#debouncer.isDue || this.#isCheckoutDue();
  }

  async #workWhileDue(): Promise<void> {
    while (this.#isWorkDue() && !this.#isHalted) {
      const places = this.#debouncer.isDue ? this.#debouncer.take() : NOWHERE;
      try {
        const work = () => this.#work(places);
        const isGood = await (places.isEverything
          ? this.#settings.fullScans.run(work, this.#halted.promise)
          : work());
        if (!isGood) return;
      } catch (error) {
        const isAway = !this.#isHalted && (await isAwayBy(error, () => this.#isRootThere()));
        if (!isAway) this.#fail(places, error);
        return;
      }
    }
  }

  /** Scans, then follows the library. False when the folder is away or halted. */
  async #work(asked: DirtyPaths): Promise<boolean> {
    if (this.#isHalted || !(await this.#isRootThere())) return false;
    await this.#checkout.reconcileIntents();
    this.#isReconciled = true;
    const places = await this.#refreshRules(asked);
    if (this.#isHalted) return false;
    this.#watching.open(this.rules.text);
    this.#answers.beforeScan(places);
    const isRevertDue = this.#answers.isRevertWanted && places.isEverything;
    const refusal = isNowhere(places) ? null : await this.#scan(places);
    if (isRevertDue && refusal === null) {
      await this.#answers.revertNow();
      this.#debouncer.notifyAll({ atOnce: true });
    }
    await this.#follow();
    if (refusal !== null) throw refusal;
    if (!isNowhere(places) || this.#debouncer.isEmpty) this.#activity.errorState = null;
    if (places.isEverything) this.#scheduleFullRescan();
    return true;
  }

  /** Returns what the library refuses: the folder still follows a library that takes nothing in. */
  async #scan(places: DirtyPaths): Promise<DomainError | null> {
    const { library } = this.#settings;
    const parts = { ...this.#parts, checkout: this.#checkout, watching: this.#watching };
    const early = await prepareScan(places, parts, this.#halted.promise);
    let costMs = 0;
    try {
      library.requireWritable();
      const excluded = agreedExclusions(this.rules.excluded, this.#agreed);
      const fileKey = library.fileKey();
      const rules = { ...this.rules.ofPatterns, excluded, fileKey, early };
      costMs = await takeIn(places, rules, { ...parts, ingest: this.#ingest });
      // After any scan, since one of the folder around them has forgotten them.
      for (const problem of await currentExclusions(excluded, this.#ports.fileSystem))
        this.#activity.noteProblem(problem);
      this.#activity.problems.endScan();
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    } finally {
      this.#watching.endScan();
    }
    this.#waits.forRetries(this.#retries, this.#notifyDirs);
    await this.#checkout.sweep(this.#ingest.takeLeftovers());
    this.#checkout.scanned(places);
    if (!places.isEverything) return null;
    await this.rules.countLeftOut(this.#agreed);
    this.#rescanInterval.note(costMs);
    this.#root.noteScanned();
    return null;
  }

  async #follow(): Promise<void> {
    const rootId = this.#settings.library.headRootId();
    if (rootId === null || this.#isHalted || !this.#checkout.isDue(rootId)) return;
    const { toScan, addedFiles } = await this.#checkout.follow(rootId, this.rules.leavingOut);
    this.#activity.fileCount += addedFiles;
    this.#activity.departing = this.#checkout.departures.tell();
    this.#activity.rest();
    if (toScan.length > 0) this.#notifyDirs(toScan);
    for (const { path, message } of this.#checkout.pending.lasting())
      this.#activity.log.addFailure(path, message);
    if (this.#checkout.isCutShort && !this.#isHalted)
      throw new DomainError('disk-full', { reason: 'folder' });
    if (!this.#checkout.isCutShort) dropLeftOver(this.rules.excluded, this.#agreed);
    this.#waits.forPending(this.#checkout.pending, () => this.#wake());
    this.#waits.forRetries(this.#retries, this.#notifyDirs);
  }

  /** @throws DomainError `library-locked` before anything is looked at or concluded */
  async #isRootThere(): Promise<boolean> {
    this.#settings.library.fileKey();
    const message = await this.#root.awayMessage(this.#activity.fileCount);
    if (this.#root.takeNew()) {
      this.#activity.fileCount = 0;
      this.#checkout.forgetAgreement();
      this.#debouncer.notifyAll({ atOnce: true });
    }
    if (message === null) return true;
    this.#activity.rest();
    this.#activity.errorState = { state: 'away', message };
    await this.#watching.close();
    this.#waits.later('error', TIMINGS.awayPollMs, () => this.#debouncer.notifyAll({ atOnce: true }));
    return false;
  }

  /** Reads the ignore file where it may have changed; new rules mean a full rescan. */
  async #refreshRules(places: DirtyPaths): Promise<DirtyPaths> {
    if (!places.isEverything && !places.dirs.includes('') && this.rules.isRead) return places;
    if (!(await this.rules.update(this.#ports.reader))) return places;
    await this.#watching.close();
    this.#checkout.rulesChanged();
    return EVERYTHING;
  }

  #scheduleFullRescan(): void {
    const intervalMs = this.#rescanInterval.nextMs({ isBlind: this.#watching.isBlind });
    this.#waits.later('rescan', intervalMs, () => {
      // A routine rescan is not shown as activity unless it finds something.
      this.#activity.isQuiet = this.#isIdle();
      this.rescan();
    });
  }

  #noteWatching(): void {
    this.#activity.isQuiet = false;
    if (this.#watching.isBlind) this.#scheduleFullRescan();
    this.#emitter.touch();
    this.#resolveIdle();
  }

  #resumeLater(): void {
    this.#waits.forResuming(this.folder.resumeAtSeconds, () => this.resume());
  }

  /** What was asked for is kept and tried again; nothing is lost, since the index still shows the difference. */
  #fail(places: DirtyPaths, error: unknown): void {
    this.#activity.rest();
    if (this.#isHalted) return;
    this.#debouncer.restore(isRefusal(error) ? places : EVERYTHING);
    this.#activity.errorState = { state: 'error', message: describeError(error) };
    this.#waits.later('error', TIMINGS.errorRetryMs, () => {
      this.#debouncer.hurry();
      this.#wake();
    });
  }
}
