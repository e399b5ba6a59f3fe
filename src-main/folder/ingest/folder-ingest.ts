import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import { describeRevertedRewrites } from '../../core/history/describe.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { DirListing, EarlyScan, ListRequest, ProblemReason } from '../ports.ts';
import type { FileToRead } from '../scan/plan.ts';
import { type ChangeBatch, isEmptyBatch, Scan } from '../scan/scan.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import { type BatchChanges, entriesOfIngest } from './batch-changes.ts';
import {
  changesOf,
  commitBatch,
  type IngestReport,
  type ReadChangeBatch,
  readBatch,
} from './ingest-batch.ts';
import { PausedChanges } from './paused-changes.ts';

export interface ScanRequest {
  readonly places: DirtyPaths;
  /** Excluded folders that have left the disk. */
  readonly excluded: readonly string[];
  /** Null for a library without a password. */
  readonly fileKey: FileKey | null;
  /** For a scan that begins before the folder is watched. */
  readonly early: EarlyScan | undefined;
}

/** Takes what changed in a linked folder into its library: scans, compares with the index, reads, commits. */
export class FolderIngest {
  readonly paused = new PausedChanges();
  readonly #parts: LinkParts;
  /** Time that the scan has spent reading and committing. */
  #batchesMs = 0;
  /** The commit of the previous batch. */
  #committing: Promise<void> = Promise.resolve();
  /** Aborted when a batch failed, since what is read after it is of no use. */
  #givingUp = new AbortController();
  /** Folders that could not be listed; scanned again whenever their parent is. */
  readonly #unreadableDirs = new Set<string>();
  #leftovers: string[] = [];

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /**
   * Scans the places and commits what differs. Returns the time that scanning alone took.
   * @throws refusals of the library, and any fault on the way
   */
  async scan(request: ScanRequest): Promise<number> {
    const { clock, retries, status, index, folder } = this.#parts;
    const { isEverything: isFullRescan } = request.places;
    status.startScan({ isFullRescan });
    status.tellUnlessQuiet();
    const startedMs = clock.nowMs();
    this.#batchesMs = 0;
    if (isFullRescan) {
      status.problems.clearAll();
      this.#unreadableDirs.clear();
      this.paused.rewrites.startFullRescan();
    }
    this.#committing = Promise.resolve();
    this.#givingUp = new AbortController();
    try {
      await this.#scan({ ...request, places: this.#withUnreadable(request.places) });
    } finally {
      // No commit outlives the scan, and its refusal says more than the error that followed from it.
      await this.#committing;
    }
    if (isFullRescan) this.paused.rewrites.endFullRescan();
    retries.endScan();
    status.paused = this.paused.toJson(index, folder.key);
    status.rest();
    return clock.nowMs() - startedMs - this.#batchesMs;
  }

  /** Paths with our temporary names that scans found since the last call. */
  takeLeftovers(): string[] {
    const leftovers = this.#leftovers;
    this.#leftovers = [];
    return leftovers;
  }

  /** Undoes with another commit the rewrites that the scan took in and the person wants reverted. */
  async restore(): Promise<void> {
    const { folder, index, changeLibrary, device } = this.#parts;
    const changes = this.paused.takeRestoring(index, folder);
    if (changes.length === 0) return;
    const description = describeRevertedRewrites(changes.length);
    const { libraryId, authorEmail: author } = folder;
    await changeLibrary.commitChanges({ libraryId, changes, author, asksFirst: false, device, description });
  }

  #withUnreadable(places: DirtyPaths): DirtyPaths {
    if (places.isEverything || this.#unreadableDirs.size === 0) return places;
    const around = new Set(places.dirs);
    const extra = [...this.#unreadableDirs].filter((dir) => around.has(parentPath(dir)));
    return { ...places, trees: [...new Set([...places.trees, ...extra])] };
  }

  async #scan(request: ScanRequest): Promise<void> {
    const { index, folder, rules, status } = this.#parts;
    const mayMove = status.fileCount > 0;
    const facts = { index, folderKey: folder.key, matcher: rules.matcher, mayMove };
    const scan = new Scan(request.places, facts);
    if (request.places.isEverything) status.startLooking();
    await this.#list(scan, { ...scan.first, early: request.early }, request);
    status.endLooking();
    for (const batch of scan.rest()) await this.#takeIn(batch, request);
    await this.#allTakenIn();
    const { followUps } = scan;
    if (followUps.trees.length > 0) await this.#list(scan, followUps, request);
    await this.#allTakenIn();
    await this.#takeIn(scan.finish(this.#decideGone(scan)), request);
    await this.#allTakenIn();
  }

