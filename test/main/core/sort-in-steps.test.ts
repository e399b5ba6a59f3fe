import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInSteps } from '../../../src-main/core/sort-in-steps.ts';
import { inOneGo } from '../../../src-main/core/steps.ts';

const byNumber = (a: { readonly number: number }, b: { readonly number: number }) => a.number - b.number;

it('rows come in the order in which they would be sorted in one go, equal ones as they were', () => {
  const rows = fc.array(fc.record({ number: fc.nat(500), name: fc.string({ maxLength: 2 }) }), {
    minLength: 1_500,
    maxLength: 4_000,
  });
  fc.assert(
    fc.property(rows, (given) => {
      expect(inOneGo(sortInSteps(given, byNumber))).toEqual(given.toSorted(byNumber));
    }),
    { numRuns: 10 },
  );
});

it('pauses after a thousand or two of them', () => {
  const steps = sortInSteps(
    Array.from({ length: 10_000 }, (_, at) => ({ number: (at * 7_919) % 10_000 })),
    byNumber,
  );
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  // Ten runs, put together two by two: four times over all of them.
  expect(pauses).toBeGreaterThanOrEqual(9 + 4 * 4);
});

it('takes none and one', () => {
  expect(inOneGo(sortInSteps([], byNumber))).toEqual([]);
  expect(inOneGo(sortInSteps([{ number: 1 }], byNumber))).toEqual([{ number: 1 }]);
});
