import { type FolderEntry, joinPath, libraryMode, NO_MODE } from '../../core/folder/folder-entry.ts';
import { FILE_MODE } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { PrunedEntry, TreeChange } from '../../core/tree/apply.ts';
import { isRacy, racyStat } from '../disk/tick.ts';
import type { FolderIndex, FolderProblem, ListedEntry, ReadOutcome } from '../ports.ts';
import { isLikelySameContent } from '../scan/plan.ts';
import type { ChangeBatch } from '../scan/scan.ts';

export interface FileToReadAgain {
  readonly path: string;
  readonly sizeBytes: number;
  /** It was read in one piece, but its times cannot rule out a change since. */
  readonly isRacy: boolean;
}

/** What a batch does once its files were read. */
export interface BatchChanges {
  /** For the library: removals, then folders, then files. Empty when only times differ. */
  readonly changes: readonly TreeChange[];
  /** For the index, together with the commit. */
  readonly update: Parameters<FolderIndex['apply']>[1];
  readonly problems: readonly FolderProblem[];
  /** Files to look at again soon. */
  readonly again: readonly FileToReadAgain[];
  /** Files that are new in the index less files that go with `removed`, those inside removed folders included. */
  readonly addedFiles: number;
}

/** Content that Keepfold itself, not a person, may have put at a path before a crash. */
export interface UnresolvedContent {
  has(path: string, id: ObjectId): boolean;
}

export interface BatchFacts {
  /** E-mail of the user who linked the folder. */
  readonly author: string;
  /** Rows anywhere inside a folder of the index. */
  readonly filesInside: (dir: string) => readonly FolderEntry[];
  readonly dirsInside: (dir: string) => readonly FolderEntry[];
  /** Rows with this inode number, at any path. */
  readonly rowsByInode: (inode: number) => readonly FolderEntry[];
  readonly unresolved: UnresolvedContent;
}

/** Pure: the meaning of a batch whose reads came out as `outcomes` (by index in `batch.reads`). */
export function batchChanges(
  batch: ChangeBatch,
  outcomes: readonly ReadOutcome[],
  facts: BatchFacts,
): BatchChanges {
  const result = new BatchResult(facts);
  for (const row of [...batch.replaced, ...batch.removed]) result.remove(row);
  for (const { dir, entry } of batch.newDirs) {
    const path = `/${joinPath(dir, entry.name)}`;
    result.changes.push({ op: 'mkdir', path, mtimeSeconds: secondsOf(entry.mtimeMs), ifFree: true });
    result.put.push(rowOf(dir, entry, EMPTY_ID));
  }
  for (const { dir, entry } of batch.exchanged) result.put.push(rowOf(dir, entry, EMPTY_ID));
  for (const { dir, entry, objectId } of batch.known) result.putFile(dir, entry, { id: objectId, row: null });
  for (const outcome of outcomes) result.addRead(batch, outcome);
  const { changes, removed, put, problems, again, addedFiles } = result;
  return { changes, update: { removed, put }, problems, again, addedFiles };
}

class BatchResult {
  readonly changes: TreeChange[] = [];
  readonly removed: FolderEntry[] = [];
  readonly put: FolderEntry[] = [];
  readonly problems: FolderProblem[] = [];
  readonly again: FileToReadAgain[] = [];
  readonly #facts: BatchFacts;
  addedFiles = 0;

  constructor(facts: BatchFacts) {
    this.#facts = facts;
  }

  remove(row: FolderEntry): void {
    this.removed.push(row);
    if (row.isDir) {
      this.#removeFolder(joinPath(row.dir, row.name));
      return;
    }
    this.changes.push({ op: 'remove', path: `/${joinPath(row.dir, row.name)}`, base: row.objectId });
    this.addedFiles--;
  }

  /** Only what was in the folder goes: another user may have put more into it meanwhile. */
  #removeFolder(path: string): void {
    const files = this.#facts.filesInside(path);
    const goes = [...files, ...this.#facts.dirsInside(path)].map((inside): PrunedEntry => {
      const pathInside = joinPath(inside.dir, inside.name).slice(path.length + 1);
      return [pathInside, inside.isDir ? 'dir' : inside.objectId];
    });
    this.changes.push({ op: 'prune', path: `/${path}`, goes });
    this.addedFiles -= files.length;
  }

  addRead(batch: ChangeBatch, outcome: ReadOutcome): void {
    const file = batch.reads[outcome.index];
    if (file === undefined) throw new Error(`no file ${outcome.index} was asked for`);
    const { dir, entry, row } = file;
    const path = joinPath(dir, entry.name);
    if (outcome.kind === 'failed') {
      this.problems.push({ path, reason: outcome.reason, message: outcome.message });
      if (outcome.reason === 'changing' || outcome.reason === 'vanished') {
        this.again.push({ path, sizeBytes: entry.sizeBytes, isRacy: false });
      }
      return;
    }
    const stat = racyStat(entry, outcome.readAtMs);
    if (isRacy(stat)) this.again.push({ path, sizeBytes: entry.sizeBytes, isRacy: true });
    this.putFile(dir, stat, { id: outcome.id, row });
  }

  putFile(dir: string, found: ListedEntry, { id, row }: { id: ObjectId; row: FolderEntry | null }): void {
    const hasMode = found.mode !== NO_MODE;
    const entry = hasMode ? found : { ...found, mode: this.#modeBefore(found, row) };
    this.put.push(rowOf(dir, entry, id));
    if (row === null) this.addedFiles++;
    if (this.#facts.unresolved.has(joinPath(dir, entry.name), id)) return;
    const mode = libraryMode(entry.mode);
    // A new time alone is not worth a version.
    if (row !== null && row.objectId === id && libraryMode(row.mode) === mode) return;
    const mtimeSeconds = secondsOf(entry.mtimeMs);
    const stamp = { mtimeSeconds, sizeBytes: entry.sizeBytes, modifier: this.#facts.author };
    this.changes.push({
      op: 'put',
      path: `/${joinPath(dir, entry.name)}`,
      dirent: { kind: 'file', id, mode, ...stamp },
      base: row?.objectId ?? null,
      ...(hasMode ? {} : { keepsMode: true }),
    });
  }

  /** The mode that a file had, maybe under another name, where the disk tells of none. */
  #modeBefore(entry: ListedEntry, row: FolderEntry | null): number {
    const renamed = () => this.#facts.rowsByInode(entry.inode).find((old) => isLikelySameContent(entry, old));
    return (row ?? renamed())?.mode ?? FILE_MODE;
  }
}

function secondsOf(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function rowOf(dir: string, entry: ListedEntry, objectId: ObjectId): FolderEntry {
  return { ...entry, dir, objectId };
}
