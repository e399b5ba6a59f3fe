import { channel, subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** One method of one address that the application answers. */
export interface KnownRoute {
  readonly method: string;
  /** As registered: with parameters and a slash at the end. */
  readonly pattern: string;
}

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
    fastify.addHook('onRoute', ({ method, url }) => {
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
