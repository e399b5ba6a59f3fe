/**
 * A range of positions in the order of all stored objects: from the end of the previous range, exclusive, to `upTo`, inclusive.
 * Every object in it has been read and verified, or was written, at or after `sinceSeconds`. Objects stored after the range was
 * read are newer still, so they do not break that promise.
 */
export interface ReadRange {
  readonly upTo: string;
  /** 0: something in it was never read. */
  readonly sinceSeconds: number;
  /** Total size of its objects at the last count. */
  readonly bytes: number;
}

/** The next range to read: after `after`, exclusive, to `upTo`, inclusive. */
export interface DueRead {
  readonly after: string;
  readonly upTo: string;
}

/** How much of everything stored has been read recently. */
export interface ReadCoverage {
  readonly bytes: number;
  /** Size of what was neither read nor written within `READ_WITHIN_SECONDS`. */
  readonly overdueBytes: number;
  /** Everything has been read, or was written, since then; 0: something never was. */
  readonly oldestSeconds: number;
  /** When something was last read; 0: nothing has been. */
  readonly newestSeconds: number;
}

/** After every object, since library ids begin with a hexadecimal digit. */
export const LAST_POSITION = '~';

const DAY_SECONDS = 86_400;
/** Everything is read once in this time. Two days less than `READ_WITHIN_SECONDS`, so a day without power makes nothing overdue. */
const ROUND_DAYS = 28;
/** What was last read longer ago is overdue. */
export const READ_WITHIN_SECONDS = 30 * DAY_SECONDS;
/** A third of what is overdue is read per day, so that a holiday is not followed by days of constant reading. */
const OVERDUE_SHARE = 3;
/** Clocks are often adjusted by this much. */
const CLOCK_GRACE_SECONDS = 3_600;

/** The ranges of a store of which nothing is recorded. */
export function unreadRanges(sinceSeconds: number): readonly ReadRange[] {
  return [{ upTo: LAST_POSITION, sinceSeconds, bytes: 0 }];
}

/** The range that was read longest ago. */
export function nextRead(ranges: readonly ReadRange[], nowSeconds: number): DueRead {
  let oldest = 0;
  for (const [at, range] of ranges.entries())
    if (believed(range, nowSeconds) < believed(ranges[oldest], nowSeconds)) oldest = at;
  return { after: ranges[oldest - 1]?.upTo ?? '', upTo: ranges[oldest]?.upTo ?? LAST_POSITION };
}

/** How many bytes to read now: a day's share of everything or a third of what is overdue, less what was read in the last day. */
export function bytesDue(ranges: readonly ReadRange[], nowSeconds: number): number {
  const isOlder = (days: number) => (range: ReadRange) =>
    nowSeconds - believed(range, nowSeconds) >= days * DAY_SECONDS;
  const total = bytesOf(ranges);
  const old = bytesOf(ranges.filter(isOlder(1)));
  const overdue = bytesOf(ranges.filter(isOlder(ROUND_DAYS)));
  const wanted = Math.max(total / ROUND_DAYS, overdue / OVERDUE_SHARE);
  return Math.ceil(Math.min(old, Math.max(0, wanted - (total - old))));
}

/** The ranges after part of one has been read. A part that is read within a day of the part before it is joined to that. */
export function withRead(
  ranges: readonly ReadRange[],
  { after, upTo }: DueRead,
  { sinceSeconds, bytes }: Omit<ReadRange, 'upTo'>,
): readonly ReadRange[] {
  const before = ranges.filter((range) => range.upTo <= after);
  const behind = ranges.filter((range) => range.upTo > upTo);
  const split = ranges.find((range) => range.upTo > after && range.upTo >= upTo);
  const rest = behind.map((range) =>
    range === split ? { ...range, bytes: Math.max(0, range.bytes - bytes) } : range,
  );
  const head = ranges.find((range) => range.upTo > after);
  const isInside = after !== '' && before.at(-1)?.upTo !== after && head !== undefined;
  if (isInside) before.push({ ...head, upTo: after, bytes: 0 });
  return joined([...before, { upTo, sinceSeconds, bytes }, ...rest], before.length);
}

export function coverageOf(ranges: readonly ReadRange[], nowSeconds: number): ReadCoverage {
  const times = ranges.map((range) => believed(range, nowSeconds));
  const isOverdue = (range: ReadRange) => nowSeconds - believed(range, nowSeconds) > READ_WITHIN_SECONDS;
  return {
    bytes: bytesOf(ranges),
    overdueBytes: bytesOf(ranges.filter(isOverdue)),
    oldestSeconds: times.length === 0 ? 0 : Math.min(...times),
    newestSeconds: Math.max(0, ...times),
  };
}

/** Joins the range at an index to the previous one if they were read within a day. The older time holds for both. */
function joined(ranges: readonly ReadRange[], at: number): readonly ReadRange[] {
  const [before, range] = [ranges[at - 1], ranges[at]];
  if (before === undefined || range === undefined) return ranges;
  const apart = range.sinceSeconds - before.sinceSeconds;
  if (apart < 0 || apart >= DAY_SECONDS) return ranges;
  const one = { ...range, sinceSeconds: before.sinceSeconds, bytes: before.bytes + range.bytes };
  return ranges.toSpliced(at - 1, 2, one);
}

/** A time in the future was recorded by a wrong clock, and says nothing. */
function believed(range: ReadRange | undefined, nowSeconds: number): number {
  const seconds = range?.sinceSeconds ?? 0;
  return seconds > nowSeconds + CLOCK_GRACE_SECONDS ? 0 : seconds;
}

function bytesOf(ranges: readonly ReadRange[]): number {
  return ranges.reduce((sum, { bytes }) => sum + bytes, 0);
}
