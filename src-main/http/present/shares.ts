import type {
  GivenLibraryJson,
  LibraryShareJson,
  ReceivedLibraryJson,
  ShareRightJson,
  ShareTargetJson,
} from '../../../src-shared/sharing-api.ts';
import type { GroupShare, ShareRights, UserShare } from '../../core/access/effective-access.ts';
import { parseEmail } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { People } from '../../usecases/access/people.ts';
import type { GivenFolder } from '../../usecases/sharing/folder-libraries.ts';
import type { GivenShares, ReceivedShare } from '../../usecases/sharing/library-shares.ts';
import type {
  GivenLibrary,
  NamedReceiver,
  NamedShare,
  ReceivedLibrary,
  ShareReceiver,
} from '../../usecases/sharing/share-lists.ts';
import { type Fields, integerOf } from '../declared-fields.ts';
import { avatarUrl, ownerId } from './values.ts';

type Names = Pick<People, 'displayName' | 'contactEmail' | 'groupName'>;

/** How rows that name people and groups are made. */
export interface ShareContext {
  readonly people: Names;
  readonly origin: string;
}

/** The words of one side of sharing: people, or groups. */
export type ShareTarget = 'user' | 'group';

const RIGHTS: Readonly<Record<string, ShareRights>> = {
  r: { permission: 'r', isAdmin: false },
  rw: { permission: 'rw', isAdmin: false },
  admin: { permission: 'rw', isAdmin: true },
};

/** `r`, `rw` or `admin`. @throws DomainError `argument-invalid` */
export function parseShareRights(text: string | undefined): ShareRights {
  const rights = Object.hasOwn(RIGHTS, text ?? '') ? RIGHTS[text ?? ''] : undefined;
  if (rights === undefined) throw new DomainError('argument-invalid', { field: 'permission' });
  return rights;
}

/** @throws DomainError `argument-invalid` */
export function parseShareTarget(text: string | undefined): ShareTarget {
  if (text !== 'user' && text !== 'group') throw new DomainError('argument-invalid', { field: 'share_type' });
  return text;
}

/** @throws DomainError `argument-invalid` with the text itself, for routes that name it */
export function parseSharedEmail(text: string | undefined): string {
  try {
    return parseEmail(text ?? '');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError('argument-invalid', { field: 'Email', value: text ?? '' }, error);
  }
}

/** @throws DomainError `argument-invalid` with the text itself, for routes that name it */
export function parseSharedGroup(text: string | undefined): number {
  const id = sharedGroupId(text);
  if (id === null) throw new DomainError('argument-invalid', { field: 'group_id', value: text ?? '' });
  return id;
}

/** Null for what cannot be the id of a group. */
export function sharedGroupId(text: string | undefined): number | null {
  const id = integerOf(text);
  return id === null || id < 1 || id > 999_999_999 ? null : id;
}

/** A row of `GET /api2/repos/{id}/dir/shared_items/`. */
export function sharedUser({ email, permission, isAdmin }: UserShare, { people, origin }: ShareContext) {
  const user = {
    name: email,
    nickname: people.displayName(email),
    contact_email: people.contactEmail(email),
    avatar_url: avatarUrl(origin),
  };
  return { share_type: 'user', user_info: user, permission, is_admin: isAdmin };
}

/** A row of `GET /api2/repos/{id}/dir/shared_items/`. */
export function sharedGroup({ groupId, permission, isAdmin }: GroupShare, { people }: ShareContext) {
  const group = { id: groupId, name: people.groupName(groupId) };
  return { share_type: 'group', group_info: group, permission, is_admin: isAdmin };
}

/** Rows of `GET /api/v2.1/shared-repos/`: one for each person and group that a library is shared with. */
export function givenShares({ view, users, groups }: GivenShares, { people }: ShareContext) {
  const { library, modifierName, modifierContactEmail } = view;
  const row = (type: string, { permission, isAdmin }: ShareRights) => ({
    repo_id: library.id,
    repo_name: library.name,
    encrypted: library.encryption !== null,
    share_type: type,
    share_permission: isAdmin ? 'admin' : permission,
    share_permission_name: isAdmin ? 'Admin' : permission === 'rw' ? 'Read-Write' : 'Read-Only',
    modifier_email: library.modifierEmail,
    modifier_name: modifierName,
    modifier_contact_email: modifierContactEmail,
    is_admin: isAdmin,
  });
  return [
    ...users.map((share) => ({
      ...row('personal', share),
      user_email: share.email,
      user_name: people.displayName(share.email),
      contact_email: people.contactEmail(share.email),
    })),
    ...groups.map((share) => ({
      ...row('group', share),
      group_id: share.groupId,
      group_name: people.groupName(share.groupId),
    })),
  ];
}

