// A call takes 10,000 names, and a body of 1 MiB.
const NAMES_AT_ONCE = 10_000;
const CHARACTERS_AT_ONCE = 200_000;

/** Names or paths in parts that one call each takes, in their order. A character is at most three bytes in a body. */
export function nameBatches(names: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let characters = 0;
  for (const name of names) {
    const isFull = batch.length === NAMES_AT_ONCE || characters + name.length > CHARACTERS_AT_ONCE;
    if (batch.length === 0 || isFull) {
      batch = [];
      characters = 0;
      batches.push(batch);
    }
    batch.push(name);
    characters += name.length;
  }
  return batches;
}
