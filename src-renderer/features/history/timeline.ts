import type { CommitJson } from '../../../src-shared/contents-api.ts';
import { dayHeading, dayKey } from '../../format/time.ts';

/** A line of the timeline: the heading of a day, a commit of it, or where retention ends what can be seen. */
export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly heading: string }
  | { readonly kind: 'commit'; readonly commit: CommitJson }
  | { readonly kind: 'edge' };

/**
 * Commits, newest first, with a heading before each day.
 * @param hasEdge everything is there, and retention has hidden what was before
 */
export function timelineRows(
  commits: readonly CommitJson[],
  { nowSeconds, hasEdge }: { readonly nowSeconds: number; readonly hasEdge: boolean },
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let day = '';
  for (const commit of commits) {
    const key = dayKey(commit.time);
    if (key !== day) rows.push({ kind: 'day', key, heading: dayHeading(commit.time, nowSeconds) });
    day = key;
    rows.push({ kind: 'commit', commit });
  }
  if (hasEdge) rows.push({ kind: 'edge' });
  return rows;
}
