import type { FastifyInstance } from 'fastify';
import { requiredInteger } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/history-limit/`;

export function repoHistoryLimitRoutes(app: FastifyInstance, { libraries }: HttpServices): void {
  app.get(PATH, async (request) => ({
    keep_days: libraries.retention(callerOf(request), libraryIdOf(request)),
  }));

  app.put(PATH, async (request) => {
    // Whether the caller may at all is answered before what is wrong with the number.
    libraries.retention(callerOf(request), libraryIdOf(request));
    const keepDays = requiredInteger(bodyOf(request), 'keep_days');
    return { keep_days: libraries.setRetention(callerOf(request), libraryIdOf(request), keepDays) };
  });
}
