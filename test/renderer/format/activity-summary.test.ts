import { describe, expect, it } from 'vitest';
import { activitySummary } from '../../../src-renderer/format/activity-summary.ts';
import { linkedFolder } from '../builders.ts';

const NOW = 1_700_000_100;

describe('what the folders do', () => {
  it('is one sentence with the last change of any and the oldest look of all', () => {
    const folders = [
      linkedFolder({ last_commit_at: NOW - 60, last_scan_at: NOW - 60 }),
      linkedFolder({ last_commit_at: NOW - 86_400, last_scan_at: NOW - 120 }),
    ];
    expect(activitySummary(folders, NOW)).toMatch(/^Up to date\. Last change .+, last full look .+/);
  });

  it('claims no change and no look that never was', () => {
    const fresh = linkedFolder({ last_commit_at: 0, last_scan_at: 0 });
    expect(activitySummary([fresh], NOW)).toBe('Up to date');
    expect(activitySummary([{ ...fresh, last_scan_at: NOW }], NOW)).toMatch(/^Up to date\. Last full look /);
  });

  it('says when something goes on, waits, or is not there', () => {
    expect(activitySummary([linkedFolder({ state: 'syncing' })], NOW)).toBe('Saving 1\u00a0folder');
    expect(activitySummary([linkedFolder({ state: 'held' })], NOW)).toBe('1\u00a0thing needs you');
    expect(activitySummary([], NOW)).toBe('No folder is linked');
  });
});
