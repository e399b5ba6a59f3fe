import type { DeletedLibraryView } from '../../services/deleted-libraries.ts';
import type { LibraryView } from '../../services/library-access.ts';
import { saltOf } from './library-items.ts';
import { ownerId } from './owner-id.ts';
import { timestamp } from './timestamp.ts';

/** Address of the picture shown for people without one. */
function avatarUrl(origin: string): string {
  return `${origin}/media/avatars/default.png`;
}

/** A row of `GET /api/v2.1/repos/`. */
export function v21LibraryItem(view: LibraryView, origin: string) {
  const { library, group } = view;
  return {
    type: group === null ? 'mine' : 'group',
    repo_id: library.id,
    repo_name: library.name,
    ...(group === null ? ownerPart(view, origin) : { group_id: group.id, group_name: group.name }),
    last_modified: timestamp(library.updatedAtSeconds),
    modifier_email: library.modifierEmail,
    modifier_name: view.modifierName,
    modifier_contact_email: view.modifierContactEmail,
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    permission: view.permission,
    starred: false,
    monitored: false,
    status: library.status,
    salt: saltOf(library.encryption),
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
export function v21Library(view: LibraryView, origin: string) {
  const { library } = view;
  return {
    repo_id: library.id,
    repo_name: library.name,
    repo_type: view.isOwner ? 'repo' : 'grepo',
    ...ownerPart(view, origin),
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    file_count: library.fileCount,
    permission: view.permission,
    no_quota: false,
    is_admin: view.isManager,
    is_virtual: false,
    has_been_shared_out: false,
    // The server keeps no library passwords.
    lib_need_decrypt: library.encryption !== null,
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
