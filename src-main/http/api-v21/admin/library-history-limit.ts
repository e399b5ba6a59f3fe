import type { FastifyInstance } from 'fastify';
import { requiredInteger } from '../../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const PATH = `/libraries/${LIBRARY}/history-limit/`;

export function libraryHistoryLimitRoutes(app: FastifyInstance, { adminLibraries }: HttpServices): void {
  app.get(PATH, async (request) => ({
    keep_days: adminLibraries.retention(callerOf(request), libraryIdOf(request)),
  }));

  app.put(PATH, async (request) => {
    // An unknown library is answered before what is wrong with the number.
    adminLibraries.retention(callerOf(request), libraryIdOf(request));
    const keepDays = requiredInteger(bodyOf(request), 'keep_days');
    return { keep_days: adminLibraries.setRetention(callerOf(request), libraryIdOf(request), keepDays) };
  });
}
