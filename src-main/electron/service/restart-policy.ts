/** A service that ends by itself is started again this long after; then it is left alone. */
const WAITS_MS = [500, 2_000, 8_000, 30_000] as const;

/** Ends that lie further back have nothing to do with the newest one. */
const REMEMBERED_MS = 10 * 60 * 1_000;

/**
 * How long to wait before the service is started again; null: it ended too often lately, and a person has to look.
 * @param endsMs when it ended unasked, the newest last
 */
export function restartWaitMs(endsMs: readonly number[], nowMs: number): number | null {
  const recent = endsMs.filter((endMs) => nowMs - endMs < REMEMBERED_MS).length;
  return WAITS_MS[Math.max(0, recent - 1)] ?? null;
}
