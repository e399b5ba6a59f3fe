import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { Ports } from '../../engine/ports.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface CommitNotesDependencies extends Pick<Ports, 'historyTable' | 'commitNotes' | 'clock'> {
  readonly access: LibraryAccess;
}

const MAX_NOTE_LENGTH = 2_000;
/** The search looks through all of them. */
const MOST_NOTES = 10_000;

/** What people write on commits. */
export type CommitNotes = ReturnType<typeof createCommitNotes>;

export function createCommitNotes({ access, historyTable, commitNotes, clock }: CommitNotesDependencies) {
  /** @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `commit-not-found` */
  function writableCommit(caller: Caller, id: LibraryId, commitId: CommitId): HistoryEntry {
    access.writable(caller, id);
    const commit = historyTable.find(id, commitId);
    if (commit === null) throw new DomainError('commit-not-found', { value: commitId });
    return commit;
  }

  return {
    /**
     * Replaces the note, which all users with access to the history can read.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only` unless the caller may write;
     * `commit-not-found`; `argument-invalid` for a note that is empty or too long, and when there are 10,000
     */
    write(caller: Caller, id: LibraryId, commitId: CommitId, text: string): void {
      const { seq } = writableCommit(caller, id, commitId);
      const note = text.trim();
      if (note === '' || note.length > MAX_NOTE_LENGTH)
        throw new DomainError('argument-invalid', { field: 'note', reason: 'length' });
      if (commitNotes.find(id, seq) === '' && commitNotes.count(id) >= MOST_NOTES)
        throw new DomainError('argument-invalid', { field: 'commit_id', reason: 'too-many' });
      commitNotes.put(id, { seq, note, notedBy: caller.email, notedAtSeconds: clock.nowSeconds() });
    },

    /** @throws DomainError as `write`, but for the note */
    remove(caller: Caller, id: LibraryId, commitId: CommitId): void {
      commitNotes.remove(id, writableCommit(caller, id, commitId).seq);
    },
  };
}
