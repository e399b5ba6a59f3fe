import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { optional, parseLibraryId, required } from '../present/parse-fields.ts';
import { parseChangedLink, parseNewLink, publicLink } from '../present/sharing.ts';
import { bodyOf, callerOf, param, queryOf } from '../request-context.ts';
import { linkOriginOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

/** Links of the caller for people without an account. */
export function shareLinkRoutes(app: FastifyInstance, { shareLinks, clock }: HttpServices): void {
  localRoute(app, 'GET public-links/', async (request) => {
    const query = queryOf(request);
    const [library, path] = [optional(query, 'library'), optional(query, 'path')];
    const kind = optional(query, 'kind');
    const { views, next } = await shareLinks.page(callerOf(request), {
      ...(library === undefined ? {} : { libraryId: parseLibraryId(library, 'library') }),
      ...(path === undefined ? {} : { path: parsePath(path) }),
      ...(kind === undefined ? {} : { kind }),
      from: decodeCursor(optional(query, 'cursor')) ?? 0,
      limit: PER_PAGE,
    });
    return {
      links: views.map((view) => publicLink(view, linkOriginOf(request))),
      cursor: encodeCursor(next),
    };
  });

  localRoute(app, 'POST public-links/', async (request) => {
    const body = bodyOf(request);
    const wanted = parseNewLink(body, clock.nowSeconds());
    const made = await shareLinks.create(callerOf(request), required(body, 'kind'), wanted);
    return publicLink(made, linkOriginOf(request));
  });

  localRoute(app, 'PUT public-links/:token/', async (request) => {
    const body = bodyOf(request);
    const link = { kind: required(body, 'kind'), token: param(request, 'token') };
    const change = parseChangedLink(body, clock.nowSeconds());
    return publicLink(await shareLinks.update(callerOf(request), link, change), linkOriginOf(request));
  });

  localRoute(app, 'DELETE public-links/:token/', async (request) => {
    shareLinks.remove(callerOf(request), required(queryOf(request), 'kind'), param(request, 'token'));
    return { success: true };
  });

  localRoute(app, 'POST public-links/:token/put-back/', async (request) => {
    return publicLink(
      await shareLinks.restore(callerOf(request), param(request, 'token')),
      linkOriginOf(request),
    );
  });
}
