import type { CommitJson } from '../../../src-shared/contents-api.ts';
import type { HistoryActivityJson } from '../../../src-shared/history-browsing-api.ts';
import { type Amounts, sumOfAmounts } from '../../format/commit-title.ts';
import { dayNumber, dayStart } from '../../format/day-number.ts';
import { dayHeading, dayKey, monthName, yearName } from '../../format/time.ts';

/** A bar of the activity: some days, and how many commits they have. */
export interface ActivityBar {
  /** The first day and the one after the last, as local dates at midnight. */
  readonly start: Date;
  readonly end: Date;
  readonly commits: number;
}

const DAY_MS = 86_400_000;
/** As many as are wide enough to be clicked. */
export const MOST_BARS = 90;
/** So that a young history has room to grow. */
const LEAST_DAYS = 30;
/** A bar is a day, a week, four weeks or a quarter. */
const LONGEST_BAR_DAYS = 365;
const DAYS_OF_BARS = [1, 7, 28, 91, LONGEST_BAR_DAYS];

/**
 * Bars of one width from the first day with commits to today, oldest first, and over a month at least; the last one ends
 * with today. Days come from the clocks of clients: what is too long ago for any bar counts in the first one.
 */
export function activityBars(
  { days }: Pick<HistoryActivityJson, 'days'>,
  now: Date,
  most = MOST_BARS,
): ActivityBar[] {
  const today = dayNumber(now);
  const oldest = today + 1 - most * LONGEST_BAR_DAYS;
  const first = Math.max(oldest, Math.min(days[0]?.day ?? today, today + 1 - LEAST_DAYS));
  const span = today - first + 1;
  const width = DAYS_OF_BARS.find((candidate) => span / candidate <= most) ?? LONGEST_BAR_DAYS;
  const count = Math.ceil(span / width);
  const counts = Array.from({ length: count }, () => 0);
  for (const { day, commits } of days) {
    // A clock ahead of this one counts as today.
    const index = count - 1 - Math.floor((today - Math.min(Math.max(day, first), today)) / width);
    counts[index] = (counts[index] ?? 0) + commits;
  }
  return counts.map((commits, index) => {
    const end = today + 1 - (count - 1 - index) * width;
    return { start: dayStart(end - width), end: dayStart(end), commits };
  });
}

/** The name of a month or year, below its first bar. */
export interface ActivityTick {
  readonly index: number;
  readonly label: string;
}

/** Months below bars of days and weeks, years below longer ones; the beginning is always named. */
export function activityTicks(bars: readonly ActivityBar[]): ActivityTick[] {
  const [first] = bars;
  if (first === undefined) return [];
  const isLong = first.end.getTime() - first.start.getTime() > 8 * DAY_MS;
  return bars.flatMap(({ start, end }, index) => {
    const last = new Date(end.getTime() - 1);
    const before = index === 0 ? null : new Date(start.getTime() - 1);
    const isNew =
      before === null ||
      (isLong
        ? before.getFullYear() !== last.getFullYear()
        : before.getMonth() !== last.getMonth() || before.getFullYear() !== last.getFullYear());
    return isNew ? [{ index, label: isLong ? yearName(last) : monthName(last) }] : [];
  });
}

/** Commits that one user made from one device without a longer pause, newest first. */
export interface Session {
  /** The id of its oldest commit, so it stays the same while the session grows. */
  readonly key: string;
  readonly commits: readonly CommitJson[];
}

/** What happened on a day whose commits are all loaded. */
export interface DaySum {
  readonly changes: number;
  readonly amounts: Amounts;
}

/** A line of the timeline: the heading of a day, a session or commit of it, or where retention ends what can be seen. */
export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly heading: string; readonly sum: DaySum | null }
  | { readonly kind: 'session'; readonly session: Session; readonly isOpen: boolean }
  | { readonly kind: 'commit'; readonly commit: CommitJson; readonly session: Session | null }
  | { readonly kind: 'edge' };

interface TimelineView {
  readonly nowSeconds: number;
  /** Everything is loaded, and retention has hidden what was before. */
  readonly hasEdge: boolean;
  /** There are older commits, which may belong to the last day shown. */
  readonly hasMore: boolean;
  /** Null: every commit is shown on its own. */
  readonly isOpen: ((session: Session) => boolean) | null;
}

/** Commits, newest first, with a heading before each day. */
export function timelineRows(commits: readonly CommitJson[], view: TimelineView): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const days = runsOf(commits, (commit, before) => dayKey(commit.time) === dayKey(before.time));
  for (const [at, day] of days.entries()) {
    const [{ time }] = day;
    const isWhole = at < days.length - 1 || !view.hasMore;
    const sum = isWhole ? { changes: day.length, amounts: sumOfAmounts(day) } : null;
    rows.push({ kind: 'day', key: dayKey(time), heading: dayHeading(time, view.nowSeconds), sum });
    for (const run of view.isOpen === null ? day.map((one) => [one] as const) : sessionsOf(day))
      pushRun(rows, run, view.isOpen);
  }
  if (view.hasEdge) rows.push({ kind: 'edge' });
  return rows;
}

type Run = readonly [CommitJson, ...CommitJson[]];

function pushRun(rows: TimelineRow[], commits: Run, isOpen: TimelineView['isOpen']): void {
  const oldest = commits.at(-1) ?? commits[0];
  if (isOpen === null || commits.length < LEAST_IN_SESSION) {
    for (const commit of commits) rows.push({ kind: 'commit', commit, session: null });
    return;
  }
  const session = { key: oldest.id, commits };
  const open = isOpen(session);
  rows.push({ kind: 'session', session, isOpen: open });
  if (open) for (const commit of commits) rows.push({ kind: 'commit', commit, session });
}

/** A longer pause starts another session. */
const REST_SECONDS = 600;
/** Fewer are just as quickly read one by one. */
const LEAST_IN_SESSION = 3;

function sessionsOf(day: Run): Run[] {
  return runsOf(
    day,
    (commit, later) =>
      isWork(commit) &&
      isWork(later) &&
      commit.author === later.author &&
      commit.device === later.device &&
      Math.abs(later.time - commit.time) < REST_SECONDS,
  );
}

/** Undos, restores and settings are shown on their own, and so is a commit with a note, or whose changes are not known. */
function isWork({ summary, note }: CommitJson): boolean {
  return summary?.reason === 'changes' && summary.parts.length > 0 && note === undefined;
}

/** Neighbours that belong together. */
function runsOf(
  commits: readonly CommitJson[],
  belongs: (commit: CommitJson, before: CommitJson) => boolean,
): Run[] {
  const runs: [CommitJson, ...CommitJson[]][] = [];
  for (const commit of commits) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && belongs(commit, before)) run.push(commit);
    else runs.push([commit]);
  }
  return runs;
}
