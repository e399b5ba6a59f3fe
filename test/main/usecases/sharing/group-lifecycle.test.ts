import { describe, expect, it } from 'vitest';
import { PLAIN_GROUP, TOP_DEPARTMENT } from '../../../../src-main/core/access/group.ts';
import { ADMIN, ANNA, accountServices, BERT, refusalOf } from '../../../support/account-services.ts';

async function withPeople() {
  const services = await accountServices();
  await services.addUser(ANNA);
  await services.addUser(BERT);
  return services;
}

describe('a plain group', () => {
  it('belongs to the user who makes it', async () => {
    const { departments } = await withPeople();
    const group = departments.createGroup(ANNA, { name: 'Choir' });
    expect(group).toEqual({
      id: 1,
      name: 'Choir',
      parentGroupId: PLAIN_GROUP,
      creatorEmail: 'anna@example.com',
      createdAtSeconds: 1_714_564_800,
      quotaBytes: null,
    });
    expect(departments.findGroup(ANNA, 1)).toEqual({
      group,
      ownerEmail: ANNA.email,
      adminEmails: [ANNA.email],
      memberCount: 1,
    });
    expect(departments.departmentExists(1)).toBe(false);
    expect(departments.departmentsOf(ANNA.email)).toEqual([]);
  });

  it('is made for somebody else by administrators only', async () => {
    const { departments } = await withPeople();
    const forBert = { name: 'Choir', ownerEmail: BERT.email };
    expect(await refusalOf(() => departments.createGroup(ANNA, forBert))).toMatchObject({
      code: 'permission-denied',
    });
    departments.createGroup(ADMIN, forBert);
    expect(departments.listOwnGroups(BERT).map(({ ownerEmail }) => ownerEmail)).toEqual([BERT.email]);
    expect(departments.listOwnGroups(ADMIN)).toEqual([]);
  });

  it('has a name of its own, in letters and digits', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    const refused = async (name: string) =>
      (await refusalOf(() => departments.createGroup(BERT, { name }))).code;
    expect(await refused('Choir')).toBe('group-exists');
    expect(await refused('a/b')).toBe('name-invalid');
    expect(await refused('')).toBe('argument-missing');
    expect(departments.createGroup(BERT, { name: 'choir' }).id).toBe(2);
  });

  it('is hidden from those who are not in it', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    expect(await refusalOf(() => departments.findGroup(BERT, 1))).toMatchObject({
      code: 'permission-denied',
    });
    expect(await refusalOf(() => departments.listMembers(BERT, 1))).toMatchObject({
      code: 'permission-denied',
    });
    expect(await refusalOf(() => departments.findGroup(BERT, 9))).toEqual({
      code: 'group-not-found',
      detail: { value: '9' },
    });
  });

  it('is renamed, handed over and deleted by its owner, not by its members', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    departments.addMember(ANNA, 1, { email: BERT.email, role: 'admin' });
    for (const verb of [
      () => departments.renameGroup(BERT, 1, 'Band'),
      () => departments.setGroupOwner(BERT, 1, BERT.email),
      () => departments.removeGroup(BERT, 1),
    ]) {
      expect(await refusalOf(verb)).toMatchObject({ code: 'permission-denied' });
    }
    departments.renameGroup(ANNA, 1, 'Band');
    expect(departments.nameOf(1)).toBe('Band');
    departments.setGroupOwner(ANNA, 1, BERT.email);
    expect(departments.findGroup(ANNA, 1)).toMatchObject({
      ownerEmail: BERT.email,
      adminEmails: [BERT.email, ANNA.email],
    });
    departments.removeGroup(BERT, 1);
    expect(departments.nameOf(1)).toBeNull();
  });

  it('never gives its number to another', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    departments.removeGroup(ANNA, 1);
    expect(departments.createGroup(ANNA, { name: 'Choir' }).id).toBe(2);
  });
});

