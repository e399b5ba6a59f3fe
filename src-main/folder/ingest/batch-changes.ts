import { said } from '../../../src-shared/service-words.ts';
import {
  type FolderEntry,
  joinPath,
  libraryMode,
  NO_MODE,
  parentPath,
} from '../../core/folder/folder-entry.ts';
import { FILE_MODE } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { PrunedEntry, TreeChange } from '../../core/tree/apply.ts';
import { movedEntry, type NewActivityEntry } from '../link/activity-entries.ts';
import type { UnresolvedIntents } from '../link/agreement.ts';
import type { FolderIndex, FolderProblem, ListedEntry, ReadOutcome } from '../ports.ts';
import { isLikelySameContent, isRacy, racyStat } from '../scan/plan.ts';
import type { ChangeBatch } from '../scan/scan.ts';

export interface FileToReadAgain {
  readonly path: string;
  readonly sizeBytes: number;
  /** It was read in one piece, but its times cannot rule out a change since. */
  readonly isRacy: boolean;
}

/** What a batch means once its files were read. */
export interface BatchChanges {
  /** Changes of the library: removals, then folders, then files. Empty when only times differ. */
  readonly changes: readonly TreeChange[];
  /** Update of the index, recorded with the commit. */
  readonly update: Parameters<FolderIndex['apply']>[1];
  readonly problems: readonly FolderProblem[];
  /** Files to read again. */
  readonly again: readonly FileToReadAgain[];
  /** Change of the number of files in the index, including files inside removed folders. */
  readonly addedFiles: number;
}

export interface BatchFacts {
  /** E-mail of the user who linked the folder. */
  readonly author: string;
  readonly index: Pick<FolderIndex, 'filesInside' | 'dirsInside' | 'byInode'>;
  readonly folderKey: number;
  readonly unresolved: Pick<UnresolvedIntents, 'has'>;
}

/** What a batch means whose reads had these outcomes (by index in `batch.reads`). Pure. */
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

  /** Only what was known to be in the folder goes: another user may have added more meanwhile. */
  #removeFolder(path: string): void {
    const { index, folderKey } = this.#facts;
    const files = index.filesInside(folderKey, path);
    const goes = [...files, ...index.dirsInside(folderKey, path)].map((inside): PrunedEntry => {
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
      this.problems.push({ path, reason: outcome.reason, said: outcome.said });
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

  /** Former mode of a file, maybe under another name, for disks without modes. */
  #modeBefore(entry: ListedEntry, row: FolderEntry | null): number {
    if (row !== null) return row.mode;
    const { index, folderKey } = this.#facts;
    const others = index.byInode(folderKey, entry.inode);
    return others.find((old) => isLikelySameContent(entry, old))?.mode ?? FILE_MODE;
  }
}

function secondsOf(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function rowOf(dir: string, entry: ListedEntry, objectId: ObjectId): FolderEntry {
  return { ...entry, dir, objectId };
}

/** Activity entries of a batch, file by file; a renamed folder is one entry. Pure. */
export function entriesOfIngest(
  batch: Pick<ChangeBatch, 'removed' | 'newDirs'>,
  result: Pick<BatchChanges, 'changes' | 'update'>,
): NewActivityEntry[] {
  const movedFrom = findMoves(batch, result);
  const sources = new Set(movedFrom.values());
  const isInsideMoved = (path: string) => {
    for (let at = parentPath(path); at !== ''; at = parentPath(at)) if (movedFrom.has(at)) return true;
    return false;
  };
  return result.changes.flatMap((change) => {
    const path = pathOf(change);
    const from = movedFrom.get(path);
    if (from !== undefined) return [movedEntry(path, from)];
    const isTold = sources.has(path) || isInsideMoved(path);
    return isTold ? [] : entriesOfChange(change, path);
  });
}

function pathOf(change: TreeChange): string {
  return (change.op === 'move' ? change.to : change.path).slice(1);
}

function entriesOfChange(change: TreeChange, path: string): NewActivityEntry[] {
  switch (change.op) {
    case 'put':
      return [{ path, what: 'taken-in', bytes: change.dirent.sizeBytes, said: null }];
    case 'mkdir':
      return [{ path, what: 'taken-in', bytes: 0, said: said('aFolder') }];
    case 'remove':
      return [{ path, what: 'removed', bytes: 0, said: null }];
    case 'prune':
      return [{ path, what: 'removed', bytes: 0, said: said('aFolder') }];
    case 'move':
      return [];
  }
}

/** Moves in a batch: new path to old path. */
function findMoves(
  { removed, newDirs }: Pick<ChangeBatch, 'removed' | 'newDirs'>,
  { changes, update }: Pick<BatchChanges, 'changes' | 'update'>,
): Map<string, string> {
  const movedFrom = new Map<string, string>();
  if (removed.length === 0) return movedFrom;
  const goneByInode = new Map(removed.map((row) => [row.inode, row]));
  for (const { dir, entry } of newDirs) {
    const row = goneByInode.get(entry.inode);
    if (row?.isDir === true) movedFrom.set(joinPath(dir, entry.name), joinPath(row.dir, row.name));
  }
  const rowOf = new Map(update.put.map((row) => [joinPath(row.dir, row.name), row]));
  for (const change of changes) {
    if (change.op !== 'put' || change.base !== null) continue;
    const path = pathOf(change);
    const gone = goneFileLike(rowOf.get(path), goneByInode);
    if (gone !== null) movedFrom.set(path, joinPath(gone.dir, gone.name));
  }
  return movedFrom;
}

function goneFileLike(
  row: FolderEntry | undefined,
  goneByInode: ReadonlyMap<number, FolderEntry>,
): FolderEntry | null {
  const gone = row === undefined ? undefined : goneByInode.get(row.inode);
  if (row === undefined || gone === undefined || gone.isDir) return null;
  return isLikelySameContent(gone, row) ? gone : null;
}
