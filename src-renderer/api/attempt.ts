import type { Problem } from '../format/problem.ts';
import { problemOf } from './problem.ts';

/** Does something that may be refused. Null: it is done; else why it is not. Never rejects. */
export async function attempt(work: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
