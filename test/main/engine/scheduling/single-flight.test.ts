import { expect, it } from 'vitest';
import { createSingleFlight } from '../../../../src-main/engine/scheduling/single-flight.ts';

it('those who ask for the same while it is made get the same; others and later ones make their own', async () => {
  const once = createSingleFlight<string, number>();
  let made = 0;
  const make = async () => {
    made += 1;
    return made;
  };
  expect(await Promise.all([once('a', make), once('a', make), once('b', make)])).toEqual([1, 1, 2]);
  expect(await once('a', make)).toBe(3);
});

it('a failure is for all who wait, and is not kept', async () => {
  const once = createSingleFlight<string, number>();
  const failing = () => Promise.reject(new Error('EIO'));
  const asked = await Promise.allSettled([once('a', failing), once('a', async () => 1)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once('a', async () => 2)).toBe(2);
});
