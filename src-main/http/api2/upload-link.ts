import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { optional } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { uploadUrl } from '../transfer/upload-url.ts';

const FOLDER_DENIED = 'You do not have permission to access this folder.';

const ERRORS = {
  'path-invalid': 'p invalid.',
  'permission-denied': FOLDER_DENIED,
  'library-read-only': FOLDER_DENIED,
} as const;

export function uploadLinkRoutes(app: FastifyInstance, { uploadLinks }: HttpServices): void {
  app.get(`/repos/${LIBRARY}/upload-link/`, { config: { errors: ERRORS } }, async (request) => {
    const path = pathOf(request);
    const token = await uploadLinks.issueUploadLink(callerOf(request), libraryIdOf(request), path);
    const isForPage = isFromPage(request);
    const url = uploadUrl(originOf(request), 'upload', { token, isForPage });
    return queryOf(request).text('replace') === '1' && !isForPage ? `${url}?replace=1` : url;
  });

  app.get(`/repos/${LIBRARY}/update-link/`, { config: { errors: ERRORS } }, async (request) => {
    const path = pathOf(request);
    const token = await uploadLinks.issueUpdateLink(callerOf(request), libraryIdOf(request), path);
    return uploadUrl(originOf(request), 'update', { token, isForPage: isFromPage(request) });
  });
}

function pathOf(request: FastifyRequest): string {
  return optional(queryOf(request), 'p') ?? '/';
}

/** @throws DomainError `argument-invalid` */
function isFromPage(request: FastifyRequest): boolean {
  const from = optional(queryOf(request), 'from') ?? 'api';
  if (from !== 'api' && from !== 'web') throw new DomainError('argument-invalid', { field: 'from' });
  return from === 'web';
}
