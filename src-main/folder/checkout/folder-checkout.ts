import { said } from '../../../src-shared/service-words.ts';
import {
  type FileStat,
  type FolderEntry,
  parentPath,
  RACY_CTIME_MS,
} from '../../core/folder/folder-entry.ts';
import type { FolderIntent } from '../../core/folder/folder-journal.ts';
import { nameOf } from '../../core/library/path.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FileSystemStat } from '../disk/file-system.ts';
import { isDisplacedName } from '../disk/own-files.ts';
import { isIgnoreFile } from '../ignore/ignore-consent.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import { type CarriedOut, carryOut, NOTHING_DONE } from './carry-out.ts';
import { Departures } from './departures.ts';
import { findDifferences } from './find-differences.ts';
import { FolderWriter } from './folder-writer.ts';
import {
  isNothing,
  orderSteps,
  type Steps,
  stepsToRevert,
  type TimelySteps,
  timelySteps,
  touchesIgnoreFile,
} from './order-steps.ts';
import { PendingList } from './pending-list.ts';
import { ASKED, failureOf, NOT_MOVED, type StepFailure } from './step-failure.ts';
import { isMove, StepRecord } from './step-record.ts';

export interface Followed {
  /** Folders with something that the index does not know, to be scanned. */
  readonly toScan: readonly string[];
  readonly addedFiles: number;
  /** False: ended early, because there was no room or the folder was halted. */
  readonly isComplete: boolean;
}

type Closing = Pick<CarriedOut, 'failures' | 'left' | 'isComplete'>;

const REST_MS = 10_000;

/**
 * Makes a linked folder follow its library. It compares the head with the index, so it does not matter how the two came
 * apart, and running it twice changes nothing.
 */
