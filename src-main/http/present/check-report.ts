import type { CheckJson } from '../../../src-shared/upkeep-api.ts';
import type { FinishedCheck } from '../../usecases/upkeep/jobs.ts';

/** What a check found, as the UI and the command line read it. */
export function checkReport({ problems, untrue = [], untrueCount = 0, ...report }: FinishedCheck): CheckJson {
  return {
    sound: problems.length === 0,
    ...report,
    problems: problems.map(({ libraryId, ...found }) => ({ library_id: libraryId, ...found })),
    untrue: untrue.map(({ libraryId, commitId, ...found }) => ({
      library_id: libraryId,
      commit_id: commitId,
      ...found,
    })),
    untrue_count: untrueCount,
  };
}
