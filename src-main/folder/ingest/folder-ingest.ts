import { type FolderEntry, joinPath, parentPath } from '../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../core/folder/linked-folder.ts';
import { describePutBack } from '../core/history/describe.ts';
import type { FileKey } from '../core/library/encryption.ts';
import type { Clock } from '../engine/ports.ts';
import { eventsOfIngest } from './activity-events.ts';
import type { BatchChanges } from './batch-changes.ts';
import type { DirtyPaths } from './event-debouncer.ts';
import type { IgnoreMatcher } from './ignore.ts';
import {
  commitBatch,
  type IngestDependencies,
  type IngestReport,
  type IngestStep,
  type ReadChangeBatch,
  readBatch,
} from './ingest.ts';
import type { LinkedFolderActivity } from './linked-folder-activity.ts';
import { PausedChanges } from './paused-changes.ts';
import type {
  DirListing,
  EarlyScan,
  FolderIndex,
  FolderProblem,
  FolderReader,
  ListedEntry,
  RootIdentity,
} from '../ports.ts';
import { type ChangeBatch, isEmptyBatch, scanFolder } from '../scan/scan.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import type { BatchChanges } from './batch-changes.ts';
import {
  commitBatch,
  type IngestDependencies,
  type IngestReport,
  type IngestStep,
  type ReadChangeBatch,
  readBatch,
} from './ingest-batch.ts';
import { PausedChanges } from './paused-changes.ts';
import { RetryList } from './retry-list.ts';

export interface FolderIngestDependencies
  extends Omit<IngestDependencies, 'onProgress' | 'fileKey' | 'isIgnored' | 'holdBack'> {
  readonly folder: Pick<LinkedFolder, 'key' | 'id' | 'libraryId' | 'authorEmail'>;
  readonly reader: FolderReader;
  readonly index: FolderIndex;
  readonly clock: Clock;
  readonly activity: LinkedFolderActivity;
  readonly libraryFileCount: () => number;
  /** Files that were read, and what they hold is on record. */
  readonly onTaken: (paths: Iterable<string>) => void;
  /** Looks again around a folder that was not where a listing of its parent said. */
  readonly notify: (dirs: readonly string[]) => void;
  /** Something that others see is different. */
  readonly onChange: () => void;
  readonly onCommitted: () => void;
  readonly isHalted: () => boolean;
  /** Whether the linked folder is still the one that was checked before the scan. */
  readonly isSameRoot: () => Promise<boolean>;
}

export interface ScanRules {
  readonly matcher: IgnoreMatcher;
  /** Lines of the folder's own ignore file. */
  readonly ignoreText: string;
  /** Folders that are left out by choice. */
  readonly excluded: readonly string[];
  /** The root that was checked before the scan. */
  readonly root: RootIdentity;
  /** By patterns; folders that were left out by choice are not among them. */
  readonly isIgnored: (dir: string, name: string, isDir: boolean) => boolean;
  /** Null for a library without a password. */
  readonly fileKey: FileKey | null;
  /** For a scan that begins before the folder is watched. */
  readonly early?: EarlyScan | undefined;
}

/** Takes what changed in a linked folder into its library: looks, compares with the index, reads, commits. */
export class FolderIngest {
  readonly paused = new PausedChanges();
  readonly retries = new RetryList();
  readonly #deps: FolderIngestDependencies;
  /** Time that the scan spent with reading and committing so far. */
  #batchesMs = 0;
  /** The batch that was read last, on its way into the library. */
  #committing: Promise<void> = Promise.resolve();
  #hasFailed = false;
  /** Folders that could not be listed: they are looked at again whenever the folder around them is. */
  readonly #unreadableDirs = new Set<string>();
  #leftovers: string[] = [];

  constructor(deps: FolderIngestDependencies) {
    this.#deps = deps;
  }

  /**
   * Looks at the places and commits what differs. Gives the time that looking took alone.
   * @throws what the library refuses, and what breaks on the way
   */
  async scan(asked: DirtyPaths, rules: ScanRules): Promise<number> {
    const { activity, onChange, clock } = this.#deps;
    const startedMs = clock.nowMs();
    this.#batchesMs = 0;
    const isWhole = asked.isEverything;
    activity.startScan({ isWhole });
    onChange();
    if (isWhole) {
      activity.problems.clearAll();
      this.#unreadableDirs.clear();
      this.paused.startFullRescan();
    }
    this.#committing = Promise.resolve();
    this.#hasFailed = false;
    try {
      await this.#scan(this.#withUnreadable(asked), rules, isWhole);
    } finally {
      // Nothing goes on behind the scan; and that a commit was refused says more than what came of it.
      await this.#committing;
    }
    if (isWhole) this.paused.endFullRescan();
    activity.held = this.paused.toJson(this.#deps.index, this.#deps.folder.key);
    this.retries.settle();
    activity.rest();
    return clock.nowMs() - startedMs - this.#batchesMs;
  }

  /** Paths of our own names that scans came upon since this was asked last. */
  takeLeftovers(): string[] {
    const leftovers = this.#leftovers;
    this.#leftovers = [];
    return leftovers;
  }

  /** Undoes, with another commit, the rewrites that a person wanted put back and the scan took in. */
  async restore(): Promise<void> {
    const { folder, index, commitChanges, device } = this.#deps;
    const changes = this.paused.takeRestoring(index, folder);
    if (changes.length === 0) return;
    const description = describePutBack(changes.length);
    const { libraryId, authorEmail: author } = folder;
    await commitChanges({ libraryId, changes, author, device, description });
  }

  #withUnreadable(places: DirtyPaths): DirtyPaths {
    if (places.isEverything || this.#unreadableDirs.size === 0) return places;
    const around = new Set(places.dirs);
    const extra = [...this.#unreadableDirs].filter((dir) => around.has(parentPath(dir)));
    return { ...places, trees: [...new Set([...places.trees, ...extra])] };
  }

  async #scan(places: DirtyPaths, rules: ScanRules, isWhole: boolean): Promise<void> {
    const { index, reader, clock, folder, activity } = this.#deps;
    // Inodes are only worth asking about when there are files that may have been renamed.
    const mayMove = activity.fileCount > 0;
    await scanFolder(places, {
      reader,
      matcher: rules.matcher,
      ignoreText: rules.ignoreText,
      excluded: rules.excluded,
      root: rules.root,
      early: rules.early,
      rowsIn: (dir) => index.entriesIn(folder.key, dir),
      isKnownDir: (path) => index.find(folder.key, path)?.isDir === true,
      mayMove,
      rowsByInode: (inode) => (mayMove ? index.byInode(folder.key, inode) : []),
      isHeldOff: (path, entry) =>
        this.retries.isHeldOff(path, clock.nowMs()) || this.paused.isPaused(path, entry),
      onListing: (listing) => this.#noteListing(listing),
      onGone: (gone, arrived) => this.#decideGone(gone, arrived),
      onBatch: (batch) => this.#ingest(batch, rules, isWhole),
      whenTaken: () => this.#whenTaken(),
    });
  }

  #decideGone(
    gone: readonly FolderEntry[],
    arrived: ReadonlyMap<number, ListedEntry>,
  ): readonly FolderEntry[] {
    const { index, activity, folder, clock } = this.#deps;
    const facts = {
      index,
      folderKey: folder.key,
      knownFiles: activity.fileCount,
      libraryFiles: this.#deps.libraryFileCount(),
      arrived,
      nowMs: clock.nowMs(),
    };
    return this.paused.decide(gone, facts);
  }

