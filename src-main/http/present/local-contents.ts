import type { ChangeJson, CommitJson, EntryJson } from '../../../src-shared/contents-api.ts';
import type { TrashItemJson } from '../../../src-shared/trash-api.ts';
import { nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ModifierOf } from '../../usecases/accounts/modifiers.ts';
import type { CommitView } from '../../usecases/history/history.ts';
import type { TrashView } from '../../usecases/history/trash.ts';
import { type ChangeView, shownDescription } from './commits.ts';

const EXECUTE_BITS = 0o111;

export function localEntry(dirent: Dirent, modifierOf: ModifierOf): EntryJson {
  const isFile = dirent.kind === 'file';
  const { email, name } = modifierOf(isFile ? dirent.modifier : '');
  return {
    name: dirent.name,
    kind: dirent.kind,
    id: dirent.id,
    size: isFile ? dirent.sizeBytes : 0,
    mtime: dirent.mtimeSeconds,
    modifier: email,
    modifier_name: name,
    executable: isFile && (dirent.mode & EXECUTE_BITS) !== 0,
  };
}

export function localCommit(commit: CommitView): CommitJson {
  return {
    id: commit.id,
    time: commit.ctimeSeconds,
    description: shownDescription(commit.description),
    author: commit.authorEmail,
    author_name: commit.authorName,
    device: commit.deviceName ?? '',
    is_merge: commit.isMerge,
    ...commit.counts,
  };
}

export function localChange({ op, path, newPath, isDir, sizeBytes }: ChangeView): ChangeJson {
  return { op, path, new_path: newPath, is_dir: isDir, size: sizeBytes };
}

export function localTrashItem(item: TrashView): TrashItemJson {
  return {
    id: item.trashId,
    name: nameOf(item.path),
    parent_path: parentOf(item.path),
    is_dir: item.isDir,
    size: item.sizeBytes,
    deleted_at: item.deletedAtSeconds,
    deleted_by: item.deletedBy,
    deleted_by_name: item.deletedByName,
    commit_id: item.commitId,
  };
}
