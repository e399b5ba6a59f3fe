import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { HttpContext } from '../http-context.ts';
import { recentChange } from '../present/commits.ts';
import { conflictTexts, localConflict } from '../present/local-items.ts';
import { parseTimeSearch, searchPage } from '../present/search.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const CHANGES_SHOWN = 8;

/** What concerns all libraries at once. */
export function overviewRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const {
    history: { recentCommits },
    files: { conflictCopies, conflictMerges },
    accounts: { modifiers },
    computer: { disk },
    upkeep: { serverStorage },
  } = services;

  localRoute(app, 'GET recent-changes/', async (request) => {
    const commits = await recentCommits.list(callerOf(request), CHANGES_SHOWN);
    return { changes: commits.map(recentChange) };
  });

  localRoute(app, 'GET storage/', async (request) => {
    const total = await serverStorage.total(callerOf(request));
    const { freeBytes, totalBytes, ownBytes } = await disk.space();
    const used = {
      libraries: total.libraryBytes,
      deleted_libraries: total.deletedBytes,
      database: ownBytes,
      measured_at: total.measuredAtSeconds,
    };
    return { data_dir: config.dataFolder, free: freeBytes, total: totalBytes, used };
  });

  localRoute(app, 'GET conflicts/', async (request) => {
    const copies = await conflictCopies.list(callerOf(request));
    return { conflicts: copies.map((copy) => localConflict(copy, modifiers.in(copy.library.id))) };
  });

  localRoute(app, 'POST libraries/:library_id/conflicts/resolve/', async (request) => {
    const body = bodyOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(body.required('path')) };
    const keep = body.required('keep');
    const made = await conflictCopies.resolve(callerOf(request), place, keep);
    return { path: made.path, commit_id: made.commitId, previous_commit_id: made.previousId };
  });

  localRoute(app, 'GET libraries/:library_id/conflicts/merge/', async (request) => {
    const place = { libraryId: libraryIdOf(request), path: parsePath(queryOf(request).required('path')) };
    return conflictTexts(await conflictMerges.open(callerOf(request), place));
  });

  localRoute(app, 'POST libraries/:library_id/conflicts/merge/', async (request) => {
    const body = bodyOf(request);
    // A list that was forgotten is not an empty one, which makes an empty file.
    if (!body.has('pieces')) throw new DomainError('argument-missing', { field: 'pieces' });
    const made = await conflictMerges.save(callerOf(request), {
      ...{ libraryId: libraryIdOf(request), path: parsePath(body.required('path')) },
      ...{ originalId: body.required('original_id'), copyId: body.required('copy_id') },
      pieces: body.list('pieces'),
    });
    return { path: made.path, commit_id: made.commitId };
  });
}

/** The search through all libraries and through the past. */
export function searchRoutes(app: FastifyInstance, { history: { timeSearch } }: HttpServices): void {
  localRoute(app, 'GET search/', async (request, reply) => {
    const wanted = { ...parseTimeSearch(queryOf(request)), signal: untilGone(reply) };
    return searchPage(await timeSearch.find(callerOf(request), wanted));
  });
}
