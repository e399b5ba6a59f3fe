import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { largestFile, libraryBytes, retentionPlan, sizedFolder } from '../present/storage.ts';
import { callerOf, libraryIdOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** What one library takes. */
export function storageRoutes(
  app: FastifyInstance,
  { upkeep: { libraryStorage, itemSizes } }: Pick<HttpServices, 'upkeep'>,
): void {
  localRoute(app, 'GET libraries/:library_id/storage/', async (request, reply) => {
    const id = libraryIdOf(request);
    const wanted = { isFresh: queryOf(request).boolean('fresh'), signal: untilGone(reply) };
    return libraryBytes(id, await libraryStorage.bytes(callerOf(request), id, wanted));
  });

  localRoute(app, 'GET libraries/:library_id/storage/retention/', async (request, reply) => {
    const wanted = { id: libraryIdOf(request), keepDays: queryOf(request).requiredInteger('keep_days') };
    return retentionPlan(await libraryStorage.retention(callerOf(request), wanted, untilGone(reply)));
  });

  localRoute(app, 'GET libraries/:library_id/storage/folder/', async (request, reply) => {
    const path = parsePath(queryOf(request).text('path') ?? '/');
    const id = libraryIdOf(request);
    return sizedFolder(path, await itemSizes.folder(callerOf(request), { id, path }, untilGone(reply)));
  });

  localRoute(app, 'GET libraries/:library_id/storage/largest/', async (request, reply) => {
    const files = await itemSizes.largest(callerOf(request), libraryIdOf(request), untilGone(reply));
    return { files: files.map(largestFile) };
  });

  localRoute(app, 'GET libraries/:library_id/storage/growth/', async (request, reply) => {
    const sizes = await itemSizes.growth(callerOf(request), libraryIdOf(request), untilGone(reply));
    return { sizes: sizes.map(({ atSeconds, ...size }) => ({ at: atSeconds, ...size })) };
  });
}
