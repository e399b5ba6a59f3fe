import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventHub } from '../engine/event-hub.ts';
import type { SearchFollower } from '../engine/reading/search-follower.ts';
import { every } from '../engine/scheduling/background.ts';

/** Short enough that saved files are found soon; changes at the same time are read together. */
const QUIET_MS = 700;
/** While commits follow each other, as in a first import, they come first: the index catches up after them. */
const LONGEST_QUIET_MS = 10_000;
/** There is no event when retention drops history. */
const SWEEP_EVERY_MS = 60 * 60 * 1000;
/** One millisecond for others per millisecond of work: half a processor at most. */
const REST_SHARE = 1;
/** A computer that slept in between must not make the index rest as long. */
const MOST_REST_MS = 1_000;

/** A large import comes first for this long; files saved meanwhile are found later. */
const LONGEST_BUSY_MS = 60_000;
const BUSY_LOOK_MS = 250;

export interface FollowedSearch {
  readonly follower: SearchFollower;
  readonly events: Pick<EventHub, 'subscribe'>;
  readonly logger: Logger;
  /** Whether many files are being read or written; for few, indexing does not wait. */
  readonly isBusy: () => boolean;
  readonly longestBusyMs?: number;
}

/** Lets the search index follow the heads for as long as the service runs. */
export function followSearch(followed: FollowedSearch): { readonly stop: () => Promise<void> } {
  const { follower, events, logger, isBusy, longestBusyMs = LONGEST_BUSY_MS } = followed;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  /** When the first waiting change came. */
  let waitsSinceMs = 0;
  let isWanted = false;
  let running: Promise<void> | null = null;
  let busySinceMs: number | null = null;

  /** Waits while folders are busy, unless they never come to rest. */
  async function untilRest(): Promise<void> {
    while (isBusy()) {
      busySinceMs ??= performance.now();
      if (ending.signal.aborted || performance.now() - busySinceMs > longestBusyMs) return;
      await wait(BUSY_LOOK_MS);
    }
    busySinceMs = null;
  }

  async function run(): Promise<void> {
    while (isWanted && !ending.signal.aborted) {
      isWanted = false;
      try {
        await untilRest();
        if (!ending.signal.aborted)
          await follower.follow({ signal: ending.signal, rest: restAfterWork(untilRest) });
      } catch (err) {
        // Tried again with the next change.
        logger.error({ event: 'search-index-failed', err });
      }
    }
  }

  /** An earlier run may have covered the change that the timer was set for. */
  function begin(): void {
    if (!isWanted || running !== null) return;
    running = run().finally(() => {
      running = null;
    });
  }

  function soon(): void {
    isWanted = true;
    if (ending.signal.aborted) return;
    if (timer === null) waitsSinceMs = performance.now();
    else clearTimeout(timer);
    const leftMs = Math.max(0, waitsSinceMs + LONGEST_QUIET_MS - performance.now());
    timer = setTimeout(
      () => {
        timer = null;
        begin();
      },
      Math.min(QUIET_MS, leftMs),
    );
    timer.unref();
  }

  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'library' || event.type === 'libraries') soon();
  });
  const endSweeps = every(SWEEP_EVERY_MS, soon, (err) => logger.error({ event: 'search-index-failed', err }));
  soon();

  return {
    stop: async () => {
      unsubscribe();
      endSweeps();
      if (timer !== null) clearTimeout(timer);
      ending.abort();
      await running;
    },
  };
}

function restAfterWork(untilRest: () => Promise<void>): () => Promise<void> {
  let resumedAt = performance.now();
  return async () => {
    const workedMs = performance.now() - resumedAt;
    await wait(Math.min(MOST_REST_MS, workedMs * REST_SHARE));
    await untilRest();
    resumedAt = performance.now();
  };
}
