import type { Library } from '../../core/library/library.ts';
import { ancestorsOf, joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { PlaceNow } from '../../core/tree/undo.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';

/** What is renamed more often is not followed to its end; then it counts as gone. */
const MOST_RENAMES = 1_000;

/**
 * Where items are now that a commit left somewhere, as history tells it. Only names are followed: whether what is there
 * is what the commit left there, its id has to say.
 * @param mostRenames so many are followed; what was renamed more often counts as gone
 */
export function placesSince(
  historyTable: HistoryTable,
  library: Library,
  commit: HistoryEntry,
  mostRenames = MOST_RENAMES,
): (path: string) => PlaceNow {
  const { id, headSeq: upTo } = library;
  const first = isNext(commit) ? commit.seq : baseSeqOf(commit);
  const isStill = !historyTable.hasRenames(id, { after: first, upTo });

  /** What a merged commit did is told once more by the merge after it, against the head before both. */
  function isNext({ seq, parentId, secondParentId }: HistoryEntry): boolean {
    const before = historyTable.findBySeq(id, seq - 1)?.id ?? null;
    return before === parentId || (secondParentId !== null && before === secondParentId);
  }

  /** A commit made on a device that was away does not know what was renamed after the one that it was built on. */
  function baseSeqOf({ seq, parentId }: HistoryEntry): number {
    return (parentId === null ? null : historyTable.find(id, parentId)?.seq) ?? seq;
  }

  /** Also whether it was itself renamed on the way, not only a folder around it. */
  function follow(path: string): { readonly path: string; readonly wasRenamed: boolean } {
    let now = { path, wasRenamed: false };
    let after = first;
    for (let renames = 0; renames < mostRenames; renames++) {
      const found = historyTable.renameAfter(id, [now.path, ...ancestorsOf(now.path)], { after, upTo });
      if (found === null) break;
      after = found.seq;
      const entry = historyTable.findBySeq(id, found.seq);
      if (entry === null || !isNext(entry)) continue;
      const wasRenamed = now.wasRenamed || found.path === now.path;
      now = { path: found.newPath + now.path.slice(found.path.length), wasRenamed };
    }
    return now;
  }

  return (path) => {
    if (isStill) return { path, isMoved: false };
    const now = follow(path);
    // What got its name back, as by an undo, is where it was.
    const isMoved = now.wasRenamed && now.path !== joinPath(follow(parentOf(path)).path, nameOf(path));
    return { path: now.path, isMoved };
  };
}
