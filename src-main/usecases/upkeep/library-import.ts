import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkLibraryName } from '../../core/library/name.ts';
import { type Commit, decodeCommit, encodeCommit } from '../../core/objects/commit.ts';
import { corrupt } from '../../core/objects/parse-object.ts';
import { TreeCopy } from '../../engine/edits/tree-copy.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Ports } from '../../engine/ports.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { OpenBackup } from '../../store/backup/open-backup.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { HistoryEntry, IndexedChange } from '../../store/sqlite/history.ts';
import type { DeletedLibraries } from '../libraries/deleted-libraries.ts';

export interface LibraryImportDependencies
  extends Pick<
    Ports,
    | 'libraryTable'
    | 'importingLibraries'
    | 'historyTable'
    | 'trashTable'
    | 'pinTable'
    | 'commitNotes'
    | 'objects'
    | 'transaction'
  > {
  readonly deletedLibraries: Pick<DeletedLibraries, 'discardImport'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'publishLibrary'>;
}

export interface LibraryImport {
  readonly backup: OpenBackup;
  /** As the backup has it. */
  readonly source: Library;
  /** What it becomes here; an id that is unknown so far. */
  readonly target: Pick<Library, 'id' | 'name' | 'owner'>;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/** What came of one library that was to be brought back. */
export interface RestoredLibrary {
  readonly libraryId: LibraryId;
  readonly name: string;
  /** Objects of it that could not be read. */
  readonly unreadable: number;
  /** Code of why it was not brought back; empty: it was. */
  readonly reason: string;
}

/** Rows read and written at once: about 10 ms, after which other work gets its turn. */
const ROWS_A_SLICE = 500;

/** A commit with its place in the history and what it changed. */
interface CopiedCommit {
  readonly commit: Commit;
  readonly seq: number;
  readonly changes: readonly IndexedChange[];
  readonly summary: HistoryEntry['summary'];
}

/**
 * Brings a library out of a backup, with its history, its trash, its pins and its notes. It is seen when all of it is here; what a
 * crash leaves of it before is cleared away at the next start. Returns how many objects could not be read.
 * @throws DomainError `name-invalid`, `object-missing`, `object-corrupt` for a history that is not whole; `disk-full`; the
 *   signal's reason. Nothing is left of it then.
 */
export async function importLibrary(
  deps: LibraryImportDependencies,
  imported: LibraryImport,
): Promise<number> {
  const { source, target } = imported;
  checkLibraryName(target.name);
  const library: Library = { ...source, ...target, status: 'normal' };
  deps.transaction(() => {
    deps.libraryTable.insert(library);
    deps.importingLibraries.hide(library.id);
  });
  try {
    const copy = new LibraryCopy(deps, imported, library);
    const unreadable = await copy.copyTrees();
    await copy.copyHistory();
    await copy.copyTrash();
    await deps.changeLibrary.publishLibrary(library, () => {
      copy.copyPinsAndNotes();
      if (!deps.importingLibraries.arrive(library.id)) throw new Error(`${library.id} was not on its way`);
    });
    return unreadable;
  } catch (error) {
    await deps.deletedLibraries.discardImport(library.id);
    throw error;
  }
}

class LibraryCopy {
  readonly #deps: LibraryImportDependencies;
  readonly #import: LibraryImport;
  readonly #library: Library;
  readonly #from: Pick<LibraryObjects, 'read'>;
  readonly #to: LibraryObjects;

  constructor(deps: LibraryImportDependencies, imported: LibraryImport, library: Library) {
    this.#deps = deps;
    this.#import = imported;
    this.#library = library;
    this.#from = imported.backup.objects(imported.source.id);
    this.#to = deps.objects.library(library.id);
  }

