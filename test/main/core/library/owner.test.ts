import { expect, it } from 'vitest';
import { isSameOwner } from '../../../../src-main/core/library/owner.ts';

it('two owners are the same if they are of one kind and one name', () => {
  const anna = { kind: 'user', email: 'anna@example.com' } as const;
  const department = { kind: 'department', groupId: 7 } as const;
  expect([isSameOwner(anna, { ...anna }), isSameOwner(department, { ...department })]).toEqual([true, true]);
  expect(isSameOwner(anna, { ...anna, email: 'bert@example.com' })).toBe(false);
  expect(isSameOwner(department, { ...department, groupId: 8 })).toBe(false);
  expect([isSameOwner(anna, department), isSameOwner(department, anna)]).toEqual([false, false]);
});
