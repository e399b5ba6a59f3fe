import type { CommitJson } from '../../../src-shared/local-api.ts';
import { dayHeading, dayKey } from '../../format/time.ts';

/** A line of the timeline: the heading of a day, or a commit of it. */
export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly heading: string }
  | { readonly kind: 'commit'; readonly commit: CommitJson };

/** Commits, newest first, with a heading before each day. */
export function timelineRows(commits: readonly CommitJson[], nowSeconds: number): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let day = '';
  for (const commit of commits) {
    const key = dayKey(commit.time);
    if (key !== day) rows.push({ kind: 'day', key, heading: dayHeading(commit.time, nowSeconds) });
    day = key;
    rows.push({ kind: 'commit', commit });
  }
  return rows;
}
