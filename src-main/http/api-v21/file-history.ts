import type { FastifyInstance } from 'fastify';
import { requiredPath } from '../present/item-paths.ts';
import { fileVersion } from '../present/old-commits.ts';
import { parseCount, parseOptionalCommitId, parsePage } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

/** The versions of a file, under the names it had. */
export function fileHistoryRoutes(app: FastifyInstance, { versions, people }: HttpServices): void {
  app.get(`/repos/${LIBRARY}/file/history/`, async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: requiredPath(query, 'path') };
    const wanted = { from: parseOptionalCommitId(query, 'commit_id'), limit: parseCount(query, 'limit') };
    const found = await versions.since(callerOf(request), place, wanted);
    const rows = found.versions.map((version) => fileVersion(version, people, originOf(request)));
    return { data: rows, next_start_commit: found.next ?? false };
  });

  app.get(`/repos/${LIBRARY}/file/new_history/`, async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: requiredPath(query, 'path') };
    const { page, perPage } = parsePage(query);
    const wanted = { skip: (page - 1) * perPage, limit: perPage };
    const found = await versions.ofFile(callerOf(request), place, wanted);
    const rows = found.versions.map((version) => fileVersion(version, people, originOf(request)));
    return { data: rows, page, total_count: found.total };
  });
}
