import {
  type FileStat,
  type FolderEntry,
  isModeExecutable,
  joinPath,
  parentPath,
  RACY_CTIME_MS,
} from '../../core/folder/folder-entry.ts';
import type { FolderIntent } from '../../core/folder/folder-journal.ts';
import { inLanes } from '../../core/in-lanes.ts';
import { nameOf } from '../../core/library/path.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { Ids } from '../../engine/ports.ts';
import { codeOf } from '../disk/disk-error.ts';
import { foldedName } from '../disk/folded-names.ts';
import { displacedName, tempName } from '../disk/own-files.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { MovedFolder, NewFolder, WantedContent, WantedMode } from './find-differences.ts';
import type { FolderWriter, StepResult } from './folder-writer.ts';
import { contentOf } from './library-content.ts';
import { type CopiedFile, foldersAround, type MovedFile, type Steps } from './order-steps.ts';
import { failureOf, NO_ROOM, NOT_EMPTY, nameClash, type StepFailure, UNEXPECTED } from './step-failure.ts';
import { StepBatch, type StepRecord } from './step-record.ts';

/** What carrying out steps needs. */
export interface StepTools {
  readonly parts: LinkParts;
  readonly writer: FolderWriter;
  readonly record: StepRecord;
}

export interface CarriedOut {
  /** Paths that could not be done, and why. */
  readonly failures: ReadonlyMap<string, StepFailure>;
  /** Files that stay where they are, because their content could not be written to its new place. */
  readonly left: ReadonlySet<string>;
  /** False: halted or out of room before the end; the next comparison finds what is missing. */
  readonly isComplete: boolean;
  /** False: a temp or displaced file is left, which a recorded intent names. */
  readonly isTidy: boolean;
  readonly addedFiles: number;
}

export const NOTHING_DONE: CarriedOut = {
  ...{ failures: new Map(), left: new Set() },
  ...{ isComplete: true, isTidy: true, addedFiles: 0 },
};

/** Bounds what a crash leaves to be reconciled, and the size of a transaction. */
const BATCH_STEPS = 256;

/** Small files mostly wait for fsync. */
const LANES = 8;

/** Does the steps in their order. A step that fails leaves the disk as it was, and the others go on. */
export async function carryOut(steps: Steps, tools: StepTools): Promise<CarriedOut> {
  const run = new CarryingOut(tools);
  const { ids } = tools.parts;
  const intentToMove = ({ row, to }: MovedFile) => intentFor(to, { old: row, next: row }, ids);
  const intentToRemove = (row: FolderEntry) =>
    intentFor(joinPath(row.dir, row.name), { old: row, next: null }, ids);
  const intentToWrite = ({ path, dirent, row }: WantedContent) => {
    const { id: objectId, sizeBytes, mtimeSeconds } = dirent;
    const next = { objectId, sizeBytes, mtimeMs: mtimeSeconds * 1000, inode: null };
    return intentFor(path, { old: row, next }, ids);
  };
  await run.oneByOne(steps.makeFirst, run.makeFolder);
  await run.oneByOne(steps.moveDirs, run.moveFolder);
  await run.inBatches(steps.moveFiles, intentToMove, run.moveFile);
  await run.inBatches(steps.removeFiles, intentToRemove, run.removeFile);
  await run.oneByOne(steps.removeDirs, run.removeFolder);
  await run.oneByOne(steps.makeThen, run.makeFolder);
  await run.inBatches(steps.writeFiles, intentToWrite, run.writeFile);
  await run.inBatches(run.copied(steps.removeCopied), intentToRemove, run.removeFile);
  await run.oneByOne(run.emptied(steps.removeEmptied), run.removeFolder);
  await run.oneByOne(steps.setModes, run.setMode);
  const { failures, left, isComplete, isTidy, addedFiles } = run;
  return { failures, left, isComplete, isTidy, addedFiles };
}

function intentFor(path: string, { old, next }: Pick<FolderIntent, 'old' | 'next'>, ids: Ids): FolderIntent {
  const dir = parentPath(path);
  // Random, so that it is free and cannot be guessed.
  const name = ids.hex(8);
  const [tempPath, displaced] = [joinPath(dir, tempName(name)), joinPath(dir, displacedName(name))];
  return { path, tempPath, displaced, old, next };
}

