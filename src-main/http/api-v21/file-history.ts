import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { requiredPath } from '../present/item-paths.ts';
import { fileVersion } from '../present/old-commits.ts';
import { integerOf, optional, parseOptionalCommitId, parsePage } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const LIMIT = 50;
const MAX_LIMIT = 1000;
const PER_PAGE = 25;

/** The versions of a file, under the names it had. */
export function fileHistoryRoutes(app: FastifyInstance, { versions, people }: HttpServices): void {
  app.get(`/repos/${LIBRARY}/file/history/`, async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: requiredPath(query, 'path') };
    const limit = integerOf(optional(query, 'limit') ?? String(LIMIT));
    if (limit === null || limit < 1) throw new DomainError('argument-invalid', { field: 'limit' });
    const wanted = { from: parseOptionalCommitId(query, 'commit_id'), limit: Math.min(limit, MAX_LIMIT) };
    const found = await versions.since(callerOf(request), place, wanted);
    const rows = found.versions.map((version) => fileVersion(version, people, originOf(request)));
    return { data: rows, next_start_commit: found.next ?? false };
  });

  app.get(`/repos/${LIBRARY}/file/new_history/`, async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: requiredPath(query, 'path') };
    const { page, perPage } = parsePage(query, PER_PAGE);
    const wanted = { skip: (page - 1) * perPage, limit: perPage };
    const found = await versions.ofFile(callerOf(request), place, wanted);
    const rows = found.versions.map((version) => fileVersion(version, people, originOf(request)));
    return { data: rows, page, total_count: found.total };
  });
}
