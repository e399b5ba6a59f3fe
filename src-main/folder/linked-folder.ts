import type { LinkedFolderJson } from '../../src-shared/local-api.ts';
import { type FolderEntry, joinPath, parentPath } from '../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../core/folder/linked-folder.ts';
import { Aggregate, type DirtyPlaces } from './aggregate.ts';
import { Announcer } from './announcer.ts';
import { FolderRules } from './folder-rules.ts';
import { HeldRemovals } from './held-removals.ts';
import { ingestRound } from './ingest.ts';
import { LinkedFolderActivity } from './linked-folder-activity.ts';
import { type LinkedFolderPorts, type LinkedFolderSettings, PACE } from './linked-folder-setup.ts';
import { isRefusal, wordsOf } from './linked-folder-trouble.ts';
import { lookIntervalMs } from './look-interval.ts';
import type { DirListing, FolderProblem, ListedEntry } from './ports.ts';
import { putBackRows } from './put-back.ts';
import { RetryList } from './retry-list.ts';
import { checkRoot } from './root-check.ts';
import { isEmptyRound, type Round, scanFolder } from './scan.ts';
import { WakeUps } from './wake-ups.ts';
import { Watching } from './watching.ts';

/**
 * Keeps the content of one folder in its library: watches, looks where something changed, takes in what differs from
 * the last agreed state. Hints only ever cause looks, and only what a look finds counts.
 */
export class LinkedFolderRunner {
  readonly #ports: LinkedFolderPorts;
  readonly #settings: LinkedFolderSettings;
  readonly #activity = new LinkedFolderActivity();
  readonly #aggregate: Aggregate;
  readonly #announcer: Announcer;
  readonly #watching: Watching;
  readonly #rules: FolderRules;
  readonly #held = new HeldRemovals();
  readonly #retries = new RetryList();
  /** Folders that could not be listed: they are looked at again whenever the folder around them is. */
  readonly #unreadableDirs = new Set<string>();
  readonly #wakeUps: WakeUps<'whole' | 'retry' | 'trouble' | 'reader'>;
  readonly #idleWaiters = new Set<() => void>();
  #folder: LinkedFolder;
  #running: Promise<void> | null = null;
  #isStopped = true;
  #halted = Promise.withResolvers<void>();
  #lastWholeMs = 0;

