import type { FastifyInstance } from 'fastify';
import { reachJson } from '../present/reach.ts';
import { bodyOf, callerOf, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** How other devices reach the server. */
export function reachRoutes(app: FastifyInstance, { reach }: HttpServices): void {
  localRoute(app, 'GET reach/', async (request) => reachJson(reach.look(callerOf(request))));

  localRoute(app, 'PUT reach/', async (request) => {
    const body = bodyOf(request);
    body.required('on');
    const port = body.optional('port');
    const wanted = { isOn: body.boolean('on'), port: port === undefined ? null : Number(port) };
    return reachJson(await reach.change(callerOf(request), wanted));
  });

  localRoute(app, 'POST reach/names/', async (request) =>
    reachJson(reach.allow(callerOf(request), bodyOf(request).required('name'))),
  );

  localRoute(app, 'DELETE reach/names/:name/', async (request) =>
    reachJson(reach.disallow(callerOf(request), param(request, 'name'))),
  );

  localRoute(app, 'POST reach/names/dismiss/', async (request) =>
    reachJson(reach.dismiss(callerOf(request), bodyOf(request).required('name'))),
  );
}
