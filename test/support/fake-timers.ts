/** Timers that run when the test moves the time on. */
export function fakeTimers() {
  let nowMs = 0;
  let waiting: { atMs: number; work: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    nowSeconds: () => Math.floor(nowMs / 1000),
    /** How long the waits are that nothing has cancelled, in the order in which they began. */
    waits: () => waiting.map(({ atMs }) => atMs - nowMs),
    after(delayMs: number, work: () => void) {
      const entry = { atMs: nowMs + delayMs, work };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    advance(ms: number) {
      nowMs += ms;
      const due = waiting.filter((entry) => entry.atMs <= nowMs);
      waiting = waiting.filter((entry) => entry.atMs > nowMs);
      for (const { work } of due) work();
    },
  };
}
