import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { parseChangedLink, parseLinksWanted, parseNewLink, publicLink } from '../present/public-links.ts';
import {
  givenLibrary,
  libraryShare,
  parseReceiver,
  parseShareRights,
  receivedLibrary,
  shareTarget,
} from '../present/shares.ts';
import { decodeCursor, encodeCursor } from '../present/values.ts';
import { bodyOf, callerOf, libraryIdOf, param, queryOf } from '../request-context.ts';
import { linkOriginOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

/** Libraries that people open to each other. */
export function sharingRoutes(app: FastifyInstance, services: HttpServices): void {
  const { shareLists, shares, folderLibraries } = services.sharing;
  const { people } = services.access;
  /** What is shared, or would be; null: a folder that is no library of its own so far. */
  const sharedAs = (request: FastifyRequest) =>
    folderLibraries.findToShare(
      callerOf(request),
      libraryIdOf(request),
      parsePath(queryOf(request).optional('path') ?? '/'),
    );
  const part = (request: FastifyRequest) => ({
    from: decodeCursor(queryOf(request).text('cursor')) ?? 0,
    limit: PER_PAGE,
  });

  localRoute(app, 'GET libraries/:library_id/shares/', async (request) => {
    const id = await sharedAs(request);
    if (id === null) return { shares: [], total: 0, cursor: null };
    const found = shareLists.ofLibrary(callerOf(request), id, part(request));
    return { shares: found.rows.map(libraryShare), total: found.total, cursor: encodeCursor(found.next) };
  });

  localRoute(app, 'GET libraries/:library_id/share-targets/', async (request) => {
    const text = queryOf(request).optional('text') ?? '';
    const among = await sharedAs(request);
    const found = shareLists.targets(callerOf(request), libraryIdOf(request), { text, among });
    return { targets: found.map(shareTarget) };
  });

  localRoute(app, 'PUT libraries/:library_id/shares/', async (request) => {
    const body = bodyOf(request);
    const given = { ...parseReceiver(body), ...parseShareRights(body.text('permission')) };
    const path = parsePath(body.optional('path') ?? '/');
    shareLists.requireReceiver(callerOf(request), libraryIdOf(request), given);
    const id = await folderLibraries.toShare(callerOf(request), libraryIdOf(request), path);
    shareLists.put(callerOf(request), id, given);
    return { success: true };
  });

  localRoute(app, 'DELETE libraries/:library_id/shares/', async (request) => {
    const id = await sharedAs(request);
    const receiver = parseReceiver(queryOf(request));
    if (id === null) throw new DomainError('share-not-found', { value: queryOf(request).required('id') });
    shareLists.end(callerOf(request), id, receiver);
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

/** Links of the caller for people without an account. */
export function publicLinkRoutes(app: FastifyInstance, { links: { shareLinks }, clock }: HttpServices): void {
  localRoute(app, 'GET public-links/', async (request) => {
    const wanted = { ...parseLinksWanted(queryOf(request)), limit: PER_PAGE };
    const { views, next } = await shareLinks.page(callerOf(request), wanted);
    const origin = linkOriginOf(request);
    return { links: views.map((view) => publicLink(view, origin)), origin, cursor: encodeCursor(next) };
  });

  localRoute(app, 'POST public-links/', async (request) => {
    const body = bodyOf(request);
    const wanted = parseNewLink(body, clock.nowSeconds());
    const made = await shareLinks.create(callerOf(request), body.required('kind'), wanted);
    return publicLink(made, linkOriginOf(request));
  });

  localRoute(app, 'PUT public-links/:token/', async (request) => {
    const body = bodyOf(request);
    const link = { kind: body.required('kind'), token: param(request, 'token') };
    const change = parseChangedLink(body, clock.nowSeconds());
    return publicLink(await shareLinks.update(callerOf(request), link, change), linkOriginOf(request));
  });

  localRoute(app, 'DELETE public-links/:token/', async (request) => {
    shareLinks.remove(callerOf(request), queryOf(request).required('kind'), param(request, 'token'));
    return { success: true };
  });

  localRoute(app, 'POST public-links/:token/put-back/', async (request) => {
    return publicLink(
      await shareLinks.restore(callerOf(request), param(request, 'token')),
      linkOriginOf(request),
    );
  });
}

/** Where a link leads to that people have who reach the item anyway. */
export function smartLinkRoutes(app: FastifyInstance, { files: { smartLinks } }: HttpServices): void {
  localRoute(app, 'GET smart-links/:token/', async (request) => {
    const { libraryId, path, isDir } = smartLinks.open(callerOf(request), param(request, 'token'));
    return { library_id: libraryId, path, is_dir: isDir };
  });
}
