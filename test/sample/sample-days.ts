import type { SeededNumbers } from '../support/seeded-numbers.ts';
import type { StoryTime } from './sample-step.ts';

const DAY_SECONDS = 86_400;

/** A moment of a waking day, so many days after the start. */
export function momentOf(numbers: SeededNumbers, { fromSeconds }: StoryTime, day: number): number {
  return fromSeconds + day * DAY_SECONDS + 7 * 3_600 + numbers.below(14 * 3_600);
}

export function dayCount({ fromSeconds, untilSeconds }: StoryTime): number {
  // The last day is left out, so that no moment lies after the end.
  return Math.floor((untilSeconds - fromSeconds) / DAY_SECONDS) - 1;
}

/** The day of a moment, for names of folders. */
export function dateOf(seconds: number): { year: string; month: string; date: string } {
  const date = new Date(seconds * 1_000).toISOString().slice(0, 10);
  const [year = '', month = ''] = date.split('-');
  return { year, month, date };
}
