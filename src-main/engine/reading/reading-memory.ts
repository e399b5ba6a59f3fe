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
