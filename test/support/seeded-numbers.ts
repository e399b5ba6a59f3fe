import { randomInt } from 'node:crypto';
import { isLongProof } from './proof-size.ts';

/** Numbers that look random and are the same for the same seed. */
export interface SeededNumbers {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** One of the items. @throws Error when there are none */
  pick<T>(items: readonly T[]): T;
}

/** So that a change is judged by the same cases as the one before it. */
const USUAL_SEED = 20_261_121;

/**
 * What this run draws its numbers from: `KEEPFOLD_SEED` to repeat a run, else always the same; new numbers every time
 * in the long run.
 */
export function seedOfRun(): number {
  const given = Number(process.env['KEEPFOLD_SEED']);
  if (Number.isInteger(given) && given > 0) return given;
  return isLongProof ? randomInt(1, 2 ** 31) : USUAL_SEED;
}

/** Mulberry32: small, fast, and even enough to choose what a test does next. */
export function seededNumbers(seed: number): SeededNumbers {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
  };
}
