/**
 * A part of the order in which all objects lie: what comes behind the range before, up to and with `upTo`. Whatever is in
 * it was read and verified, or was written, at or after `sinceSeconds`: what came in after it was read is newer than that.
 */
export interface ReadRange {
  readonly upTo: string;
  /** 0: some of it was never read. */
  readonly sinceSeconds: number;
  /** Of the objects in it, when they were counted last. */
  readonly bytes: number;
}

/** What is to be read next: behind `after`, up to and with `upTo`. */
export interface DueRead {
  readonly after: string;
  readonly upTo: string;
}

/** How much of what is stored was read not long ago. */
export interface ReadCoverage {
  readonly bytes: number;
  /** Of what was not read, or written, within `READ_WITHIN_SECONDS`. */
  readonly overdueBytes: number;
  /** Everything was read, or written, since then; 0: not everything was. */
  readonly oldestSeconds: number;
  /** When anything was read last; 0: nothing was. */
  readonly newestSeconds: number;
}

/** Behind every object: ids of libraries begin with a hexadecimal digit. */
export const LAST_POSITION = '~';

const DAY_SECONDS = 86_400;
/** Everything is read once in so long; a month has a little more, so that a day without power makes nobody wait. */
const ROUND_DAYS = 28;
/** What was read longer ago counts as not looked at. */
export const READ_WITHIN_SECONDS = 30 * DAY_SECONDS;
/** A share of what is overdue that is read in a day: who was away for long is not met by days of reading. */
const OVERDUE_SHARE = 3;
/** Clocks are set by so much without anybody noticing. */
const CLOCK_GRACE_SECONDS = 3_600;

/** Of a store that nothing was noted of. */
export function unreadRanges(sinceSeconds: number): readonly ReadRange[] {
  return [{ upTo: LAST_POSITION, sinceSeconds, bytes: 0 }];
}

/** What was read longest ago. */
export function nextRead(ranges: readonly ReadRange[], nowSeconds: number): DueRead {
  let oldest = 0;
  for (const [at, range] of ranges.entries())
    if (believed(range, nowSeconds) < believed(ranges[oldest], nowSeconds)) oldest = at;
  return { after: ranges[oldest - 1]?.upTo ?? '', upTo: ranges[oldest]?.upTo ?? LAST_POSITION };
}

/**
 * How many bytes are to be read now: a day's share of everything, or a third of what is overdue, less what was read within
 * the last day.
 */
export function bytesDue(ranges: readonly ReadRange[], nowSeconds: number): number {
  const isOlder = (days: number) => (range: ReadRange) =>
    nowSeconds - believed(range, nowSeconds) >= days * DAY_SECONDS;
  const total = bytesOf(ranges);
  const old = bytesOf(ranges.filter(isOlder(1)));
  const overdue = bytesOf(ranges.filter(isOlder(ROUND_DAYS)));
  const wanted = Math.max(total / ROUND_DAYS, overdue / OVERDUE_SHARE);
  return Math.ceil(Math.min(old, Math.max(0, wanted - (total - old))));
}

/** As `ranges`, once a part of one of them has been read. What follows in a day what was read before it joins that. */
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

/** The range at a place and the one before it as one, where they were read on one day. The older time holds for both. */
function joined(ranges: readonly ReadRange[], at: number): readonly ReadRange[] {
  const [before, range] = [ranges[at - 1], ranges[at]];
  if (before === undefined || range === undefined) return ranges;
  const apart = range.sinceSeconds - before.sinceSeconds;
  if (apart < 0 || apart >= DAY_SECONDS) return ranges;
  const one = { ...range, sinceSeconds: before.sinceSeconds, bytes: before.bytes + range.bytes };
  return ranges.toSpliced(at - 1, 2, one);
}

/** What a clock noted that was ahead says nothing. */
function believed(range: ReadRange | undefined, nowSeconds: number): number {
  const seconds = range?.sinceSeconds ?? 0;
  return seconds > nowSeconds + CLOCK_GRACE_SECONDS ? 0 : seconds;
}

function bytesOf(ranges: readonly ReadRange[]): number {
  return ranges.reduce((sum, { bytes }) => sum + bytes, 0);
}
