import type { JobJson } from '../../src-shared/admin-api.ts';
import { formatCount, formatSize } from './size.ts';

/** What a job is called, as the start of a sentence. */
export const JOB_NAMES: Readonly<Record<JobJson['kind'], string>> = {
  check: 'Quick check',
  'full-check': 'Full check',
  'clean-up': 'Clean-up',
  measure: 'Measuring the storage',
  copy: 'Copy or move between libraries',
};

const STATES: Readonly<Record<JobJson['state'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  canceled: 'Cancelled',
  failed: 'Failed',
};

export function jobState({ state }: Pick<JobJson, 'state'>): string {
  return STATES[state];
}

/** What came of a job, in a sentence; empty where there is nothing to say. */
export function jobOutcome({ check, garbage, storage }: JobJson): string {
  if (check)
    return `${formatCount(check.problems.length, 'problem')} in ${formatCount(check.objects, 'object')}`;
  if (garbage) return `${formatSize(garbage.removed_bytes)} of content removed`;
  return storage ? formatCount(storage.libraries.length, 'library', 'libraries') : '';
}
