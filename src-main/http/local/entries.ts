import type { FastifyInstance } from 'fastify';
import type { DownloadLinkJson, EntriesPageJson, RemovedJson } from '../../../src-shared/contents-api.ts';
import { parsePath } from '../../core/library/path.ts';
import { entriesPage, localEntries, parseEntriesRequest } from '../present/entries-page.ts';
import { parseOptionalCommitId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { downloadUrl } from '../transfer/download-url.ts';

const PATH = `/libraries/${LIBRARY}/entries/`;

export function entryRoutes(app: FastifyInstance, { libraries, files, modifiers }: HttpServices): void {
  app.get(PATH, async (request): Promise<EntriesPageJson> => {
    const caller = callerOf(request);
    const wanted = parseEntriesRequest(queryOf(request));
    // Naming the head keeps the pages of a listing together while the library changes.
    const commitId = wanted.commitId ?? libraries.find(caller, libraryIdOf(request)).library.headId;
    const listing = await files.list(caller, libraryIdOf(request), wanted.path, commitId);
    return entriesPage(
      listing.dirents,
      { ...wanted, commitId },
      localEntries(modifiers.in(libraryIdOf(request))),
    );
  });

  app.delete(PATH, async (request): Promise<RemovedJson> => {
    const path = parsePath(required(queryOf(request), 'path'));
    const { commitId, previousId } = await files.remove(callerOf(request), libraryIdOf(request), path);
    return { commit_id: commitId, previous_commit_id: previousId };
  });

  app.post(`/libraries/${LIBRARY}/download-link/`, async (request): Promise<DownloadLinkJson> => {
    const path = parsePath(required(bodyOf(request), 'path'));
    const commitId = parseOptionalCommitId(bodyOf(request), 'commit_id');
    const link = await files.link(callerOf(request), libraryIdOf(request), path, commitId);
    return { url: downloadUrl(originOf(request), link) };
  });
}