type Work<T> = (step: T, intent: FolderIntent, batch: StepBatch) => Promise<void>;
type FolderWork<T> = (step: T, batch: StepBatch) => Promise<void>;

class CarryingOut {
  readonly failures = new Map<string, StepFailure>();
  readonly left = new Set<string>();
  isComplete = true;
  isTidy = true;
  addedFiles = 0;
  readonly #parts: LinkParts;
  readonly #writer: FolderWriter;
  readonly #record: StepRecord;
  /** Folders that could not be made, and why; their contents wait with them. */
  readonly #unmadeDirs = new Map<string, StepFailure>();
  /** Inodes of folders that are not in the index yet. */
  readonly #madeDirs = new Map<string, number>();
  /** Files that are in their places and on record. */
  readonly #written = new Set<string>();

  constructor({ parts, writer, record }: StepTools) {
    this.#parts = parts;
    this.#writer = writer;
    this.#record = record;
  }

  /** Folders depend on one another, so each is done before the next begins. */
  async oneByOne<T>(steps: readonly T[], work: FolderWork<T>): Promise<void> {
    for (let from = 0; from < steps.length; from += BATCH_STEPS) {
      const batch = new StepBatch();
      for (const step of steps.slice(from, from + BATCH_STEPS)) {
        if (this.#isOver()) break;
        await work(step, batch);
      }
      await this.#end(batch);
    }
  }

  async inBatches<T>(steps: readonly T[], intentOf: (step: T) => FolderIntent, work: Work<T>): Promise<void> {
    for (let from = 0; from < steps.length && !this.#isOver(); from += BATCH_STEPS) {
      const batch = new StepBatch();
      const intended = steps
        .slice(from, from + BATCH_STEPS)
        .map((step) => ({ step, intent: intentOf(step) }));
      this.#record.intend(intended.map(({ intent }) => intent));
      await inLanes(intended, LANES, async ({ step, intent }) => {
        if (this.#isOver()) batch.reconciled.push(intent);
        else await this.#tryStep(batch, intent, () => work(step, intent, batch));
      });
      await this.#end(batch);
    }
  }

  readonly makeFolder: FolderWork<NewFolder> = async ({ path }, batch) => {
    if (this.#unmadeAround(path) !== null) return;
    try {
      if (!(await this.#isParentAgreed(path))) return this.#unmake(batch, path, UNEXPECTED);
      const result = await this.#writer.makeFolder(path);
      if (result.kind === 'unexpected') return this.#unmake(batch, path, await this.#clashAt(path));
      batch.placeFolder(path, result.stat, EMPTY_ID);
      this.#madeDirs.set(path, result.stat.inode);
    } catch (error) {
      this.#unmake(batch, path, failureOf(error));
    }
  };

  readonly moveFolder: FolderWork<MovedFolder> = async ({ from, to }, batch) => {
    const row = this.#rowsIn(parentPath(from)).find(({ name }) => name === nameOf(from));
    const unmade = this.#unmadeAround(to);
    if (unmade !== null) return this.#fail(batch, from, unmade);
    if (row === undefined) return this.#stay(batch, { from, to }, UNEXPECTED);
    try {
      const isAgreed = (await this.#isParentAgreed(from)) && (await this.#isParentAgreed(to));
      const result = isAgreed ? await this.#writer.moveFolder(row, to) : UNEXPECTED_RESULT;
      if (result.kind === 'done') {
        this.#madeDirs.set(to, result.stat.inode);
        return batch.move(from, to);
      }
      this.#stay(batch, { from, to }, await this.#clashAt(to));
    } catch (error) {
      this.#stay(batch, { from, to }, failureOf(error));
    }
    this.#unmadeDirs.set(to, UNEXPECTED);
  };

  readonly moveFile: Work<MovedFile> = async ({ row, to, isExecutable }, intent, batch) => {
    const from = joinPath(row.dir, row.name);
    const unmade = this.#unmadeAround(to);
    if (unmade !== null) return this.#fail(batch, from, unmade);
    try {
      const isAgreed = (await this.#isParentAgreed(from)) && (await this.#isParentAgreed(to));
      const result = isAgreed ? await this.#writer.moveFile(intent, row) : UNEXPECTED_RESULT;
      if (result.kind === 'unexpected') return this.#stay(batch, { from, to }, await this.#clashAt(to));
      if (result.isUntidy === true) batch.untidy.add(intent);
      // Keeps the agreed mode: if a person changed it in between, the next scan takes that in.
      batch.moveFile(row, to, { ...this.#racy(to, result.stat), mode: row.mode });
      // A move keeps the mode, so the file has to be compared again.
      if (isExecutable !== isModeExecutable(row.mode)) this.#fail(batch, to, UNEXPECTED);
    } catch (error) {
      this.#stay(batch, { from, to }, failureOf(error));
      if (!(await this.#isReconciled(intent))) batch.untidy.add(intent);
    }
  };

  readonly removeFile: Work<FolderEntry> = async (row, intent, batch) => {
    const isAgreed = await this.#isParentAgreed(intent.path);
    const result = isAgreed ? await this.#writer.remove(intent, row) : UNEXPECTED_RESULT;
    if (result.kind === 'done') batch.takeAway(row);
    else this.#fail(batch, intent.path, UNEXPECTED);
  };

  readonly removeFolder: FolderWork<FolderEntry> = (row, batch) => {
    const path = joinPath(row.dir, row.name);
    return this.#attempt(batch, path, async () => {
      if ((await this.#writer.removeFolder(path)) === 'removed') batch.takeAway(row);
      else this.#fail(batch, path, NOT_EMPTY);
    });
  };

  readonly writeFile: Work<WantedContent> = async ({ path, dirent, row }, intent, batch) => {
    // The folder is pending, and so is everything that belongs in it.
    if (this.#unmadeAround(path) !== null) return;
    // Asked first, or a large file would be written in vain again and again.
    const isFree = (await this.#isParentAgreed(path)) && (await this.#writer.isExpected(path, row));
    if (!isFree) return this.#fail(batch, path, await this.#clashAt(path));
    const { objects, halt, library, status } = this.#parts;
    const content = {
      blocks: contentOf(dirent, { objects, halt, fileKey: library.fileKey() }),
      sizeBytes: dirent.sizeBytes,
      mtimeMs: dirent.mtimeSeconds * 1000,
      isExecutable: isModeExecutable(dirent.mode),
    };
    const prepared = await this.#writer.prepare(intent, content, row);
    const result = await this.#writer.place(intent, prepared, row);
    if (result.kind === 'unexpected') return this.#fail(batch, path, await this.#clashAt(path));
    if (result.isUntidy === true) batch.untidy.add(intent);
    batch.placeFile(path, this.#racy(path, result.stat), { id: dirent.id, isNew: row === null });
    status.written({ path, sizeBytes: dirent.sizeBytes });
  };

  /** Files whose content is at its new place by now; the others are left. */
  copied(copies: readonly CopiedFile[]): FolderEntry[] {
    for (const { row, to } of copies) if (!this.#written.has(to)) this.left.add(joinPath(row.dir, row.name));
    return copies.filter(({ to }) => this.#written.has(to)).map(({ row }) => row);
  }

  /** Folders in which nothing is left. */
  emptied(dirs: readonly FolderEntry[]): FolderEntry[] {
    const around = foldersAround(this.left);
    return dirs.filter((row) => !around.has(joinPath(row.dir, row.name)));
  }

  readonly setMode: FolderWork<WantedMode> = ({ row, isExecutable, path }, batch) =>
    this.#attempt(batch, path, async () => {
      const result = await this.#writer.setExecutable(row, isExecutable);
      if (result.kind === 'unexpected') return this.#fail(batch, path, UNEXPECTED);
      batch.placeFile(path, this.#racy(path, result.stat), { id: row.objectId, isNew: false });
    });

  /** Whether the folder of a path is the one in the index, rather than another that has its name by now. */
  async #isParentAgreed(path: string): Promise<boolean> {
    const dir = parentPath(path);
    if (dir === '') return true;
    const inode = this.#madeDirs.get(dir) ?? this.#inodeOnRecord(dir);
    const there = await this.#writer.statOf(dir);
    return there?.kind === 'dir' && there.inode === inode;
  }

  #rowsIn(dir: string): readonly FolderEntry[] {
    const { index, folder } = this.#parts;
    return index.entriesIn(folder.key, dir);
  }

  /** Undefined: the index has no such folder. */
  #inodeOnRecord(dir: string): number | undefined {
    const { index, folder } = this.#parts;
    const row = index.find(folder.key, dir);
    return row?.isDir === true ? row.inode : undefined;
  }

  async #tryStep(batch: StepBatch, intent: FolderIntent, work: () => Promise<void>): Promise<void> {
    let isFailed = false;
    await this.#attempt(batch, intent.path, async () => {
      isFailed = true;
      await work();
      isFailed = false;
    });
    // What cannot be reconciled stays on record, and is dealt with before anything else in the folder.
    if (isFailed && !(await this.#isReconciled(intent))) batch.untidy.add(intent);
    if (!batch.untidy.has(intent)) batch.reconciled.push(intent);
    else this.isTidy = false;
    batch.dirs.add(parentPath(intent.path));
  }

  async #isReconciled(intent: FolderIntent): Promise<boolean> {
    try {
      if (!(await this.#writer.finish(intent, ''))) this.#record.miss(intent);
      return true;
    } catch (error) {
      if (codeOf(error) === '') throw error;
      return false;
    }
  }

  async #attempt(batch: StepBatch, path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // An abort by the halt is no failure of the path.
      if (!this.#parts.halt.isOn) this.#fail(batch, path, failureOf(error));
    }
  }

  async #end(batch: StepBatch): Promise<void> {
    for (const [path, failure] of batch.failures) {
      this.failures.set(path, failure);
      if (failure.reason === 'disk-full' && failure !== NO_ROOM) this.isComplete = false;
    }
    if (this.#parts.halt.isOn) this.isComplete = false;
    if (batch.isEmpty) return;
    await this.#record.end(batch);
    for (const { dir, name, isDir } of batch.put) if (!isDir) this.#written.add(joinPath(dir, name));
    this.addedFiles += batch.addedFiles;
  }

  /** A program that changes the file right after our write may leave the same times, so it is read once more. */
  #racy(path: string, stat: FileStat): FileStat {
    this.#parts.retries.add(path, { sizeBytes: stat.sizeBytes, isRacy: true });
    return { ...stat, ctimeMs: RACY_CTIME_MS };
  }

  #isOver(): boolean {
    if (this.#parts.halt.isOn) this.isComplete = false;
    return !this.isComplete;
  }

  #fail(batch: StepBatch, path: string, failure: StepFailure): void {
    batch.failures.set(path, failure);
  }

  /** Both the place where it stays and the place where it should be have to be compared again. */
  #stay(batch: StepBatch, { from, to }: MovedFolder, failure: StepFailure): void {
    if (this.#parts.halt.isOn) return;
    this.#fail(batch, from, failure);
    this.#fail(batch, to, failure);
  }

  #unmake(batch: StepBatch, path: string, failure: StepFailure): void {
    this.#unmadeDirs.set(path, failure);
    this.#fail(batch, path, failure);
  }

  #unmadeAround(path: string): StepFailure | null {
    for (let at = path; at !== ''; at = parentPath(at)) {
      const failure = this.#unmadeDirs.get(at);
      if (failure !== undefined) return failure;
    }
    return null;
  }

  /** Why something else is at the path; the disk may take a neighbour's name for the same. */
  async #clashAt(path: string): Promise<StepFailure> {
    const inode = (await this.#writer.statOf(path))?.inode ?? null;
    const folded = foldedName(nameOf(path));
    const rows = inode === null ? [] : this.#rowsIn(parentPath(path));
    const twin = rows.find(
      (row) => row.inode === inode && row.name !== nameOf(path) && foldedName(row.name) === folded,
    );
    return twin === undefined ? UNEXPECTED : nameClash(twin.name);
  }
}

const UNEXPECTED_RESULT: StepResult = { kind: 'unexpected' };
