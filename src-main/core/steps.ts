/** Work that pauses at each `yield`, so that who does it can let others have their turn there. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it in one go. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Lets others have their turn. */
export type Yield = () => Promise<unknown>;

/** Does it step by step, with `yieldToEventLoop` in between; without one, in one go. */
export async function inSteps<T>(steps: Steps<T>, yieldToEventLoop?: Yield): Promise<T> {
  if (yieldToEventLoop === undefined) return inOneGo(steps);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldToEventLoop();
  }
}

/** Some milliseconds of work on rows that takes a microsecond or two for each. */
const ROWS_A_STEP = 2_000;

/** Whether to pause before the row with this number. */
export function isStepDue(at: number): boolean {
  return at % ROWS_A_STEP === ROWS_A_STEP - 1;
}

/** As `rows.map`. */
export function* mapInSteps<T, U>(rows: readonly T[], map: (row: T) => U): Steps<U[]> {
  const mapped: U[] = [];
  for (const [at, row] of rows.entries()) {
    if (isStepDue(at)) yield;
    mapped.push(map(row));
  }
  return mapped;
}

/** As `rows.filter`. */
export function* filterInSteps<T>(rows: readonly T[], keeps: (row: T) => boolean): Steps<T[]> {
  const kept: T[] = [];
  for (const [at, row] of rows.entries()) {
    if (isStepDue(at)) yield;
    if (keeps(row)) kept.push(row);
  }
  return kept;
}

/** As `Map.groupBy`. */
export function* groupInSteps<T>(rows: readonly T[], keyOf: (row: T) => string): Steps<Map<string, T[]>> {
  const groups = new Map<string, T[]>();
  for (const [at, row] of rows.entries()) {
    if (isStepDue(at)) yield;
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Sorted in one go; with the long paths that a tree may hold, some tens of milliseconds. */
const RUN_ROWS = 1_000;

type Compare<T> = (a: T, b: T) => number;

/** As much where rows compare by their numbers or names: fewer runs make less to merge. */
export const SHORT_KEYS_RUN_ROWS = 25_000;

/**
 * As `rows.toSorted`: rows that compare as equal keep their order.
 * @param runRows how many are sorted in one go
 */
export function* sortInSteps<T>(rows: readonly T[], compare: Compare<T>, runRows = RUN_ROWS): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < rows.length; at += runRows) {
    if (at > 0) yield;
    runs.push(rows.slice(at, at + runRows).sort(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [first = [], second = []] = runs.slice(at, at + 2);
      merged.push(yield* merge(first, second, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(first: T[], second: T[], compare: Compare<T>): Steps<T[]> {
  const merged: T[] = [];
  let a = first[0];
  let b = second[0];
  for (let firstAt = 0, secondAt = 0; a !== undefined || b !== undefined; ) {
    if (isStepDue(firstAt + secondAt)) yield;
    if (a !== undefined && (b === undefined || compare(a, b) <= 0)) {
      merged.push(a);
      a = first[++firstAt];
    } else if (b !== undefined) {
      merged.push(b);
      b = second[++secondAt];
    }
  }
  return merged;
}
