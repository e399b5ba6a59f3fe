import { direntOf, type FileStat, type FolderEntry, joinPath } from '../../core/folder/folder-entry.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { isSameStat } from '../scan/plan.ts';
import type { BatchChanges } from './batch-changes.ts';

/** This many files with new content, if they are half of the folder too, are held until a person accepts them. */
const MANY_FILES = 500;

/** Rewriting takes its time, so what comes in several batches counts together. */
const WINDOW_MS = 60_000;

/** What the decision looks at. */
export interface RewriteFacts {
  /** Files in the whole index. */
  readonly knownFiles: number;
  readonly nowMs: number;
}

/**
 * Files that got new content with so many others that it may be a mishap, or a program that scrambles files: they are
 * not taken in, and keep their rows, until a person says so.
 */
export class PausedRewrites {
  /** Rows as they will be, by path. */
  readonly #paused = new Map<string, FolderEntry>();
  /** Held before, and accepted. */
  readonly #accepted = new Set<string>();
  /** Files that were taken in lately and when, oldest first. A file that changes all the time counts once. */
  readonly #recent = new Map<string, number>();
  /** Earlier rows of files that are taken in only to be reverted. */
  readonly #toRestore = new Map<string, FolderEntry>();
  /** Held files that a full rescan came across. */
  #seen: Set<string> | null = null;
  /** The full rescan that goes on began after the last `accept`. */
  #isAcceptanceCarriedOut = false;

  /** As they will be. */
  rows(): FolderEntry[] {
    return [...this.#paused.values()];
  }

  /** Whether the file is held as it is on disk, so that it need not be read again. */
  isPaused(path: string, stat: FileStat): boolean {
    const row = this.#paused.get(path);
    if (row === undefined) return false;
    this.#seen?.add(path);
    return isSameStat(stat, row);
  }

  /** A full rescan begins. */
  startFullRescan(): void {
    this.#seen = new Set();
    this.#isAcceptanceCarriedOut = true;
  }

  /** What the scan did not come across is gone from disk, or is as it was again. */
  endFullRescan(): void {
    const seen = this.#seen;
    this.#seen = null;
    if (seen === null) return;
    for (const path of this.#paused.keys()) if (!seen.has(path)) this.#paused.delete(path);
    if (this.#isAcceptanceCarriedOut) this.#accepted.clear();
  }

  /** The next scan takes in what is held now, and nothing that a person has not been told of. */
  accept(): void {
    for (const path of this.#paused.keys()) this.#accepted.add(path);
    this.#paused.clear();
    this.#recent.clear();
    this.#isAcceptanceCarriedOut = false;
  }

  /** The next scan takes in what is held now, so that it is in history, and `takeRestoring` undoes it. */
  revert(rowAt: (path: string) => FolderEntry | null): void {
    for (const path of this.#paused.keys()) {
      const row = rowAt(path);
      if (row !== null) this.#toRestore.set(path, row);
    }
    this.accept();
  }

  /** Changes that give the library back what the files were before they were taken in; once. */
  takeRestoring(rowAt: (path: string) => FolderEntry | null, author: string): TreeChange[] {
    const changes: TreeChange[] = [];
    for (const [path, before] of this.#toRestore) {
      const row = rowAt(path);
      // Not taken in: it still is what it was for the library.
      if (row === null || row.objectId === before.objectId) continue;
      const dirent = { ...direntOf(before), modifier: author };
      changes.push({ op: 'put', path: `/${path}`, dirent, base: row.objectId });
    }
    this.#toRestore.clear();
    return changes;
  }

  /** The part of a batch that may be taken in now. */
  holdBack(result: BatchChanges, facts: RewriteFacts): BatchChanges {
    const rewritten = result.changes.filter(isRewrite).map(({ path }) => path.slice(1));
    const fresh = rewritten.filter((path) => !this.#accepted.delete(path));
    if (fresh.length === 0) return result;
    if (!this.#isTooMany(fresh, facts)) {
      for (const path of fresh) this.#note(path, facts.nowMs);
      return result;
    }
    return this.#hold(result, new Set(fresh));
  }

  #isTooMany(fresh: readonly string[], { knownFiles, nowMs }: RewriteFacts): boolean {
    for (const [path, atMs] of this.#recent) {
      if (Math.abs(nowMs - atMs) < WINDOW_MS) break;
      this.#recent.delete(path);
    }
    const known = fresh.filter((path) => this.#recent.has(path) || this.#paused.has(path)).length;
    const files = this.#recent.size + this.#paused.size + fresh.length - known;
    return files >= MANY_FILES && files * 2 >= knownFiles;
  }

  #note(path: string, nowMs: number): void {
    this.#paused.delete(path);
    this.#recent.delete(path);
    this.#recent.set(path, nowMs);
  }

  #hold(result: BatchChanges, fresh: ReadonlySet<string>): BatchChanges {
    const put: FolderEntry[] = [];
    for (const row of result.update.put) {
      const path = joinPath(row.dir, row.name);
      if (fresh.has(path)) {
        this.#paused.set(path, row);
        this.#seen?.add(path);
      } else put.push(row);
    }
    const changes = result.changes.filter((change) => !isRewrite(change) || !fresh.has(change.path.slice(1)));
    return { ...result, changes, update: { ...result.update, put } };
  }
}

/** A file that has other content than before, rather than only another time or mode. */
function isRewrite(change: TreeChange): change is Extract<TreeChange, { op: 'put' }> {
  return (
    change.op === 'put' &&
    change.base !== undefined &&
    change.base !== null &&
    change.base !== change.dirent.id
  );
}
