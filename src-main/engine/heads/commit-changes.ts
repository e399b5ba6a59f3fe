import { DomainError } from '../../core/errors.ts';
import { describeChanges } from '../../core/history/describe.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { applyChanges, type TreeChange } from '../../core/tree/apply.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { Conflict } from '../../core/tree/working-tree.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { DirentCache } from '../reading/dirent-cache.ts';
import type { HeavyReading } from '../reading/heavy-reading.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { CommitRecord } from './commit-records.ts';
import type { HeadMoves } from './head-moves.ts';
import type { KeptContent } from './kept-content.ts';
import type { LibraryLock } from './library-lock.ts';
import { recordFields } from './planned-move.ts';

export interface CommitChangesDependencies extends Pick<Ports, 'objects' | 'clock'> {
  readonly moves: HeadMoves;
  readonly lock: LibraryLock;
  readonly kept: Pick<KeptContent, 'require'>;
  readonly reading: Pick<HeavyReading, 'run'>;
  /** The library whose objects a library has. */
  readonly storeOf: (id: LibraryId) => LibraryId;
}

/** Plain data. */
export interface CommitRequest {
  readonly libraryId: LibraryId;
  readonly changes: readonly TreeChange[];
  /** E-mail of the author. */
  readonly author: string;
  /** The person was asked before, where much is taken away: linked folders need not ask once more. */
  readonly asksFirst: boolean;
  /** Absent: worded from what changed. */
  readonly description?: string;
  /** Name of the device that the change comes from. */
  readonly device?: string;
  /** Only a story of the past has one, such as that of a sample. Absent: now. */
  readonly atSeconds?: number;
  /** The head that the changes were planned for. Absent: they say themselves what they are made for. */
  readonly onto?: CommitId;
  /** Not recorded when no commit is made. */
  readonly records?: readonly CommitRecord[];
}

export interface CommitResult {
  /** The head now. */
  readonly commitId: CommitId;
  /** The head before. */
  readonly previousId: CommitId;
  /** The tree before. */
  readonly previousRootId: ObjectId;
  readonly rootId: ObjectId;
  /** False when the changes were there already: no commit was made. */
  readonly changed: boolean;
  readonly conflicts: readonly Conflict[];
}

/** Encoding so many rows takes 10 ms; after more, others have their turn before the next step. */
const ROWS_BEFORE_YIELD = 10_000;

/** How changes of a tree become a commit; for `change-library.ts`. */
export function createCommitChanges(deps: CommitChangesDependencies) {
  const { objects, clock, moves, lock, kept, storeOf } = deps;
  const { writableLibrary, sealCommit } = moves;
  /** An import commits to one folder again and again: what a commit made is what the next one changes. */
  const direntCache = new DirentCache();

  /**
   * Applies changes to the head and commits the result. Durable on return.
   * @throws DomainError `library-not-found`, `library-read-only`, `head-moved` when they were planned for another head, and
   * what the changes themselves are refused with; nothing is changed then.
   */
  return async function commitChanges(request: CommitRequest): Promise<CommitResult> {
    return lock(request.libraryId, async () => {
      const library = writableLibrary(request.libraryId);
      const { onto = library.headId } = request;
      if (onto !== library.headId) throw new DomainError('head-moved', { value: library.id });
      const store = objects.library(library.id);
      await kept.require(storeOf(library.id), request.changes);
      const readStored = createReadDir(store);
      const keyOf = (dirId: ObjectId) => `${library.id} ${dirId}`;
      const readDir: ReadDir = (id) => direntCache.of(keyOf(id), () => readStored(id));
      const options = { nowSeconds: request.atSeconds ?? clock.nowSeconds(), yieldToEventLoop };
      const applied = await applyChanges(readDir, library.rootId, request.changes, options);
      const { rootId, conflicts } = applied;
      const { headId: previousId, rootId: previousRootId } = library;
      if (rootId === library.rootId)
        return { commitId: previousId, previousId, previousRootId, rootId, changed: false, conflicts };
      const isLong = applied.dirs.some(({ dirents }) => dirents.length > ROWS_BEFORE_YIELD);
      if (isLong) await yieldToEventLoop();
      for (const dir of applied.dirs) {
        await store.write('fs', dir.id, dir.bytes);
        direntCache.keep(keyOf(dir.id), dir.dirents);
      }
      if (isLong) await yieldToEventLoop();
      const changes = await deps.reading.run(request.author, (reading) =>
        diffTrees(reading.through(readDir), library.rootId, rootId, { yieldToEventLoop }),
      );
      if (isLong) await yieldToEventLoop();
      const commit = sealCommit(library.id, {
        ...recordFields(library),
        rootId,
        parentId: library.headId,
        authorEmail: request.author,
        description: request.description ?? describeChanges(changes),
        deviceName: request.device ?? null,
        atSeconds: request.atSeconds,
      });
      const { records = [] } = request;
      const isClean = conflicts.length === 0;
      const { asksFirst } = request;
      await moves.moveHead({ library, commit, changes, readDir, store, records, isClean, asksFirst });
      return { commitId: commit.id, previousId, previousRootId, rootId, changed: true, conflicts };
    });
  };
}
