import { expect, it } from 'vitest';
import {
  byKindAndId,
  inOrderOfKinds,
  inRemovalOrder,
  KIND_CODES,
  kindOfCode,
} from '../../../../src-main/store/objects/kind-codes.ts';

const OBJECTS = [
  { kind: 'commit', id: 'a' },
  { kind: 'fs', id: 'c' },
  { kind: 'block', id: 'b' },
  { kind: 'fs', id: 'a' },
  { kind: 'block', id: 'a' },
] as const;
const names = (objects: readonly (typeof OBJECTS)[number][]) =>
  objects.map(({ kind, id }) => `${kind} ${id}`);

it('kinds have the numbers that are on disks, and no other number has one', () => {
  expect(KIND_CODES).toEqual({ block: 1, fs: 2, commit: 3 });
  expect([0, 1, 2, 3, 4, -1].map(kindOfCode)).toEqual([null, 'block', 'fs', 'commit', null, null]);
});

it('what is named comes before what names it: in the table by id, elsewhere as it came', () => {
  expect(names(OBJECTS.toSorted(byKindAndId))).toEqual(['block a', 'block b', 'fs a', 'fs c', 'commit a']);
  expect(names(inOrderOfKinds(OBJECTS))).toEqual(['block b', 'block a', 'fs c', 'fs a', 'commit a']);
});

it('what names others is removed before what it names, those of one kind as they came', () => {
  expect(names(inRemovalOrder(OBJECTS))).toEqual(['commit a', 'fs c', 'fs a', 'block b', 'block a']);
});
