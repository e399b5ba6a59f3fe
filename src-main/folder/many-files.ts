/** From this many lost files on, a deletion is held until a person accepts it. */
const MANY_FILES = 500;

/** So is half of a folder, unless it holds fewer files than a person has an eye on. */
export const FEW_FILES = 10;

/** A deletion that takes its time comes in slices, which count together. */
const WINDOW_MS = 60_000;

/** Removals that passed together without asking the user. */
interface LetGo {
  readonly atMs: number;
}

/** Those of the last minute; a clock that was set back ends the minute too. */
export function ofLastMinute<T extends LetGo>(before: readonly T[], nowMs: number): T[] {
  return before.filter(({ atMs }) => Math.abs(nowMs - atMs) < WINDOW_MS);
}

/** Whether so many files go that a person should say so. */
export function isTooMany(
  lostFiles: number,
  { atStake, isSmall }: { readonly atStake: number; readonly isSmall: boolean },
): boolean {
  return lostFiles >= MANY_FILES || (!isSmall && lostFiles * 2 >= atStake);
}
