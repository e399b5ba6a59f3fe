import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function shareWorld() {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  const { shareTable } = world.stores;
  const toBert = {
    libraryId,
    email: BERT.email,
    permission: 'r',
    isAdmin: false,
    sharedBy: ANNA.email,
  } as const;
  return { ...world, table: shareTable, libraryId, toBert };
}

describe('shares on record', () => {
  it('are replaced by what is put in their place', async () => {
    const { table, libraryId, toBert } = await shareWorld();
    table.putUser(toBert);
    expect(table.ofUserIn(libraryId, BERT.email)).toEqual(toBert);
    table.putUser({ ...toBert, permission: 'rw', isAdmin: true });
    expect(table.withUsers(libraryId)).toEqual([{ ...toBert, permission: 'rw', isAdmin: true }]);
    expect(table.removeUser(libraryId, BERT.email)).toBe(true);
    expect(table.removeUser(libraryId, BERT.email)).toBe(false);
    expect(table.ofUser(BERT.email)).toEqual([]);
  });

  it('reach the members of a group as long as they are in it', async () => {
    const { table, libraryId, departments } = await shareWorld();
    const { id: groupId } = departments.createGroup(ANNA, { name: 'Team' });
    const share = { libraryId, groupId, permission: 'rw', isAdmin: false, sharedBy: ANNA.email } as const;
    table.putGroup(share);
    expect(table.throughGroups(libraryId, BERT.email)).toEqual([]);
    departments.addMember(ANNA, groupId, { email: BERT.email });
    expect(table.throughGroups(libraryId, BERT.email)).toEqual([share]);
    departments.removeMember(ANNA, groupId, BERT.email);
    expect(table.throughGroups(libraryId, BERT.email)).toEqual([]);
  });

  it('go with the person, the group and the library that they hang on', async () => {
    const { table, libraryId, toBert, departments, accounts, deletedLibraries, libraries } =
      await shareWorld();
    const { id: groupId } = departments.createGroup(ANNA, { name: 'Team' });
    table.putUser(toBert);
    table.putGroup({ libraryId, groupId, permission: 'r', isAdmin: false, sharedBy: ANNA.email });
    await accounts.deleteUser(ADMIN, BERT.email);
    expect(table.withUsers(libraryId)).toEqual([]);
    departments.removeGroup(ANNA, groupId);
    expect(table.withGroups(libraryId)).toEqual([]);
    table.putUser({ ...toBert, email: ADMIN.email });
    await libraries.remove(ANNA, libraryId);
    await deletedLibraries.purge(ANNA, libraryId);
    expect(table.withUsers(libraryId)).toEqual([]);
  });

  it('of a person who does not exist are not kept', async () => {
    const { table, libraryId, toBert } = await shareWorld();
    table.putUser({ ...toBert, email: 'who@example.com' });
    expect(table.withUsers(libraryId)).toEqual([]);
    expect(() => table.putUser({ ...toBert, libraryId: 'x' as LibraryId })).toThrow('FOREIGN KEY');
  });
});
