import { describe, expect, it } from 'vitest';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

describe('people', () => {
  it('are shown by the name they chose, else by the local part of where they can be reached', async () => {
    const { people, accounts } = await libraryWorld();
    expect(people.displayName(ANNA.email)).toBe('anna');
    accounts.updateOwnName(ANNA, 'Anna B.');
    expect(people.displayName(ANNA.email)).toBe('Anna B.');
    await accounts.updateUser(ADMIN, BERT.email, { contactEmail: 'b.smith@example.org' });
    expect(people.displayName(BERT.email)).toBe('b.smith');
    expect(people.contactEmail(BERT.email)).toBe('b.smith@example.org');
  });

  it('are shown by their address when they are gone', async () => {
    const { people } = await libraryWorld();
    expect(people.displayName('former@example.com')).toBe('former');
    expect(people.contactEmail('former@example.com')).toBe('former@example.com');
  });

  it('are in groups with a role', async () => {
    const { people, departments } = await libraryWorld();
    const { id } = departments.createGroup(ANNA, { name: 'Friends' });
    departments.addMember(ANNA, id, { email: BERT.email });
    expect(people.groupName(id)).toBe('Friends');
    expect(people.groupName(999)).toBe('');
    expect(people.roleIn(id, ANNA.email)).toBe('owner');
    expect(people.roleIn(id, BERT.email)).toBe('member');
    expect(people.roleIn(id, ADMIN.email)).toBe(null);
    expect(people.groupsOf(BERT.email)).toEqual([{ id, name: 'Friends' }]);
  });
});

describe('who can own a library', () => {
  it('is a user or a department that exists', async () => {
    const { people, departments } = await libraryWorld();
    const office = departments.createDepartment(ADMIN, { name: 'Office', parentGroupId: -1 });
    people.requireOwner({ kind: 'user', email: ANNA.email });
    people.requireOwner({ kind: 'department', groupId: office.id });
    expect(() => people.requireOwner({ kind: 'user', email: 'who@example.com' })).toThrow('user-not-found');
    expect(() => people.requireOwner({ kind: 'department', groupId: 999 })).toThrow('group-not-found');
  });

  it('is no plain group', async () => {
    const { people, departments } = await libraryWorld();
    const { id } = departments.createGroup(ANNA, { name: 'Friends' });
    expect(() => people.requireOwner({ kind: 'department', groupId: id })).toThrow('group-not-found');
  });
});
