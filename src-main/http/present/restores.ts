import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import type { BodyOf } from '../../../src-shared/local-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { parsePath } from '../../core/library/path.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { DiskRestore, WrittenToDisk } from '../../usecases/history/disk-restores.ts';
import type { Restored, RestorePreview, Restores } from '../../usecases/history/restores.ts';
import { type Fields, parseCommitId } from '../declared-fields.ts';

/** What a restore is to do: write to the disk, say what it would do, or do it. */
type WantedRestore =
  | { readonly kind: 'to-disk'; readonly request: DiskRestore }
  | { readonly kind: 'preview' | 'in-place'; readonly path: string; readonly commitId: CommitId };

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseRestore(
  body: Fields<BodyOf<'POST libraries/:library_id/restore/'>>,
  libraryId: LibraryId,
): WantedRestore {
  const commitId = parseCommitId(body.required('commit_id'), 'commit_id');
  const paths = body.list('paths').map(parsePath);
  const isDryRun = body.boolean('dry_run');
  if (isDryRun && (paths.length > 0 || body.optional('to') !== undefined))
    throw new DomainError('argument-invalid', { field: 'dry_run', reason: 'to-disk' });
  if (paths.length > 0)
    return { kind: 'to-disk', request: { libraryId, commitId, to: body.required('to'), paths } };
  const path = parsePath(body.required('path'));
  const to = body.optional('to');
  if (to !== undefined) return { kind: 'to-disk', request: { libraryId, commitId, to, path } };
  return { kind: isDryRun ? 'preview' : 'in-place', path, commitId };
}

/** @throws DomainError `argument-missing`, `argument-invalid` */
export function parseExport(body: Fields<BodyOf<'POST libraries/:library_id/export/'>>) {
  const to = body.required('to');
  const commitId = body.optionalCommitId('commit_id');
  const withHistory = body.boolean('with_history');
  if (withHistory && commitId !== null)
    throw new DomainError('argument-invalid', { field: 'commit_id', reason: 'with-history' });
  return { to, commitId, withHistory };
}

/** A version of the file at the path, which may have had another path then. @throws as `parseRestore` */
export function parseVersionRestore(body: Fields<BodyOf<'POST libraries/:library_id/versions/restore/'>>) {
  const path = parsePath(body.required('path'));
  const commitId = parseCommitId(body.required('commit_id'), 'commit_id');
  return { path, version: { path: parsePath(body.optional('version_path') ?? path), commitId } };
}

export function presentWritten({ leftOut, ...written }: WrittenToDisk): RestoreJson {
  return {
    ...written,
    commit_id: null,
    ...(leftOut.count === 0 ? {} : { left_out: { ...leftOut, paths: [...leftOut.paths] } }),
  };
}

export function presentRestorePreview(preview: RestorePreview): RestoreJson {
  return { ...preview, commit_id: null };
}

export function presentRestored({ commitId, isChanged, ...restored }: Restored): RestoreJson {
  return { ...restored, commit_id: commitId, ...(isChanged && { changed: true }) };
}

export function presentRestoredVersion(made: Awaited<ReturnType<Restores['version']>>) {
  return {
    path: made.path,
    commit_id: made.commitId,
    previous_commit_id: made.previousId,
    changed: made.changed,
  };
}