export class FolderCheckout {
  readonly #parts: LinkParts;
  readonly #writer: FolderWriter;
  readonly #record: StepRecord;
  readonly pending: PendingList;
  readonly departures: Departures;
  /** Paths of steps that could not be tidied up yet. */
  readonly #unreconciled = new Set<string>();
  /** Contents whose size is not what the library says, by the path at which they were wanted. */
  readonly #refused = new Map<string, ObjectId>();
  /** False: recorded intents have to be reconciled; an earlier process may have left some. */
  #isTidy = false;
  /** Without room nothing is tried until then. */
  #restUntilMs = 0;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#writer = new FolderWriter(parts.fileSystem);
    this.#record = new StepRecord(parts, this.#writer);
    this.pending = new PendingList(parts.journal.pending(parts.folder.key));
    this.departures = new Departures(parts);
  }

  /** Whether there may be anything to do now. */
  isDue(headRootId: ObjectId): boolean {
    const { clock, agreement } = this.#parts;
    const nowMs = clock.nowMs();
    const restMs = this.#restUntilMs - nowMs;
    if (restMs > 0 && restMs <= REST_MS) return false;
    if (headRootId !== agreement.syncedRootId || this.departures.isDue) return true;
    return this.pending.due(nowMs).length > 0;
  }

  scanned(places: DirtyPaths): void {
    this.pending.scanned(places, (path) => this.#parts.retries.isHeldOff(path));
  }

  /** Finishes what a crash left half done. Has to come before anything is concluded from the disk. */
  async reconcileIntents(): Promise<void> {
    if (this.#isTidy) return;
    const { journal, folder, rules, unresolved } = this.#parts;
    this.#unreconciled.clear();
    for (const intent of journal.intents(folder.key)) {
      if (isIgnoreFile(intent.path)) rules.consent.noteTouched();
      try {
        const isPlaced = await this.#writer.isPlaced(intent);
        const isOldGone = this.#isOldGone(intent);
        if (!(await this.#writer.finish(intent, folder.authorEmail, isOldGone))) this.#record.miss(intent);
        await this.#concludeFrom(intent, isPlaced);
      } catch (error) {
        // Stays on record: one unreachable place must not stop the whole folder.
        if (codeOf(error) === '') throw error;
        this.#unreconciled.add(intent.path);
        unresolved.add(intent, { isReconciled: false });
        this.#putOff(intent.path, failureOf(error));
      }
    }
    this.#isTidy = this.#unreconciled.size === 0;
  }

  /**
   * Whether the displaced file is no longer in the index: while it waited, the library or a person removed it, and
   * without a row it would come back as a new file. Its content is in history.
   */
  #isOldGone({ path, old, next }: FolderIntent): boolean {
    if (old === null || isMove({ next })) return false;
    const row = this.#parts.index.find(this.#parts.folder.key, path);
    return row === null || row.inode !== old.inode || row.mtimeMs !== old.mtimeMs;
  }

  /**
   * Clears away what steps left at places that no intent names, such as in a folder that was moved meanwhile. Content
   * that may belong to a user is renamed, so that the next scan takes it in.
   */
  async sweep(leftovers: readonly string[]): Promise<void> {
    if (leftovers.length === 0) return;
    const { journal, folder } = this.#parts;
    const intents = journal.intents(folder.key);
    const named = new Set(intents.flatMap(({ tempPath, displaced }) => [tempPath, displaced]));
    for (const path of leftovers) {
      if (named.has(path)) continue;
      try {
        if (!isDisplacedName(nameOf(path))) await this.#writer.discard(path);
        else if (!(await this.#record.discardMissed(path)))
          await this.#writer.rescue(path, folder.authorEmail);
      } catch (error) {
        // Found again by the next full rescan.
        if (codeOf(error) === '') throw error;
      }
    }
    await this.#record.sync(new Set(leftovers.map(parentPath)));
  }

  /** The disk shows whether a reconciled step was done. Our own change must not be taken for one by a person. */
  async #concludeFrom(intent: FolderIntent, isPlaced: boolean): Promise<void> {
    const { journal, index, folder, retries, root, transaction, agreement, unresolved } = this.#parts;
    const stat = await this.#writer.statOfSpelled(intent.path);
    await this.#record.sync([parentPath(intent.path)]);
    // A disk that was unplugged meanwhile has no files, which proves nothing.
    if (!(await root.isSame())) throw new Error('the folder was replaced while it was reconciled');
    const { next } = intent;
    const isOurs = isPlaced || (next?.inode ?? -1) === stat?.inode;
    const place = { dir: parentPath(intent.path), name: nameOf(intent.path), isDir: false };
    transaction(() => {
      if (stat === null) {
        // We removed it, not a person; whether it comes back is up to the library.
        index.apply(folder.key, { removed: [place], put: [] });
        this.#putOff(intent.path, { reason: 'changed', said: said('crashBetween') });
      } else if (next !== null && isOurs) {
        // It has no row yet, and its content has to be read once more.
        const row = { ...place, ...fileStatOf(stat), ctimeMs: RACY_CTIME_MS, objectId: next.objectId };
        index.apply(folder.key, { removed: [], put: [row] });
        retries.add(intent.path, { sizeBytes: stat.sizeBytes, isRacy: true });
      }
      agreement.forget();
      unresolved.drop(intent);
      if (stat !== null && next !== null && !isOurs) unresolved.add(intent, { isReconciled: true });
      else journal.removeIntents(folder.key, [intent]);
    });
  }

  /**
   * Makes the folder what the head says.
   * @throws DomainError when the library cannot be read
   */
  async follow(headRootId: ObjectId): Promise<Followed> {
    const { clock, readDir, index, folder, agreement, rules: leaving } = this.#parts;
    const nowMs = clock.nowMs();
    const found = await findDifferences({
      ...{ readDir, headRootId, leaving },
      ...{ index, folderKey: folder.key, syncedRootId: agreement.syncedRootId },
      pending: this.pending.paths(),
    });
    const wanted = this.departures.hold(orderSteps(found), { nowMs, leaving, isAsked: this.pending.isAsked });
    this.pending.freeUnasked(this.departures.places);
    this.#freeReplaced(wanted);
    const { steps, left } = this.#withoutWaiting(wanted, nowMs);
    const done = await this.#carryOut(steps);
    this.#noteRefused(steps, done);
    const failures = new Map(done.failures);
    for (const { path, said } of found.nameErrors) failures.set(path, { reason: 'name', said });
    for (const path of this.departures.places.keys()) failures.set(path, ASKED);
    const toScan = this.#unexpectedDirs(done);
    // The new text of the ignore file is to be read and reported.
    if (touchesIgnoreFile(steps)) toScan.push('');
    this.#close(headRootId, { ...done, failures, left: new Set([...left, ...done.left]) }, nowMs);
    // What waits for another path must not be retried at once.
    if (done.isComplete) this.pending.postponeDue(clock.nowMs());
    return { toScan, addedFiles: done.addedFiles, isComplete: done.isComplete };
  }

  /**
   * Forgets that folder and library agreed about what the person wants to keep, so that a full rescan takes it in as
   * new. What is still paused stays so. False: there is nothing to keep.
   */
  keepDepartures(): boolean {
    const { index, folder, transaction, agreement } = this.#parts;
    const removed = this.departures.takeKept((path) => this.#unreconciled.has(path));
    if (removed.length > 0)
      transaction(() => {
        index.apply(folder.key, { removed, put: [] });
        agreement.forget();
      });
    return removed.length > 0;
  }

  /** Writes lost files again from their rows; whatever is at a path by now stays. */
  async revert(rows: readonly FolderEntry[]): Promise<void> {
    const { index, folder } = this.#parts;
    await this.#carryOut(stepsToRevert(rows, index, folder.key));
  }

  /** Folders with something that the index does not know. */
  #unexpectedDirs({ failures }: CarriedOut): string[] {
    const dirs = new Set<string>();
    for (const [path, { reason }] of failures) {
      if (this.pending.isScanned(path)) continue;
      if (reason === 'changed') dirs.add(parentPath(path));
      if (reason === 'not-empty') dirs.add(path);
    }
    // On a disk that folds letter case, a folder that was never made may be a neighbour under another name.
    return [...dirs].filter((dir) => dir === '' || this.#isAgreed(dir));
  }

  #isAgreed(dir: string): boolean {
    const { index, folder } = this.#parts;
    return index.find(folder.key, dir)?.isDir === true;
  }

  #noteRefused({ writeFiles }: Steps, { failures }: CarriedOut): void {
    for (const { path, dirent } of writeFiles)
      if (failures.get(path)?.reason === 'wrong-size') this.#refused.set(path, dirent.id);
  }

  /** Refused content is never tried again; a replacement in the library is tried at once. */
  #freeReplaced({ writeFiles }: Steps): void {
    if (this.#refused.size === 0) return;
    const wanted = new Map(writeFiles.map(({ path, dirent }) => [path, dirent.id]));
    for (const [path, id] of this.#refused) {
      if (wanted.get(path) === id) continue;
      this.#refused.delete(path);
      this.pending.free(path);
    }
  }

  /** What just failed is not retried at every commit, and neither is anything inside it. */
  #withoutWaiting(steps: Steps, nowMs: number): TimelySteps {
    // Where nothing can be tidied up, every attempt would leave more to tidy up.
    const isTried = (path: string) =>
      !this.pending.isHeldUp(path, nowMs) && !this.#unreconciled.has(path) && !this.departures.isPaused(path);
    return timelySteps(steps, isTried);
  }

  async #carryOut(steps: Steps): Promise<CarriedOut> {
    if (isNothing(steps)) return NOTHING_DONE;
    const bytes = steps.writeFiles.reduce((sum, { dirent }) => sum + dirent.sizeBytes, 0);
    const { rules, status } = this.#parts;
    if (touchesIgnoreFile(steps)) rules.consent.noteTouched();
    status.startWriting({ files: steps.writeFiles.length, bytes });
    // If this ends early in whatever way, the recorded intents have to be reconciled.
    const wasTidy = this.#isTidy;
    this.#isTidy = false;
    const done = await carryOut(steps, { parts: this.#parts, writer: this.#writer, record: this.#record });
    this.#isTidy = wasTidy && done.isTidy;
    return done;
  }

  /** Records how far the folder follows: what failed is pending, and the rest of the tree is agreed. */
  #close(headRootId: ObjectId, done: Closing, nowMs: number): void {
    const { journal, folder, clock, transaction, halt, agreement } = this.#parts;
    if (!done.isComplete && !halt.isOn) this.#restUntilMs = clock.nowMs() + REST_MS;
    const tried = done.isComplete
      ? this.pending.paths().filter((path) => !this.pending.isHeldUp(path, nowMs))
      : [];
    const isLeft = (path: string) => done.left.has(path) || this.#unreconciled.has(path);
    const over = tried.filter((path) => !done.failures.has(path) && !isLeft(path));
    const put = new Map(done.failures);
    for (const path of done.left) if (!this.pending.has(path)) put.set(path, NOT_MOVED);
    const isNew = agreement.syncedRootId !== headRootId && done.isComplete;
    if (over.length === 0 && put.size === 0 && !isNew) return;
    const now = { ms: clock.nowMs(), seconds: clock.nowSeconds() };
    transaction(() => {
      journal.removePending(folder.key, over);
      const added = [...put].map(([path, failure]) => this.pending.add(path, failure, now));
      journal.putPending(folder.key, added);
      if (isNew) agreement.record(headRootId);
    });
    for (const path of over) this.pending.remove(path);
    if (isNew) agreement.follow(headRootId);
  }

  #putOff(path: string, failure: StepFailure): void {
    const { journal, folder, clock } = this.#parts;
    const now = { ms: clock.nowMs(), seconds: clock.nowSeconds() };
    journal.putPending(folder.key, [this.pending.add(path, failure, now)]);
  }
}

function fileStatOf({ sizeBytes, mtimeMs, ctimeMs, inode, mode }: FileSystemStat): FileStat {
  return { sizeBytes, mtimeMs, ctimeMs, inode, mode };
}
