import { direntOf, type FileStat, type FolderEntry, joinPath } from '../../core/folder/folder-entry.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { isSameStat } from '../scan/plan.ts';
import type { BatchChanges } from './batch-changes.ts';

/** This many files with new content, if also half of the folder, are paused until a person accepts them. */
const MANY_FILES = 500;

/** Rewriting takes time, so batches within this time count together. */
const WINDOW_MS = 60_000;

/** What the decision looks at. */
export interface RewriteFacts {
  /** Files in the whole index. */
  readonly knownFiles: number;
  readonly nowMs: number;
}

/**
 * Files that got new content together with so many others that it may be an accident, or ransomware: they are not taken
 * in and keep their rows until a person agrees.
 */
export class PausedRewrites {
  /** The rows they will have, by path. */
  readonly #paused = new Map<string, FolderEntry>();
  /** Paused before, and accepted. */
  readonly #accepted = new Set<string>();
  /** Files taken in lately, with the time, oldest first. A file that changes all the time counts once. */
  readonly #recent = new Map<string, number>();
  /** Former rows of files that are taken in to be reverted. */
  readonly #toRestore = new Map<string, FolderEntry>();
  /** Paused files that the full rescan has found. */
  #seen: Set<string> | null = null;
  /** Whether the running full rescan began after the last `accept`. */
  #isAcceptanceCarriedOut = false;

  /** The rows they will have. */
  rows(): FolderEntry[] {
    return [...this.#paused.values()];
  }

  /** Whether the file is paused in this very state, so that it need not be read again. */
  isPaused(path: string, stat: FileStat): boolean {
    const row = this.#paused.get(path);
    if (row === undefined) return false;
    this.#seen?.add(path);
    return isSameStat(stat, row);
  }

  /** Starts noting which paused files a full rescan finds. */
  startFullRescan(): void {
    this.#seen = new Set();
    this.#isAcceptanceCarriedOut = true;
  }

  /** Files that the rescan did not find are gone, or are as they were before. */
  endFullRescan(): void {
    const seen = this.#seen;
    this.#seen = null;
    if (seen === null) return;
    for (const path of this.#paused.keys()) if (!seen.has(path)) this.#paused.delete(path);
    if (this.#isAcceptanceCarriedOut) this.#accepted.clear();
  }

  /** The next scan takes in what is paused now, and nothing that the person has not been shown. */
  accept(): void {
    for (const path of this.#paused.keys()) this.#accepted.add(path);
    this.#paused.clear();
    this.#recent.clear();
    this.#isAcceptanceCarriedOut = false;
  }

  /** The next scan takes in what is paused now, so that it is in history, and `takeRestoring` undoes it. */
  revert(rowAt: (path: string) => FolderEntry | null): void {
    for (const path of this.#paused.keys()) {
      const row = rowAt(path);
      if (row !== null) this.#toRestore.set(path, row);
    }
    this.accept();
  }

  /** Changes that restore the former contents in the library; once. */
  takeRestoring(rowAt: (path: string) => FolderEntry | null, author: string): TreeChange[] {
    const changes: TreeChange[] = [];
    for (const [path, before] of this.#toRestore) {
      const row = rowAt(path);
      // Not taken in, so the library still has the former content.
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

/** Whether the change brings new content, not just another time or mode. */
function isRewrite(change: TreeChange): change is Extract<TreeChange, { op: 'put' }> {
  return (
    change.op === 'put' &&
    change.base !== undefined &&
    change.base !== null &&
    change.base !== change.dirent.id
  );
}
