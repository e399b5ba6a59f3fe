import type { LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { DeletedLibraryView } from '../../usecases/libraries/deleted-libraries.ts';
import type { ListedLibrary, ListedPlace } from '../../usecases/libraries/library-listing.ts';
import { avatarUrl, mtimeRelative, ownerId, sizeFormatted, timestamp } from './values.ts';

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

function receivedPart({ library, ownerName, group, canShare }: LibraryView) {
  return {
    owner_nickname: ownerName,
    group_name: group?.name ?? '',
    share_type: 'personal',
    is_admin: canShare,
    is_virtual: library.origin !== undefined,
    origin_repo_id: library.origin?.id ?? null,
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
function saltOf(encryption: LibraryEncryption | null): string {
  return encryption?.salt ?? '';
}

/** How real servers call the ways to a library. */
const REPO_TYPES = {
  owner: 'repo',
  'personal-share': 'srepo',
  'group-share': 'grepo',
  department: 'grepo',
  administration: 'grepo',
} as const;

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
    is_virtual: library.origin !== undefined,
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

export interface SyncTicketSource {
  readonly view: LibraryView;
  /** Empty when none was wanted. */
  readonly syncToken: string;
  readonly callerEmail: string;
  /** Where clients reach this server, `http://127.0.0.1:8730`. */
  readonly origin: string;
  readonly nowSeconds: number;
}

/** Clients require the field and use it for nothing any more. */
const RELAY_ID = '0'.repeat(40);

/** What a client needs to start syncing a library: the answer of creating one and of `download-info`. */
export function syncTicket({ view, syncToken, callerEmail, origin, nowSeconds }: SyncTicketSource) {
  const { library } = view;
  const { hostname, port } = new URL(origin);
  return {
    relay_id: RELAY_ID,
    relay_addr: hostname,
    relay_port: port === '' ? '80' : port,
    email: callerEmail,
    token: syncToken,
    repo_id: library.id,
    repo_name: library.name,
    repo_desc: library.description,
    repo_size: library.sizeBytes,
    repo_size_formatted: sizeFormatted(library.sizeBytes),
    mtime: library.updatedAtSeconds,
    last_modified: timestamp(library.updatedAtSeconds),
    mtime_relative: mtimeRelative(library.updatedAtSeconds, nowSeconds),
    ...encryptionPart(library.encryption),
    repo_version: LIBRARY_FORMAT,
    head_commit_id: library.headId,
    permission: view.permission,
  };
}

/** `encrypted` is the number 1 or empty text here, unlike everywhere else: seaf-cli compares it with 1. */
function encryptionPart(encryption: LibraryEncryption | null) {
  return {
    encrypted: encryption === null ? '' : 1,
    enc_version: encryption?.version ?? 0,
    salt: saltOf(encryption),
    magic: encryption?.magic ?? '',
    random_key: encryption?.randomKey ?? '',
    pwd_hash: encryption?.passwordHash?.hash ?? '',
    pwd_hash_algo: encryption?.passwordHash?.algorithm ?? '',
    pwd_hash_params: encryption?.passwordHash?.parameters ?? '',
  };
}
