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

/** People of this server, and the devices and programs they sign in with. */
export function composeAccounts(
  { tables, clock, ids, events, secret }: ServiceParts,
  { access, people, syncTokens }: Access,
  { librariesService, passwords }: { librariesService: LibrariesService; passwords: PasswordChecks },
) {
  const { libraries, users, transaction } = tables;
  const onUserRemoved = (email: string) => librariesService.discardOwnedBy(email);
  const accounts = createAccounts({
    users,
    apiTokens: tables.apiTokens,
    syncTokens,
    passwords,
    onUserRemoved,
    clock,
    ids,
    events,
    secret,
  });
  const devices = createDevices({ devices: tables.devices, users, syncTokens, clock });
  return {
    accounts,
    devices,
    accountList: createAccountList({ libraries, accounts, devices }),
    userRemoval: createUserRemoval({ libraries, transaction, accounts, people, librariesService, events }),
    libraryTokens: createLibraryTokens({ libraryTokens: tables.libraryTokens, access, clock, ids, secret }),
    modifiers: createModifiers({ history: tables.history, people }),
    notificationTokens: createNotificationTokens({ libraries, access, syncTokens, clock, secret }),
  };
}
