/**
 * Does `work` for every item, at most `lanes` at once. Settles only when no work is left running: after the first
 * failure of a lane that lane stops, the others go on, and the call rejects with that failure.
 */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const shared = items.values();
  const lane = async () => {
    for (const item of shared) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
