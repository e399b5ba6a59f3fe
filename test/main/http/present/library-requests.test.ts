import { expect, it } from 'vitest';
import { parseLibraryKinds, parseLibraryTypes } from '../../../../src-main/http/present/library-requests.ts';

it('reads which kinds of library are wanted', () => {
  expect([...parseLibraryKinds(undefined)]).toEqual(['mine', 'shared', 'group', 'org']);
  expect([...parseLibraryKinds('group,mine,zzz')]).toEqual(['mine', 'group']);
  expect([...parseLibraryKinds('foo')]).toEqual([]);
  expect([...parseLibraryTypes(['public', 'mine'])]).toEqual(['mine', 'org']);
});