  /** Lists the places and takes in what differs, batch by batch. */
  async #list(
    scan: Scan,
    places: Pick<ListRequest, 'dirs' | 'trees' | 'early'>,
    request: ScanRequest,
  ): Promise<void> {
    const { reader, rules, root } = this.#parts;
    const { excluded } = request;
    const asked = { ...places, ignoreText: rules.text, excluded, root: root.identity };
    for await (const listings of reader.list(asked)) {
      for (const listing of listings) {
        this.#noteListing(listing);
        const plan = scan.plan(listing);
        for (const batch of scan.take(plan, listing, this.#due(plan.read)))
          await this.#takeIn(batch, request);
      }
    }
  }

  /** Leaves out files that change all the time, or wait for a person in this very state. */
  *#due(files: readonly FileToRead[]): Generator<FileToRead> {
    for (const file of files) {
      const path = joinPath(file.dir, file.entry.name);
      if (!this.#parts.retries.isHeldOff(path) && !this.paused.rewrites.isPaused(path, file.entry))
        yield file;
    }
  }

  #decideGone({ gone, arrived }: Scan): readonly FolderEntry[] {
    const { index, folder, clock, library, status } = this.#parts;
    return this.paused.removals.decide(gone, {
      ...{ index, folderKey: folder.key, arrived },
      knownFiles: status.fileCount,
      libraryFiles: library.fileCount(),
      nowMs: clock.nowMs(),
    });
  }

  #noteListing(listing: DirListing): void {
    const { retries, status, debouncer } = this.#parts;
    const { dir, failure, problems, entries } = listing;
    // It was gone by the time it was listed.
    const isMissing = failure?.reason === 'vanished';
    this.paused.removals.noteListing(listing);
    for (const name of listing.leftovers) this.#leftovers.push(joinPath(dir, name));
    if (failure === null) this.#unreadableDirs.delete(dir);
    else if (!isMissing) this.#unreadableDirs.add(dir);
    status.problems.clear(dir, { isDeep: false });
    if (isMissing) debouncer.notify([parentPath(dir)], []);
    else {
      for (const problem of problems) {
        if (isPassing(problem.reason)) retries.add(problem.path, { sizeBytes: 0 });
        status.noteProblem(problem);
      }
    }
    status.scanned(entries.length);
    status.tellUnlessQuiet();
  }

  /**
   * Returns once the files of the batch are read, so that the next batch is read while this one is committed. Commits
   * keep their order.
   */
  async #takeIn(batch: ChangeBatch, { fileKey, places }: ScanRequest): Promise<void> {
    if (isEmptyBatch(batch)) return;
    const { halt, clock, root, status } = this.#parts;
    if (halt.isOn) throw new Error('the folder is being stopped');
    // A disk unplugged during the listing leaves an empty folder, which proves nothing.
    if (!(await root.isSame())) throw new Error('the folder was replaced while it was read');
    const startedMs = clock.nowMs();
    const bytes = batch.reads.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
    status.startBatch(pendingIn(batch), bytes);
    const read = await readBatch(batch, this.#parts, { fileKey, signal: this.#givingUp.signal });
    await this.#committing;
    this.#committing = this.#commit(read, places);
    this.#committing.catch(() => this.#givingUp.abort());
    this.#batchesMs += clock.nowMs() - startedMs;
  }

  async #commit(read: ReadChangeBatch, { isEverything: isFullRescan }: DirtyPaths): Promise<void> {
    const { retries, status, clock } = this.#parts;
    const { batch } = read;
    const facts = { knownFiles: status.fileCount, nowMs: clock.nowMs() };
    const taken = this.paused.rewrites.holdBack(changesOf(read, this.#parts), facts);
    const report = await commitBatch(batch, taken, this.#parts);
    for (const file of taken.again) retries.add(file.path, file);
    this.#noteTakenIn(batch, taken, report);
    status.endBatch(pendingIn(batch), { isFullRescan });
    status.tellUnlessQuiet();
  }

  #noteTakenIn(
    batch: ChangeBatch,
    taken: BatchChanges,
    { problems, isCommitted, moved }: IngestReport,
  ): void {
    const { status, agreement, unresolved, root } = this.#parts;
    if (taken.changes.length > 0) agreement.noteGiven(moved);
    status.activity.add(entriesOfIngest(batch, taken));
    for (const problem of [...taken.problems, ...problems]) status.noteProblem(problem);
    for (const row of batch.removed) status.problems.clear(joinPath(row.dir, row.name), { isDeep: true });
    status.fileCount += taken.addedFiles;
    unresolved.resolve(taken.update.put.map(({ dir, name }) => joinPath(dir, name)));
    if (isCommitted) root.noteCommitted();
  }

  async #allTakenIn(): Promise<void> {
    const { clock } = this.#parts;
    const startedMs = clock.nowMs();
    await this.#committing;
    this.#batchesMs += clock.nowMs() - startedMs;
  }
}

/** Whether the problem goes away by itself: the file is being written, or was just removed. */
function isPassing(reason: ProblemReason): boolean {
  return reason === 'vanished' || reason === 'changing';
}

/** Number of differences in a batch, as progress counts them. */
function pendingIn({ reads, known, removed }: ChangeBatch): number {
  return reads.length + known.length + removed.length;
}
