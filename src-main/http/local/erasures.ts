import type { FastifyInstance } from 'fastify';
import { parseCommitId } from '../declared-fields.ts';
import { parseErasedItem, presentErasurePlan, presentErasures } from '../present/erasures.ts';
import { bodyOf, callerOf, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Taking items out of all of a history. */
export function erasureRoutes(app: FastifyInstance, { history: { erasures } }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/erasures/', async (request) =>
    presentErasures(erasures.list(callerOf(request), libraryIdOf(request))),
  );

  localRoute(app, 'POST libraries/:library_id/erasures/plan/', async (request) => {
    const item = parseErasedItem(bodyOf(request));
    return presentErasurePlan(await erasures.plan(callerOf(request), libraryIdOf(request), item));
  });

  localRoute(app, 'POST libraries/:library_id/erasures/', async (request) => {
    const body = bodyOf(request);
    const order = {
      item: parseErasedItem(body),
      onto: parseCommitId(body.required('head'), 'head'),
      libraryName: body.required('library_name'),
    };
    return presentErasures(erasures.start(callerOf(request), libraryIdOf(request), order));
  });
}
