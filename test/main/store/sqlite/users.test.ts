import { describe, expect, it } from 'vitest';
import {
  createUserTable,
  type NewUser,
  type UserRecord,
  type UserTable,
} from '../../../../src-main/store/sqlite/users.ts';
import { memoryDatabase, transactionOf } from '../../../support/database.ts';

const ANNA: NewUser = {
  ...{ email: 'anna@example.com', name: 'Anna', contactEmail: '', passwordHash: null },
  ...{ isAdmin: false, isActive: true, role: 'default', quotaBytes: null, createdAtSeconds: 100 },
};

describe('what lists show of users', () => {
  it('is as the last change left it', () => {
    const users = createUserTable(memoryDatabase());
    expect(users.profile(ANNA.email)).toBe(null);
    const key = users.insert(ANNA);
    expect(users.profile(ANNA.email)).toEqual({ email: ANNA.email, name: 'Anna', contactEmail: ANNA.email });
    users.update({ ...recordOf(users), name: '', contactEmail: 'post@example.com' });
    expect(users.profile(ANNA.email)).toEqual({
      ...{ email: ANNA.email, name: 'post', contactEmail: 'post@example.com' },
    });
    users.remove(key);
    expect(users.profile(ANNA.email)).toBe(null);
  });

  it('is as before when a change is undone', () => {
    const db = memoryDatabase();
    const users = createUserTable(db);
    users.insert(ANNA);
    const undone = () =>
      transactionOf(db)(() => {
        users.update({ ...recordOf(users), name: 'Somebody' });
        expect(users.profile(ANNA.email)?.name).toBe('Somebody');
        throw new Error('undone');
      });
    expect(undone).toThrow('undone');
    expect(users.profile(ANNA.email)?.name).toBe('Anna');
  });
});

function recordOf(users: UserTable): UserRecord {
  const record = users.find(ANNA.email);
  if (record === null) throw new Error('there is no such user');
  return record;
}
