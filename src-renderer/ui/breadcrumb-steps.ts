/** The first step and the last two are shown where there are more, and those between them in a menu. */
const MOST_SHOWN = 4;

/** Steps of a path as one line has room for them: the first, those in a menu, and the last. */
export function shownSteps<Step>(steps: readonly Step[]): {
  readonly first: readonly Step[];
  readonly hidden: readonly Step[];
  readonly last: readonly Step[];
} {
  if (steps.length <= MOST_SHOWN) return { first: steps, hidden: [], last: [] };
  return { first: steps.slice(0, 1), hidden: steps.slice(1, -2), last: steps.slice(-2) };
}
