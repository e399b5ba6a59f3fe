import { channel, subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** One method of one address that the application answers. */
export interface KnownRoute {
  readonly method: string;
  /** As registered: with parameters and a slash at the end. */
  readonly pattern: string;
}

/**
 * What is answered without an account. Each of them checks by itself who may use it, as links do, or tells nothing about any
 * user.
 */
export const OPEN_ROUTES: readonly string[] = [
  'GET /api2/ping/',
  'HEAD /api2/ping/',
  'GET /api2/server-info/',
  'HEAD /api2/server-info/',
  'POST /api2/auth-token/',
  'GET /api/local/v1/commands/',
  'HEAD /api/local/v1/commands/',
  'POST /api/local/v1/session/',
  'GET /seafhttp/files/:token/*',
  'HEAD /seafhttp/files/:token/*',
  'POST /seafhttp/upload-api/:token',
  'POST /seafhttp/upload-aj/:token',
  'POST /seafhttp/update-api/:token',
  'POST /seafhttp/update-aj/:token',
  'GET /seafhttp/zip/:token',
  'GET /seafhttp/protocol-version',
  'GET /seafhttp/accessible-repos',
  'POST /seafhttp/repo/head-commits-multi',
  'GET /f/:token/',
  'HEAD /f/:token/',
  'POST /f/:token/',
  'GET /d/:token/',
  'HEAD /d/:token/',
  'POST /d/:token/',
  'GET /d/:token/files/',
  'HEAD /d/:token/files/',
  'GET /d/:token/thumbnail/',
  'HEAD /d/:token/thumbnail/',
  'GET /d/:token/zip/',
  'HEAD /d/:token/zip/',
  'GET /d/:token/upload/',
  'HEAD /d/:token/upload/',
  'GET /u/d/:token/',
  'HEAD /u/d/:token/',
  'POST /u/d/:token/',
  'POST /d/:token/upload/',
  'POST /u/d/:token/upload/',
  'GET /api/v2.1/upload-links/:token/upload/',
  'HEAD /api/v2.1/upload-links/:token/upload/',
  'GET /api/v2.1/query-zip-progress/',
  'HEAD /api/v2.1/query-zip-progress/',
  'POST /api/v2.1/cancel-zip-task/',
  'GET /link-page.js',
  'HEAD /link-page.js',
  'GET /media/avatars/default.png',
  'HEAD /media/avatars/default.png',
  'GET /client-login/',
  'HEAD /client-login/',
  'GET /library/*',
  'HEAD /library/*',
  'GET /lib/*',
  'HEAD /lib/*',
  'GET /repo/*',
  'HEAD /repo/*',
  'GET /smart-link/*',
  'HEAD /smart-link/*',
  'GET /profile/',
  'HEAD /profile/',
  'GET /notification/ping',
  'HEAD /notification/ping',
  'GET /notification',
  'OPTIONS /dav',
  'OPTIONS /dav/*',
  'OPTIONS /seafdav',
  'OPTIONS /seafdav/*',
];

/** Where routes of an application in another process are announced, all at once. */
export const routesElsewhere = channel('keepfold.test.routes');

/**
 * The routes that every application started after this call registers, as they come in: fastify announces new servers,
 * so that nothing has to be opened up for tests.
 */
export function watchKnownRoutes(): readonly KnownRoute[] {
  const routes: KnownRoute[] = [];
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    const registered: RouteOptions[] = [];
    fastify.addHook('onRoute', (route) => void registered.push(route));
    // What the application's own hooks make of a route is known only after this one.
    fastify.addHook('onReady', async () => {
      for (const { method, url } of registered)
        for (const one of [method].flat()) routes.push({ method: one, pattern: url });
    });
  });
  routesElsewhere.subscribe((elsewhere) => routes.push(...(elsewhere as readonly KnownRoute[])));
  return routes;
}

/** A value for each parameter that patterns have: of a library that is there, and of nothing else that is. */
export const sampleParameters = (libraryId: string) => ({
  library_id: libraryId,
  commit_id: 'c'.repeat(40),
  object_id: 'b'.repeat(40),
  group_id: '4711',
  email: 'nobody@example.com',
  folder_id: '00000000-0000-4000-8000-000000000000',
  device_id: 'd'.repeat(40),
  job_id: '00000000-0000-4000-8000-000000000000',
  task_id: '00000000-0000-4000-8000-000000000000',
  token: '00000000-0000-4000-8000-000000000000',
  size: '64',
  name: 'nas.example.org',
  app_name: 'nothing',
  address: '192.0.2.1',
});

/** An address of the pattern. */
export function addressOf(pattern: string, parameters: Readonly<Record<string, string>>): string {
  return pattern
    .split('/')
    .map((segment) => {
      if (segment === '*') return 'anything';
      const name = /^:(\w+)/.exec(segment)?.[1];
      if (name === undefined) return segment;
      const value = parameters[name];
      if (value === undefined) throw new Error(`no value for the parameter ${name} of ${pattern}`);
      return encodeURIComponent(value);
    })
    .join('/');
}

/** Whether the pattern takes the address, which another one may take as well. */
export function takesAddress(pattern: string, address: string): boolean {
  const given = address.split('/').map(decodeURIComponent);
  const wanted = pattern.split('/');
  if (wanted.at(-1) !== '*' && wanted.length !== given.length) return false;
  return wanted.every((segment, at) => {
    const rule = /^:\w+(?:\((.*)\))?$/.exec(segment);
    if (rule === null) return segment === '*' || segment === given[at];
    return new RegExp(rule[1] ?? '.').test(given[at] ?? '');
  });
}
