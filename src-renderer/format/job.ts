import type { JobJson } from '../../src-shared/upkeep-api.ts';
import { t } from './messages.ts';
import { visibleName } from './name.ts';
import { formatSize } from './size.ts';

/** What a job is called, as the start of a sentence. */
export const JOB_NAMES: Readonly<Record<JobJson['kind'], string>> = {
  check: t('jobCheck'),
  'full-check': t('jobFullCheck'),
  'clean-up': t('jobCleanUp'),
  restore: t('jobRestore'),
  export: t('jobExport'),
  copy: t('jobCopy'),
  rehearsal: t('jobRehearsal'),
  repair: t('jobRepair'),
  erasure: t('jobErasure'),
};

const STATES: Readonly<Record<JobJson['state'], string>> = {
  waiting: t('jobWaiting'),
  running: t('jobRunning'),
  done: t('jobDone'),
  canceled: t('jobCanceled'),
  failed: t('jobFailed'),
};

export function jobState({ state }: Pick<JobJson, 'state'>): string {
  return STATES[state];
}

/** The result of a job, in a sentence; empty where there is nothing to say. */
export function jobOutcome(job: JobJson): string {
  const { check, garbage, restored, exported, rehearsed, repaired } = job;
  if (rehearsed) return t('filesRehearsed', { count: rehearsed.files, lost: rehearsed.lost.length });
  if (repaired) return t('piecesRepaired', { count: repaired.repaired, left: repaired.left });
  if (check) return t('problemsFound', { problems: check.problems.length, objects: check.objects });
  if (garbage) return t('contentRemoved', { size: formatSize(garbage.removed_bytes) });
  if (restored) return t('librariesBack', { count: restored.filter(({ reason }) => reason === '').length });
  if (exported)
    return t('versionsExported', { count: exported.commits, name: visibleName(exported.library_name) });
  return '';
}
