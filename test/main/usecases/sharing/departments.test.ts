import { describe, expect, it } from 'vitest';
import { TOP_DEPARTMENT } from '../../../../src-main/core/access/group.ts';
import { ADMIN, ANNA, accountServices, refusalOf } from '../../../support/account-services.ts';

async function withPeople() {
  const services = await accountServices();
  await services.addUser(ANNA);
  return services;
}

describe('the list of groups', () => {
  it('is for administrators, by page and by part of the name', async () => {
    const { departments } = await withPeople();
    departments.createGroup(ANNA, { name: 'Über 1' });
    departments.createGroup(ANNA, { name: 'Band' });
    departments.createDepartment(ADMIN, { name: 'Science', parentGroupId: TOP_DEPARTMENT });
    expect(await refusalOf(() => departments.listGroups(ANNA, { page: 1, perPage: 2 }))).toMatchObject({
      code: 'permission-denied',
    });
    const list = (request: { page: number; perPage: number; text?: string }) => {
      const { groups, hasNextPage } = departments.listGroups(ADMIN, request);
      return [groups.map(({ group }) => group.name), hasNextPage];
    };
    expect(list({ page: 1, perPage: 2 })).toEqual([['Über 1', 'Band'], true]);
    expect(list({ page: 2, perPage: 2 })).toEqual([['Science'], false]);
    expect(list({ page: 1, perPage: 10, text: 'über' })).toEqual([['Über 1'], false]);
    expect(list({ page: 1, perPage: 10, text: '%' })).toEqual([[], false]);
  });
});
