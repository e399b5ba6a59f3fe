import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import { describeRevertedRewrites } from '../../core/history/describe.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Clock } from '../../engine/ports.ts';
import type { IgnoreMatcher } from '../ignore/ignore.ts';
import type {
  DirListing,
  EarlyScan,
  FolderIndex,
  FolderReader,
  ListedEntry,
  ListRequest,
  ProblemReason,
  RootIdentity,
} from '../ports.ts';
import type { FileToRead } from '../scan/plan.ts';
import { type ChangeBatch, isEmptyBatch, Scan } from '../scan/scan.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import type { RetryList } from '../watch/retry-list.ts';
import type { BatchChanges, UnresolvedContent } from './batch-changes.ts';
import {
  commitBatch,
  type IngestDependencies,
  type IngestReport,
  type IngestStep,
  type ReadChangeBatch,
  readBatch,
} from './ingest-batch.ts';
import { PausedChanges } from './paused-changes.ts';

export interface FolderIngestDependencies
  extends Omit<IngestDependencies, 'onProgress' | 'fileKey' | 'isIgnored' | 'holdBack' | 'unresolved'> {
  readonly folder: Pick<LinkedFolder, 'key' | 'id' | 'libraryId' | 'authorEmail'>;
  readonly reader: FolderReader;
  readonly index: FolderIndex;
  readonly clock: Clock;
  /** Files to look at again, which the scan waits for. */
  readonly retries: RetryList;
  readonly libraryFileCount: () => number;
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
  readonly unresolved: UnresolvedContent;
  /** Files in the index when the scan begins. */
  readonly knownFiles: number;
}

/** What a scan tells on its way; a batch is read while the one before it is committed. */
export type IngestEvent =
  | { readonly kind: 'listed'; readonly listing: DirListing }
  | { readonly kind: 'batch'; readonly files: number; readonly bytes: number }
  | { readonly kind: 'step'; readonly step: IngestStep }
  /** What was taken in is on record. `files`: as the event `batch` told them. */
  | {
      readonly kind: 'taken-in';
      readonly batch: ChangeBatch;
      readonly files: number;
      readonly report: IngestReport;
    };

type OnEvent = (event: IngestEvent) => void;

/** Takes what changed in a linked folder into its library: scans, compares with the index, reads, commits. */
export class FolderIngest {
  readonly paused = new PausedChanges();
  readonly #deps: FolderIngestDependencies;
  /** Time that the scan spent with reading and committing so far. */
  #batchesMs = 0;
  #knownFiles = 0;
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
   * Scans the places and commits what differs. Returns the time that scanning alone took.
   * @throws what the library refuses, and what breaks on the way
   */
  async scan(asked: DirtyPaths, rules: ScanRules, onEvent: OnEvent): Promise<number> {
    const { clock, retries } = this.#deps;
    const startedMs = clock.nowMs();
    this.#batchesMs = 0;
    this.#knownFiles = rules.knownFiles;
    const isFullRescan = asked.isEverything;
    if (isFullRescan) {
      this.#unreadableDirs.clear();
      this.paused.startFullRescan();
    }
    this.#committing = Promise.resolve();
    this.#hasFailed = false;
    try {
      await this.#scan(this.#withUnreadable(asked), rules, onEvent);
    } finally {
      // No commit outlives the scan, and its refusal says more than the error that followed from it.
      await this.#committing;
    }
    if (isFullRescan) this.paused.endFullRescan();
    retries.endScan();
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
    const description = describeRevertedRewrites(changes.length);
    const { libraryId, authorEmail: author } = folder;
    await commitChanges({ libraryId, changes, author, asksFirst: false, device, description });
  }

  #withUnreadable(places: DirtyPaths): DirtyPaths {
    if (places.isEverything || this.#unreadableDirs.size === 0) return places;
    const around = new Set(places.dirs);
    const extra = [...this.#unreadableDirs].filter((dir) => around.has(parentPath(dir)));
    return { ...places, trees: [...new Set([...places.trees, ...extra])] };
  }

  async #scan(places: DirtyPaths, rules: ScanRules, onEvent: OnEvent): Promise<void> {
    const { index, folder } = this.#deps;
    const mayMove = this.#knownFiles > 0;
    const scan = new Scan(places, { index, folderKey: folder.key, matcher: rules.matcher, mayMove });
    await this.#list(scan, { ...scan.first, early: rules.early }, rules, onEvent);
    for (const batch of scan.rest()) await this.#ingest(batch, rules, onEvent);
    await this.#whenTaken();
    const { followUps } = scan;
    if (followUps.trees.length > 0) await this.#list(scan, followUps, rules, onEvent);
    await this.#whenTaken();
    const going = this.#decideGone(scan.gone, scan.arrived);
    await this.#ingest(scan.finish(going), rules, onEvent);
    await this.#whenTaken();
  }

