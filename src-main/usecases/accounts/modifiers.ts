import type { LibraryId } from '../../core/library/library-id.ts';
import type { HistoryTable } from '../../store/sqlite/history.ts';
import type { People } from '../access/people.ts';

/** Who changed a file last, as far as is known: all empty when unknown. */
export interface Modifier {
  readonly email: string;
  readonly name: string;
  readonly contactEmail: string;
}

/** The user whom a row names. */
export type ModifierOf = (claimed: string) => Modifier;

const NOBODY: Modifier = { email: '', name: '', contactEmail: '' };

/**
 * Who changed files last, for listings. Rows of folders say what some client wrote, so a name in one counts only where
 * its bearer is an author on record of the library: that takes a step into an index for each person, not for each row.
 */
export type Modifiers = ReturnType<typeof createModifiers>;

export function createModifiers({ historyTable, people }: { historyTable: HistoryTable; people: People }) {
  function look(libraryId: LibraryId, claimed: string): Modifier {
    // As accounts are called, however a client spells it.
    const email = claimed.toLowerCase();
    if (email === '' || !historyTable.isAuthor(libraryId, email)) return NOBODY;
    return { email, name: people.displayName(email), contactEmail: people.contactEmail(email) };
  }

  return {
    /** Each person is looked up once, however many rows are asked about. */
    in(libraryId: LibraryId): ModifierOf {
      const known = new Map<string, Modifier>();
      return (claimed) => {
        const modifier = known.get(claimed) ?? look(libraryId, claimed);
        known.set(claimed, modifier);
        return modifier;
      };
    },
  };
}
