import type { UntrueReason } from '../../../src-shared/upkeep-api.ts';
import { commitTime } from '../../core/calendar.ts';
import { DomainError } from '../../core/errors.ts';
import type { Change } from '../../core/history/change.ts';
import { commitOnRecord } from '../../core/history/commit-on-record.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { PUSHED_PATH_MAX_BYTES } from '../../core/limits.ts';
import { type Commit, decodeCommit } from '../../core/objects/commit.ts';
import { cutText } from '../../core/objects/cut-text.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { diffTrees, WITHOUT_END } from '../../core/tree/diff.ts';
import { countTree } from '../../core/tree/statistics.ts';
import type { DamagedPack } from '../../store/damaged-files.ts';
import type { LibraryObjects, ObjectKind, ObjectName } from '../../store/objects/object-store.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { isUnreadable } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { TreeInspection } from './check-tree.ts';

/** Something that is whole and stored, and not what it says it is. It can be read, listed and deleted. */
export interface UntrueItem {
  readonly libraryId: LibraryId;
  /** The newest commit that has it. */
  readonly commitId: CommitId;
  /** Empty: it is the commit itself. */
  readonly path: string;
  readonly reason: UntrueReason;
}

/** A library may be full of it; the report only has to say where to look. */
const TOLD_A_LIBRARY = 20;
/** Beyond that it is counted no further. */
const COUNTED_A_LIBRARY = 1_000;

/** What of one library is not true: each path once, however many versions have it. */
export class UntrueContent {
  readonly #libraryId: LibraryId;
  readonly #items: UntrueItem[] = [];
  readonly #known = new Set<string>();

  constructor(libraryId: LibraryId) {
    this.#libraryId = libraryId;
  }

  /** How many there are, 1,000 at most. */
  get count(): number {
    return this.#known.size;
  }

  /** The first of them. */
  get items(): readonly UntrueItem[] {
    return this.#items;
  }

