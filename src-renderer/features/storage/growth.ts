const STEPS: readonly number[] = [1, 2, 4, 5, 8, 10];

/** The top of a scale whose half is a round number too, at or above what is shown. */
export function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return (STEPS.find((step) => step * unit >= most) ?? 10) * unit;
}
