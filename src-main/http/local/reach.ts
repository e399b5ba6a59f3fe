import type { FastifyInstance } from 'fastify';
import type { ReachJson } from '../../../src-shared/reach-api.ts';
import type { ReachView } from '../../usecases/upkeep/reach.ts';
import { bodyOf, callerOf, param, queryOf } from '../request-context.ts';
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
    reachJson(reach.add(callerOf(request), 'name', bodyOf(request).required('name'))),
  );

  localRoute(app, 'DELETE reach/names/:name/', async (request) =>
    reachJson(reach.remove(callerOf(request), 'name', param(request, 'name'))),
  );

  localRoute(app, 'POST reach/public-urls/', async (request) =>
    reachJson(reach.add(callerOf(request), 'public-url', bodyOf(request).required('url'))),
  );

  localRoute(app, 'DELETE reach/public-urls/', async (request) =>
    reachJson(reach.remove(callerOf(request), 'public-url', queryOf(request).required('url'))),
  );

  localRoute(app, 'POST reach/proxies/', async (request) =>
    reachJson(reach.add(callerOf(request), 'proxy', bodyOf(request).required('address'))),
  );

  localRoute(app, 'DELETE reach/proxies/:address/', async (request) =>
    reachJson(reach.remove(callerOf(request), 'proxy', param(request, 'address'))),
  );

  localRoute(app, 'POST reach/names/dismiss/', async (request) =>
    reachJson(reach.dismiss(callerOf(request), bodyOf(request).required('name'))),
  );
}

function reachJson(view: ReachView): ReachJson {
  return {
    on: view.isWanted,
    by_command: view.isByCommand,
    state: view.state,
    failure: view.failure,
    port: view.port,
    addresses: [...view.addresses],
    fingerprint: view.fingerprint,
    key_pin: view.keyPin,
    own_certificate: view.isOwnCertificate,
    certificate_problem: view.certificateProblem,
    has_password: view.hasPassword,
    allowed_names: [...view.entries.name],
    public_urls: [...view.entries['public-url']],
    proxies: [...view.entries.proxy],
    given: {
      names: [...view.givenEntries.name],
      public_urls: [...view.givenEntries['public-url']],
      proxies: [...view.givenEntries.proxy],
    },
    refused_names: view.refusedNames.map(({ name, lastAtSeconds, calls }) => ({
      name,
      last_at: lastAtSeconds,
      calls,
    })),
  };
}