  #noteListing(listing: DirListing): void {
    const { activity, notify, onChange } = this.#deps;
    this.paused.noteListing(listing);
    for (const name of listing.leftovers) this.#leftovers.push(joinPath(listing.dir, name));
    activity.problems.clear(listing.dir, { isDeep: false });
    if (listing.failure === null) this.#unreadableDirs.delete(listing.dir);
    else if (listing.failure.reason !== 'vanished') this.#unreadableDirs.add(listing.dir);
    if (listing.failure?.reason === 'vanished') notify([parentPath(listing.dir)]);
    else for (const problem of listing.problems) this.#noteProblem(problem);
    activity.scanned(listing.entries.length);
    onChange();
  }

  #noteProblem(problem: FolderProblem): void {
    this.#deps.activity.noteProblem(problem);
    const isPassing = problem.reason === 'vanished' || problem.reason === 'changing';
    if (isPassing) this.retries.add(problem.path, { sizeBytes: 0 }, this.#deps.clock.nowMs());
  }

  /** Returns when the next batch may be read: its files are, while this one is committed. Batches are committed in turn. */
  async #ingest(batch: ChangeBatch, { fileKey, isIgnored }: ScanRules, isWhole: boolean): Promise<void> {
    if (isEmptyBatch(batch)) return;
    const { activity, isHalted, onChange, clock } = this.#deps;
    if (isHalted()) throw new Error('the folder is being stopped');
    // A disk that went away while it was listed left an empty folder behind, which says nothing.
    if (!(await this.#deps.isSameRoot())) throw new Error('the folder was replaced while it was read');
    const startedMs = clock.nowMs();
    const bytes = batch.reads.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
    activity.startBatch(pendingIn(batch), bytes);
    const deps = {
      ...this.#deps,
      ...{ fileKey, isIgnored },
      requireGoing: () => this.#requireCommitted(),
      holdBack: (result: BatchChanges) =>
        this.paused.holdBack(result, { knownFiles: activity.fileCount, nowMs: clock.nowMs() }),
      onProgress: (step: IngestStep) => {
        activity.ingested(step);
        onChange();
      },
    };
    const read = await readBatch(batch, deps);
    await this.#committing;
    this.#committing = this.#commit(read, deps, isWhole);
    this.#committing.catch(() => {
      this.#hasFailed = true;
    });
    this.#batchesMs += clock.nowMs() - startedMs;
  }

  async #commit(read: ReadChangeBatch, deps: IngestDependencies, isWhole: boolean): Promise<void> {
    const { activity, onChange } = this.#deps;
    const report = await commitBatch(read, deps);
    this.#note(report, read.batch);
    activity.endBatch(pendingIn(read.batch), { isWhole });
    onChange();
  }

  async #whenTaken(): Promise<void> {
    const { clock } = this.#deps;
    const startedMs = clock.nowMs();
    await this.#committing;
    this.#batchesMs += clock.nowMs() - startedMs;
  }

  /** @throws Error, which is not reported: `scan` ends with what the commit was refused with */
  #requireCommitted(): void {
    if (this.#hasFailed) throw new Error('the round before this one was not taken in');
  }

  #note(report: IngestReport, batch: ChangeBatch): void {
    const { activity, clock } = this.#deps;
    activity.log.add(eventsOfIngest(batch, report.taken));
    for (const problem of report.problems) activity.noteProblem(problem);
    for (const file of report.again) this.retries.add(file.path, file, clock.nowMs());
    for (const row of batch.removed) activity.problems.clear(joinPath(row.dir, row.name), { isDeep: true });
    activity.fileCount += report.addedFiles;
    this.#deps.onTaken(report.taken.update.put.map(({ dir, name }) => joinPath(dir, name)));
    if (report.isCommitted) this.#deps.onCommitted();
  }
}

/** Differences that a batch takes in, as its progress counts them. */
function pendingIn({ reads, known, removed }: ChangeBatch): number {
  return reads.length + known.length + removed.length;
}
