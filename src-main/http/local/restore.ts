import type { FastifyInstance } from 'fastify';
import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import type { BodyOf } from '../../../src-shared/local-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { WrittenToDisk } from '../../usecases/history/disk-restores.ts';
import type { Restored } from '../../usecases/history/restores.ts';
import { type Fields, parseCommitId } from '../declared-fields.ts';
import { decodeVersionPlace, encodeVersionPlace, localVersion } from '../present/commits.ts';
import {
  parseSnapshotRequest,
  presentRestoredSnapshot,
  presentSnapshot,
} from '../present/history-browsing.ts';
import { jobJson } from '../present/jobs.ts';
import { markedEntriesPage, parseEntriesRequest } from '../present/local-items.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const VERSIONS_PER_PAGE = 50;

const RESTORE = 'POST libraries/:library_id/restore/';
const EXPORT = 'POST libraries/:library_id/export/';

/** Bringing items back, and writing them to the disk. */
export function restoreRoutes(
  app: FastifyInstance,
  { restores: { restores }, computer: { diskRestores, historyExports } }: HttpServices,
): void {
  localRoute(app, RESTORE, async (request) => {
    const [caller, libraryId] = [callerOf(request), libraryIdOf(request)];
    const wanted = wantedRestore(bodyOf(request));
    const { kind, commitId } = wanted;
    if (kind === 'several') {
      const target = { libraryId, commitId, to: wanted.to };
      return writtenJson(await diskRestores.items(caller, wanted.paths, target));
    }
    const { path } = wanted;
    if (kind === 'to-disk')
      return writtenJson(await diskRestores.item(caller, { libraryId, path, commitId, to: wanted.to }));
    if (kind === 'preview')
      return { ...(await restores.previewItem(caller, libraryId, path, commitId)), commit_id: null };
    return restoredJson(await restores.item(caller, libraryId, path, commitId));
  });

  localRoute(app, EXPORT, async (request) => {
    const [caller, libraryId] = [callerOf(request), libraryIdOf(request)];
    const { to, commitId, withHistory } = wantedExport(bodyOf(request));
    if (withHistory) return jobJson(await historyExports.start(caller, libraryId, to));
    return writtenJson(await diskRestores.item(caller, { libraryId, path: '/', commitId, to }));
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
      commitId: parseCommitId(body.required('commit_id'), 'commit_id'),
      paths,
      mode: body.optional('mode') ?? 'in-place',
      except: body.list('except').map(parsePath),
      isDryRun: body.boolean('dry_run'),
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
    const body = bodyOf(request);
    const path = parsePath(body.required('path'));
    const version = {
      path: parsePath(body.optional('version_path') ?? path),
      commitId: parseCommitId(body.required('commit_id'), 'commit_id'),
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

/** Which of its four things the call is to do. @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function wantedRestore(body: Fields<BodyOf<typeof RESTORE>>) {
  const commitId = parseCommitId(body.required('commit_id'), 'commit_id');
  const paths = body.list('paths').map(parsePath);
  const isDryRun = body.boolean('dry_run');
  if (isDryRun && (paths.length > 0 || body.optional('to') !== undefined))
    throw new DomainError('argument-invalid', { field: 'dry_run', reason: 'to-disk' });
  if (paths.length > 0) return { kind: 'several', paths, commitId, to: body.required('to') } as const;
  const path = parsePath(body.required('path'));
  const to = body.optional('to');
  if (to !== undefined) return { kind: 'to-disk', path, commitId, to } as const;
  return { kind: isDryRun ? 'preview' : 'in-place', path, commitId } as const;
}

/** @throws DomainError `argument-missing`, `argument-invalid` */
function wantedExport(body: Fields<BodyOf<typeof EXPORT>>) {
  const to = body.required('to');
  const commitId = body.optionalCommitId('commit_id');
  const withHistory = body.boolean('with_history');
  if (withHistory && commitId !== null)
    throw new DomainError('argument-invalid', { field: 'commit_id', reason: 'with-history' });
  return { to, commitId, withHistory };
}

function writtenJson({ leftOut, ...written }: WrittenToDisk): RestoreJson {
  return {
    ...written,
    commit_id: null,
    ...(leftOut.count === 0 ? {} : { left_out: { ...leftOut, paths: [...leftOut.paths] } }),
  };
}

function restoredJson({ commitId, isChanged, ...restored }: Restored): RestoreJson {
  return { ...restored, commit_id: commitId, ...(isChanged && { changed: true }) };
}
