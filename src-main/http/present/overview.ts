import type {
  ConflictJson,
  ConflictKeepJson,
  ConflictSideJson,
  RecentChangeJson,
} from '../../../src-shared/overview-api.ts';
import { DomainError } from '../../core/errors.ts';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import { originalOfConflict } from '../../core/tree/conflict-original.ts';
import type { ConflictCopy } from '../../services/conflict-copies.ts';
import type { RecentCommit } from '../../services/recent-commits.ts';
import type { Names } from './item-rows.ts';
import { localCommit } from './local-contents.ts';

export function recentChange({ library, commit }: RecentCommit): RecentChangeJson {
  return { library_id: library.id, library_name: library.name, commit: localCommit(commit) };
}

export function localConflict({ library, path, file, original }: ConflictCopy, people: Names): ConflictJson {
  const name = originalOfConflict(nameOf(path)) ?? nameOf(path);
  return {
    library_id: library.id,
    library_name: library.name,
    path,
    original_path: joinPath(parentOf(path), name),
    copy: sideOf(file, people),
    original: original && sideOf(original.file, people),
  };
}

function sideOf({ sizeBytes, mtimeSeconds, modifier }: FileDirent, people: Names): ConflictSideJson {
  return {
    size: sizeBytes,
    mtime: mtimeSeconds,
    modifier,
    modifier_name: people.displayName(modifier),
  };
}

/** @throws DomainError `argument-invalid` */
export function parseKeep(text: string): ConflictKeepJson {
  if (text === 'original' || text === 'copy' || text === 'both') return text;
  throw new DomainError('argument-invalid', { field: 'keep' });
}
