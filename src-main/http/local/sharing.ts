import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { optional } from '../present/parse-fields.ts';
import { parseShareRights } from '../present/shares.ts';
import {
  givenLibrary,
  libraryShare,
  parseReceiver,
  receivedLibrary,
  shareTarget,
} from '../present/sharing.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

/** Libraries that people open to each other. */
export function sharingRoutes(app: FastifyInstance, { shareLists, shares, people }: HttpServices): void {
  const part = (request: FastifyRequest) => ({
    from: decodeCursor(queryOf(request).text('cursor')) ?? 0,
    limit: PER_PAGE,
  });

  localRoute(app, 'GET libraries/:library_id/shares/', async (request) => {
    const found = shareLists.ofLibrary(callerOf(request), libraryIdOf(request), part(request));
    return { shares: found.rows.map(libraryShare), total: found.total, cursor: encodeCursor(found.next) };
  });

  localRoute(app, 'GET libraries/:library_id/share-targets/', async (request) => {
    const text = optional(queryOf(request), 'text') ?? '';
    return {
      targets: shareLists.targets(callerOf(request), libraryIdOf(request), text).map(shareTarget),
    };
  });

  localRoute(app, 'PUT libraries/:library_id/shares/', async (request) => {
    const body = bodyOf(request);
    const given = { ...parseReceiver(body), ...parseShareRights(body.text('permission')) };
    shareLists.put(callerOf(request), libraryIdOf(request), given);
    return { success: true };
  });

  localRoute(app, 'DELETE libraries/:library_id/shares/', async (request) => {
    shareLists.end(callerOf(request), libraryIdOf(request), parseReceiver(queryOf(request)));
    return { success: true };
  });

  localRoute(app, 'GET sharing/given/', async (request) => {
    const { rows, next } = shareLists.given(callerOf(request), part(request));
    return { libraries: rows.map((row) => givenLibrary(row, people)), cursor: encodeCursor(next) };
  });

  localRoute(app, 'GET sharing/received/', async (request) => {
    const { rows, next } = shareLists.received(callerOf(request), part(request));
    return { libraries: rows.map(receivedLibrary), cursor: encodeCursor(next) };
  });

  localRoute(app, 'DELETE sharing/received/:library_id/', async (request) => {
    shares.leave(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
