import type { FastifyInstance } from 'fastify';
import { type ErrorOverrides, FOLDERS_WITH_SLASH } from '../error-wording.ts';
import { optionalPath } from '../present/item-paths.ts';
import { parseCommitId } from '../present/parse-fields.ts';
import { commitFolderRow, parseReverted, parseReverts, revertOutcomes } from '../present/restores.ts';
import {
  bodyOf,
  COMMIT,
  callerOf,
  commitIdOf,
  fieldsOf,
  LIBRARY,
  libraryIdOf,
  queryOf,
} from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const REVERT_ERRORS: ErrorOverrides = {
  'library-locked': { status: 403, text: 'This library has not been decrypted.' },
};

/** What a library held at a commit, and bringing it back. */
export function restoreRoutes(app: FastifyInstance, { restores, versions }: HttpServices): void {
  app.post(`/repos/${LIBRARY}/trash/revert-dirents/`, async (request) => {
    const paths = parseReverted(fieldsOf(request), 'path');
    const commitId = parseCommitId(fieldsOf(request).text('commit_id'), 'commit_id');
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    return revertOutcomes(await restores.revertSeveral(...subject, { paths, commitId }));
  });

  app.post(`/repos/${LIBRARY}/trash2/revert/`, async (request) => {
    const wanted = parseReverts(bodyOf(request));
    const outcomes = await restores.revertFromCommits(callerOf(request), libraryIdOf(request), wanted);
    return revertOutcomes(outcomes);
  });

  app.post(
    `/repos/${LIBRARY}/commits/${COMMIT}/revert/`,
    { config: { errors: REVERT_ERRORS } },
    async (request) => {
      await restores.revertAll(callerOf(request), libraryIdOf(request), commitIdOf(request));
      return { success: true };
    },
  );

  app.get(
    `/repos/${LIBRARY}/commits/${COMMIT}/dir/`,
    { config: { errors: FOLDERS_WITH_SLASH } },
    async (request) => {
      const path = optionalPath(queryOf(request), 'path') ?? '/';
      const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
      const listing = await versions.listAt(...subject, path);
      return { dirent_list: listing.dirents.map((dirent) => commitFolderRow(dirent, path)) };
    },
  );
}
