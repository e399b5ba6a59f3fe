import {
  type FileStat,
  type FolderEntry,
  nameOf,
  parentPath,
  RACY_CTIME_MS,
} from '../../core/folder/folder-entry.ts';
import type { FolderIntent } from '../../core/folder/folder-journal.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { MovedHead } from '../../engine/heads/commit-records.ts';
import type { Clock, Ids } from '../../engine/ports.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FileSystemStat } from '../disk/file-system.ts';
import { isDisplacedName } from '../disk/own-names.ts';
import { isIgnoreFile } from '../ignore/ignore-consent.ts';
import type { FolderIndex, FolderJournal, LinkedFolderRows } from '../ports.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import type { RetryList } from '../watch/retry-list.ts';
import { type CarriedOut, carryOut, NOTHING_DONE } from './carry-out.ts';
import { Departures, type DeparturesDependencies } from './departures.ts';
import type { LeavingOut } from './differences.ts';
import { findDifferences } from './find-differences.ts';
import type { FolderWriter } from './folder-writer.ts';
import {
  isNothing,
  orderSteps,
  type Steps,
  type TimelySteps,
  timelySteps,
  touchesIgnoreFile,
} from './order-steps.ts';
import { PendingList } from './pending-list.ts';
import type { StepBatch } from './step-batch.ts';
import { ASKED, failureOf, NOT_MOVED, type StepFailure } from './step-failure.ts';
import { SyncedFolders } from './synced-folders.ts';
import { UnresolvedIntents } from './unresolved-intents.ts';

export interface FolderCheckoutDependencies
  extends Pick<DeparturesDependencies, 'isOwnChangeSince' | 'askedFrom'> {
  readonly folder: Pick<LinkedFolder, 'id' | 'key' | 'syncedRootId' | 'authorEmail'>;
  readonly index: FolderIndex;
  readonly journal: FolderJournal;
  readonly rows: Pick<LinkedFolderRows, 'setSynced'>;
  /** Runs the function as one durable transaction. */
  readonly transaction: <T>(work: () => T) => T;
  readonly writer: FolderWriter;
  readonly readDir: ReadDir;
  readonly contentOf: (file: Pick<FileDirent, 'id' | 'sizeBytes'>) => AsyncIterable<Uint8Array>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly isHalted: () => boolean;
  /** Whether the linked folder is still the one that was checked. */
  readonly isSameRoot: () => Promise<boolean>;
  /** Gets the files that are as they should be, but may change within the tick of their times. */
  readonly retries: RetryList;
  readonly onWriting: (count: { readonly files: number; readonly bytes: number }) => void;
  /** The steps of a batch are done and on record. */
  readonly onRecorded: (batch: StepBatch) => void;
  readonly onWritten: (file: { readonly path: string; readonly sizeBytes: number }) => void;
  /** The folder's own ignore file may be written or taken away next. */
  readonly onIgnoreFile: () => void;
}

export interface Followed {
  /** Folders that hold something which the index does not know: to be looked at. */
  readonly toScan: readonly string[];
  readonly addedFiles: number;
}

type Closing = Pick<CarriedOut, 'failures' | 'left' | 'isComplete'>;

const REST_MS = 10_000;

/**
 * Makes a linked folder follow its library. What differs is found by comparing the head with the index, so it does not
 * matter how the two came apart, and doing it twice does nothing.
 */
export class FolderCheckout {
  readonly #deps: FolderCheckoutDependencies;
  readonly pending: PendingList;
  readonly departures: Departures;
  #syncedRootId: ObjectId | '';
  #isCutShort = false;
  readonly #unresolved = new UnresolvedIntents();
  readonly #folders: SyncedFolders;
  /** Displaced files that went elsewhere with their folder, by the name that they wait under. */
  readonly #missed = new Map<string, NonNullable<FolderIntent['old']>>();
  /** Paths of steps that could not be tidied up yet. */
  readonly #unreconciled = new Set<string>();
  /** Contents that are not what the library says of them, by the path at which they were wanted. */
  readonly #refused = new Map<string, ObjectId>();
  /** False: intents on record are to be reconciled. An earlier process may have left some. */
  #isTidy = false;
  /** Without room nothing is tried for a while, although everything is still to be done. */
  #restUntilMs = 0;

