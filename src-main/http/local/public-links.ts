import type { FastifyInstance } from 'fastify';
import type { PublicLinkJson, PublicLinksPageJson } from '../../../src-shared/sharing-api.ts';
import { parsePath } from '../../core/library/path.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { optional, parseLibraryId, required } from '../present/parse-fields.ts';
import { parseChangedLink, parseLinkKind, parseNewLink, publicLink } from '../present/sharing.ts';
import { bodyOf, callerOf, param, queryOf } from '../request-context.ts';
import { linkOriginOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PER_PAGE = 100;
const PATH = '/public-links/';
const ONE = `${PATH}:token/`;

/** Links of the caller for people without an account. */
export function shareLinkRoutes(app: FastifyInstance, { shareLinks, clock }: HttpServices): void {
  app.get(PATH, async (request): Promise<PublicLinksPageJson> => {
    const query = queryOf(request);
    const [library, path] = [optional(query, 'library'), optional(query, 'path')];
    const kind = optional(query, 'kind');
    const { views, next } = await shareLinks.page(callerOf(request), {
      ...(library === undefined ? {} : { libraryId: parseLibraryId(library, 'library') }),
      ...(path === undefined ? {} : { path: parsePath(path) }),
      ...(kind === undefined ? {} : { kind: parseLinkKind(kind) }),
      from: decodeCursor(optional(query, 'cursor')) ?? 0,
      limit: PER_PAGE,
    });
    return {
      links: views.map((view) => publicLink(view, linkOriginOf(request))),
      cursor: encodeCursor(next),
    };
  });

  app.post(PATH, async (request): Promise<PublicLinkJson> => {
    const body = bodyOf(request);
    const wanted = parseNewLink(body, clock.nowSeconds());
    const made = await shareLinks.create(callerOf(request), parseLinkKind(required(body, 'kind')), wanted);
    return publicLink(made, linkOriginOf(request));
  });

  app.put(ONE, async (request): Promise<PublicLinkJson> => {
    const body = bodyOf(request);
    const link = { kind: parseLinkKind(required(body, 'kind')), token: param(request, 'token') };
    const change = parseChangedLink(body, clock.nowSeconds());
    return publicLink(await shareLinks.update(callerOf(request), link, change), linkOriginOf(request));
  });

  app.delete(ONE, async (request) => {
    shareLinks.remove(
      callerOf(request),
      parseLinkKind(required(queryOf(request), 'kind')),
      param(request, 'token'),
    );
    return { success: true };
  });

  app.post(`${ONE}put-back/`, async (request): Promise<PublicLinkJson> => {
    return publicLink(
      await shareLinks.restore(callerOf(request), param(request, 'token')),
      linkOriginOf(request),
    );
  });
}
