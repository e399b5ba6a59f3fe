/**
 * Does `work` for every item, at most `lanes` at once. Settles only when no work is left running: after the first
 * failure of a lane that lane stops, and the call rejects with that failure. The other lanes go on with a list; a
 * generator is ended, and they with it.
 */
export async function inLanes<T>(
  items: readonly T[] | AsyncGenerator<T>,
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const shared = Array.isArray(items) ? items.values() : items;
  const lane = async () => {
    for await (const item of shared) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
