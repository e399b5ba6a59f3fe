import type { Caller } from '../../src-main/core/access/caller.ts';
import { createGroupTable } from '../../src-main/store/sqlite/groups.ts';
import { createApiTokenTable, createSyncTokenTable } from '../../src-main/store/sqlite/tokens.ts';
import { createUserTable } from '../../src-main/store/sqlite/users.ts';
import { createAccounts } from '../../src-main/usecases/accounts/accounts.ts';
import { PasswordChecks } from '../../src-main/usecases/accounts/password-checks.ts';
import { createSyncTokens } from '../../src-main/usecases/accounts/sync-tokens.ts';
import { createDepartments } from '../../src-main/usecases/sharing/departments.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import { countingIds } from './counting-ids.ts';
import { memoryDatabase, transactionOf } from './database.ts';
import { deriveHere } from './derive-here.ts';
import { fakeClock } from './fake-clock.ts';

export const ADMIN: Caller = { email: 'admin@example.com', isAdmin: true };
export const ANNA: Caller = { email: 'anna@example.com', isAdmin: false };
export const BERT: Caller = { email: 'bert@example.com', isAdmin: false };

/** Cheap enough for a test, and derived the same way. */
export const CHEAP = { logN: 4, r: 8, p: 1 };

/** Accounts and departments over a database in memory, with one administrator whose password is `admin-secret`. */
export async function accountServices() {
  const db = memoryDatabase();
  const clock = fakeClock();
  const ids = countingIds();
  const users = createUserTable(db);
  const transaction = transactionOf(db);
  const syncTokens = createSyncTokens({ table: createSyncTokenTable(db), users, clock, ids });
  const hooks = { onUserRemoved: async (_email: string): Promise<void> => undefined };
  const libraryCounts = new Map<number, number>();
  const told: ServerEvent[] = [];
  const accounts = createAccounts({
    users,
    apiTokens: createApiTokenTable(db),
    syncTokens,
    passwords: new PasswordChecks(CHEAP, ids, deriveHere.derive),
    clock,
    ids,
    events: { emit: (event) => told.push(event) },
    secret: Buffer.alloc(32, 7),
    onUserRemoved: (email) => hooks.onUserRemoved(email),
  });
  const departments = createDepartments({
    groups: createGroupTable(db),
    users,
    clock,
    transaction,
    countLibraries: (groupId) => libraryCounts.get(groupId) ?? 0,
    onMemberGone: () => undefined,
  });
  await accounts.ensureFirstAdministrator({ email: ADMIN.email, password: 'admin-secret' });

  return {
    db,
    clock,
    users,
    accounts,
    departments,
    syncTokens,
    /** Events, the oldest first. */
    told,
    /** What the services call; a test puts its own in. */
    hooks,
    /** What `countLibraries` answers. */
    libraryCounts,
    /** Adds a user whose password is `secret`. */
    addUser: (caller: Caller) => accounts.createUser(ADMIN, { email: caller.email, password: 'secret' }),
    signIn: (login: string, password: string, address = '10.0.0.1') =>
      accounts.signIn({ login, password, address }),
  };
}

/** The code and detail of the DomainError that the work ends with. */
export async function refusalOf(work: () => unknown): Promise<{ code: unknown; detail: unknown }> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'detail' in error)
      return { code: error.code, detail: error.detail };
    throw error;
  }
  throw new Error('it was not refused');
}
