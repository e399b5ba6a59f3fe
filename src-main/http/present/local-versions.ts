import type { VersionJson } from '../../../src-shared/versions-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { FileVersion, VersionPlace } from '../../engine/reading/file-versions.ts';
import { shownDescription } from './commits.ts';
import type { Names } from './item-rows.ts';

export function localVersion(version: FileVersion, people: Names): VersionJson {
  const { commit, file, path, oldPath, origin } = version;
  return {
    commit_id: commit.id,
    time: commit.ctimeSeconds,
    description: shownDescription(commit.description),
    author: commit.authorEmail,
    author_name: people.displayName(commit.authorEmail),
    device: commit.deviceName ?? '',
    origin,
    path,
    old_path: oldPath,
    file_id: file.id,
    size: file.sizeBytes,
    mtime: file.mtimeSeconds,
  };
}

export function encodeVersionPlace(place: VersionPlace | null): string | null {
  return place === null ? null : Buffer.from(`${place.seq}:${place.path}`).toString('base64url');
}

/** @throws DomainError `cursor-invalid`, `path-invalid` */
export function decodeVersionPlace(text: string): VersionPlace {
  const match = /^(\d{1,15}):(.+)$/s.exec(Buffer.from(text, 'base64url').toString());
  if (match?.[1] === undefined || match[2] === undefined)
    throw new DomainError('cursor-invalid', { field: 'cursor' });
  return { seq: Number(match[1]), path: parsePath(match[2]) };
}
