import { createAccountList } from '../usecases/accounts/account-list.ts';
import { createAccounts } from '../usecases/accounts/accounts.ts';
import { createDevices } from '../usecases/accounts/devices.ts';
import { createLibraryTokens } from '../usecases/accounts/library-tokens.ts';
import { createModifiers } from '../usecases/accounts/modifiers.ts';
import type { PasswordChecks } from '../usecases/accounts/password-checks.ts';
import { createNotificationTokens } from '../usecases/accounts/sync-tokens.ts';
import { createUserRemoval } from '../usecases/accounts/user-removal.ts';
import type { LibrariesService } from '../usecases/libraries/libraries.ts';
import type { Access } from './compose-access.ts';
import type { ServiceParts } from './service-parts.ts';

/** Users of this server, and the devices and programs they sign in with. */
export function composeAccounts(
  { tables, clock, ids, events, secret }: ServiceParts,
  { access, people, syncTokens, unlocked }: Access,
  { libraries, passwords }: { libraries: LibrariesService; passwords: PasswordChecks },
) {
  const { libraryTable, users, transaction, apiTokens, deviceTable, historyTable, libraryTokenTable } =
    tables;
  const onUserRemoved = (email: string) => {
    // The next user with this address must not find libraries unlocked.
    unlocked.lockFor({ email, isAdmin: false });
    return libraries.discardOwnedBy(email);
  };
  const accounts = createAccounts({
    users,
    apiTokens,
    syncTokens,
    passwords,
    onUserRemoved,
    clock,
    ids,
    events,
    secret,
  });
  const devices = createDevices({ deviceTable, users, syncTokens, clock });
  return {
    accounts,
    devices,
    accountList: createAccountList({ libraryTable, accounts, devices }),
    userRemoval: createUserRemoval({ libraryTable, transaction, accounts, people, libraries, events }),
    libraryTokens: createLibraryTokens({ libraryTokenTable, access, clock, ids, secret }),
    modifiers: createModifiers({ historyTable, people }),
    notificationTokens: createNotificationTokens({ libraryTable, access, syncTokens, clock, secret }),
  };
}
