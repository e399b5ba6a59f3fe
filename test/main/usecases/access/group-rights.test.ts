import { expect, it } from 'vitest';
import { createGroupRights } from '../../../../src-main/usecases/access/group-rights.ts';
import { ADMIN, ANNA, refusalOf } from '../../../support/account-services.ts';

/** Rights in group 7, in which Anna has this role. */
function rightsOf(role: 'owner' | 'admin' | 'member' | null) {
  const find = (id: number) => (id === 7 ? { id: 7, name: 'Readers' } : null);
  return createGroupRights({ find, roleOf: () => role } as never);
}

it.each([
  ['owner', [true, true, true]],
  ['admin', [true, true, false]],
  ['member', [true, false, false]],
  [null, [false, false, false]],
] as const)('a person who is %s in a group sees, manages and owns it: %j', async (role, may) => {
  const rights = rightsOf(role);
  const asked = [rights.visible, rights.managed, rights.owned].map(async (verb) => {
    try {
      return verb(ANNA, 7).id === 7;
    } catch (error) {
      expect(error).toMatchObject({ code: 'permission-denied', detail: { value: '7' } });
      return false;
    }
  });
  expect(await Promise.all(asked)).toEqual(may);
});

it('administrators of the server may do everything with every group', () => {
  const { visible, managed, owned } = rightsOf(null);
  for (const verb of [visible, managed, owned]) expect(verb(ADMIN, 7).name).toBe('Readers');
});

it('a group that is not there is not found, whoever asks', async () => {
  const { visible, known } = rightsOf('owner');
  for (const ask of [() => visible(ADMIN, 8), () => visible(ANNA, 8), () => known(8)])
    expect(await refusalOf(ask)).toEqual({ code: 'group-not-found', detail: { value: '8' } });
});
