import type { FastifyInstance } from 'fastify';
import { parseLibraryId } from '../declared-fields.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { requiredPath } from '../present/item-requests.ts';
import { callerOf, param, queryOf } from '../request-context.ts';
import { linkOriginOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const MAKE_ERRORS: ErrorOverrides = {
  'argument-invalid': worded(({ field, reason }) =>
    reason === 'unknown' ? "is_dir can only be 'true' or 'false'." : `${field ?? 'argument'} invalid.`,
  ),
};

const FIND_ERRORS: ErrorOverrides = { 'link-not-found': { status: 400, text: 'token invalid.' } };

/** Links for people who reach the item anyway; `public/client-pages.ts` leads on from their address. */
export function smartLinkRoutes(app: FastifyInstance, { files: { smartLinks } }: HttpServices): void {
  app.get('/smart-link/', { config: { errors: MAKE_ERRORS } }, async (request) => {
    const query = queryOf(request);
    const libraryId = parseLibraryId(query.text('repo_id'), 'repo_id');
    const path = requiredPath(query, 'path');
    const isDir = query.required('is_dir').toLowerCase() === 'true';
    const { token, name } = await smartLinks.tokenOf(callerOf(request), { libraryId, path, isDir });
    return {
      smart_link: `${linkOriginOf(request)}/smart-link/${token}/`,
      smart_link_token: token,
      name,
    };
  });

  app.get('/smart-links/:token/', { config: { errors: FIND_ERRORS } }, async (request) => {
    const { libraryId, path, isDir } = smartLinks.open(callerOf(request), param(request, 'token'));
    return { repo_id: libraryId, path, is_dir: isDir };
  });
}
