import type { FastifyInstance } from 'fastify';
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
    adminContents.open(callerOf(request), libraryIdOf(request));
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
    adminContents.open(callerOf(request), libraryIdOf(request));
    const path = parsePath(optional(queryOf(request), 'parent_dir') ?? '/');
    const kind = parseBoolean(bodyOf(request), 'is_file') ? 'file' : 'dir';
    const name = bodyOf(request).text('obj_name') ?? '';
    const wanted = { kind, folder: path, name } as const;
    return adminDirent(await adminContents.make(callerOf(request), libraryIdOf(request), wanted));
  });
}
