import { subscribe } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { watchKnownRoutes } from '../known-routes.ts';

// Loaded with --import into the process of the service: tells its parent which routes it has, before it says that it runs.

if (isMainThread) {
  const routes = watchKnownRoutes();
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onReady', async () => {
      process.send?.({ kind: 'routes', routes });
    });
  });
}
