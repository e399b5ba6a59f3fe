import type { Library } from '../../core/library/library.ts';
import { ancestorsOf, isInside } from '../../core/library/path.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';
import { createReadDir } from './directory-reader.ts';
import { type RetainedReaderDependencies, retainedReader } from './retained-reader.ts';
import { oldestShownNow, type RetentionClock } from './retention.ts';

export interface FileVersionsDependencies extends RetainedReaderDependencies {
  readonly historyTable: HistoryTable;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
  /** For who follows many files, and keeps the folders; absent: each time as they are stored. */
  readonly readDir?: ReadDir;
}

/** What a commit did to a file. `kept`: nothing is known from before it, and it may have done nothing. */
export type VersionOrigin = 'added' | 'edited' | 'moved' | 'kept';

/** What a file held from a commit on. */
export interface FileVersion {
  readonly commit: HistoryEntry;
  readonly file: FileDirent;
  /** Where the file was after the commit. */
  readonly path: string;
  /** Where it was before, when the commit renamed or moved it; else empty. */
  readonly oldPath: string;
  readonly origin: VersionOrigin;
}

/** Where a list of versions goes on: the file that had the path after the commit of this number. */
export interface VersionPlace {
  readonly path: string;
  readonly seq: number;
}

/** Commits looked up at once while one file is followed. */
const SEQS_AT_ONCE = 200;

/** What files held, commit by commit. */
export type FileVersions = ReturnType<typeof createFileVersions>;

export function createFileVersions(deps: FileVersionsDependencies) {
  const { historyTable, retention } = deps;

  async function fileAt(library: Library, commit: HistoryEntry | null, path: string) {
    if (commit === null) return null;
    const readDir = deps.readDir ?? createReadDir(retainedReader(deps, library));
    const found = await findEntry(readDir, commit.rootId, path);
    return found?.kind === 'file' ? found : null;
  }

  /** The commit before, as far as its content is kept. */
  function before(library: Library, { seq }: HistoryEntry): HistoryEntry | null {
    return seq > library.retainedFromSeq ? historyTable.findBySeq(library.id, seq - 1) : null;
  }

  /** Where the file was before the commit that brought it to `path`; null when that was no rename. */
  function pathBefore(library: Library, { seq }: HistoryEntry, path: string): string | null {
    const changes = historyTable.changesAt(library.id, seq, [path, ...ancestorsOf(path)]);
    for (const { op, path: from, newPath, isDir } of changes) {
      if (op !== 'renamed') continue;
      if (newPath === path && !isDir) return from;
      if (isDir && isInside(path, newPath)) return from + path.slice(newPath.length);
    }
    return null;
  }

  /**
   * Every version of the file that had the path at the place, newest first, under the names it had. What the oldest
   * shown commit held counts as made by it, when nothing says who made it.
   */
  async function* follow(library: Library, start: VersionPlace): AsyncGenerator<FileVersion> {
    const downTo = oldestShownNow({ historyTable, retention }, library);
    let at = start.path;
    let from = start.seq;
    let isTold = false;
    for (;;) {
      const range = { from, downTo, limit: SEQS_AT_ONCE };
      const seqs = historyTable.touching(library.id, [at, ...ancestorsOf(at)], range);
      let next = at;
      for (const seq of seqs) {
        from = seq - 1;
        const version = await versionAt(library, seq, at);
        isTold = version !== null && seq === downTo;
        if (version === null) continue;
        yield version;
        if (version.oldPath !== '') next = version.oldPath;
        if (next !== at) break;
      }
      if (next === at && seqs.length < SEQS_AT_ONCE) break;
      at = next;
    }
    const oldest = isTold ? null : historyTable.findBySeq(library.id, downTo);
    const file = await fileAt(library, oldest, at);
    if (oldest !== null && file !== null)
      yield { commit: oldest, file, path: at, oldPath: '', origin: 'kept' };
  }

  /** Null when the commit did not touch the file itself, or took it away. */
  async function versionAt(library: Library, seq: number, path: string): Promise<FileVersion | null> {
    const commit = historyTable.findBySeq(library.id, seq);
    const file = await fileAt(library, commit, path);
    if (commit === null || file === null) return null;
    const earlier = before(library, commit);
    const then = await fileAt(library, earlier, path);
    if (then?.id === file.id) return null;
    const from = then === null ? pathBefore(library, commit, path) : null;
    const wasThere = from !== null && (await fileAt(library, earlier, from)) !== null;
    const origin = originOf(earlier !== null || seq === 1, { then, wasThere });
    return { commit, file, path, oldPath: wasThere ? from : '', origin };
  }

  return {
    follow,
    /** The number of a commit, kept or not; null when the library never had it. */
    seqOf: (library: Library, commitId: CommitId): number | null =>
      historyTable.find(library.id, commitId)?.seq ?? null,
  };
}

/** @param isKnown whether something is known of what was there before */
function originOf(
  isKnown: boolean,
  { then, wasThere }: { readonly then: FileDirent | null; readonly wasThere: boolean },
): VersionOrigin {
  if (!isKnown) return 'kept';
  if (then !== null) return 'edited';
  return wasThere ? 'moved' : 'added';
}
