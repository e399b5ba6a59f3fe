import type { LibraryOwnerJson } from '../../src-shared/admin-api.ts';
import type { Problem } from '../format/problem.ts';
import type { Call } from './call.ts';
import { problemOf } from './problem.ts';

/** Asks who a library can be given to; never rejects. */
export function ownersFinder(call: Call) {
  return async (
    text: string,
  ): Promise<{ readonly owners: readonly LibraryOwnerJson[]; readonly problem: Problem | null }> => {
    try {
      const { owners } = await call('GET admin/owners/', { search: text });
      return { owners, problem: null };
    } catch (error) {
      return { owners: [], problem: problemOf(error) };
    }
  };
}
