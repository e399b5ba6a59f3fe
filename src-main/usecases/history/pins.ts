import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { Pin } from '../../store/sqlite/pins.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { CommitView, HistoryService } from './history.ts';

export interface PinsDependencies extends Pick<Ports, 'historyTable' | 'pinTable' | 'clock'> {
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'commitAt'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'withLock'>;
  readonly views: Pick<HistoryService, 'viewOf'>;
}

/** A named commit. */
export interface PinView extends Omit<Pin, 'seq'> {
  readonly commit: CommitView;
}

/** Each pin keeps a whole tree, so there is an end to them. */
const MOST_PINS = 200;
const MAX_NAME_LENGTH = 200;

/** Snapshots that are named and kept, whatever retention says. */
export type Pins = ReturnType<typeof createPins>;

export function createPins({
  access,
  contents,
  changeLibrary,
  historyTable,
  pinTable,
  views,
  clock,
}: PinsDependencies) {
  return {
    /** Newest commit first. @throws DomainError `library-not-found`, `permission-denied` */
    list(caller: Caller, id: LibraryId): PinView[] {
      access.readable(caller, id);
      return pinTable.of(id).flatMap(({ seq, ...pin }) => {
        const commit = historyTable.findBySeq(id, seq);
        return commit === null ? [] : [{ ...pin, commit: views.viewOf(id, commit) }];
      });
    },

    /**
     * Names a commit and keeps its tree; one that is pinned already gets the name. Waits for a collection that is under
     * way: what it has released cannot be pinned any more.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only` unless the caller may write;
     * `commit-not-found` also for what is not kept; `argument-invalid` for a name that is empty or too long, and when there are 200
     */
    pin(caller: Caller, id: LibraryId, commitId: CommitId, name: string): Promise<void> {
      return changeLibrary.withLock(id, async () => {
        const { library } = access.writable(caller, id);
        const { seq } = contents.commitAt(library, commitId);
        const words = name.trim();
        if (words === '' || words.length > MAX_NAME_LENGTH)
          throw new DomainError('argument-invalid', { field: 'name', reason: 'length' });
        if (!pinTable.has(id, seq) && pinTable.of(id).length >= MOST_PINS)
          throw new DomainError('argument-invalid', { field: 'commit_id', reason: 'too-many' });
        pinTable.put(id, { seq, name: words, pinnedBy: caller.email, pinnedAtSeconds: clock.nowSeconds() });
      });
    },

    /** What retention hides of it goes with the next collection. @throws DomainError as `pin`, but for the name */
    unpin(caller: Caller, id: LibraryId, commitId: CommitId): void {
      access.writable(caller, id);
      const commit = historyTable.find(id, commitId);
      if (commit === null) throw new DomainError('commit-not-found', { value: commitId });
      pinTable.remove(id, commit.seq);
    },
  };
}
