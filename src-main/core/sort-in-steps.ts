import { isStepDue, type Steps } from './steps.ts';

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
