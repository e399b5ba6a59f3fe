/** What to do with an item whose name is taken. */
export type ClashChoice = 'replace' | 'keep-both' | 'skip';

export interface Clash {
  readonly key: string;
  readonly name: string;
  /** Where, and the item that has the name. */
  readonly note: string;
}

/** A question about clashes that waits for its answer; the answer is null to do nothing at all. */
export interface ClashQuestion {
  readonly clashes: readonly Clash[];
  readonly answer: (choices: ReadonlyMap<string, ClashChoice> | null) => void;
}
