import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { DeletedLibraryView } from '../../usecases/libraries/deleted-libraries.ts';
import type { ListedLibrary } from '../../usecases/libraries/library-listing.ts';
import { saltOf } from './library-items.ts';
import { ownerId } from './owner-id.ts';
import { sizeFormatted } from './size.ts';
import { timestamp } from './timestamp.ts';

/** How real servers call the ways to a library. */
const REPO_TYPES = {
  owner: 'repo',
  'personal-share': 'srepo',
  'group-share': 'grepo',
  department: 'grepo',
  administration: 'grepo',
} as const;

/** Address of the picture shown for people without one. */
export function avatarUrl(origin: string): string {
  return `${origin}/media/avatars/default.png`;
}

/** A row of `GET /api/v2.1/repos/`. */
export function v21LibraryItem({ view, place }: ListedLibrary, origin: string, isStarred: boolean) {
  const { library } = view;
  return {
    type: place.kind,
    repo_id: library.id,
    repo_name: library.name,
    ...(place.kind === 'group'
      ? { group_id: place.group.id, group_name: place.group.name }
      : ownerPart(view, origin)),
    ...(place.kind === 'shared' ? { is_admin: view.canShare } : {}),
    last_modified: timestamp(library.updatedAtSeconds),
    ...modifierPart(view),
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    permission: view.permission,
    starred: isStarred,
    monitored: false,
    status: library.status,
    salt: saltOf(library.encryption),
  };
}

/** A library of a group, in the words of the calls about groups. */
export function v21GroupLibrary({ view, place }: ListedLibrary, origin: string) {
  const { library } = view;
  const sharer = place.kind === 'group' ? ownerId(place.sharer.id) : '';
  return {
    repo_id: library.id,
    repo_name: library.name,
    ...ownerPart(view, origin),
    ...modifierPart(view),
    share_from: sharer,
    mtime: timestamp(library.updatedAtSeconds),
    last_modified: timestamp(library.updatedAtSeconds),
    size: library.sizeBytes,
    size_formatted: sizeFormatted(library.sizeBytes),
    encrypted: library.encryption !== null,
    permission: view.permission,
    is_admin: view.canShare,
    status: library.status,
  };
}

function modifierPart({ library, modifierName, modifierContactEmail }: LibraryView) {
  return {
    modifier_email: library.modifierEmail,
    modifier_name: modifierName,
    modifier_contact_email: modifierContactEmail,
  };
}

function ownerPart({ library, ownerName, ownerContactEmail }: LibraryView, origin: string) {
  return {
    owner_email: ownerId(library.owner),
    owner_name: ownerName,
    owner_contact_email: ownerContactEmail,
    owner_avatar: avatarUrl(origin),
  };
}

/** `GET /api/v2.1/repos/{id}/` */
export function v21Library(
  view: LibraryView,
  { isSharedOut, isLocked }: { readonly isSharedOut: boolean; readonly isLocked: boolean },
  origin: string,
) {
  const { library } = view;
  return {
    repo_id: library.id,
    repo_name: library.name,
    repo_type: REPO_TYPES[view.source],
    ...ownerPart(view, origin),
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    file_count: library.fileCount,
    permission: view.permission,
    no_quota: false,
    is_admin: view.canShare,
    is_virtual: false,
    has_been_shared_out: isSharedOut,
    lib_need_decrypt: isLocked,
    last_modified: timestamp(library.updatedAtSeconds),
    status: library.status,
    monitored: false,
  };
}

/** A row of `GET /api/v2.1/deleted-repos/`. */
export function v21DeletedLibrary({ library, ownerName }: DeletedLibraryView, contactEmail: string) {
  return {
    repo_id: library.id,
    owner_email: ownerId(library.owner),
    owner_name: ownerName,
    owner_contact_email: contactEmail,
    repo_name: library.name,
    org_id: -1,
    head_commit_id: library.headId,
    encrypted: library.encrypted,
    del_time: timestamp(library.deletedAtSeconds),
    size: library.sizeBytes,
  };
}
