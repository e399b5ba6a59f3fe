import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { HeadEntryType, NewHeadEntry } from '../../store/head-journal.ts';
import type { Ports } from '../ports.ts';

export type JournalRecordsDependencies = Pick<
  Ports,
  'libraryTable' | 'deletedLibraryTable' | 'journal' | 'clock'
>;

/** What a journal entry says of a library. */
export interface JournalledLibrary {
  readonly id: LibraryId;
  readonly headId: CommitId;
  readonly name: string;
  readonly owner: Owner;
}

interface PresentOptions {
  /** The head before; absent: the head did not move. */
  readonly prev?: CommitId | null;
  /** The oldest commit whose content is kept whole, where that is news. */
  readonly keptFrom?: CommitId | undefined;
}

/** The only ways in which the head journal is told of a library. Durable on return. */
export type JournalRecords = ReturnType<typeof createJournalRecords>;

export function createJournalRecords({
  libraryTable,
  deletedLibraryTable,
  journal,
  clock,
}: JournalRecordsDependencies) {
  async function record(
    type: HeadEntryType,
    library: JournalledLibrary,
    { prev = library.headId, keptFrom }: PresentOptions = {},
  ): Promise<void> {
    const { id, headId, name, owner } = library;
    const entry: NewHeadEntry = {
      ...{ type, at_s: clock.nowSeconds(), library_id: id, head_commit_id: headId, prev, name, owner },
      ...(keptFrom === undefined ? {} : { kept_from: keptFrom }),
    };
    await journal.append([entry]);
  }

  return {
    /** For what the database does not say: a library that is restored or removed for good, or was found again. */
    record,

    /**
     * As the database has the library when this is called, right after a transaction that changed it. What is read before
     * may be old: a library is given away and deleted while a change of it goes on, and the last entry of the journal is
     * what a new database is made from. Of a library that is gone for good nothing is left to tell.
     */
    async recordPresent(id: LibraryId, options: PresentOptions = {}): Promise<void> {
      const live = libraryTable.find(id);
      // A folder library is told by the library that it is in.
      if (live?.origin !== undefined) return;
      if (live !== null) return record('head', live, options);
      const deleted = deletedLibraryTable.find(id);
      if (deleted !== null) await record('deleted', deleted, options);
    },
  };
}
