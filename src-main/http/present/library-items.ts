import type { LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { ListedLibrary, ListedPlace } from '../../usecases/libraries/library-listing.ts';
import { ownerId } from './owner-id.ts';
import { mtimeRelative } from './relative-time.ts';
import { sizeFormatted } from './size.ts';

/** Version of the library format; there is no other. */
export const LIBRARY_FORMAT = 1;

/** A row of `GET /api2/repos/`. */
export function libraryItem({ view, place }: ListedLibrary, nowSeconds: number) {
  return { ...placePart(view, place), ...commonPart(view, nowSeconds) };
}

function placePart(view: LibraryView, place: ListedPlace) {
  if (place.kind === 'group') return groupPart(place);
  const { library, ownerName, ownerContactEmail } = view;
  const owner = {
    owner: ownerId(library.owner),
    owner_name: ownerName,
    owner_contact_email: ownerContactEmail,
  };
  return place.kind === 'mine'
    ? { type: 'repo', ...owner, virtual: false }
    : { type: 'srepo', ...owner, ...receivedPart(view) };
}

function receivedPart({ ownerName, group, canShare }: LibraryView) {
  return {
    owner_nickname: ownerName,
    group_name: group?.name ?? '',
    share_type: 'personal',
    is_admin: canShare,
    is_virtual: false,
    origin_repo_id: null,
  };
}

/** Real servers put the name of the group where the owner stands, and the department where the sharer does. */
function groupPart({ group, sharer }: Extract<ListedPlace, { kind: 'group' }>) {
  return {
    type: 'grepo',
    owner: group.name,
    group_name: group.name,
    groupid: group.id,
    share_from: ownerId(sharer.id),
    share_from_name: sharer.name,
    share_from_contact_email: sharer.contactEmail,
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
