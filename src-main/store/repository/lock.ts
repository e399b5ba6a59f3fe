/** Runs a piece of work when all asked for before it have ended; settles like it. */
export type WithLock = <T>(work: () => Promise<T>) => Promise<T>;

/** One piece of work at a time, in the order asked for; a failed piece does not stop the next. */
export function createLock(): WithLock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
