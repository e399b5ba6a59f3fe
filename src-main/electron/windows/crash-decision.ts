/** A page that ended this long after the one before it ended for another reason. */
const REMEMBERED_MS = 10 * 60 * 1_000;

/** What to do about a page whose process is gone. `nothing`: it waits until the user opens the app. */
export type CrashDecision = 'load-again' | 'error-page' | 'nothing';

/** Once could be chance and is mended without a word; a page that ends again would end for ever. */
export function decideAfterCrash(facts: {
  /** Why it is gone, in Electron’s words. */
  readonly reason: string;
  readonly isErrorPage: boolean;
  /** When a page ended before; null: none did. */
  readonly lastMs: number | null;
  readonly nowMs: number;
}): CrashDecision {
  const { reason, isErrorPage, lastMs, nowMs } = facts;
  if (reason === 'clean-exit' || isErrorPage) return 'nothing';
  return lastMs === null || nowMs - lastMs >= REMEMBERED_MS ? 'load-again' : 'error-page';
}
