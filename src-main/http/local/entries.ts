import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { entriesPage, localEntries, parseEntriesRequest } from '../present/entries-page.ts';
import { parseOptionalCommitId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { downloadUrl } from '../transfer/download-url.ts';
import { localRoute } from './local-route.ts';

export function entryRoutes(app: FastifyInstance, { libraries, files, modifiers }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/entries/', async (request) => {
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

  localRoute(app, 'DELETE libraries/:library_id/entries/', async (request) => {
    const path = parsePath(required(queryOf(request), 'path'));
    const { commitId, previousId } = await files.remove(callerOf(request), libraryIdOf(request), path);
    return { commit_id: commitId, previous_commit_id: previousId };
  });

  localRoute(app, 'POST libraries/:library_id/download-link/', async (request) => {
    const path = parsePath(required(bodyOf(request), 'path'));
    const commitId = parseOptionalCommitId(bodyOf(request), 'commit_id');
    const link = await files.link(callerOf(request), libraryIdOf(request), path, commitId);
    return { url: downloadUrl(originOf(request), link) };
  });
}
