import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../../core/errors.ts';
import { parsePath } from '../../../core/library/path.ts';
import type { ErrorOverrides } from '../../error-wording.ts';
import { adminDirent } from '../../present/dirents.ts';
import { optional, parseBoolean } from '../../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf, queryOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const PATH = `/libraries/${LIBRARY}/dirents/`;

const ERRORS: ErrorOverrides = { 'path-invalid': 'parent_dir invalid.', 'name-invalid': 'obj_name invalid.' };

export function direntsRoutes(app: FastifyInstance, { adminContents }: HttpServices): void {
  app.get(PATH, { config: { errors: ERRORS } }, async (request) => {
    const path = parsePath(optional(queryOf(request), 'parent_dir') ?? '/');
    const { library, listing } = await adminContents.list(callerOf(request), libraryIdOf(request), path);
    return {
      repo_name: library.name,
      repo_id: library.id,
      is_system_library: false,
      dirent_list: listing.dirents.map(adminDirent),
    };
  });

  app.post(PATH, { config: { errors: ERRORS } }, async (request) => {
    const path = parsePath(optional(queryOf(request), 'parent_dir') ?? '/');
    const name = bodyOf(request).text('obj_name') ?? '';
    // Only folders can be made without content.
    if (parseBoolean(bodyOf(request), 'is_file', false))
      throw new DomainError('argument-invalid', { field: 'is_file' });
    return adminDirent(await adminContents.createFolder(callerOf(request), libraryIdOf(request), path, name));
  });
}
