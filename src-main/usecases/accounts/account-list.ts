import type { Caller } from '../../core/access/caller.ts';
import type { User } from '../../core/access/user.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';
import type { Accounts } from './accounts.ts';
import type { Devices } from './devices.ts';

export interface AccountListDependencies {
  readonly accounts: Pick<Accounts, 'findUser' | 'searchUsers'>;
  readonly libraryTable: Pick<LibraryTable, 'totalsOfUser'>;
  readonly devices: Pick<Devices, 'syncing'>;
}

/** A user with what administrators want to know before they change anything. */
export interface AccountRow {
  readonly user: User;
  readonly libraryCount: number;
  /** Of the files in those libraries. */
  readonly bytes: number;
  readonly deviceCount: number;
}

/** The accounts of the server, for administrators. */
export type AccountList = ReturnType<typeof createAccountList>;

export function createAccountList({ accounts, libraryTable, devices }: AccountListDependencies) {
  function rowOf(user: User): AccountRow {
    const { count, bytes } = libraryTable.totalsOfUser(user.email);
    return { user, libraryCount: count, bytes, deviceCount: devices.syncing(user).length };
  }

  return {
    /** Oldest account first; with a text, those who have it in their e-mail or name. @throws DomainError `permission-denied` */
    page(caller: Caller, text: string, page: { page: number; perPage: number }) {
      const { users, totalCount } = accounts.searchUsers(caller, text, page);
      return { rows: users.map(rowOf), totalCount };
    },

    /** @throws DomainError `permission-denied`, `user-not-found` */
    find(caller: Caller, email: string): AccountRow {
      return rowOf(accounts.findUser(caller, email));
    },
  };
}