  constructor(deps: FolderCheckoutDependencies) {
    this.#deps = deps;
    this.#folders = new SyncedFolders(deps.writer);
    this.pending = new PendingList(deps.journal.pending(deps.folder.key));
    this.#syncedRootId = deps.folder.syncedRootId;
    this.departures = new Departures(deps);
  }

  /** Whether there may be anything to do now. */
  isDue(headRootId: ObjectId): boolean {
    const nowMs = this.#deps.clock.nowMs();
    const restMs = this.#restUntilMs - nowMs;
    if (restMs > 0 && restMs <= REST_MS) return false;
    return headRootId !== this.#syncedRootId || this.departures.isDue || this.pending.due(nowMs).length > 0;
  }

  scanned(places: DirtyPaths): void {
    this.pending.scanned(places, (path) => this.#deps.retries.isHeldOff(path));
  }

  /**
   * The folder gave the library something: how the tree moved with a commit, which has recorded it, or null when the
   * library had all of it. Here the agreement goes along or becomes void as it does there.
   */
  noteAgreed(moved: MovedHead | null): void {
    const isStep = moved?.isClean === true && moved.previousRootId === this.#syncedRootId;
    if (isStep) {
      this.#syncedRootId = moved.rootId;
      this.departures.decided(moved.rootId);
    } else this.forgetAgreement();
    this.departures.noteGiven();
  }

  /**
   * Folder and library agree while neither is known to hold anything. Noted before the first import, it spares the
   * comparison of everything after it.
   */
  agreeOnNothing(headRootId: ObjectId): void {
    const { index, folder, rows } = this.#deps;
    if (this.#syncedRootId !== '' || headRootId !== EMPTY_ID) return;
    if (index.entriesIn(folder.key, '').length > 0) return;
    this.#syncedRootId = EMPTY_ID;
    rows.setSynced(folder.id, EMPTY_ID);
  }

  /** The ignore patterns changed: a client may have deleted what they left out until now. */
  rulesChanged(): void {
    this.departures.decided('');
    this.forgetAgreement();
  }

  /** Compares everything again. */
  forgetAgreement(): void {
    this.#syncedRootId = '';
    this.#deps.rows.setSynced(this.#deps.folder.id, '');
  }

  /** Ends what a crash left half done. Comes before anything else that is concluded from the disk. */
  async reconcileIntents(): Promise<void> {
    if (this.#isTidy) return;
    const { journal, folder, writer } = this.#deps;
    this.#unreconciled.clear();
    for (const intent of journal.intents(folder.key)) {
      if (isIgnoreFile(intent.path)) this.#deps.onIgnoreFile();
      try {
        const isPlaced = await writer.isPlaced(intent);
        if (!(await writer.finish(intent, folder.authorEmail, this.#isOldGone(intent)))) this.#miss(intent);
        await this.#concludeFrom(intent, isPlaced);
      } catch (error) {
        // It stays on record: one place that cannot be reached must not stop the whole folder.
        if (codeOf(error) === '') throw error;
        this.#unreconciled.add(intent.path);
        this.#unresolved.add(intent, { isReconciled: false });
        this.#putOff(intent.path, failureOf(error));
      }
    }
    this.#isTidy = this.#unreconciled.size === 0;
  }

  /**
   * Whether the displaced file is not in the index any more: while it waited, the library or a person removed it,
   * and without a row it would come back as a new file. Its content is in history.
   */
  #isOldGone({ path, old, next }: FolderIntent): boolean {
    if (old === null || isMove({ next })) return false;
    const row = this.#deps.index.find(this.#deps.folder.key, path);
    return row === null || row.inode !== old.inode || row.mtimeMs !== old.mtimeMs;
  }

  /**
   * Clears away what steps left at places that no intent names, such as in a folder that a person moved meanwhile.
   * Content that may belong to a user is renamed, so that the next scan takes it in.
   */
  async sweep(leftovers: readonly string[]): Promise<void> {
    if (leftovers.length === 0) return;
    const { journal, folder, writer } = this.#deps;
    const intents = journal.intents(folder.key);
    const named = new Set(intents.flatMap(({ tempPath, displaced }) => [tempPath, displaced]));
    for (const path of leftovers) {
      if (named.has(path)) continue;
      try {
        if (!isDisplacedName(nameOf(path))) await writer.discard(path);
        else if (!(await this.#discardMissed(path))) await writer.rescue(path, folder.authorEmail);
      } catch (error) {
        // Found again by the next full rescan.
        if (codeOf(error) === '') throw error;
      }
    }
    await this.#folders.sync(new Set(leftovers.map(parentPath)));
  }

  /** A file that moves somewhere is not missed: it is to be found, wherever it went. */
  #miss({ displaced, old, next }: FolderIntent): void {
    if (old !== null && !isMove({ next })) this.#missed.set(nameOf(displaced), old);
  }

  /** True when it was the file that was to be replaced or removed, whose content is in history. */
  async #discardMissed(path: string): Promise<boolean> {
    const old = this.#missed.get(nameOf(path));
    return old !== undefined && (await this.#deps.writer.discardOld(path, old));
  }

  /** The disk shows whether a reconciled step was done. What we did ourselves must not pause as a change of a person. */
  async #concludeFrom(intent: FolderIntent, isPlaced: boolean): Promise<void> {
    const { journal, index, folder, writer, retries } = this.#deps;
    const stat = await writer.statOfSpelled(intent.path);
    await this.#folders.sync([parentPath(intent.path)]);
    // A disk that went away meanwhile has no file at any path, which says nothing.
    if (!(await this.#deps.isSameRoot())) throw new Error('the folder was replaced while it was reconciled');
    const { next } = intent;
    const isOurs = isPlaced || (next?.inode ?? -1) === stat?.inode;
    const place = { dir: parentPath(intent.path), name: nameOf(intent.path), isDir: false };
    this.#deps.transaction(() => {
      if (stat === null) {
        // We took it away, not a person; whether it comes back is for the library to say.
        index.apply(folder.key, { removed: [place], put: [] });
        this.#putOff(intent.path, { reason: 'changed', message: 'a crash came in between' });
      } else if (next !== null && isOurs) {
        // Its row is not recorded yet, and its content is to be read once more.
        const row = { ...place, ...fileStatOf(stat), ctimeMs: RACY_CTIME_MS, objectId: next.objectId };
        index.apply(folder.key, { removed: [], put: [row] });
        retries.add(intent.path, { sizeBytes: stat.sizeBytes, isRacy: true });
      }
      this.forgetAgreement();
      this.#unresolved.drop(intent);
      if (stat !== null && next !== null && !isOurs) this.#unresolved.add(intent, { isReconciled: true });
      else journal.removeIntents(folder.key, [intent]);
    });
  }

  /** Contents that a crash may have put at a path. */
  get unresolved(): Pick<UnresolvedIntents, 'has'> {
    return this.#unresolved;
  }

  /** What is at these paths was read since the crash, so that their intents are resolved. */
  resolveIntents(paths: Iterable<string>): void {
    const resolved = this.#unresolved.resolve(paths);
    if (resolved === null) return;
    const { journal, folder, transaction } = this.#deps;
    transaction(() => {
      journal.removeIntents(folder.key, resolved);
      // An intent that was resolved gave the index a row, of which the tree that was followed since may know nothing.
      this.forgetAgreement();
    });
  }

  /** Carries out how the head differs from the index. @throws DomainError when the library cannot be read */
  async follow(headRootId: ObjectId, leaving: LeavingOut): Promise<Followed> {
    const { clock, readDir, index, folder } = this.#deps;
    const nowMs = clock.nowMs();
    const found = await findDifferences({
      ...{ readDir, headRootId, leaving },
      syncedRootId: this.#syncedRootId,
      pending: this.pending.paths(),
      rows: {
        in: (dir) => index.entriesIn(folder.key, dir),
        filesInside: (dir) => index.filesInside(folder.key, dir),
        dirsInside: (dir) => index.dirsInside(folder.key, dir),
      },
    });
    const wanted = this.departures.hold(orderSteps(found), { nowMs, leaving, isAsked: this.pending.isAsked });
    this.pending.freeUnasked(this.departures.places);
    this.#freeReplaced(wanted);
    const { steps, left } = this.#withoutWaiting(wanted, nowMs);
    const done = await this.#carryOut(steps);
    this.#noteRefused(steps, done);
    const failures = new Map(done.failures);
    for (const { path, message } of found.nameErrors) failures.set(path, { reason: 'name', message });
    for (const path of this.departures.places.keys()) failures.set(path, ASKED);
    const toScan = this.#unexpectedDirs(done);
    // The new text of the ignore file is to be read and reported.
    if (touchesIgnoreFile(steps)) toScan.push('');
    this.#close(headRootId, { ...done, failures, left: new Set([...left, ...done.left]) }, nowMs);
    // What waits for another path must not be tried again at once.
    if (done.isComplete) this.pending.postponeDue(clock.nowMs());
    return { toScan, addedFiles: done.addedFiles };
  }

  /**
   * Forgets that folder and library ever agreed about what a person wants to keep, so that a full rescan takes it
   * in as if it were new. What is still held then stays asked about. False: nothing is to be kept.
   */
  keepDepartures(): boolean {
    const { index, folder, transaction } = this.#deps;
    const removed = this.departures.takeKept((path) => this.#unreconciled.has(path));
    if (removed.length > 0)
      transaction(() => {
        index.apply(folder.key, { removed, put: [] });
        this.forgetAgreement();
      });
    return removed.length > 0;
  }

  /** Writes back what was lost; anything that is there by now stays. */
  async revert(steps: Steps): Promise<Followed> {
    const done = await this.#carryOut(steps);
    return { toScan: this.#unexpectedDirs(done), addedFiles: 0 };
  }

  /** Folders that hold something of which the index knows nothing. */
  #unexpectedDirs({ failures }: CarriedOut): string[] {
    const dirs = new Set<string>();
    for (const [path, { reason }] of failures) {
      if (this.pending.isScanned(path)) continue;
      if (reason === 'changed') dirs.add(parentPath(path));
      if (reason === 'not-empty') dirs.add(path);
    }
    // A folder that was never made may be a neighbour by another name, on a disk that folds letter case.
    return [...dirs].filter((dir) => dir === '' || this.#isAgreed(dir));
  }

  #isAgreed(dir: string): boolean {
    const { index, folder } = this.#deps;
    return index.find(folder.key, dir)?.isDir === true;
  }

  #noteRefused({ writeFiles }: Steps, { failures }: CarriedOut): void {
    for (const { path, dirent } of writeFiles)
      if (failures.get(path)?.reason === 'wrong-size') this.#refused.set(path, dirent.id);
  }

  /** A refused content is never tried again, but whatever the library has in its place is, at once. */
  #freeReplaced({ writeFiles }: Steps): void {
    if (this.#refused.size === 0) return;
    const wanted = new Map(writeFiles.map(({ path, dirent }) => [path, dirent.id]));
    for (const [path, id] of this.#refused) {
      if (wanted.get(path) === id) continue;
      this.#refused.delete(path);
      this.pending.free(path);
    }
  }

  /** What failed a moment ago is not tried at every commit, and neither is what is to be inside it. */
  #withoutWaiting(steps: Steps, nowMs: number): TimelySteps {
    // Each try where nothing can be tidied up would leave one more thing to be tidied up.
    const isTried = (path: string) =>
      !this.pending.isHeldUp(path, nowMs) && !this.#unreconciled.has(path) && !this.departures.isPaused(path);
    return timelySteps(steps, isTried);
  }

  async #carryOut(steps: Steps): Promise<CarriedOut> {
    if (isNothing(steps)) return NOTHING_DONE;
    const { journal, folder, index, writer, contentOf, ids, isHalted, onWritten } = this.#deps;
    const bytes = steps.writeFiles.reduce((sum, { dirent }) => sum + dirent.sizeBytes, 0);
    if (touchesIgnoreFile(steps)) this.#deps.onIgnoreFile();
    this.#deps.onWriting({ files: steps.writeFiles.length, bytes });
    // However this ends early, the recorded intents then have to be reconciled.
    const wasTidy = this.#isTidy;
    this.#isTidy = false;
    const done = await carryOut(steps, {
      ...{ writer, contentOf, isHalted, onWritten, isSameRoot: this.#deps.isSameRoot },
      uniqueName: () => ids.hex(8),
      rowsIn: (dir) => index.entriesIn(folder.key, dir),
      dirRow: (path) => dirRowOf(index.find(folder.key, path)),
      onRacy: ({ path, sizeBytes }) => this.#deps.retries.add(path, { sizeBytes, isRacy: true }),
      onNothingDisplaced: (intent) => this.#miss(intent),
      sync: (dirs) => this.#folders.sync(dirs),
      recordIntents: (intents) => this.#deps.transaction(() => journal.putIntents(folder.key, intents)),
      record: (batch) => this.#record(batch),
    });
    this.#isTidy = wasTidy && done.isTidy;
    return done;
  }

  #record(batch: StepBatch): void {
    const { index, journal, folder, transaction } = this.#deps;
    transaction(() => {
      index.apply(folder.key, batch.update);
      journal.removeIntents(folder.key, batch.reconciled);
      // Until the pass has come to its end, the rows are those of no tree.
      this.forgetAgreement();
    });
    this.#deps.onRecorded(batch);
  }

  /** Records how far the folder follows: what failed is pending, and the rest of the tree is agreed. */
  #close(headRootId: ObjectId, done: Closing, nowMs: number): void {
    const { journal, folder, rows, clock, transaction, isHalted } = this.#deps;
    this.#isCutShort = !done.isComplete;
    if (this.#isCutShort && !isHalted()) this.#restUntilMs = clock.nowMs() + REST_MS;
    const tried = done.isComplete
      ? this.pending.paths().filter((path) => !this.pending.isHeldUp(path, nowMs))
      : [];
    const isLeft = (path: string) => done.left.has(path) || this.#unreconciled.has(path);
    const over = tried.filter((path) => !done.failures.has(path) && !isLeft(path));
    const put = new Map(done.failures);
    for (const path of done.left) if (!this.pending.has(path)) put.set(path, NOT_MOVED);
    const isNew = this.#syncedRootId !== headRootId && done.isComplete;
    if (over.length === 0 && put.size === 0 && !isNew) return;
    const now = { ms: clock.nowMs(), seconds: clock.nowSeconds() };
    transaction(() => {
      journal.removePending(folder.key, over);
      const added = [...put].map(([path, failure]) => this.pending.add(path, failure, now));
      journal.putPending(folder.key, added);
      if (isNew) rows.setSynced(folder.id, headRootId);
    });
    for (const path of over) this.pending.remove(path);
    if (!isNew) return;
    this.#syncedRootId = headRootId;
    this.departures.decided(headRootId);
  }

  /** True when the last pass ended early: for want of room, or because it was told to stop. */
  get isCutShort(): boolean {
    return this.#isCutShort;
  }

  #putOff(path: string, failure: StepFailure): void {
    const { journal, folder, clock } = this.#deps;
    const now = { ms: clock.nowMs(), seconds: clock.nowSeconds() };
    journal.putPending(folder.key, [this.pending.add(path, failure, now)]);
  }
}

function isMove({ next }: Pick<FolderIntent, 'next'>): boolean {
  return next !== null && next.inode !== null;
}

function dirRowOf(row: FolderEntry | null): FolderEntry | null {
  return row?.isDir === true ? row : null;
}

function fileStatOf({ sizeBytes, mtimeMs, ctimeMs, inode, mode }: FileSystemStat): FileStat {
  return { sizeBytes, mtimeMs, ctimeMs, inode, mode };
}
