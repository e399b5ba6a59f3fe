import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeDir, encodeDirInSteps, FILE_MODE } from '../../../src-main/core/objects/dir-object.ts';
import type { ObjectId } from '../../../src-main/core/objects/object-id.ts';
import { inOneGo, inSteps, type Steps, sortInSteps } from '../../../src-main/core/steps.ts';

function* counting(to: number): Steps<number> {
  for (let number = 0; number < to; number += 1) yield;
  return to;
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    ...{ kind: 'file' as const, name: `${number}.txt`, id: 'ab'.repeat(20) as ObjectId },
    ...{ mode: FILE_MODE, mtimeSeconds: 1_000, sizeBytes: number, modifier: 'anna@example.com' },
  }));

describe('work in steps', () => {
  it('lets others have their turn between the steps, or not', async () => {
    let turns = 0;
    const yieldToEventLoop = async () => {
      turns += 1;
    };
    expect(await inSteps(counting(3), yieldToEventLoop)).toBe(3);
    expect(turns).toBe(3);
    expect(inOneGo(counting(3))).toBe(3);
  });

  it('makes the same of a long folder, and a short one in one step', () => {
    const steps = encodeDirInSteps(rowsOf(35_000));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    // Ten to check and spell it, and nineteen to sort it: one between two runs, and one for each two thousand that are merged.
    expect(count).toBe(29);
    expect(step.value).toEqual(encodeDir(rowsOf(35_000)));
    expect(encodeDirInSteps(rowsOf(10_000)).next().done).toBe(true);
  });
});

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