  /** Of every commit whose content the backup was to keep, oldest first. */
  async copyTrees(): Promise<number> {
    const { backup, source, signal, onBytes } = this.#import;
    const copy = new TreeCopy({ from: this.#from, to: this.#to, signal, onBytes });
    const pinned = new Set(backup.pinTable.of(source.id).map(({ seq }) => seq));
    for (const commits of this.#pages()) {
      signal.throwIfAborted();
      for (const { seq, rootId } of commits)
        if (seq >= source.retainedFromSeq || pinned.has(seq)) await copy.add(rootId);
      await yieldToEventLoop();
    }
    return copy.unreadable;
  }

  async copyHistory(): Promise<void> {
    const { source, signal } = this.#import;
    let last: HistoryEntry | null = null;
    for (const entries of this.#pages()) {
      const slice: CopiedCommit[] = [];
      let rows = 0;
      for (const entry of entries) {
        signal.throwIfAborted();
        const { seq, summary } = entry;
        const changes = this.#changesOf(seq);
        slice.push({ commit: await this.#copyCommit(entry), seq, changes, summary });
        rows += changes.length;
        // Most commits change little; those of an import do not.
        if (rows >= ROWS_A_SLICE) await this.#append(slice.splice(0));
        rows %= ROWS_A_SLICE;
      }
      await this.#append(slice);
      last = entries.at(-1) ?? last;
    }
    if (last?.id !== source.headId || last.rootId !== source.rootId || last.seq !== source.headSeq)
      throw corrupt(source.headId, 'history');
  }

  async #append(commits: readonly CopiedCommit[]): Promise<void> {
    this.#deps.transaction(() => {
      for (const { commit, seq, changes, summary } of commits)
        this.#deps.historyTable.append(commit, seq, changes, { summary });
    });
    await yieldToEventLoop();
  }

  /** The id of a commit does not cover the library that it is of, so it stays the same in another one. */
  async #copyCommit({ id, rootId }: HistoryEntry): Promise<Commit> {
    const { source } = this.#import;
    const { id: libraryId, name } = this.#library;
    const bytes = await this.#from.read('commit', id);
    const stored = decodeCommit(bytes);
    if (stored.rootId !== rootId) throw corrupt(id, 'root_id');
    const isSame = stored.libraryId === libraryId;
    const libraryName = id === source.headId ? name : stored.libraryName;
    const commit = isSame ? stored : { ...stored, libraryId, libraryName };
    await this.#to.write('commit', id, isSame ? bytes : encodeCommit(commit));
    return commit;
  }

  #changesOf(seq: number): IndexedChange[] {
    const { backup, source } = this.#import;
    const changes: IndexedChange[] = [];
    for (;;) {
      const page = { after: changes.length - 1, limit: ROWS_A_SLICE };
      const more = backup.historyTable.changes(source.id, seq, page);
      changes.push(...more);
      if (more.length < ROWS_A_SLICE) return changes;
    }
  }

  /** What the backup lists of it, oldest first, so that it is in the same order here. */
  async copyTrash(): Promise<void> {
    const { backup, source } = this.#import;
    const all = { sinceSeconds: 0, untilSeconds: Number.MAX_SAFE_INTEGER, limit: ROWS_A_SLICE };
    let items = backup.trashTable.pageUp(source.id, { ...all, after: null });
    while (items.length > 0) {
      const some = items;
      this.#deps.transaction(() => this.#deps.trashTable.add(this.#library.id, some));
      await yieldToEventLoop();
      items = backup.trashTable.pageUp(source.id, { ...all, after: items.at(-1) ?? null });
    }
  }

  copyPinsAndNotes(): void {
    const { backup, source } = this.#import;
    for (const pin of backup.pinTable.of(source.id)) this.#deps.pinTable.put(this.#library.id, pin);
    for (const note of backup.commitNotes.of(source.id)) this.#deps.commitNotes.put(this.#library.id, note);
  }

  /** The commits of the library, oldest first. @throws DomainError `object-missing` for a history with gaps */
  *#pages(): Iterable<HistoryEntry[]> {
    const { backup, source } = this.#import;
    for (let downTo = 1; downTo <= source.headSeq; downTo += ROWS_A_SLICE) {
      const from = Math.min(source.headSeq, downTo + ROWS_A_SLICE - 1);
      const page = backup.historyTable.range(source.id, { from, downTo, limit: ROWS_A_SLICE });
      if (page.length !== from - downTo + 1)
        throw new DomainError('object-missing', { value: source.id, reason: 'history' });
      yield page.reverse();
    }
  }
}
