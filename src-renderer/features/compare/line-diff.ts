import { diffArrays } from 'diff';

/** A stretch of lines: in both texts, or in one of them only. */
export interface LineRun {
  readonly kind: 'same' | 'removed' | 'added';
  readonly count: number;
}

export interface LineDiffRequest {
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly ignoresSpace: boolean;
}

// Texts with little in common take forever, and the result is not worth reading.
const LONGEST_MS = 3_000;

const squeezed = (line: string): string => line.replace(/\s+/g, ' ').trim();

function commonStart(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && left[count] === right[count]) count += 1;
  return count;
}

function commonEnd(left: readonly string[], right: readonly string[], start: number): number {
  const most = Math.min(left.length, right.length) - start;
  let count = 0;
  while (count < most && left[left.length - 1 - count] === right[right.length - 1 - count]) count += 1;
  return count;
}

function middleRuns(left: string[], right: string[]): LineRun[] {
  if (left.length === 0 || right.length === 0) return replaced(left.length, right.length);
  const found = diffArrays(left, right, { timeout: LONGEST_MS });
  if (found === undefined) return replaced(left.length, right.length);
  return found.map(({ added, removed, count }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    count,
  }));
}

function replaced(removed: number, added: number): LineRun[] {
  return [
    { kind: 'removed', count: removed },
    { kind: 'added', count: added },
  ];
}

/** How one list of lines became the other: runs in order, none of them empty. */
export function lineDiff({ left, right, ignoresSpace }: LineDiffRequest): LineRun[] {
  const before = ignoresSpace ? left.map(squeezed) : [...left];
  const after = ignoresSpace ? right.map(squeezed) : [...right];
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const runs: LineRun[] = [
    { kind: 'same', count: start },
    ...middleRuns(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'same', count: end },
  ];
  return runs.filter(({ count }) => count > 0);
}

/** The lines of a text; a line end at the very end starts no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
