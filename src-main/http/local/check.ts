import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { checkReport } from '../present/check-report.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { bodyOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Seconds after which it makes sense to ask again while a check runs. */
const RETRY_SECONDS = 5;

/** One check at a time: a full one reads everything there is. */
export function checkRoutes(app: FastifyInstance, { check }: HttpServices): void {
  let isRunning = false;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  localRoute(app, 'POST check/', async (request) => {
    const full = parseBoolean(bodyOf(request), 'full');
    if (isRunning) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    isRunning = true;
    try {
      return checkReport(await check({ full, signal: stopping.signal }));
    } finally {
      isRunning = false;
    }
  });
}
