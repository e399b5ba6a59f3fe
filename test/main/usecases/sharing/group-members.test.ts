import { describe, expect, it } from 'vitest';
import { ADMIN, ANNA, accountServices, BERT, refusalOf } from '../../../support/account-services.ts';

async function withPeople() {
  const services = await accountServices();
  await services.addUser(ANNA);
  await services.addUser(BERT);
  return services;
}

describe('the members of a group', () => {
  it('are listed owner first, then administrators', async () => {
    const { departments } = await withPeople();
    departments.createGroup(BERT, { name: 'Choir' });
    departments.addMember(BERT, 1, { email: 'ANNA@example.com' });
    departments.addMember(BERT, 1, { email: ADMIN.email });
    departments.setMemberRole(BERT, 1, { email: ANNA.email, role: 'admin' });
    const roles = departments.listMembers(ANNA, 1).map(({ email, role }) => `${email} ${role}`);
    expect(roles).toEqual(['bert@example.com owner', 'anna@example.com admin', 'admin@example.com member']);
  });

  it('are added once, and exist', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    departments.addMember(ANNA, 1, { email: BERT.email });
    const refused = async (email: string) =>
      (await refusalOf(() => departments.addMember(ANNA, 1, { email }))).code;
    expect(await refused(BERT.email)).toBe('group-member-exists');
    expect(await refused('x@y.z')).toBe('user-not-found');
    expect(await refusalOf(() => departments.addMember(BERT, 1, { email: ADMIN.email }))).toMatchObject({
      code: 'permission-denied',
    });
  });

  it('may leave, but the owner may not', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    departments.addMember(ANNA, 1, { email: BERT.email });
    departments.removeMember(BERT, 1, BERT.email);
    expect(departments.listMembers(ANNA, 1).map(({ email }) => email)).toEqual([ANNA.email]);
    const owner = { code: 'permission-denied', detail: { value: ANNA.email, reason: 'group-owner' } };
    expect(await refusalOf(() => departments.removeMember(ANNA, 1, ANNA.email))).toEqual(owner);
    const demote = () => departments.setMemberRole(ADMIN, 1, { email: ANNA.email, role: 'member' });
    expect(await refusalOf(demote)).toEqual(owner);
  });

  it('are gone with their account', async () => {
    const { accounts, departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Choir' });
    departments.addMember(ANNA, 1, { email: BERT.email });
    await accounts.deleteUser(ADMIN, BERT.email);
    expect(departments.listMembers(ANNA, 1).map(({ email }) => email)).toEqual([ANNA.email]);
    await accounts.deleteUser(ADMIN, ANNA.email);
    expect(departments.findGroup(ADMIN, 1)).toMatchObject({ ownerEmail: '', adminEmails: [] });
  });
});