  /** Lists the places and takes in what differs in them, a batch as soon as it is full. */
  async #list(
    scan: Scan,
    places: Pick<ListRequest, 'dirs' | 'trees' | 'early'>,
    rules: ScanRules,
    onEvent: OnEvent,
  ): Promise<void> {
    const { ignoreText, excluded, root } = rules;
    for await (const listings of this.#deps.reader.list({ ...places, ignoreText, excluded, root })) {
      for (const listing of listings) {
        this.#noteListing(listing, onEvent);
        const plan = scan.plan(listing);
        for (const batch of scan.take(plan, listing, this.#due(plan.read)))
          await this.#ingest(batch, rules, onEvent);
      }
    }
  }

  /** Without files that are left for later because they change all the time, or wait for a person as they are. */
  *#due(files: readonly FileToRead[]): Generator<FileToRead> {
    for (const file of files) {
      const path = joinPath(file.dir, file.entry.name);
      if (!this.#deps.retries.isHeldOff(path) && !this.paused.isPaused(path, file.entry)) yield file;
    }
  }

  #decideGone(
    gone: readonly FolderEntry[],
    arrived: ReadonlyMap<number, ListedEntry>,
  ): readonly FolderEntry[] {
    const { index, folder, clock } = this.#deps;
    const facts = {
      index,
      folderKey: folder.key,
      knownFiles: this.#knownFiles,
      libraryFiles: this.#deps.libraryFileCount(),
      arrived,
      nowMs: clock.nowMs(),
    };
    return this.paused.decide(gone, facts);
  }

  #noteListing(listing: DirListing, onEvent: OnEvent): void {
    const { retries } = this.#deps;
    this.paused.noteListing(listing);
    for (const name of listing.leftovers) this.#leftovers.push(joinPath(listing.dir, name));
    if (listing.failure === null) this.#unreadableDirs.delete(listing.dir);
    else if (listing.failure.reason !== 'vanished') this.#unreadableDirs.add(listing.dir);
    if (listing.failure?.reason !== 'vanished')
      for (const { path, reason } of listing.problems)
        if (isPassing(reason)) retries.add(path, { sizeBytes: 0 });
    onEvent({ kind: 'listed', listing });
  }

  /** Returns when the next batch may be read: its files are, while this one is committed. Batches are committed in turn. */
  async #ingest(batch: ChangeBatch, rules: ScanRules, onEvent: OnEvent): Promise<void> {
    if (isEmptyBatch(batch)) return;
    const { isHalted, clock } = this.#deps;
    const { fileKey, isIgnored, unresolved } = rules;
    if (isHalted()) throw new Error('the folder is being stopped');
    // A disk that went away while it was listed left an empty folder behind, which says nothing.
    if (!(await this.#deps.isSameRoot())) throw new Error('the folder was replaced while it was read');
    const startedMs = clock.nowMs();
    const bytes = batch.reads.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
    onEvent({ kind: 'batch', files: pendingIn(batch), bytes });
    const deps = {
      ...this.#deps,
      ...{ fileKey, isIgnored, unresolved },
      requireGoing: () => this.#requireCommitted(),
      holdBack: (result: BatchChanges) =>
        this.paused.holdBack(result, { knownFiles: this.#knownFiles, nowMs: clock.nowMs() }),
      onProgress: (step: IngestStep) => onEvent({ kind: 'step', step }),
    };
    const read = await readBatch(batch, deps);
    await this.#committing;
    this.#committing = this.#commit(read, deps, onEvent);
    this.#committing.catch(() => {
      this.#hasFailed = true;
    });
    this.#batchesMs += clock.nowMs() - startedMs;
  }

  async #commit(read: ReadChangeBatch, deps: IngestDependencies, onEvent: OnEvent): Promise<void> {
    const { retries } = this.#deps;
    const report = await commitBatch(read, deps);
    for (const file of report.again) retries.add(file.path, file);
    this.#knownFiles += report.addedFiles;
    const { batch } = read;
    onEvent({ kind: 'taken-in', batch, files: pendingIn(batch), report });
  }

  async #whenTaken(): Promise<void> {
    const { clock } = this.#deps;
    const startedMs = clock.nowMs();
    await this.#committing;
    this.#batchesMs += clock.nowMs() - startedMs;
  }

  /** @throws Error, which is not reported: `scan` ends with what the commit was refused with */
  #requireCommitted(): void {
    if (this.#hasFailed) throw new Error('the batch before this one was not taken in');
  }
}

/** What is just being written, or was there a moment ago. */
function isPassing(reason: ProblemReason): boolean {
  return reason === 'vanished' || reason === 'changing';
}

/** Differences that a batch takes in, as its progress counts them. */
function pendingIn({ reads, known, removed }: ChangeBatch): number {
  return reads.length + known.length + removed.length;
}
