import type { Permission } from '../../core/access/caller.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { People } from '../../usecases/access/people.ts';
import type { Modifier, ModifierOf } from '../../usecases/accounts/modifiers.ts';
import type { FoundItem } from '../../usecases/files/library-items.ts';
import type { StarredItem } from '../../usecases/files/stars.ts';
import { folderPath, mtimeRelative, timestamp } from './values.ts';

/** How people are called. */
export type Names = Pick<People, 'displayName' | 'contactEmail'>;

/** What the rows of a listing say beside the items themselves. */
export interface RowSource {
  readonly permission: Permission;
  readonly modifierOf: ModifierOf;
  /** Paths of what the caller has starred in the library. */
  readonly starred: ReadonlySet<string>;
}

/** Makes the rows of `GET /api2/repos/{id}/dir/` for items of a folder. */
export function itemRows({ permission, modifierOf, starred }: RowSource) {
  return (dirent: Dirent, folder: string) => ({
    type: dirent.kind,
    id: dirent.id,
    name: dirent.name,
    mtime: dirent.mtimeSeconds,
    permission,
    ...(dirent.kind === 'file' && {
      size: dirent.sizeBytes,
      ...modifierFields(modifierOf(dirent.modifier)),
      starred: starred.has(folderPath(folder) + dirent.name),
    }),
  });
}

function modifierFields({ email, name, contactEmail }: Modifier) {
  return { modifier_email: email, modifier_name: name, modifier_contact_email: contactEmail };
}

/** Makes the rows of `GET /api/v2.1/repos/{id}/dir/` for items of a folder. */
export function v21ItemRows(source: RowSource) {
  const rowOf = itemRows(source);
  return (dirent: Dirent, folder: string) => ({
    ...rowOf(dirent, folder),
    parent_dir: folderPath(folder),
    starred: source.starred.has(folderPath(folder) + dirent.name),
  });
}

/** `GET /api/v2.1/repos/{id}/dir/detail/` */
export function folderDetail({ view, item }: FoundItem, path: string) {
  return {
    repo_id: view.library.id,
    path: folderPath(path),
    name: item.name,
    mtime: timestamp(item.mtimeSeconds),
    permission: view.permission,
  };
}

/** What the newer calls answer about a folder that they made or renamed. */
export function folderResult(libraryId: LibraryId, path: string, { id, mtimeSeconds }: Dirent) {
  return {
    type: 'dir',
    repo_id: libraryId,
    parent_dir: parentOf(path),
    obj_name: nameOf(path),
    obj_id: id,
    mtime: timestamp(mtimeSeconds),
  };
}

/** `GET /api/v2.1/repos/{id}/file/`, and what its siblings answer about the file that they made, renamed or copied. */
export function fileResult(libraryId: LibraryId, path: string, file: FileDirent) {
  return {
    ...folderResult(libraryId, path, file),
    type: 'file',
    size: file.sizeBytes,
    is_locked: false,
    // There is no viewer and no editor behind this interface.
    can_preview: false,
    can_edit: false,
  };
}

/** `GET /api2/repos/{id}/file/detail/` */
export function fileDetail(
  { permission, file, isStarred }: { permission: Permission; file: FileDirent; isStarred: boolean },
  modifierOf: ModifierOf,
  origin: string,
) {
  const modifier = modifierOf(file.modifier);
  return {
    type: 'file',
    id: file.id,
    name: file.name,
    permission,
    mtime: file.mtimeSeconds,
    last_modified: timestamp(file.mtimeSeconds),
    last_modifier_email: modifier.email,
    last_modifier_name: modifier.name,
    last_modifier_contact_email: modifier.contactEmail,
    last_modifier_avatar: `${origin}/media/avatars/default.png`,
    size: file.sizeBytes,
    starred: isStarred,
    comment_total: 0,
    can_edit: false,
  };
}

/** Where an item is, as the older calls answer a copy or a move. */
export function placeResult(libraryId: LibraryId, path: string) {
  return { repo_id: libraryId, parent_dir: parentOf(path), obj_name: nameOf(path) };
}

/** A row of `GET /api/v2.1/starred-items/`, for the person whose star it is. */
export function starredItem(
  { library, path, name, isDir, now }: StarredItem,
  email: string,
  people: Pick<People, 'displayName' | 'contactEmail'>,
) {
  return {
    repo_id: library.id,
    repo_name: library.name,
    repo_encrypted: library.encryption !== null,
    is_dir: isDir,
    path: isDir ? folderPath(path) : path,
    obj_name: name,
    mtime: timestamp(now?.mtimeSeconds ?? null),
    deleted: now === null,
    user_email: email,
    user_name: people.displayName(email),
    user_contact_email: people.contactEmail(email),
  };
}

/** Rows of `GET /api2/starredfiles/`: files that are there; older clients know no other stars. */
export function starredFiles(items: readonly StarredItem[], nowSeconds: number) {
  return items.flatMap(({ library, path, name, isDir, now }) => {
    if (isDir || now === null) return [];
    return {
      org: -1,
      repo: library.id,
      repo_id: library.id,
      repo_name: library.name,
      path,
      icon_path: path,
      file_name: name,
      mtime: now.mtimeSeconds,
      mtime_relative: mtimeRelative(now.mtimeSeconds, nowSeconds),
      dir: false,
      repo_encrypted: library.encryption !== null,
      oid: now.id,
      size: now.sizeBytes,
    };
  });
}
