import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parseLibraryId } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { requiredPath } from '../present/item-requests.ts';
import { starredFiles } from '../present/items.ts';
import { parseSearch, searchAnswer } from '../present/search.ts';
import { callerOf, fieldsOf, queryOf, untilGone } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const STARRED_FILES = '/starredfiles/';

const STAR_ERRORS: ErrorOverrides = {
  'argument-missing': 'Library ID or path is missing.',
  'path-invalid': 'Invalid file path',
  'file-not-found': 'File not found',
  'permission-denied': 'Permission denied',
};

/** Items by name, and starred files. */
export function searchRoutes(
  app: FastifyInstance,
  { files: { search, stars, libraryItems }, clock }: HttpServices,
): void {
  // Items by name, in everything that the caller reaches.
  app.get('/search/', async (request, reply) => {
    const wanted = parseSearch(queryOf(request));
    return searchAnswer(await search.find(callerOf(request), { ...wanted, signal: untilGone(reply) }));
  });

  // Starred files, for clients older than stars on folders.
  app.get(STARRED_FILES, async (request) =>
    starredFiles(await stars.list(callerOf(request)), clock.nowSeconds()),
  );

  app.post(STARRED_FILES, { config: { errors: STAR_ERRORS } }, async (request, reply) => {
    const { libraryId, path } = placeOf(request);
    await libraryItems.findFile(callerOf(request), { libraryId, path });
    await stars.add(callerOf(request), libraryId, path);
    reply.code(201).header('location', `${originOf(request)}/api2/starredfiles/`);
    return 'success';
  });

  app.delete(STARRED_FILES, { config: { errors: STAR_ERRORS } }, async (request) => {
    const { libraryId, path } = placeOf(request);
    stars.remove(callerOf(request), libraryId, path);
    return 'success';
  });
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function placeOf(request: FastifyRequest) {
  const fields = fieldsOf(request);
  const [id, text] = [fields.required('repo_id'), fields.required('p')];
  if (text.endsWith('/')) throw new DomainError('path-invalid', { field: 'p', value: text });
  return { libraryId: parseLibraryId(id, 'repo_id'), path: requiredPath(fields, 'p') };
}
