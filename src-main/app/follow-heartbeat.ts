import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { LOCAL_PREFIX } from '../../src-shared/local-api.ts';
import { every, guarded } from '../engine/scheduling/background.ts';
import { pause } from '../engine/scheduling/pause.ts';
import type { Heartbeat } from '../usecases/upkeep/heartbeat.ts';

const TRY_EVERY_MS = 60 * 60 * 1000;
/** Right after a start the disk has enough to do. */
const FIRST_AFTER_MS = 5 * 60 * 1000;
/** By then linked folders have repaired what they can, and more of the same damage was found. */
const NAMED_AFTER_MS = 10_000;
/** Time between two requests of a user at work. */
const QUIET_MS = 3_000;
/** Longer requests are waiting for something. */
const LONGEST_REQUEST_MS = 10 * 60 * 1000;

export interface FollowedHeartbeat {
  readonly heartbeat: Pick<Heartbeat, 'begin' | 'beat' | 'damageFound' | 'nameDamage'>;
  readonly logger: Logger;
  readonly isBusy: () => boolean;
  readonly firstAfterMs?: number;
  readonly namedAfterMs?: number;
}

/** Reads what is due, soon after the start and then every hour, and reports damage, however it was found. */
export function followHeartbeat(followed: FollowedHeartbeat): {
  readonly damageFound: () => void;
  readonly stop: () => Promise<void>;
} {
  const { heartbeat, logger, isBusy } = followed;
  const { firstAfterMs = FIRST_AFTER_MS, namedAfterMs = NAMED_AFTER_MS } = followed;
  const ending = new AbortController();
  const { signal } = ending;
  const onFault = (err: unknown) => {
    if (!signal.aborted) logger.error({ event: 'heartbeat-failed', err });
  };
  let running: Promise<void> = Promise.resolve();
  const beat = guarded(() => {
    if (signal.aborted) return undefined;
    const beating = heartbeat.beat({ signal, isBusy, wait: (ms) => pause(ms, signal) });
    running = Promise.allSettled([running, beating]).then(() => undefined);
    return beating;
  }, onFault);
  guarded(() => heartbeat.begin(), onFault)();
  const first = setTimeout(beat, firstAfterMs).unref();
  const endTries = every(TRY_EVERY_MS, beat, onFault);
  let naming: NodeJS.Timeout | undefined;
  const name = guarded(() => {
    naming = undefined;
    return heartbeat.nameDamage(signal);
  }, onFault);
  return {
    damageFound: () => {
      heartbeat.damageFound();
      if (!signal.aborted) naming ??= setTimeout(name, namedAfterMs).unref();
    },
    stop: async () => {
      clearTimeout(first);
      clearTimeout(naming);
      endTries();
      ending.abort();
      await running;
    },
  };
}

/** Tells whether a request is running or was a moment ago. */
export function watchRequests(
  server: Pick<EventEmitter, 'on'>,
  nowMs = () => performance.now(),
): () => boolean {
  const open = new Map<ServerResponse, number>();
  let lastMs = Number.NEGATIVE_INFINITY;
  server.on('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    // Open as long as a page is, whether or not it is used.
    if (url.startsWith(`${LOCAL_PREFIX}events/`)) return;
    lastMs = nowMs();
    open.set(response, lastMs);
    response.once('close', () => {
      const sinceMs = open.get(response) ?? 0;
      open.delete(response);
      if (nowMs() - sinceMs < LONGEST_REQUEST_MS) lastMs = nowMs();
    });
  });
  return () => {
    const now = nowMs();
    if (now - lastMs < QUIET_MS) return true;
    return [...open.values()].some((sinceMs) => now - sinceMs < LONGEST_REQUEST_MS);
  };
}
