/** Gets the errors of work in the background. */
export type FaultListener = (error: unknown) => void;

/**
 * `work` such that nothing it throws ends the process, as an error in a timer or in a listener does. A full or read-only
 * disk may be mended by the next run.
 */
export function guarded<Args extends readonly unknown[]>(
  work: (...args: Args) => unknown,
  onFault: FaultListener,
): (...args: Args) => void {
  return (...args) => {
    new Promise((resolve) => resolve(work(...args))).catch(onFault);
  };
}

/** Runs guarded work at intervals, without keeping the process alive. The returned function ends that. */
export function every(intervalMs: number, work: () => unknown, onFault: FaultListener): () => void {
  const timer = setInterval(guarded(work, onFault), intervalMs).unref();
  return () => clearInterval(timer);
}

/**
 * Notes when a token was shown. Where the database cannot be written, the client is answered anyway, so that the reason
 * can be read: the next use notes it, and what has to be written says what is wrong.
 * @throws what is no refusal of the database
 */
export function noteIfWritable(note: () => void): void {
  try {
    note();
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
    if (!isRefused) throw error;
  }
}
