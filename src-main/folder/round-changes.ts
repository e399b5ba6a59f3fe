import { type FolderEntry, joinPath, UNSETTLED_CTIME_MS } from '../core/folder/folder-entry.ts';
import { EXECUTABLE_MODE, FILE_MODE } from '../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import type { TreeChange } from '../core/tree/apply.ts';
import type { FolderIndex, FolderProblem, ListedEntry, ReadOutcome } from './ports.ts';
import type { Round } from './scan.ts';

/** What a round does once its files were read. */
export interface RoundChanges {
  /** For the library: removals, then folders, then files. Empty when only times differ. */
  readonly changes: readonly TreeChange[];
  /** For the index, together with the commit. */
  readonly update: Parameters<FolderIndex['apply']>[1];
  readonly problems: readonly FolderProblem[];
  /** Files to look at again soon. */
  readonly again: readonly { readonly path: string; readonly sizeBytes: number }[];
  /** Files that are new in the index less files that go with `removed`, those inside removed folders left out. */
  readonly addedFiles: number;
}

/** Owner's execute bit, the only one that libraries keep. */
const EXECUTE_BIT = 0o100;

/**
 * A write in the same tick of the file system's clock as our read leaves all times as they were, so a file that had
 * just changed is read once more. Ticks of Linux are 4–10 ms; a time of whole seconds may be from a file system
 * that counts in steps of two.
 */
const TICK_MS = 20;
const COARSE_TICK_MS = 2000;

/** Pure: the meaning of a round whose reads came out as `outcomes` (by index in `round.reads`). */
export function roundChanges(round: Round, outcomes: readonly ReadOutcome[], author: string): RoundChanges {
  const result = new RoundResult(author);
  for (const row of [...round.replaced, ...round.removed]) result.remove(row);
  for (const { dir, entry } of round.newDirs) {
    const path = `/${joinPath(dir, entry.name)}`;
    result.changes.push({ op: 'mkdir', path, mtimeSeconds: secondsOf(entry.mtimeMs) });
    result.put.push(rowOf(dir, entry, EMPTY_ID));
  }
  for (const { dir, entry } of round.exchanged) result.put.push(rowOf(dir, entry, EMPTY_ID));
  for (const { dir, entry, objectId } of round.known) result.putFile(dir, entry, { id: objectId, row: null });
  for (const outcome of outcomes) result.settle(round, outcome);
  const { changes, removed, put, problems, again, addedFiles } = result;
  return { changes, update: { removed, put }, problems, again, addedFiles };
}

class RoundResult {
  readonly changes: TreeChange[] = [];
  readonly removed: FolderEntry[] = [];
  readonly put: FolderEntry[] = [];
  readonly problems: FolderProblem[] = [];
  readonly again: { path: string; sizeBytes: number }[] = [];
  readonly #author: string;
  addedFiles = 0;

  constructor(author: string) {
    this.#author = author;
  }

  remove(row: FolderEntry): void {
    const path = `/${joinPath(row.dir, row.name)}`;
    this.changes.push(row.isDir ? { op: 'remove', path } : { op: 'remove', path, base: row.objectId });
    this.removed.push(row);
    if (!row.isDir) this.addedFiles--;
  }

  settle(round: Round, outcome: ReadOutcome): void {
    const file = round.reads[outcome.index];
    if (file === undefined) throw new Error(`no file ${outcome.index} was asked for`);
    const { dir, entry, row } = file;
    const path = joinPath(dir, entry.name);
    if (outcome.kind === 'failed') {
      this.problems.push({ path, reason: outcome.reason, message: outcome.message });
      if (outcome.reason === 'changing' || outcome.reason === 'vanished') {
        this.again.push({ path, sizeBytes: entry.sizeBytes });
      }
      return;
    }
    const settled = isSettled(entry.ctimeMs, outcome.readAtMs)
      ? entry
      : { ...entry, ctimeMs: UNSETTLED_CTIME_MS };
    if (settled !== entry) this.again.push({ path, sizeBytes: entry.sizeBytes });
    this.putFile(dir, settled, { id: outcome.id, row });
  }

  putFile(dir: string, entry: ListedEntry, { id, row }: { id: ObjectId; row: FolderEntry | null }): void {
    this.put.push(rowOf(dir, entry, id));
    if (row === null) this.addedFiles++;
    const mode = modeOf(entry.mode);
    // A new time alone is nothing that anyone looks for in history.
    if (row !== null && row.objectId === id && modeOf(row.mode) === mode) return;
    const mtimeSeconds = secondsOf(entry.mtimeMs);
    const stamp = { mtimeSeconds, sizeBytes: entry.sizeBytes, modifier: this.#author };
    this.changes.push({
      op: 'put',
      path: `/${joinPath(dir, entry.name)}`,
      dirent: { kind: 'file', id, mode, ...stamp },
      base: row?.objectId ?? null,
    });
  }
}

function isSettled(ctimeMs: number, readAtMs: number): boolean {
  const tickMs = Number.isInteger(ctimeMs / 1000) ? COARSE_TICK_MS : TICK_MS;
  return Math.abs(readAtMs - ctimeMs) > tickMs;
}

function modeOf(mode: number): number {
  return (mode & EXECUTE_BIT) === 0 ? FILE_MODE : EXECUTABLE_MODE;
}

function secondsOf(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function rowOf(dir: string, entry: ListedEntry, objectId: ObjectId): FolderEntry {
  return { ...entry, dir, objectId };
}
