import type { CommitJson } from '../../../src-shared/contents-api.ts';
import type { HistoryActivityJson } from '../../../src-shared/history-browsing-api.ts';
import { dayHeading, dayKey } from '../../format/time.ts';

/** A bar of the activity: some days, and how many commits they have. */
export interface ActivityBar {
  /** The first day and the one after the last, as local dates at midnight. */
  readonly start: Date;
  readonly end: Date;
  readonly commits: number;
}

const DAY_MS = 86_400_000;
const MOST_BARS = 90;
/** A young history has room to grow in. */
const LEAST_DAYS = 30;
/** A bar is a day, a week, four weeks or a quarter. */
const LONGEST_BAR_DAYS = 365;
const DAYS_OF_BARS = [1, 7, 28, 91, LONGEST_BAR_DAYS];

/**
 * Bars of one width from the first day with commits to today, oldest first, and over a month at least; the last one ends
 * with today. Days come from the clocks of others: what is too long ago for all bars counts in the first one.
 */
export function activityBars({ days }: Pick<HistoryActivityJson, 'days'>, now: Date): ActivityBar[] {
  const today = dayNumber(now);
  const oldest = today + 1 - MOST_BARS * LONGEST_BAR_DAYS;
  const first = Math.max(oldest, Math.min(days[0]?.day ?? today, today + 1 - LEAST_DAYS));
  const span = today - first + 1;
  const width = DAYS_OF_BARS.find((candidate) => span / candidate <= MOST_BARS) ?? LONGEST_BAR_DAYS;
  const count = Math.ceil(span / width);
  const counts = Array.from({ length: count }, () => 0);
  for (const { day, commits } of days) {
    // A clock ahead of this one counts as today.
    const index = count - 1 - Math.floor((today - Math.min(Math.max(day, first), today)) / width);
    counts[index] = (counts[index] ?? 0) + commits;
  }
  return counts.map((commits, index) => {
    const end = today + 1 - (count - 1 - index) * width;
    return { start: dateOf(end - width), end: dateOf(end), commits };
  });
}

function dayNumber(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

function dateOf(day: number): Date {
  const utc = new Date(day * DAY_MS);
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate());
}

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
