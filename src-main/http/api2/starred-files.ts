import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { requiredPath } from '../present/item-paths.ts';
import { parseLibraryId, required } from '../present/parse-fields.ts';
import { starredFiles } from '../present/starred-items.ts';
import { callerOf, fieldsOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PATH = '/starredfiles/';

const ERRORS: ErrorOverrides = {
  'argument-missing': 'Library ID or path is missing.',
  'path-invalid': 'Invalid file path',
  'file-not-found': 'File not found',
  'permission-denied': 'Permission denied',
};

/** Starred files, for clients older than stars on folders. */
export function starredFileRoutes(app: FastifyInstance, services: HttpServices): void {
  const { stars, libraryItems, clock } = services;

  app.get(PATH, async (request) => starredFiles(await stars.list(callerOf(request)), clock.nowSeconds()));

  app.post(PATH, { config: { errors: ERRORS } }, async (request, reply) => {
    const { libraryId, path } = placeOf(request);
    await libraryItems.findFile(callerOf(request), { libraryId, path });
    await stars.add(callerOf(request), libraryId, path);
    reply.code(201).header('location', `${originOf(request)}/api2/starredfiles/`);
    return 'success';
  });

  app.delete(PATH, { config: { errors: ERRORS } }, async (request) => {
    const { libraryId, path } = placeOf(request);
    stars.remove(callerOf(request), libraryId, path);
    return 'success';
  });
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function placeOf(request: FastifyRequest) {
  const fields = fieldsOf(request);
  const [id, text] = [required(fields, 'repo_id'), required(fields, 'p')];
  if (text.endsWith('/')) throw new DomainError('path-invalid', { field: 'p', value: text });
  return { libraryId: parseLibraryId(id, 'repo_id'), path: requiredPath(fields, 'p') };
}
