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
