import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { ANSWERING } from './health.ts';
import { t } from './messages.ts';
import { overallState } from './overall-state.ts';
import { momentPast } from './time.ts';

/** What the folders of this computer do, as one sentence. The service answers. */
export function activitySummary(folders: readonly LinkedFolderJson[], nowSeconds: number): string {
  const { sentence, tone } = overallState({
    ...{ health: ANSWERING, folders, waiting: 0, backup: 'fresh' },
  });
  if (folders.length === 0 || tone !== 'calm') return sentence;
  const lastChange = Math.max(...folders.map(({ last_commit_at }) => last_commit_at));
  // All of them were looked at since the oldest of these looks.
  const lastScan = Math.min(...folders.map(({ last_scan_at }) => last_scan_at));
  if (lastScan === 0) return t('upToDate');
  const look = momentPast(lastScan, nowSeconds);
  if (lastChange === 0) return t('lastScan', { look });
  return t('lastChangeAndScan', { change: momentPast(lastChange, nowSeconds), look });
}

/** Whether a folder is being looked at, read or written at the moment. */
export function isAtWork({ state }: LinkedFolderJson): boolean {
  return state === 'scanning' || state === 'syncing';
}
