import { expect } from 'vitest';
import { reportBar } from '../report-bar.ts';
import type { AttackCost } from './attacked-server.ts';

const MIB = 1024 * 1024;

/** Growth of the server's memory that no attack may cost. */
export const MOST_MEMORY_BYTES = 300 * MIB;
/** The promise. It holds while other tests run too: nothing that one user may ask for delays the others by a tenth of it. */
const ANSWER_WITHIN_MS = 1_000;

/** All others were answered as always, and the server neither grew nor keeps what was sent. */
export function expectUnharmed(cost: AttackCost, mostDiskBytes: number): void {
  expect.soft(cost.refused).toEqual([]);
  expect.soft(cost.slowestMs).toBeLessThan(ANSWER_WITHIN_MS);
  expect.soft(cost.memoryBytes).toBeLessThan(MOST_MEMORY_BYTES);
  expect.soft(cost.diskBytes).toBeLessThan(mostDiskBytes);
}

/**
 * Keeps the figures of an attack for the end of the test run.
 * @param goal what the attack was and what the server did about it, in words
 */
export function reportAttack(bar: string, goal: string, cost: AttackCost): void {
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  reportBar({
    bar,
    goal: `${goal}; others answered within ${ANSWER_WITHIN_MS} ms, memory + < ${mib(MOST_MEMORY_BYTES)}`,
    seen: `${cost.asked} calls of another person, the slowest ${Math.round(cost.slowestMs)} ms, memory + ${mib(cost.memoryBytes)}, disk + ${mib(cost.diskBytes)}`,
    bad: cost.refused.length,
  });
}
