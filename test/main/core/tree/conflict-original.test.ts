import { expect, it } from 'vitest';
import { originalOfConflict } from '../../../../src-main/core/tree/conflict-original.ts';

it.each([
  ['a (SFConflict anna@example.com 2024-05-01-12-00-00).txt', 'a.txt'],
  ['a (SFConflict 2024-05-01-12-00-00).txt', 'a.txt'],
  ['a (SFConflict anna@example.com 2024-05-01-12-00-00) (2).txt', 'a.txt'],
  ['folder (SFConflict Anna Lee 2024-05-01-12-00-00)', 'folder'],
])('%s was kept beside %s', (name, original) => {
  expect(originalOfConflict(name)).toBe(original);
});

it.each(['a.txt', 'a (1).txt', 'a (SFConflict).txt', ' (SFConflict 2024-05-01-12-00-00)'])(
  '%s is a name like any other',
  (name) => {
    expect(originalOfConflict(name)).toBeNull();
  },
);
