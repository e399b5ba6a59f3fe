import { DomainError } from '../core/errors.ts';
import type { Library } from '../core/library/library.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { type Commit, decodeCommit } from '../core/objects/commit.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import { diffTrees } from '../core/tree/diff.ts';
import { countTree } from '../core/tree/statistics.ts';
import type { DamagedPack } from '../store/damaged-packs.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { LibraryObjects, ObjectKind, ObjectName, ObjectStore } from '../store/objects/object-store.ts';
import type { History, HistoryEntry } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import { createReadDir, decodeDirInTurns } from './directory-reader.ts';
import { isUnreadable } from './stored-commits.ts';

export interface CheckProblem {
  readonly libraryId: LibraryId;
  readonly kind: ObjectKind | 'pack' | 'head' | 'database';
  readonly id: string;
  readonly reason: string;
}

export interface CheckDependencies {
  readonly libraries: Libraries;
  readonly history: History;
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  /** Faults that the database finds in itself, worded; empty: none. */
  readonly databaseFaults: () => string[];
  /** Objects of a library that are on record in a file which is not there. Absent: objects are not in files. */
  readonly missingFiles?: (id: LibraryId) => Promise<readonly ObjectName[]>;
  /** Packs of a library that do not begin as they should. Absent: objects are not in packs. */
  readonly damagedPacks?: (id: LibraryId) => Promise<readonly DamagedPack[]>;
}

/** Commits are looked at in pages of this many rows, so that no check holds a long history in memory. */
const COMMITS_A_PAGE = 500;

/** Looks at one library and collects what is wrong with it, each object once. */
export class LibraryInspection {
  commits = 0;
  objects = 0;
  bytes = 0;
  readonly #deps: CheckDependencies;
  readonly #library: Library;
  readonly #full: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #store: LibraryObjects;
  readonly #problems = new Map<string, CheckProblem>();
  /** Trees already followed; most of a commit's tree is that of its parent. */
  readonly #seen = new Set<string>();

  constructor(
    deps: CheckDependencies,
    library: Library,
    { full, signal }: { readonly full: boolean; readonly signal?: AbortSignal },
  ) {
    this.#deps = deps;
    this.#library = library;
    this.#full = full;
    this.#signal = signal;
    this.#store = deps.objects.library(library.id);
  }

