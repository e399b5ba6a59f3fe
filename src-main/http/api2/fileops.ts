import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, pathInvalid } from '../error-wording.ts';
import { optionalPath } from '../present/item-paths.ts';
import { placeResult } from '../present/item-rows.ts';
import { parseLibraryId, required } from '../present/parse-fields.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { folderRelisting, wantsRelisting } from './folder-relisting.ts';

const PATH = `/repos/${LIBRARY}/fileops`;

const ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'library-not-found': 'Library not found.',
  'argument-missing': 'Missing arguments.',
  'path-invalid': pathInvalid(({ field = 'path' }) => `${field} invalid.`),
};

/** Several items of a folder at once, as older sync clients send them. */
export function fileOperationRoutes(app: FastifyInstance, services: HttpServices): void {
  const { libraryItems, libraries, itemMoves } = services;
  const relist = folderRelisting(services);

  for (const mode of ['copy', 'move'] as const) {
    app.post(`${PATH}/${mode}/`, { config: { errors: ERRORS } }, async (request, reply) => {
      const from = sourceOf(request);
      const libraryId = parseLibraryId(required(fieldsOf(request), 'dst_repo'), 'dst_repo');
      const folder = optionalPath(fieldsOf(request), 'dst_dir');
      if (folder === undefined) throw new DomainError('argument-missing', { field: 'dst_dir' });

      const plan = await itemMoves.plan(callerOf(request), { mode, from, to: { libraryId, folder } });
      const placed = await plan.run();
      if (wantsRelisting(request)) return relist(request, reply, from.folder);
      return placed.map(({ path }) => placeResult(libraryId, path));
    });
  }

  app.post(`${PATH}/delete/`, { config: { errors: ERRORS } }, async (request, reply) => {
    const { libraryId, ...what } = sourceOf(request);
    await libraryItems.removeSeveral(callerOf(request), libraryId, what);
    return wantsRelisting(request) ? relist(request, reply, what.folder) : 'success';
  });

  function sourceOf(request: FastifyRequest) {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    const folder = optionalPath(fieldsOf(request), 'p') ?? '/';
    // Names with a colon cannot be sent this way; clients know.
    const names = required(fieldsOf(request), 'file_names')
      .split(':')
      .filter((name) => name !== '');
    if (names.length === 0) throw new DomainError('argument-missing', { field: 'file_names' });
    return { libraryId: library.id, folder, names };
  }
}
