import type { FastifyInstance } from 'fastify';
import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { adminOnly } from '../auth.ts';
import { jobJson } from '../present/jobs.ts';
import {
  optional,
  parseBoolean,
  parseCommitId,
  parseOptionalCommitId,
  required,
} from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf } from '../request-context.ts';
import type { HttpServices, WrittenToDisk } from '../services.ts';
import { localRoute } from './local-route.ts';

export function restoreRoutes(app: FastifyInstance, { restores, disk, historyExports }: HttpServices): void {
  localRoute(app, 'POST libraries/:library_id/restore/', async (request) => {
    const caller = callerOf(request);
    const libraryId = libraryIdOf(request);
    const body = bodyOf(request);
    const commitId = parseCommitId(required(body, 'commit_id'), 'commit_id');
    const paths = body.list('paths').map(parsePath);
    const isDryRun = parseBoolean(body, 'dry_run');
    if (isDryRun && (paths.length > 0 || optional(body, 'to') !== undefined))
      throw new DomainError('argument-invalid', { field: 'dry_run', reason: 'to-disk' });
    if (paths.length > 0) {
      const to = required(body, 'to');
      if (!caller.isAdmin) throw adminOnly();
      const written = await disk.writeSeveral(caller, paths, { libraryId, commitId, to });
      return writtenJson(written);
    }
    const path = parsePath(required(body, 'path'));
    const to = optional(body, 'to');
    if (isDryRun)
      return { ...(await restores.previewItem(caller, libraryId, path, commitId)), commit_id: null };
    if (to === undefined) return presentRestored(await restores.item(caller, libraryId, path, commitId));
    if (!caller.isAdmin) throw adminOnly();
    return writtenJson(await disk.write(caller, { libraryId, path, commitId, to }));
  });

  localRoute(app, 'POST libraries/:library_id/export/', async (request) => {
    const caller = callerOf(request);
    const libraryId = libraryIdOf(request);
    const body = bodyOf(request);
    const to = required(body, 'to');
    const commitId = parseOptionalCommitId(body, 'commit_id');
    if (!parseBoolean(body, 'with_history'))
      return writtenJson(await disk.write(caller, { libraryId, path: '/', commitId, to }));
    if (commitId !== null)
      throw new DomainError('argument-invalid', { field: 'commit_id', reason: 'with-history' });
    return jobJson(await historyExports.start(caller, libraryId, to));
  });
}

function writtenJson({ leftOut, ...written }: WrittenToDisk): RestoreJson {
  return {
    ...written,
    commit_id: null,
    ...(leftOut.count === 0 ? {} : { left_out: { ...leftOut, paths: [...leftOut.paths] } }),
  };
}

function presentRestored({
  commitId,
  isChanged,
  ...restored
}: Awaited<ReturnType<HttpServices['restores']['item']>>): RestoreJson {
  return { ...restored, commit_id: commitId, ...(isChanged && { changed: true }) };
}
