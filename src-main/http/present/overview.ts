import type { ConflictJson, ConflictSideJson, RecentChangeJson } from '../../../src-shared/overview-api.ts';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import { originalOfConflict } from '../../core/tree/unique-name.ts';
import type { ModifierOf } from '../../usecases/accounts/modifiers.ts';
import type { ConflictCopy } from '../../usecases/files/conflict-copies.ts';
import type { RecentCommit } from '../../usecases/history/change-log.ts';
import { localCommit } from './local-contents.ts';

export function recentChange({ library, commit }: RecentCommit): RecentChangeJson {
  return { library_id: library.id, library_name: library.name, commit: localCommit(commit) };
}

/** @param modifierOf of its library */
export function localConflict(
  { library, path, file, original }: ConflictCopy,
  modifierOf: ModifierOf,
): ConflictJson {
  const name = originalOfConflict(nameOf(path)) ?? nameOf(path);
  return {
    library_id: library.id,
    library_name: library.name,
    path,
    original_path: joinPath(parentOf(path), name),
    copy: sideOf(file, modifierOf),
    original: original && sideOf(original.file, modifierOf),
  };
}

function sideOf({ sizeBytes, mtimeSeconds, modifier }: FileDirent, modifierOf: ModifierOf): ConflictSideJson {
  const { email, name } = modifierOf(modifier);
  return {
    size: sizeBytes,
    mtime: mtimeSeconds,
    modifier: email,
    modifier_name: name,
  };
}
