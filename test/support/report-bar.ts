import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one proof showed, for the list that the test run prints at its end. */
export interface Bar {
  /** What is held, as a person would say it: `kill -9 of a loaded server`. */
  readonly bar: string;
  /** How much has to be shown, in words: `200 cycles, nothing lost`. */
  readonly goal: string;
  /** How much was shown, in words, with the seed where there is one: `200 cycles, 3,412 acknowledged, seed 7`. */
  readonly seen: string;
  /** How often the promise was broken. */
  readonly bad: number;
}

/** One file a bar, so that runners side by side do not meet. */
export const barsFolder = join(import.meta.dirname, '../../test-results/bars');

/** Keeps the figures of a proof until the run is over. The test itself decides whether it passed. */
export function reportBar(bar: Bar): void {
  mkdirSync(barsFolder, { recursive: true });
  const name = bar.bar.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
  writeFileSync(join(barsFolder, `${name}.json`), `${JSON.stringify(bar)}\n`);
}

/** One line for people, from the text of a file that `reportBar` wrote. */
export function describeBar(text: string): string {
  const { bar, goal, seen, bad }: Bar = JSON.parse(text);
  return `${bad === 0 ? 'held' : 'MISSED'}  ${bar}: ${seen}; bad: ${bad} (goal: ${goal})`;
}
