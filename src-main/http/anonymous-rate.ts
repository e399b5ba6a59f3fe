import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../core/errors.ts';
import { ANONYMOUS_CALLS_PER_MINUTE, ANONYMOUS_CALLS_PER_MINUTE_OF_LOOPBACK } from '../core/limits.ts';
import { addressOf, LOOPBACK } from './client-address.ts';
import { SURFACE_ACCESS } from './declared-routes.ts';
import { pathOf, type Surface, surfaceOf } from './surface.ts';

/**
 * Addresses with a token that an account asked for, and those of files and pictures of the pages, which cost nothing. Small
 * pictures on a page for visitors are not counted either: a page has hundreds of them, and those that wait to be made are
 * bounded.
 */
const UNCOUNTED: ReadonlySet<Surface> = new Set(['transfer', 'ui']);

/** Refuses who calls too often without an account, by address. For after the check of where a request comes from. */
export function limitAnonymousCalls(app: FastifyInstance): void {
  const duration = 60;
  const remote = new RateLimiterMemory({ points: ANONYMOUS_CALLS_PER_MINUTE, duration });
  const loopback = new RateLimiterMemory({ points: ANONYMOUS_CALLS_PER_MINUTE_OF_LOOPBACK, duration });
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    const address = addressOf(request);
    try {
      await (address === LOOPBACK ? loopback : remote).consume(address);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new DomainError('throttled', { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000) });
    }
  });
}

function isCounted({ raw, routeOptions }: FastifyRequest): boolean {
  const surface = surfaceOf(pathOf(raw.url ?? ''));
  if (UNCOUNTED.has(surface) || routeOptions.config.isPartOfPage === true) return false;
  return (routeOptions.config.access ?? SURFACE_ACCESS[surface]) === 'anonymous';
}