  constructor(folder: LinkedFolder, ports: LinkedFolderPorts, settings: LinkedFolderSettings) {
    this.#folder = folder;
    this.#ports = ports;
    this.#settings = settings;
    this.#activity.isPaused = folder.paused;
    this.#activity.fileCount = ports.index.countFiles(folder.key);
    this.#announcer = new Announcer(ports.timers, settings.onChange);
    this.#aggregate = new Aggregate({
      timers: ports.timers,
      nowMs: () => ports.clock.nowMs(),
      quietMs: PACE.quietMs,
      longestMs: PACE.longestQuietMs,
      onDue: () => this.#wake(),
    });
    this.#wakeUps = new WakeUps(ports.timers);
    this.#rules = new FolderRules(settings.ignoreDefaults);
    this.#watching = new Watching({
      ...{ watcher: ports.watcher, root: folder.path, aggregate: this.#aggregate },
      onChange: () => this.#noteWatching(),
    });
  }

  get folder(): LinkedFolder {
    return this.#folder;
  }

  toJson(): LinkedFolderJson {
    return this.#activity.toJson(this.#folder, {
      libraryName: this.#settings.libraryName(),
      waiting: (this.#aggregate.isEmpty ? 0 : 1) + this.#retries.count,
      isWatching: this.#watching.isWatching,
      isSettled: this.#isIdle(),
    });
  }

  /** Begins to watch and looks at everything, unless the folder is paused. */
  start(): void {
    this.#isStopped = false;
    if (this.#activity.isPaused) return;
    this.#aggregate.hintEverything({ atOnce: true });
  }

  /** Leaves everything as it is. What a commit has begun is finished first; the rest is found by the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#halt();
    this.#announcer.close();
    this.#settleIdle();
  }

  async pause(): Promise<void> {
    this.#ports.rows.setPaused(this.#folder.id, true);
    this.#activity.isPaused = true;
    await this.#halt();
    this.#activity.rest();
    this.#announcer.touch();
    this.#settleIdle();
  }

  resume(): void {
    this.#ports.rows.setPaused(this.#folder.id, false);
    this.#activity.isPaused = false;
    this.#activity.trouble = null;
    this.#announcer.touch();
    this.rescan();
  }

  /** Looks at everything now, whatever the watcher says. */
  rescan(): void {
    if (!this.#activity.isPaused && !this.#isStopped) this.#aggregate.hintEverything({ atOnce: true });
  }

  /** Lets deletions that are held into the library. */
  accept(): void {
    this.#held.accept();
    this.rescan();
  }

  /** Writes again what held deletions took away. */
  async putBack(): Promise<void> {
    const { index, objects, writer } = this.#ports;
    await putBackRows(this.#held.rows(), { folderKey: this.#folder.key, index, objects, writer });
    this.rescan();
  }

  /** The library changed: what it refused it may accept now. */
  libraryChanged(): void {
    if (this.#activity.trouble?.state === 'error') this.#aggregate.hurry();
  }

  /** Resolves when there is nothing to do: all hints followed, or paused, away, in error, or stopped. */
  whenIdle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.add(resolve));
  }

  #isIdle(): boolean {
    if (this.#running !== null) return false;
    if (this.#isStopped || this.#activity.isPaused || this.#activity.trouble !== null) return true;
    const isSettled = this.#watching.isWatching || this.#watching.isBlind;
    return isSettled && this.#aggregate.isEmpty && this.#retries.count === 0;
  }

  #settleIdle(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#idleWaiters) resolve();
    this.#idleWaiters.clear();
  }

  async #halt(): Promise<void> {
    this.#halted.resolve();
    this.#wakeUps.cancelAll();
    this.#aggregate.clear();
    this.#retries.clear();
    await Promise.all([this.#watching.close(), this.#ports.reader.close()]);
    await this.#running;
    await this.#ports.reader.close();
    this.#halted = Promise.withResolvers();
  }

  get #isHalted(): boolean {
    return this.#isStopped || this.#activity.isPaused;
  }

  #wake(): void {
    this.#announcer.touch();
    if (this.#running !== null || this.#isHalted) return;
    this.#wakeUps.cancel('reader');
    this.#running = this.#lookWhileDue().finally(() => {
      this.#running = null;
      if (this.#aggregate.isDue && this.#activity.trouble === null) {
        this.#wake();
        return;
      }
      this.#restReaderLater();
      this.#announcer.touch();
      this.#settleIdle();
    });
  }

  async #lookWhileDue(): Promise<void> {
    while (this.#aggregate.isDue && !this.#isHalted) {
      const places = this.#aggregate.take();
      try {
        const look = () => this.#look(places);
        const isGood = await (places.isEverything
          ? this.#settings.turns.run(look, this.#halted.promise)
          : look());
        if (!isGood) return;
      } catch (error) {
        this.#fail(places, error);
        return;
      }
    }
  }

  /** False when the folder is away. */
  async #look(asked: DirtyPlaces): Promise<boolean> {
    if (this.#isHalted) return false;
    if (!(await this.#isRootThere())) return false;
    this.#settings.checkLibrary();
    const places = await this.#refreshRules(asked);
    if (this.#isHalted) return false;
    this.#watching.open(this.#rules.text);
    const isWhole = places.isEverything;
    const startedMs = this.#ports.clock.nowMs();
    this.#activity.startScan({ isWhole });
    this.#announcer.touch();
    if (isWhole) {
      this.#activity.problems.clearAll();
      this.#unreadableDirs.clear();
    }
    await this.#scan(this.#withUnreadable(places), isWhole);
    this.#activity.trouble = null;
    this.#retries.settle();
    this.#scheduleRetries();
    if (isWhole) this.#endWholeLook(startedMs);
    this.#activity.rest();
    return true;
  }

  async #isRootThere(): Promise<boolean> {
    const state = await this.#ports.reader.root();
    const verdict = checkRoot(this.#folder, state, this.#activity.fileCount);
    if (verdict.kind === 'away') {
      this.#activity.rest();
      this.#activity.trouble = { state: 'away', message: verdict.message };
      await this.#watching.close();
      this.#later('trouble', PACE.awayPollMs, () => this.#aggregate.hintEverything({ atOnce: true }));
      return false;
    }
    if (verdict.kind === 'exchanged') {
      this.#ports.rows.setRoot(this.#folder.id, verdict);
      this.#folder = { ...this.#folder, rootDevice: verdict.device, rootInode: verdict.inode };
    }
    return true;
  }

  /** Reads the ignore file where it may have changed; new rules mean a look at everything. */
  async #refreshRules(places: DirtyPlaces): Promise<DirtyPlaces> {
    if (!places.isEverything && !places.dirs.includes('') && this.#rules.isRead) return places;
    if (!this.#rules.update(await this.#ports.reader.ignoreText())) return places;
    await this.#watching.close();
    return { isEverything: true, dirs: [], trees: [] };
  }

  #withUnreadable(places: DirtyPlaces): DirtyPlaces {
    if (places.isEverything || this.#unreadableDirs.size === 0) return places;
    const around = new Set(places.dirs);
    const extra = [...this.#unreadableDirs].filter((dir) => around.has(parentPath(dir)));
    return { ...places, trees: [...new Set([...places.trees, ...extra])] };
  }

  async #scan(places: DirtyPlaces, isWhole: boolean): Promise<void> {
    const { index, reader, clock } = this.#ports;
    const { key } = this.#folder;
    // Inodes are only worth asking about when there are files that may have been renamed.
    const mayMove = this.#activity.fileCount > 0;
    await scanFolder(places, {
      reader,
      matcher: this.#rules.matcher,
      ignoreText: this.#rules.text,
      rowsIn: (dir) => index.entriesIn(key, dir),
      rowsByInode: (inode) => (mayMove ? index.byInode(key, inode) : []),
      isHeldOff: (path) => this.#retries.isHeldOff(path, clock.nowMs()),
      onListing: (listing) => this.#noteListing(listing),
      onGone: (gone, arrived) => this.#decideGone(gone, arrived),
      onRound: (round) => this.#ingest(round, isWhole),
    });
  }

  #decideGone(
    gone: readonly FolderEntry[],
    arrived: ReadonlyMap<number, ListedEntry>,
  ): readonly FolderEntry[] {
    const { index } = this.#ports;
    const { fileCount } = this.#activity;
    const facts = { index, folderKey: this.#folder.key, knownFiles: fileCount, arrived };
    const removed = this.#held.decide(gone, facts);
    this.#activity.heldCount = this.#held.rows().length;
    return removed;
  }

  #noteListing(listing: DirListing): void {
    const { problems } = this.#activity;
    this.#held.noteListing(listing);
    problems.clear(listing.dir, { isDeep: false });
    if (listing.failure === null) this.#unreadableDirs.delete(listing.dir);
    else if (listing.failure.reason === 'unreadable') this.#unreadableDirs.add(listing.dir);
    if (listing.failure?.reason === 'vanished') this.#aggregate.hint([parentPath(listing.dir)], []);
    else for (const problem of listing.problems) this.#noteProblem(problem);
    this.#activity.scanned(listing.entries.length);
    this.#announcer.touch();
  }

  #noteProblem(problem: FolderProblem): void {
    this.#activity.problems.add(problem);
    const isPassing = problem.reason === 'vanished' || problem.reason === 'changing';
    if (isPassing) this.#retries.add(problem.path, 0, this.#ports.clock.nowMs());
  }

  async #ingest(round: Round, isWhole: boolean): Promise<void> {
    if (isEmptyRound(round)) return;
    if (this.#isHalted) throw new Error('the folder is being stopped');
    const { clock, rows } = this.#ports;
    const bytes = round.reads.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
    this.#activity.startRound(round.reads.length + round.known.length + round.removed.length, bytes);
    const report = await ingestRound(round, {
      ...this.#ports,
      folder: this.#folder,
      device: this.#settings.device,
      onProgress: (step) => {
        this.#activity.ingested(step);
        this.#announcer.touch();
      },
    });
    for (const problem of report.problems) this.#activity.problems.add(problem);
    for (const { path, sizeBytes } of report.again) this.#retries.add(path, sizeBytes, clock.nowMs());
    for (const row of round.removed) {
      this.#activity.problems.clear(joinPath(row.dir, row.name), { isDeep: true });
    }
    this.#activity.fileCount += report.addedFiles;
    if (report.isCommitted) {
      const lastCommitAtSeconds = clock.nowSeconds();
      rows.setCommitted(this.#folder.id, lastCommitAtSeconds);
      this.#folder = { ...this.#folder, lastCommitAtSeconds };
    }
    this.#activity.endRound({ isWhole });
    this.#announcer.touch();
  }

  #endWholeLook(startedMs: number): void {
    const { clock, rows } = this.#ports;
    this.#lastWholeMs = clock.nowMs() - startedMs;
    const lastScanAtSeconds = clock.nowSeconds();
    rows.setScanned(this.#folder.id, lastScanAtSeconds);
    this.#folder = { ...this.#folder, lastScanAtSeconds };
    this.#scheduleWholeLook();
  }

  #scheduleWholeLook(): void {
    const intervalMs = lookIntervalMs({ isBlind: this.#watching.isBlind, lastMs: this.#lastWholeMs });
    this.#later('whole', intervalMs, () => this.rescan());
  }

  #noteWatching(): void {
    if (this.#watching.isBlind) this.#scheduleWholeLook();
    this.#announcer.touch();
    this.#settleIdle();
  }

  #scheduleRetries(): void {
    const waitMs = this.#retries.nextWaitMs(this.#ports.clock.nowMs());
    if (waitMs === null) return;
    this.#later('retry', waitMs, () => {
      this.#aggregate.hint(this.#retries.takeDue(this.#ports.clock.nowMs()), []);
      this.#scheduleRetries();
    });
  }

  /** What was asked for is kept and tried again; nothing is lost, since the index still shows the difference. */
  #fail(places: DirtyPlaces, error: unknown): void {
    this.#activity.rest();
    if (this.#isHalted) return;
    this.#aggregate.putBack(isRefusal(error) ? places : { isEverything: true, dirs: [], trees: [] });
    this.#activity.trouble = { state: 'error', message: wordsOf(error) };
    this.#later('trouble', PACE.troubleRetryMs, () => this.#aggregate.hurry());
  }

  #restReaderLater(): void {
    if (this.#isStopped) return;
    this.#later('reader', PACE.keepReaderMs, () => {
      if (this.#running !== null) return;
      this.#ports.reader.close().catch((error: unknown) => {
        this.#fail({ isEverything: true, dirs: [], trees: [] }, error);
        this.#announcer.touch();
      });
    });
  }

  #later(what: 'whole' | 'retry' | 'trouble' | 'reader', delayMs: number, work: () => void): void {
    this.#wakeUps.set(what, delayMs, () => {
      if (!this.#isHalted) work();
    });
  }
}
