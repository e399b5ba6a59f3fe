import type { Problem } from '../format/problem.ts';
import { ApiError } from './api-error.ts';

/** What a caught error means to a screen. Faults of the page itself are reported as unexpected, with their text. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const { code, message: details, reason, value, field } = error;
    return { code, details, reason, value, field };
  }
  return { code: 'unexpected', details: error instanceof Error ? error.message : String(error) };
}

/** Does something that may be refused. Null: done; otherwise why it was not. Never rejects. */
export async function attempt(work: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
