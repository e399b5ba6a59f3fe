import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PublicLinkKind } from '../../core/access/public-link.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { LinkFilter, PublicLinkView } from '../../usecases/sharing/share-links.ts';
import { type Fields, given, parsePage } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import {
  LINK_ERRORS,
  parseLinkChange,
  parseLinkRequest,
  shareLink,
  uploadLink,
} from '../present/public-links.ts';
import {
  givenFolders,
  givenShares,
  parseSharedEmail,
  parseSharedGroup,
  parseShareRights,
} from '../present/shares.ts';
import { uploadUrl } from '../present/values.ts';
import { bodyOf, callerOf, fieldsOf, LIBRARY, libraryIdOf, param, queryOf } from '../request-context.ts';
import { linkOriginOf, originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const SHARED_REPO = `/shared-repos/${LIBRARY}/`;

/** @throws DomainError `argument-invalid`; libraries are never shared with all users here */
function receiver(request: FastifyRequest): { email: string } | { groupId: number } {
  const fields = fieldsOf(request);
  const type = fields.text('share_type');
  if (type === 'personal') return { email: parseSharedEmail(fields.text('user')) };
  if (type === 'group') return { groupId: parseSharedGroup(fields.text('group_id')) };
  throw new DomainError('argument-invalid', { field: 'share_type' });
}

const VISIT_ERRORS: ErrorOverrides = {
  ...LINK_ERRORS,
  'password-wrong': { status: 403, text: 'Permission denied.' },
};

interface LinkSurface {
  readonly path: string;
  readonly kind: PublicLinkKind;
  readonly present: (view: PublicLinkView, origin: string) => object;
}

/** Links that the caller makes for people without an account. */
export function linkRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    links: { shareLinks, linkAccess },
    sharing: { shares, folderLibraries },
    clock,
    access: { people },
  } = services;

  addLinkRoutes(app, services, { path: '/share-links/', kind: 'share', present: shareLink });
  addLinkRoutes(app, services, { path: '/upload-links/', kind: 'upload', present: uploadLink });

  // Share links of which an item may have several: the way of newer clients, some of which know no other.
  app.post('/multi-share-links/', { config: { errors: LINK_ERRORS } }, async (request) => {
    const wanted = parseLinkRequest(bodyOf(request), clock.nowSeconds());
    return shareLink(
      await shareLinks.createAnother(callerOf(request), 'share', wanted),
      linkOriginOf(request),
    );
  });

  // Where any visitor who has the link may upload to. A link with a password opens on its page only.
  const config = { errors: VISIT_ERRORS, access: 'anonymous' } as const;
  app.get('/upload-links/:token/upload/', { config }, async (request) => {
    const knock = { kind: 'upload', token: param(request, 'token'), proof: undefined } as const;
    const { token } = await linkAccess.uploadPlace(await linkAccess.open(knock), '/');
    return { upload_link: uploadUrl(originOf(request), 'upload', { token, isForPage: false }) };
  });

  // Libraries of the caller that others have been given.
  app.get('/shared-repos/', async (request) => {
    const context = { people, origin: originOf(request) };
    return shares.given(callerOf(request)).flatMap((given) => givenShares(given, context));
  });

  app.get('/shared-folders/', async (request) => {
    const context = { people, origin: originOf(request) };
    return folderLibraries.given(callerOf(request)).flatMap((given) => givenFolders(given, context));
  });

  app.put(SHARED_REPO, async (request) => {
    const rights = parseShareRights(fieldsOf(request).optional('permission'));
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    const to = receiver(request);
    if ('email' in to) shares.changeUserShare(...subject, { ...rights, ...to });
    else shares.changeGroupShare(...subject, { ...rights, ...to });
    return { success: true };
  });

  app.delete(SHARED_REPO, async (request) => {
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    const to = receiver(request);
    if ('email' in to) shares.endUserShare(...subject, to.email);
    else shares.endGroupShare(...subject, to.groupId);
    return { success: true };
  });
}

function addLinkRoutes(
  app: FastifyInstance,
  { links: { shareLinks }, clock }: HttpServices,
  { path, kind, present }: LinkSurface,
): void {
  const config = { errors: LINK_ERRORS };
  const one = `${path}:token/`;

  app.get(path, { config }, async (request) => {
    const { page, perPage } = parsePage(queryOf(request));
    const views = await shareLinks.list(callerOf(request), kind, parseFilter(queryOf(request)));
    return views
      .slice((page - 1) * perPage, page * perPage)
      .map((view) => present(view, linkOriginOf(request)));
  });

  app.post(path, { config }, async (request) => {
    const wanted = parseLinkRequest(bodyOf(request), clock.nowSeconds());
    return present(await shareLinks.create(callerOf(request), kind, wanted), linkOriginOf(request));
  });

  app.put(one, { config }, async (request) => {
    const change = parseLinkChange(bodyOf(request), clock.nowSeconds());
    const token = param(request, 'token');
    return present(
      await shareLinks.update(callerOf(request), { kind, token }, change),
      linkOriginOf(request),
    );
  });

  app.delete(one, { config }, async (request) => {
    shareLinks.remove(callerOf(request), kind, param(request, 'token'));
    return { success: true };
  });
}

/** @throws DomainError `argument-invalid`, `path-invalid` */
function parseFilter(query: Fields): LinkFilter {
  const path = query.optional('path');
  return given({
    libraryId: query.optionalLibraryId('repo_id'),
    path: path === undefined ? undefined : parsePath(path),
  });
}