  problems(): CheckProblem[] {
    return [...this.#problems.values()];
  }

  /** The head must be, or come after, the last one that the journal saw. */
  checkJournal(journalHead: CommitId): void {
    const { id, headId } = this.#library;
    const isKnown = journalHead === headId || this.#deps.history.find(id, headId) !== null;
    const older = this.#deps.history.find(id, journalHead);
    if (!isKnown || older === null) this.#report('head', journalHead, 'older-than-journal');
  }

  async run(): Promise<void> {
    await this.#checkHistory();
    await this.#checkRecord();
    const missing = (await this.#deps.missingFiles?.(this.#library.id)) ?? [];
    for (const { kind, id } of missing) this.#report(kind, id, 'file-missing');
    if (this.#full) await this.#readEverything();
    for (const { kind, id, reason } of this.#store.damaged()) this.#report(kind, id, reason);
  }

  async #checkHistory(): Promise<void> {
    let from = this.#library.headSeq;
    while (from >= 1) {
      this.#signal?.throwIfAborted();
      const page = this.#deps.history.range(this.#library.id, { from, downTo: 1, limit: COMMITS_A_PAGE });
      if (page.length === 0) {
        this.#report('database', `history ${from}`, 'history-row-missing');
        return;
      }
      for (const entry of page) {
        this.commits++;
        await this.#checkEntry(entry);
      }
      from -= page.length;
    }
  }

  async #checkEntry(entry: HistoryEntry): Promise<void> {
    if (this.#deps.history.find(this.#library.id, entry.id)?.seq !== entry.seq) {
      this.#report('database', `history ${entry.seq}`, 'history-row-not-found');
    }
    const bytes = await this.#read('commit', entry.id);
    if (bytes !== null && !saysTheSame(decodeCommit(bytes), entry)) {
      this.#report('commit', entry.id, 'history-row-differs');
    }
    if (entry.seq < this.#library.keptFromSeq) return;
    await this.#checkTree(entry.rootId);
    if (this.#full) await this.#checkChanges(entry);
  }

  /** What the commit changed must be what is on record: history and trash are shown from there. */
  async #checkChanges(entry: HistoryEntry): Promise<void> {
    const { id, keptFromSeq } = this.#library;
    const before = entry.parentId === null ? null : this.#deps.history.find(id, entry.parentId);
    if (before === null || before.seq < keptFromSeq) return;
    const whole = { after: -1, limit: Number.MAX_SAFE_INTEGER };
    try {
      const found = await diffTrees(createReadDir(this.#store), before.rootId, entry.rootId);
      const expected = found.map(({ oldSizeBytes: _, ...change }) => change);
      const recorded = this.#deps.history.changes(id, entry.seq, whole);
      if (JSON.stringify(expected.map(sorted)) !== JSON.stringify(recorded.map(sorted))) {
        this.#report('database', `history ${entry.seq}`, 'changes-differ');
      }
    } catch (error) {
      // Reported where the tree was followed.
      if (!isUnreadable(error)) throw error;
    }
  }

  async #checkRecord(): Promise<void> {
    const library = this.#library;
    const entry = this.#deps.history.findBySeq(library.id, library.headSeq);
    if (entry?.id !== library.headId || entry.rootId !== library.rootId) {
      this.#report('head', library.headId, 'record-differs');
      return;
    }
    const bytes = await this.#read('commit', library.headId);
    if (bytes !== null && !isRecordOf(library, decodeCommit(bytes))) {
      this.#report('head', library.headId, 'record-differs');
    }
    if (this.#full) await this.#checkTotals();
  }

  async #checkTotals(): Promise<void> {
    const { rootId, headId, fileCount, sizeBytes } = this.#library;
    try {
      const totals = await countTree(createReadDir(this.#store), rootId);
      if (totals.fileCount !== fileCount || totals.sizeBytes !== sizeBytes) {
        this.#report('head', headId, 'totals-differ');
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }

  async #checkTree(rootId: ObjectId): Promise<void> {
    const pending: ObjectId[] = [rootId];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (!this.#isNew('fs', id)) continue;
      const bytes = await this.#read('fs', id);
      if (bytes === null) continue;
      for (const dirent of await decodeDirInTurns(id, bytes)) {
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
  async #readEverything(): Promise<void> {
    const packs = (await this.#deps.damagedPacks?.(this.#library.id)) ?? [];
    for (const { file, reason } of packs) this.#report('pack', file, reason);
    for (const { kind, id, sizeBytes } of this.#store.list()) {
      this.#signal?.throwIfAborted();
      try {
        await this.#store.read(kind, id, { skipCache: true });
        this.bytes += sizeBytes;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.#report(kind, id, error.code);
      }
    }
  }

  /** The first reason stands: it is the one nearest to the cause. */
  #report(kind: CheckProblem['kind'], id: string, reason: string): void {
    const key = `${kind}${id}`;
    if (this.#problems.has(key)) return;
    this.#problems.set(key, { libraryId: this.#library.id, kind, id, reason });
  }
}

function saysTheSame(commit: Commit, entry: HistoryEntry): boolean {
  return (
    commit.rootId === entry.rootId &&
    commit.parentId === entry.parentId &&
    commit.secondParentId === entry.secondParentId &&
    commit.authorEmail === entry.authorEmail &&
    commit.description === entry.description &&
    commit.ctimeSeconds === entry.ctimeSeconds &&
    commit.deviceName === entry.deviceName
  );
}

function isRecordOf(library: Library, head: Commit): boolean {
  return (
    head.libraryName === library.name &&
    head.libraryDescription === library.description &&
    head.ctimeSeconds === library.updatedAtSeconds &&
    JSON.stringify(head.encryption) === JSON.stringify(library.encryption)
  );
}

function sorted(change: object): [string, unknown][] {
  return Object.entries(change).sort(([a], [b]) => (a < b ? -1 : 1));
}
