import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../../core/library/path.ts';
import { parseStrictPage } from '../../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH } from '../../error-wording.ts';
import { adminDirent } from '../../present/admin.ts';
import { historyEntry } from '../../present/commits.ts';
import { optionalPath } from '../../present/item-requests.ts';
import { commitFolderRow } from '../../present/trash.ts';
import { downloadUrl } from '../../present/values.ts';
import {
  bodyOf,
  COMMIT,
  callerOf,
  commitIdOf,
  fieldsOf,
  LIBRARY,
  libraryIdOf,
  queryOf,
} from '../../request-context.ts';
import { originOf } from '../../request-guards.ts';
import type { HttpServices } from '../../services.ts';

const DIRENTS = `/libraries/${LIBRARY}/dirents/`;

const ERRORS: ErrorOverrides = { 'path-invalid': 'parent_dir invalid.', 'name-invalid': 'obj_name invalid.' };

const DIRENT = `/libraries/${LIBRARY}/dirent/`;

const ONE = `/libraries/${LIBRARY}/`;

/** What is in libraries of others, and was. */
export function libraryContentRoutes(
  app: FastifyInstance,
  { files: { adminContents }, history: { history } }: HttpServices,
): void {
  app.get(DIRENTS, { config: { errors: ERRORS } }, async (request) => {
    adminContents.open(callerOf(request), libraryIdOf(request));
    const path = parsePath(queryOf(request).optional('parent_dir') ?? '/');
    const { library, listing } = await adminContents.list(callerOf(request), libraryIdOf(request), path);
    return {
      repo_name: library.name,
      repo_id: library.id,
      is_system_library: false,
      dirent_list: listing.dirents.map(adminDirent),
    };
  });

  app.post(DIRENTS, { config: { errors: ERRORS } }, async (request) => {
    adminContents.open(callerOf(request), libraryIdOf(request));
    const path = parsePath(queryOf(request).optional('parent_dir') ?? '/');
    const kind = bodyOf(request).boolean('is_file') ? 'file' : 'dir';
    const name = bodyOf(request).text('obj_name') ?? '';
    const wanted = { kind, folder: path, name } as const;
    return adminDirent(await adminContents.make(callerOf(request), libraryIdOf(request), wanted));
  });

  app.get(DIRENT, async (request) => {
    // An unknown library is said before anything about the path.
    adminContents.open(callerOf(request), libraryIdOf(request));
    const path = parsePath(queryOf(request).required('path'));
    const subject = [callerOf(request), libraryIdOf(request), path] as const;
    const dirent = await adminContents.entry(...subject);
    if (dirent.kind === 'dir' || queryOf(request).text('dl') !== '1') return adminDirent(dirent);
    return { download_url: downloadUrl(originOf(request), await adminContents.link(...subject)) };
  });

  app.delete(DIRENT, async (request) => {
    adminContents.open(callerOf(request), libraryIdOf(request));
    const path = parsePath(fieldsOf(request).required('path'));
    await adminContents.remove(callerOf(request), libraryIdOf(request), path);
    return { success: true };
  });

  // The history of any user's plain library. Commits of an encrypted one name what is in it.
  app.get(`${ONE}history/`, async (request) => {
    const { id } = adminContents.open(callerOf(request), libraryIdOf(request));
    const page = parseStrictPage(queryOf(request));
    const { commits, more } = history.administeredPage(callerOf(request), id, page);
    return { data: commits.map(historyEntry), more };
  });

  app.get(`${ONE}commits/${COMMIT}/dir/`, { config: { errors: FOLDERS_WITH_SLASH } }, async (request) => {
    const path = optionalPath(queryOf(request), 'path') ?? '/';
    const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
    const listing = await adminContents.listAt(...subject, path);
    return { dirent_list: listing.dirents.map((dirent) => commitFolderRow(dirent, path)) };
  });
}
