import type { Database } from '../../src-main/store/sqlite/open.ts';
import { createUserTable } from '../../src-main/store/sqlite/users.ts';

/** Puts the bare record of a user into a database, for tests of what hangs on one. Returns the key. */
export function addUserRecord(db: Database, email: string): number {
  return createUserTable(db).insert({
    ...{ email, name: '', contactEmail: '', passwordHash: null, isAdmin: false, isActive: true },
    ...{ role: 'default', quotaBytes: null, createdAtSeconds: 100 },
  });
}
