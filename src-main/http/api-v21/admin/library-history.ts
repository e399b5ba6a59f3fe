import type { FastifyInstance } from 'fastify';
import { FOLDERS_WITH_SLASH } from '../../error-wording.ts';
import { historyEntry } from '../../present/commits.ts';
import { optionalPath } from '../../present/item-paths.ts';
import { parseStrictPage } from '../../present/parse-fields.ts';
import { commitFolderRow } from '../../present/restores.ts';
import { COMMIT, callerOf, commitIdOf, LIBRARY, libraryIdOf, queryOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const PATH = `/libraries/${LIBRARY}/`;

/** The history of any user's plain library. Commits of an encrypted one name what is in it. */
export function libraryHistoryRoutes(app: FastifyInstance, { adminContents, history }: HttpServices): void {
  app.get(`${PATH}history/`, async (request) => {
    const { id } = adminContents.open(callerOf(request), libraryIdOf(request));
    const page = parseStrictPage(queryOf(request));
    const { commits, more } = history.administeredPage(callerOf(request), id, page);
    return { data: commits.map(historyEntry), more };
  });

  app.get(`${PATH}commits/${COMMIT}/dir/`, { config: { errors: FOLDERS_WITH_SLASH } }, async (request) => {
    const path = optionalPath(queryOf(request), 'path') ?? '/';
    const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
    const listing = await adminContents.listAt(...subject, path);
    return { dirent_list: listing.dirents.map((dirent) => commitFolderRow(dirent, path)) };
  });
}
