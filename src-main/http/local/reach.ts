import type { FastifyInstance } from 'fastify';
import { optional, parseBoolean, required } from '../present/parse-fields.ts';
import { reachJson } from '../present/reach.ts';
import { bodyOf, callerOf, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** How other devices reach the server. */
export function reachRoutes(app: FastifyInstance, { reach }: HttpServices): void {
  localRoute(app, 'GET reach/', async (request) => reachJson(reach.look(callerOf(request))));

  localRoute(app, 'PUT reach/', async (request) => {
    const body = bodyOf(request);
    required(body, 'on');
    const port = optional(body, 'port');
    const wanted = { isOn: parseBoolean(body, 'on'), port: port === undefined ? null : Number(port) };
    return reachJson(await reach.change(callerOf(request), wanted));
  });

  localRoute(app, 'POST reach/names/', async (request) =>
    reachJson(reach.allow(callerOf(request), required(bodyOf(request), 'name'))),
  );

  localRoute(app, 'DELETE reach/names/:name/', async (request) =>
    reachJson(reach.disallow(callerOf(request), param(request, 'name'))),
  );

  localRoute(app, 'POST reach/names/dismiss/', async (request) =>
    reachJson(reach.dismiss(callerOf(request), required(bodyOf(request), 'name'))),
  );
}
