import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { parseEntriesRequest } from '../present/entries-page.ts';
import {
  markedEntriesPage,
  parseSnapshotRequest,
  presentRestoredSnapshot,
  presentSnapshot,
} from '../present/history-browsing.ts';
import { optional, parseBoolean, parseCommitId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Libraries as they were, and going back to that. */
export function snapshotRoutes(app: FastifyInstance, { snapshots, restores, modifiers }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/moments/', async (request) => {
    const wanted = parseSnapshotRequest(queryOf(request));
    return presentSnapshot(snapshots.find(callerOf(request), libraryIdOf(request), wanted));
  });

  localRoute(app, 'GET libraries/:library_id/moments/entries/', async (request) => {
    const wanted = parseEntriesRequest(queryOf(request));
    const { commitId, path } = wanted;
    if (commitId === null) throw new DomainError('argument-missing', { field: 'commit' });
    const listing = await snapshots.listing(callerOf(request), libraryIdOf(request), path, commitId);
    return markedEntriesPage(listing, { ...wanted, commitId }, modifiers.in(libraryIdOf(request)));
  });

  localRoute(app, 'POST libraries/:library_id/moments/restore/', async (request) => {
    const body = bodyOf(request);
    const paths = body.list('paths').map(parsePath);
    if (paths.length === 0) throw new DomainError('argument-missing', { field: 'paths' });
    const outcome = await restores.snapshot(callerOf(request), {
      libraryId: libraryIdOf(request),
      commitId: parseCommitId(required(body, 'commit_id'), 'commit_id'),
      paths,
      mode: optional(body, 'mode') ?? 'in-place',
      except: body.list('except').map(parsePath),
      isDryRun: parseBoolean(body, 'dry_run'),
    });
    return presentRestoredSnapshot(outcome);
  });
}
