export interface GroupCommit {
  /** Settles like a run of the work that began after the call. Calls made while a run is under way share the next. */
  run(): Promise<void>;
  /** Settles like the run under way, or like a new one when there is none. Covers nothing in particular. */
  join(): Promise<void>;
  /** Resolves when no run is under way or waiting, however the last one ended. */
  settled(): Promise<void>;
}

/** Runs `work` one at a time for many callers: one batch of fsyncs serves all who came while the last one ran. */
export function createGroupCommit(work: () => Promise<void>): GroupCommit {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function begin(): Promise<void> {
    next = null;
    const run = work().finally(() => {
      // With a next run waiting, `running` stays set: a call in the moment between the two must not start a third.
      if (next === null) running = null;
    });
    running = run;
    return run;
  }

  return {
    run() {
      if (running === null) return begin();
      next ??= running.then(begin, begin);
      return next;
    },
    join: () => running ?? begin(),
    async settled() {
      while (running !== null) await Promise.allSettled([running, next]);
    },
  };
}
