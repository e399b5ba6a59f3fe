const STEPS: readonly number[] = [1, 2, 4, 5, 8, 10];

/** The top of a scale: a round number at or above what is shown, whose half is round too. */
export function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return (STEPS.find((step) => step * unit >= most) ?? 10) * unit;
}