describe('a department', () => {
  it('is made by administrators only, at the top or inside another department', async () => {
    const { departments } = await withPeople();
    const top = { name: 'Science', parentGroupId: TOP_DEPARTMENT };
    expect(await refusalOf(() => departments.createDepartment(ANNA, top))).toMatchObject({
      code: 'permission-denied',
    });
    departments.createDepartment(ADMIN, { ...top, adminEmail: ANNA.email });
    departments.createDepartment(ADMIN, { name: 'Physics', parentGroupId: 1 });
    departments.createDepartment(ADMIN, { name: 'Optics', parentGroupId: 2 });
    expect(departments.findGroup(ANNA, 1)).toMatchObject({
      ownerEmail: 'system admin',
      adminEmails: [ANNA.email],
    });
    const names = (views: { group: { name: string } }[]) => views.map(({ group }) => group.name);
    expect(names(departments.listAncestors(ADMIN, 3))).toEqual(['Science', 'Physics']);
    expect(names(departments.listSubDepartments(ADMIN, 1))).toEqual(['Physics']);
    expect(names(departments.listDepartments(ADMIN))).toEqual(['Optics', 'Physics', 'Science']);
  });

  it('is not made inside a plain group or one that does not exist', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    for (const parentGroupId of [1, 7, 0]) {
      const make = () => departments.createDepartment(ADMIN, { name: 'Physics', parentGroupId });
      expect(await refusalOf(make)).toMatchObject({ code: 'group-not-found' });
    }
  });

  it('knows its members and administrators', async () => {
    const { departments } = await withPeople();
    departments.createDepartment(ADMIN, {
      name: 'Science',
      parentGroupId: TOP_DEPARTMENT,
      adminEmail: ANNA.email,
    });
    departments.addMember(ANNA, 1, { email: BERT.email });
    expect(departments.departmentExists(1)).toBe(true);
    expect(departments.findGroup(BERT, 1)).toMatchObject({ adminEmails: [ANNA.email], memberCount: 2 });
    expect(departments.departmentsOf(BERT.email)).toEqual([
      { group: expect.objectContaining({ id: 1, name: 'Science' }), role: 'member' },
    ]);
  });

  it('is renamed and deleted by administrators of the server only, and has no owner', async () => {
    const { departments } = await withPeople();
    departments.createDepartment(ADMIN, {
      name: 'Science',
      parentGroupId: TOP_DEPARTMENT,
      adminEmail: ANNA.email,
    });
    expect(await refusalOf(() => departments.renameGroup(ANNA, 1, 'Art'))).toMatchObject({
      code: 'permission-denied',
    });
    expect(await refusalOf(() => departments.removeGroup(ANNA, 1))).toMatchObject({
      code: 'permission-denied',
    });
    expect(await refusalOf(() => departments.setGroupOwner(ADMIN, 1, BERT.email))).toMatchObject({
      code: 'argument-invalid',
    });
    departments.setGroupQuota(ADMIN, 1, 1_000_000_000_000);
    expect(departments.findGroup(ADMIN, 1).group.quotaBytes).toBe(1_000_000_000_000);
  });

  it('is deleted only when it has neither libraries nor departments inside', async () => {
    const { departments, libraryCounts } = await withPeople();
    departments.createDepartment(ADMIN, { name: 'Science', parentGroupId: TOP_DEPARTMENT });
    departments.createDepartment(ADMIN, { name: 'Physics', parentGroupId: 1 });
    libraryCounts.set(1, 2);
    expect(await refusalOf(() => departments.removeGroup(ADMIN, 1))).toEqual({
      code: 'group-not-empty',
      detail: { reason: 'libraries', value: '1' },
    });
    libraryCounts.clear();
    expect(await refusalOf(() => departments.removeGroup(ADMIN, 1))).toEqual({
      code: 'group-not-empty',
      detail: { reason: 'sub-departments', value: '1' },
    });
    departments.removeGroup(ADMIN, 2);
    departments.removeGroup(ADMIN, 1);
    expect(departments.departmentExists(1)).toBe(false);
  });
});
