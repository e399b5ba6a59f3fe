import type { LibraryOwnerJson } from '../../src-shared/admin-api.ts';
import type { Problem } from '../format/problem.ts';
import type { AdminApi } from './admin.ts';
import { problemOf } from './problem.ts';

/** Asks who a library can be given to; never rejects. */
export function ownersFinder(admin: Pick<AdminApi, 'owners'>) {
  return async (
    text: string,
  ): Promise<{ readonly owners: readonly LibraryOwnerJson[]; readonly problem: Problem | null }> => {
    try {
      const { owners } = await admin.owners(text);
      return { owners, problem: null };
    } catch (error) {
      return { owners: [], problem: problemOf(error) };
    }
  };
}