/** Rows of `GET /api/v2.1/shared-folders/`: one for each person and group that a folder is shared with. */
export function givenFolders({ library, users, groups }: GivenFolder, { people }: ShareContext) {
  const row = (type: string, { permission, isAdmin }: ShareRights) => ({
    repo_id: library.origin.id,
    path: library.origin.path,
    folder_name: library.name,
    share_type: type,
    share_permission: isAdmin ? 'admin' : permission,
    ...{ user_name: '', user_email: '', contact_email: '', group_id: '', group_name: '' },
  });
  return [
    ...users.map((share) => ({
      ...row('personal', share),
      user_name: people.displayName(share.email),
      user_email: share.email,
      contact_email: people.contactEmail(share.email),
    })),
    ...groups.map((share) => ({
      ...row('group', share),
      group_id: share.groupId,
      group_name: people.groupName(share.groupId),
    })),
  ];
}

/** A row of `GET /api2/beshared-repos/`. */
export function receivedShare({ view, share }: ReceivedShare) {
  const { library, permission } = view;
  return {
    repo_id: library.id,
    repo_name: library.name,
    repo_desc: library.description,
    permission,
    share_type: 'personal',
    user: ownerId(library.owner),
    shared_by: share.sharedBy,
    is_admin: share.isAdmin,
    last_modified: library.updatedAtSeconds,
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    is_virtual: library.origin !== undefined,
    ...(library.origin === undefined ? {} : { origin_repo_id: library.origin.id }),
    group_id: 0,
  };
}

/** The values of a field that may be repeated, as sent; empty ones say nothing. */
export function namesIn(fields: Fields, name: string): readonly string[] {
  return fields.list(name).filter((text) => text !== '');
}

/** Why a user was not given a share. */
export function failedUser(email: string, { code }: DomainError) {
  return {
    email,
    error_msg: reason(code, {
      invalid: 'username invalid.',
      missing: `User ${email} not found.`,
      name: email,
    }),
  };
}

/** Why a group was not given a share. */
export function failedGroup(people: Pick<People, 'groupName'>) {
  return (text: string, { code }: DomainError) => {
    const name = people.groupName(integerOf(text) ?? 0) || text;
    const words = { invalid: `group_id ${text} invalid.`, missing: `Group ${text} not found`, name };
    return { group_name: name, error_msg: reason(code, words) };
  };
}

interface Words {
  readonly invalid: string;
  readonly missing: string;
  readonly name: string;
}

function reason(code: DomainError['code'], { invalid, missing, name }: Words): string {
  if (code === 'argument-invalid' || code === 'argument-missing') return invalid;
  if (code === 'user-not-found' || code === 'group-not-found') return missing;
  if (code === 'share-exists') return `This item has been shared to ${name}.`;
  if (code === 'share-to-owner') return 'Library can not be shared to owner';
  return 'Permission denied.';
}

const NAMES_SHOWN = 3;

export function shareTarget(receiver: NamedReceiver): ShareTargetJson {
  return 'email' in receiver
    ? { kind: 'user', id: receiver.email, name: receiver.name }
    : { kind: 'group', id: String(receiver.groupId), name: receiver.name };
}

export function libraryShare(share: NamedShare): LibraryShareJson {
  return { ...shareTarget(share), permission: rightOf(share) };
}

export function givenLibrary(
  { id, name, path, isEncrypted, users, groups }: GivenLibrary,
  people: Pick<People, 'displayName' | 'groupName'>,
): GivenLibraryJson {
  const names = [
    ...groups.slice(0, NAMES_SHOWN).map(({ groupId }) => people.groupName(groupId)),
    ...users.slice(0, NAMES_SHOWN).map(({ email }) => people.displayName(email)),
  ];
  return {
    ...{ library_id: id, library_name: name, path, encrypted: isEncrypted },
    ...{ people: users.length, groups: groups.length, names: names.slice(0, NAMES_SHOWN) },
  };
}

export function receivedLibrary({ view, group, folderOf }: ReceivedLibrary): ReceivedLibraryJson {
  const { library, permission, canShare } = view;
  return {
    library_id: library.id,
    library_name: library.name,
    folder_of: folderOf ?? '',
    encrypted: library.encryption !== null,
    owner_name: view.ownerName,
    permission: rightOf({ permission, isAdmin: canShare && permission === 'rw' }),
    group_name: group?.name ?? '',
  };
}

function rightOf({ permission, isAdmin }: ShareRights): ShareRightJson {
  return isAdmin ? 'admin' : permission;
}

/** Fields `kind` and `id`. @throws DomainError `argument-missing`, `argument-invalid` */
export function parseReceiver(fields: Fields): ShareReceiver {
  const kind = fields.required('kind');
  const id = fields.required('id');
  return kind === 'user' ? { email: parseSharedEmail(id) } : { groupId: parseSharedGroup(id) };
}
