import { beforeEach, expect, it } from 'vitest';
import { PLAIN_GROUP, TOP_DEPARTMENT } from '../../../../src-main/core/access/group.ts';
import { createGroupTable, type GroupTable } from '../../../../src-main/store/sqlite/groups.ts';
import { createUserTable } from '../../../../src-main/store/sqlite/users.ts';
import { memoryDatabase } from '../../../support/database.ts';

let groups: GroupTable;
let users: ReturnType<typeof createUserTable>;

beforeEach(() => {
  const db = memoryDatabase();
  groups = createGroupTable(db);
  users = createUserTable(db);
});

const add = (name: string, parentGroupId = PLAIN_GROUP) =>
  groups.insert({ name, parentGroupId, creatorEmail: 'anna@example.com', createdAtSeconds: 100 });
const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

function addUser(email: string): number {
  const nobody = {
    name: '',
    contactEmail: '',
    isActive: true,
    isAdmin: false,
    role: 'default',
    quotaBytes: null,
  };
  return users.insert({ ...nobody, email, passwordHash: null, createdAtSeconds: 100 });
}

it('groups are found by a part of their name, in any letter case and script, in the order they were made', () => {
  for (const name of ['Über 1', 'Band', 'ÜBER 2']) add(name);
  expect(namesOf(groups.page({ text: 'über', limit: 10, offset: 0 }))).toEqual(['Über 1', 'ÜBER 2']);
  expect(namesOf(groups.page({ text: '', limit: 1, offset: 1 }))).toEqual(['Band']);
  expect(namesOf(groups.page({ text: '%', limit: 10, offset: 0 }))).toEqual([]);
  expect([groups.isNameTaken('Band'), groups.isNameTaken('band')]).toEqual([true, false]);
});

it('departments are told from plain groups, and listed by name', () => {
  const science = add('Science', TOP_DEPARTMENT);
  for (const name of ['Physics', 'Art']) add(name, science);
  add('Choir');
  expect(namesOf(groups.departments())).toEqual(['Art', 'Physics', 'Science']);
  expect(namesOf(groups.children(science))).toEqual(['Art', 'Physics']);
});

it('members stand by their role and then by e-mail, each once', () => {
  const choir = add('Choir');
  const [bert, anna, carl] = ['bert', 'anna', 'carl'].map((name) => addUser(`${name}@example.com`));
  for (const [key, role] of [
    [carl, 'member'],
    [bert, 'member'],
    [anna, 'owner'],
  ] as const)
    groups.addMember(choir, key ?? 0, role);
  groups.setRole(choir, carl ?? 0, 'admin');
  expect(groups.members(choir).map(({ email, role }) => `${email} ${role}`)).toEqual([
    ...['anna@example.com owner', 'carl@example.com admin', 'bert@example.com member'],
  ]);
  expect(() => groups.addMember(choir, bert ?? 0, 'admin')).toThrow('UNIQUE');
  groups.removeMember(choir, bert ?? 0);
  expect(groups.roleOf(choir, 'bert@example.com')).toBe(null);
});

it('memberships go with the group and with the account, and a number is never given again', () => {
  const [choir, band] = [add('Choir'), add('Band')];
  const anna = addUser('anna@example.com');
  for (const id of [choir, band]) groups.addMember(id, anna, 'owner');
  expect(groups.ofUser('anna@example.com').map(({ group, role }) => [group.name, role])).toEqual([
    ...[
      ['Band', 'owner'],
      ['Choir', 'owner'],
    ],
  ]);
  groups.remove(band);
  expect(groups.ofUser('anna@example.com').map(({ group }) => group.id)).toEqual([choir]);
  users.remove(anna);
  expect(groups.members(choir)).toEqual([]);
  expect(add('Band')).toBe(band + 1);
});
