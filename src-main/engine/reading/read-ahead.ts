/** Where code that reads for a client asks for memory first. */
export interface ReadingMemory {
  /**
   * Resolves when there is so much.
   * @throws DomainError `busy` when the caller has given up
   */
  take(bytes: number): Promise<void>;
  /** What was taken before. */
  give(bytes: number): void;
  /** Whether there is enough for reading what is not wanted yet. */
  hasPlenty(): boolean;
}

/** For reading that is bounded otherwise. */
export const UNCOUNTED: ReadingMemory = {
  take: async () => undefined,
  give: () => undefined,
  hasPlenty: () => true,
};

/** One is hashed and one is read while the one before is sent; 10 MiB each at most. */
const MOST_AHEAD = 2;

/** With more readers than this each keeps only what it sends: there is always one whose next block is wanted. */
const MOST_READERS_AHEAD = 8;

let readers = 0;

/**
 * What `read` gives for each item, in their order, with a few read before they are asked for.
 * @param mayReadAhead asked before each
 */
export async function* readAhead<Item, Read>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Read>,
  mayReadAhead: () => boolean = () => true,
): AsyncGenerator<Read, void, undefined> {
  const ahead: Promise<Read>[] = [];
  readers += 1;
  try {
    for (const item of items) {
      const reading = read(item);
      // Thrown where it is awaited: perhaps long after it failed, or never if reading ends before.
      reading.then(undefined, () => undefined);
      ahead.push(reading);
      const most = readers > MOST_READERS_AHEAD || !mayReadAhead() ? 0 : MOST_AHEAD;
      for (const next of ahead.splice(0, Math.max(0, ahead.length - most))) yield await next;
    }
    for (const next of ahead) yield await next;
  } finally {
    readers -= 1;
  }
}