  add(commitId: CommitId, path: string, reason: UntrueReason): void {
    if (this.#known.size >= COUNTED_A_LIBRARY) return;
    const shown = cutText(path, PUSHED_PATH_MAX_BYTES);
    const key = `${reason} ${shown || commitId}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (this.#items.length < TOLD_A_LIBRARY)
      this.#items.push({ libraryId: this.#libraryId, commitId, path: shown, reason });
  }
}

export interface CheckProblem {
  readonly libraryId: LibraryId;
  readonly kind: ObjectKind | 'pack' | 'head' | 'database';
  readonly id: string;
  readonly reason: string;
}

export interface CheckDependencies
  extends Pick<Ports, 'libraryTable' | 'folderLibraryTable' | 'historyTable' | 'objects' | 'journal'> {
  /** Faults that the database finds in itself, worded; empty: none. */
  readonly databaseFaults: (signal?: AbortSignal) => Promise<readonly string[]>;
  /** Objects of a library that are on record in a file which is not there. Absent: objects are not in files. */
  readonly missingFiles?: ((id: LibraryId) => Promise<readonly ObjectName[]>) | undefined;
  /** Packs of a library that do not begin as they should. Absent: objects are not in packs. */
  readonly damagedPacks?: ((id: LibraryId) => Promise<readonly DamagedPack[]>) | undefined;
}

/** Commits are looked at in pages of this many rows, so that no check holds a long history in memory. */
const COMMITS_A_PAGE = 500;
/** Compared in some milliseconds. */
const CHANGES_A_PAGE = 1_000;

/** Looks at one library and collects what is wrong with it, each object once. */
export class LibraryInspection {
  commits = 0;
  objects = 0;
  bytes = 0;
  /** What would be refused today. */
  readonly untrue: UntrueContent;
  readonly #deps: CheckDependencies;
  readonly #library: Library;
  readonly #full: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #store: LibraryObjects;
  readonly #problems = new Map<string, CheckProblem>();
  readonly #trees: TreeInspection;
  /** Of the commit whose tree is followed. */
  #commitId: CommitId;

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
    this.#commitId = library.headId;
    this.untrue = new UntrueContent(library.id);
    this.#trees = new TreeInspection({
      store: this.#store,
      isEncrypted: library.encryption !== null,
      read: (kind, id) => this.#read(kind, id),
      onBlock: (id) => this.#checkBlock(id),
      onDamage: (id, reason) => this.#report('fs', id, reason),
      onUntrue: (path, reason) => this.untrue.add(this.#commitId, path, reason),
    });
  }

  problems(): CheckProblem[] {
    return [...this.#problems.values()];
  }

  /** The head must be, or come after, the last one that the journal saw. */
  checkJournal(journalHead: CommitId): void {
    const { id, headId } = this.#library;
    const isKnown = journalHead === headId || this.#deps.historyTable.find(id, headId) !== null;
    const isOlder = this.#deps.historyTable.isKnown(id, journalHead);
    if (!isKnown || !isOlder) this.#report('head', journalHead, 'older-than-journal');
  }

  /** Of a folder library: its objects are those of the library that it is in. */
  async runRecords(): Promise<void> {
    await this.#checkHistory();
    await this.#checkRecord();
  }

  async run(): Promise<void> {
    await this.runRecords();
    const missing = (await this.#deps.missingFiles?.(this.#library.id)) ?? [];
    for (const { kind, id } of missing) this.#report(kind, id, 'file-missing');
    if (this.#full) await this.#readEverything();
    for (const { kind, id, reason } of this.#store.damaged()) this.#report(kind, id, reason);
  }

  async #checkHistory(): Promise<void> {
    let from = this.#library.headSeq;
    while (from >= 1) {
      this.#signal?.throwIfAborted();
      const page = this.#deps.historyTable.range(this.#library.id, {
        from,
        downTo: 1,
        limit: COMMITS_A_PAGE,
      });
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
    if (this.#deps.historyTable.find(this.#library.id, entry.id)?.seq !== entry.seq) {
      this.#report('database', `history ${entry.seq}`, 'history-row-not-found');
    }
    const bytes = await this.#read('commit', entry.id);
    if (bytes !== null) this.#checkCommit(decodeCommit(bytes), entry);
    if (entry.seq < this.#library.retainedFromSeq) return;
    const isWalkable = await this.#checkTree(entry);
    if (this.#full && isWalkable) await this.#checkChanges(entry);
  }

  #checkTree({ id, rootId }: HistoryEntry): Promise<boolean> {
    this.#commitId = id;
    return this.#trees.check(rootId);
  }

  #checkCommit(commit: Commit, entry: HistoryEntry): void {
    if (!saysTheSame(commitOnRecord(commit), entry)) this.#report('commit', entry.id, 'history-row-differs');
    if (commitTime(commit.ctimeSeconds) !== commit.ctimeSeconds) this.untrue.add(entry.id, '', 'time');
  }

  /** What the commit changed must be what is on record: history and trash are shown from there. */
  async #checkChanges(entry: HistoryEntry): Promise<void> {
    const { id, retainedFromSeq } = this.#library;
    const before = entry.parentId === null ? null : this.#deps.historyTable.find(id, entry.parentId);
    if (before === null || before.seq < retainedFromSeq || !(await this.#checkTree(before))) return;
    try {
      const readDir = createReadDir(this.#store);
      const how = { yieldToEventLoop, most: WITHOUT_END };
      const found = await diffTrees(readDir, before.rootId, entry.rootId, how);
      if (!(await this.#areOnRecord(entry.seq, found)))
        this.#report('database', `history ${entry.seq}`, 'changes-differ');
    } catch (error) {
      // Reported where the tree was followed.
      if (!isUnreadable(error)) throw error;
    }
  }

  async #areOnRecord(seq: number, changes: readonly Change[]): Promise<boolean> {
    for (let from = 0; from <= changes.length; from += CHANGES_A_PAGE) {
      const page = { after: from - 1, limit: CHANGES_A_PAGE };
      const recorded = this.#deps.historyTable.changes(this.#library.id, seq, page);
      const expected = changes
        .slice(from, from + CHANGES_A_PAGE)
        .map(({ oldSizeBytes: _, ...change }) => change);
      if (JSON.stringify(expected.map(sorted)) !== JSON.stringify(recorded.map(sorted))) return false;
      await yieldToEventLoop();
    }
    return true;
  }

  async #checkRecord(): Promise<void> {
    const library = this.#library;
    const entry = this.#deps.historyTable.findBySeq(library.id, library.headSeq);
    if (entry?.id !== library.headId || entry.rootId !== library.rootId) {
      this.#report('head', library.headId, 'record-differs');
      return;
    }
    const bytes = await this.#read('commit', library.headId);
    if (bytes !== null && !isRecordOf(library, commitOnRecord(decodeCommit(bytes)))) {
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

  #checkBlock(id: ObjectId): void {
    if (this.#store.has('block', id)) this.objects++;
    else this.#report('block', id, 'object-missing');
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

/** But for the author: a client may name any user, and the record says who pushed. */
function saysTheSame(commit: Commit, entry: HistoryEntry): boolean {
  return (
    commit.rootId === entry.rootId &&
    commit.parentId === entry.parentId &&
    commit.secondParentId === entry.secondParentId &&
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
