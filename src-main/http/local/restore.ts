import type { FastifyInstance } from 'fastify';
import type { RestoreJson } from '../../../src-shared/local-api.ts';
import { parsePath } from '../../core/library/path.ts';
import { adminOnly } from '../auth.ts';
import { optional, parseCommitId, parseOptionalCommitId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

export function restoreRoutes(app: FastifyInstance, { files, disk }: HttpServices): void {
  app.post(`/libraries/${LIBRARY}/restore/`, async (request): Promise<RestoreJson> => {
    const caller = callerOf(request);
    const libraryId = libraryIdOf(request);
    const paths = bodyOf(request).list('paths').map(parsePath);
    const path = paths.length > 0 ? '/' : parsePath(required(bodyOf(request), 'path'));
    const commitId = parseCommitId(required(bodyOf(request), 'commit_id'), 'commit_id');
    const to = paths.length > 0 ? required(bodyOf(request), 'to') : optional(bodyOf(request), 'to');
    if (to === undefined) return presentRestored(await files.restore(caller, libraryId, path, commitId));
    if (!caller.isAdmin) throw adminOnly();
    const written =
      paths.length > 0
        ? await disk.writeSeveral(caller, paths, { libraryId, commitId, to })
        : await disk.write(caller, { libraryId, path, commitId, to });
    return { ...written, commit_id: null };
  });

  app.post(
    `/libraries/${LIBRARY}/export/`,
    { config: { access: 'admin' } },
    async (request): Promise<RestoreJson> => {
      const to = required(bodyOf(request), 'to');
      const commitId = parseOptionalCommitId(bodyOf(request), 'commit_id');
      const wanted = { libraryId: libraryIdOf(request), path: '/', commitId, to };
      return { ...(await disk.write(callerOf(request), wanted)), commit_id: null };
    },
  );
}

function presentRestored({
  commitId,
  ...restored
}: Awaited<ReturnType<HttpServices['files']['restore']>>): RestoreJson {
  return { ...restored, commit_id: commitId };
}
