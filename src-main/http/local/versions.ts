import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { decodeVersionPlace, encodeVersionPlace, localVersion } from '../present/local-versions.ts';
import { optional, parseCommitId, parseOptionalCommitId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const VERSIONS_PER_PAGE = 50;

export function versionRoutes(app: FastifyInstance, { versions, restores, people }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/versions/', async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(required(query, 'path')) };
    const cursor = optional(query, 'cursor');
    const start = cursor === undefined ? parseOptionalCommitId(query, 'commit') : decodeVersionPlace(cursor);
    const page = await versions.page(callerOf(request), place, { start, limit: VERSIONS_PER_PAGE });
    return {
      versions: page.versions.map((version) => localVersion(version, people)),
      cursor: encodeVersionPlace(page.next),
    };
  });

  localRoute(app, 'POST libraries/:library_id/versions/restore/', async (request) => {
    const body = bodyOf(request);
    const path = parsePath(required(body, 'path'));
    const version = {
      path: parsePath(optional(body, 'version_path') ?? path),
      commitId: parseCommitId(required(body, 'commit_id'), 'commit_id'),
    };
    const place = { libraryId: libraryIdOf(request), path };
    const made = await restores.version(callerOf(request), place, version);
    return {
      path: made.path,
      commit_id: made.commitId,
      previous_commit_id: made.previousId,
      changed: made.changed,
    };
  });
}
