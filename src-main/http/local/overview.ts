import type { FastifyInstance } from 'fastify';
import type {
  ConflictsJson,
  RecentChangesJson,
  ResolvedConflictJson,
  StorageJson,
} from '../../../src-shared/overview-api.ts';
import { parsePath } from '../../core/library/path.ts';
import type { HttpContext } from '../http-context.ts';
import { localConflict, parseKeep, recentChange } from '../present/overview.ts';
import { required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../request-context.ts';

const CHANGES_SHOWN = 8;

/** What concerns all libraries at once. */
export function overviewRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const { recentCommits, conflictCopies, modifiers, disk } = services;

  app.get('/recent-changes/', async (request): Promise<RecentChangesJson> => {
    const commits = await recentCommits.list(callerOf(request), CHANGES_SHOWN);
    return { changes: commits.map(recentChange) };
  });

  app.get('/storage/', { config: { access: 'admin' } }, async (): Promise<StorageJson> => {
    const { freeBytes, totalBytes } = await disk.space();
    return { data_dir: config.dataFolder, free: freeBytes, total: totalBytes };
  });

  app.get('/conflicts/', async (request): Promise<ConflictsJson> => {
    const copies = await conflictCopies.list(callerOf(request));
    return { conflicts: copies.map((copy) => localConflict(copy, modifiers.in(copy.library.id))) };
  });

  app.post(`/libraries/${LIBRARY}/conflicts/resolve/`, async (request): Promise<ResolvedConflictJson> => {
    const body = bodyOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(required(body, 'path')) };
    const keep = parseKeep(required(body, 'keep'));
    const made = await conflictCopies.resolve(callerOf(request), place, keep);
    return { path: made.path, commit_id: made.commitId, previous_commit_id: made.previousId };
  });
}
