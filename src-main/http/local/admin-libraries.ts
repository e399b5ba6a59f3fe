import type { FastifyInstance } from 'fastify';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { hasOwnerLike, localContext, localLibrary, parseAdminSort } from '../present/local-libraries.ts';
import { callerOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

/** Every library of the server. */
export function adminLibraryRoutes(app: FastifyInstance, services: HttpServices): void {
  const { adminLibraries } = services;

  localRoute(app, 'GET admin/libraries/', async (request) => {
    const caller = callerOf(request);
    const query = queryOf(request);
    const start = decodeCursor(query.text('cursor')) ?? 0;
    const context = localContext(services, caller);
    const found = adminLibraries.search(caller, query.text('search') ?? '', null).libraries;
    const rows = found
      .map((view) => localLibrary(view, context))
      .filter(hasOwnerLike(query.text('owner') ?? ''));
    const end = start + PER_PAGE;
    return {
      libraries: rows.sort(parseAdminSort(query)).slice(start, end),
      cursor: encodeCursor(end < rows.length ? end : null),
    };
  });
}
