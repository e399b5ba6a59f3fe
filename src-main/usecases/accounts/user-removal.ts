import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { Ports } from '../../engine/ports.ts';
import type { People } from '../access/people.ts';
import type { LibrariesService } from '../libraries/libraries.ts';
import type { Accounts } from './accounts.ts';

export interface UserRemovalDependencies extends Pick<Ports, 'libraryTable' | 'transaction' | 'events'> {
  readonly accounts: Pick<Accounts, 'findUser' | 'deleteUser'>;
  readonly people: Pick<People, 'requireOwner'>;
  readonly libraries: Pick<LibrariesService, 'handOver' | 'journalOwner'>;
}

/** Ends accounts, with a choice what becomes of their libraries. */
export type UserRemoval = ReturnType<typeof createUserRemoval>;

export function createUserRemoval(deps: UserRemovalDependencies) {
  const { accounts, people, libraryTable, libraries } = deps;

  return {
    /**
     * Null: the libraries wait among the deleted ones. An heir gets them as they are, with their shares.
     * @throws DomainError `permission-denied`, `user-not-found`, `group-not-found`; `argument-invalid` when the heir is
     * the user
     */
    async remove(caller: Caller, email: string, heir: Owner | null): Promise<void> {
      const user = accounts.findUser(caller, email);
      if (heir === null) return accounts.deleteUser(caller, user.email);
      people.requireOwner(heir);
      if (heir.kind === 'user' && heir.email === user.email)
        throw new DomainError('argument-invalid', { field: 'transfer_to' });
      await accounts.deleteUser(caller, user.email, async (gone) => {
        const owned = libraryTable.ownedBy({ kind: 'user', email: gone });
        deps.transaction(() => {
          for (const { id } of owned) libraries.handOver(id, { owner: heir, reshare: true });
        });
        for (const { id } of owned) await libraries.journalOwner(id);
        deps.events.emit({ type: 'libraries' });
      });
    },
  };
}
