import { DomainError } from '../core/errors.ts';
import type { Library } from '../core/library/library.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { decodeCommit } from '../core/objects/commit.ts';
import { decodeDir } from '../core/objects/dir-object.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { LibraryObjects, ObjectKind, ObjectStore } from '../store/objects/object-store.ts';
import type { History } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';

export interface CheckProblem {
  readonly libraryId: LibraryId;
  readonly kind: ObjectKind | 'head' | 'database';
  readonly id: string;
  readonly reason: string;
}

export interface CheckReport {
  readonly full: boolean;
  readonly libraries: number;
  readonly commits: number;
  readonly objects: number;
  /** Bytes read and hashed; 0 for a fast check. */
  readonly bytes: number;
  /** Empty: sound. */
  readonly problems: readonly CheckProblem[];
}

export interface CheckDependencies {
  readonly libraries: Libraries;
  readonly history: History;
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  /** Faults that the database finds in itself, worded; empty: none. */
  readonly databaseFaults: () => string[];
}

export interface CheckOptions {
  /** Reads and hashes every object; else only looks whether each is on record. */
  readonly full: boolean;
  readonly signal?: AbortSignal;
}

/** Commits are looked at in pages of this many rows, so that no check holds a long history in memory. */
const COMMITS_A_PAGE = 500;

/** Proves that every head and every commit reaches only whole objects. Writes nothing. */
export type Check = ReturnType<typeof createCheck>;

export function createCheck(deps: CheckDependencies) {
  return async function check({ full, signal }: CheckOptions): Promise<CheckReport> {
    const problems: CheckProblem[] = [];
    const totals = { commits: 0, objects: 0, bytes: 0 };
    const live = deps.libraries.all();
    for (const fault of deps.databaseFaults()) {
      problems.push({ libraryId: '' as LibraryId, kind: 'database', id: 'keepfold.db', reason: fault });
    }
    const journalled = await deps.journal.lastHeads();
    for (const library of live) {
      signal?.throwIfAborted();
      const inspection = new LibraryInspection(deps, library, problems);
      const last = journalled.get(library.id);
      if (last !== undefined) inspection.checkJournal(last.head_commit_id);
      await inspection.checkHistory(signal);
      if (full) totals.bytes += await inspection.readEverything(signal);
      totals.commits += inspection.commits;
      totals.objects += inspection.objects;
    }
    return { full, libraries: live.length, ...totals, problems };
  };
}

class LibraryInspection {
  commits = 0;
  objects = 0;
  readonly #deps: CheckDependencies;
  readonly #library: Library;
  readonly #problems: CheckProblem[];
  readonly #store: LibraryObjects;
  /** Trees already followed; most of a commit's tree is that of its parent. */
  readonly #seen = new Set<string>();

  constructor(deps: CheckDependencies, library: Library, problems: CheckProblem[]) {
    this.#deps = deps;
    this.#library = library;
    this.#problems = problems;
    this.#store = deps.objects.library(library.id);
  }

  /** The head must be, or come after, the last one that the journal saw. */
  checkJournal(journalHead: string): void {
    const isHead = journalHead === this.#library.headId;
    const known = isHead || this.#deps.history.find(this.#library.id, this.#library.headId) !== null;
    const older = this.#deps.history.find(this.#library.id, journalHead as Library['headId']);
    if (!known || older === null) this.#report('head', journalHead, 'older-than-journal');
  }

  async checkHistory(signal: AbortSignal | undefined): Promise<void> {
    let from = this.#library.headSeq;
    while (from >= 1) {
      signal?.throwIfAborted();
      const page = this.#deps.history.range(this.#library.id, { from, downTo: 1, limit: COMMITS_A_PAGE });
      if (page.length === 0) {
        this.#report('database', String(from), 'history-row-missing');
        return;
      }
      for (const entry of page) {
        this.commits++;
        await this.#checkCommit(entry.id, entry.rootId);
      }
      from -= page.length;
    }
  }

  async #checkCommit(id: string, rootId: ObjectId): Promise<void> {
    const bytes = await this.#read('commit', id);
    if (bytes !== null && decodeCommit(bytes).rootId !== rootId) this.#report('commit', id, 'root-differs');
    await this.#checkTree(rootId);
  }

  async #checkTree(rootId: ObjectId): Promise<void> {
    const pending: ObjectId[] = [rootId];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (!this.#isNew('fs', id)) continue;
      const bytes = await this.#read('fs', id);
      if (bytes === null) continue;
      for (const dirent of decodeDir(id, bytes)) {
        if (dirent.kind === 'dir') pending.push(dirent.id);
        else await this.#checkFile(dirent.id);
      }
    }
  }

  async #checkFile(id: ObjectId): Promise<void> {
    if (!this.#isNew('fs', id)) return;
    const bytes = await this.#read('fs', id);
    if (bytes === null) return;
    for (const blockId of decodeFile(id, bytes).blockIds) {
      if (!this.#isNew('block', blockId)) continue;
      if (this.#store.has('block', blockId)) this.objects++;
      else this.#report('block', blockId, 'object-missing');
    }
  }

  #isNew(kind: ObjectKind, id: string): boolean {
    if (id === EMPTY_ID) return false;
    const key = `${kind}${id}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  async #read(kind: ObjectKind, id: string): Promise<Buffer | null> {
    try {
      const bytes = await this.#store.read(kind, id, { skipCache: true });
      this.objects++;
      return bytes;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#report(kind, id, error.code);
      return null;
    }
  }

  /** Reads every object on record, so that damage to what no commit needs any more is found too. */
  async readEverything(signal: AbortSignal | undefined): Promise<number> {
    let bytes = 0;
    for (const { kind, id, sizeBytes } of this.#store.list()) {
      signal?.throwIfAborted();
      try {
        await this.#store.read(kind, id, { skipCache: true });
        bytes += sizeBytes;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.#report(kind, id, error.code);
      }
    }
    return bytes;
  }

  #report(kind: CheckProblem['kind'], id: string, reason: string): void {
    this.#problems.push({ libraryId: this.#library.id, kind, id, reason });
  }
}
