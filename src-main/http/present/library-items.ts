import type { LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryView } from '../../services/library-access.ts';
import { departmentId, ownerId } from './owner-id.ts';
import { mtimeRelative } from './relative-time.ts';
import { sizeFormatted } from './size.ts';

/** Version of the library format; there is no other. */
export const LIBRARY_FORMAT = 1;

/** A row of `GET /api2/repos/`. */
export function libraryItem(view: LibraryView, nowSeconds: number) {
  return { ...(view.isOwner ? ownedPart(view) : groupPart(view)), ...commonPart(view, nowSeconds) };
}

function ownedPart({ library, ownerName, ownerContactEmail }: LibraryView) {
  return {
    type: 'repo',
    owner: ownerId(library.owner),
    owner_name: ownerName,
    owner_contact_email: ownerContactEmail,
    virtual: false,
  };
}

/** Real servers put the name of the group where the owner stands, and the department where the sharer does. */
function groupPart({ group }: LibraryView) {
  const name = group?.name ?? '';
  return {
    type: 'grepo',
    owner: name,
    group_name: name,
    groupid: group?.id ?? 0,
    share_from: group === null ? '' : departmentId(group.id),
    share_from_name: name,
    share_from_contact_email: '',
  };
}

function commonPart(view: LibraryView, nowSeconds: number) {
  const { library } = view;
  return {
    id: library.id,
    name: library.name,
    mtime: library.updatedAtSeconds,
    mtime_relative: mtimeRelative(library.updatedAtSeconds, nowSeconds),
    modifier_email: library.modifierEmail,
    modifier_name: view.modifierName,
    modifier_contact_email: view.modifierContactEmail,
    size: library.sizeBytes,
    size_formatted: sizeFormatted(library.sizeBytes),
    encrypted: library.encryption !== null,
    permission: view.permission,
    head_commit_id: library.headId,
    version: LIBRARY_FORMAT,
    salt: saltOf(library.encryption),
    root: '',
  };
}

/** `GET /api2/repos/{id}/` */
export function libraryDetail(view: LibraryView) {
  const { library } = view;
  const { encryption } = library;
  return {
    type: 'repo',
    id: library.id,
    owner: view.isOwner ? 'self' : 'share',
    name: library.name,
    mtime: library.updatedAtSeconds,
    size: library.sizeBytes,
    encrypted: encryption !== null,
    root: library.rootId,
    permission: view.permission,
    modifier_email: library.modifierEmail,
    modifier_contact_email: view.modifierContactEmail,
    modifier_name: view.modifierName,
    file_count: library.fileCount,
    head_commit_id: library.headId,
    ...(encryption === null ? {} : keyPart(encryption)),
  };
}

function keyPart(encryption: LibraryEncryption) {
  return {
    enc_version: encryption.version,
    salt: saltOf(encryption),
    magic: encryption.magic,
    random_key: encryption.randomKey,
  };
}

/** Only versions 3 and 4 have one. */
export function saltOf(encryption: LibraryEncryption | null): string {
  return encryption?.salt ?? '';
}
