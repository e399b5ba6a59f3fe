import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { decodeVersionPlace, encodeVersionPlace, localVersion } from '../present/commits.ts';
import {
  parseSnapshotRequest,
  parseSnapshotRestore,
  presentRestoredSnapshot,
  presentSnapshot,
} from '../present/history-browsing.ts';
import { jobJson } from '../present/jobs.ts';
import { markedEntriesPage, parseSnapshotEntries } from '../present/local-items.ts';
import {
  parseExport,
  parseRestore,
  parseVersionRestore,
  presentRestored,
  presentRestoredVersion,
  presentRestorePreview,
  presentWritten,
} from '../present/restores.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const VERSIONS_PER_PAGE = 50;

/** Bringing items back, and writing them to the disk. */
export function restoreRoutes(
  app: FastifyInstance,
  { restores: { restores }, computer: { diskRestores, historyExports } }: HttpServices,
): void {
  localRoute(app, 'POST libraries/:library_id/restore/', async (request) => {
    const [caller, id] = [callerOf(request), libraryIdOf(request)];
    const wanted = parseRestore(bodyOf(request), id);
    if (wanted.kind === 'to-disk') return presentWritten(await diskRestores.write(caller, wanted.request));
    const { kind, path, commitId } = wanted;
    if (kind === 'preview')
      return presentRestorePreview(await restores.previewItem(caller, id, path, commitId));
    return presentRestored(await restores.item(caller, id, path, commitId));
  });

  localRoute(app, 'POST libraries/:library_id/export/', async (request) => {
    const [caller, libraryId] = [callerOf(request), libraryIdOf(request)];
    const { to, commitId, withHistory } = parseExport(bodyOf(request));
    if (withHistory) return jobJson(await historyExports.start(caller, libraryId, to));
    return presentWritten(await diskRestores.write(caller, { libraryId, path: '/', commitId, to }));
  });
}

/** Libraries as they were, and going back to that. */
export function snapshotRoutes(
  app: FastifyInstance,
  { restores: { restores }, history: { snapshots }, accounts: { modifiers } }: HttpServices,
): void {
  localRoute(app, 'GET libraries/:library_id/moments/', async (request) => {
    const wanted = parseSnapshotRequest(queryOf(request));
    return presentSnapshot(snapshots.find(callerOf(request), libraryIdOf(request), wanted));
  });

  localRoute(app, 'GET libraries/:library_id/moments/entries/', async (request) => {
    const wanted = parseSnapshotEntries(queryOf(request));
    const { commitId, path } = wanted;
    const listing = await snapshots.listing(callerOf(request), libraryIdOf(request), path, commitId);
    return markedEntriesPage(listing, wanted, modifiers.in(libraryIdOf(request)));
  });

  localRoute(app, 'POST libraries/:library_id/moments/restore/', async (request) => {
    const wanted = parseSnapshotRestore(bodyOf(request));
    const outcome = await restores.snapshot(callerOf(request), {
      libraryId: libraryIdOf(request),
      ...wanted,
    });
    return presentRestoredSnapshot(outcome);
  });
}

/** Versions of files, and going back to one. */
export function versionRoutes(
  app: FastifyInstance,
  { restores: { restores, versions }, access: { people } }: HttpServices,
): void {
  localRoute(app, 'GET libraries/:library_id/versions/', async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(query.required('path')) };
    const cursor = query.optional('cursor');
    const start = cursor === undefined ? query.optionalCommitId('commit') : decodeVersionPlace(cursor);
    const page = await versions.page(callerOf(request), place, { start, limit: VERSIONS_PER_PAGE });
    return {
      versions: page.versions.map((version) => localVersion(version, people)),
      cursor: encodeVersionPlace(page.next),
    };
  });

  localRoute(app, 'POST libraries/:library_id/versions/restore/', async (request) => {
    const { path, version } = parseVersionRestore(bodyOf(request));
    const place = { libraryId: libraryIdOf(request), path };
    return presentRestoredVersion(await restores.version(callerOf(request), place, version));
  });
}
