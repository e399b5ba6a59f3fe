import type { CheckJson } from '../../../src-shared/local-api.ts';
import type { CheckReport } from '../../services/check.ts';

/** What a check found, as the UI and the command line read it. */
export function checkReport({ problems, ...report }: CheckReport): CheckJson {
  return {
    sound: problems.length === 0,
    ...report,
    problems: problems.map(({ libraryId, ...found }) => ({ library_id: libraryId, ...found })),
  };
}
