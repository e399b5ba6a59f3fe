/** What is done with an item whose name something else has. */
export type ClashChoice = 'replace' | 'keep-both' | 'skip';

export interface Clash {
  readonly key: string;
  readonly name: string;
  /** Where, and what has the name. */
  readonly note: string;
}

/** A question about clashes that waits for its answer; the answer is null when nothing is to be done at all. */
export interface ClashQuestion {
  readonly clashes: readonly Clash[];
  readonly answer: (choices: ReadonlyMap<string, ClashChoice> | null) => void;
}
