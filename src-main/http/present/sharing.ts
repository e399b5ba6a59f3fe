import type {
  GivenLibraryJson,
  LibraryShareJson,
  PublicLinkJson,
  ReceivedLibraryJson,
  ShareRightJson,
  ShareTargetJson,
} from '../../../src-shared/sharing-api.ts';
import type { ShareRights } from '../../core/access/effective-access.ts';
import { parsePath } from '../../core/library/path.ts';
import type { People } from '../../usecases/access/people.ts';
import type { LinkChange, LinkRequest, PublicLinkView } from '../../usecases/sharing/share-links.ts';
import type {
  GivenLibrary,
  NamedReceiver,
  NamedShare,
  ReceivedLibrary,
  ShareReceiver,
} from '../../usecases/sharing/share-lists.ts';
import type { Fields } from '../declared-fields.ts';
import { integerOf, optional, parseBoolean, parseLibraryId, required } from './parse-fields.ts';
import { expiryAfter, linkAddress } from './public-links.ts';
import { parseSharedEmail, parseSharedGroup } from './shares.ts';

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
  { id, name, isEncrypted, users, groups }: GivenLibrary,
  people: Pick<People, 'displayName' | 'groupName'>,
): GivenLibraryJson {
  const names = [
    ...groups.slice(0, NAMES_SHOWN).map(({ groupId }) => people.groupName(groupId)),
    ...users.slice(0, NAMES_SHOWN).map(({ email }) => people.displayName(email)),
  ];
  return {
    ...{ library_id: id, library_name: name, encrypted: isEncrypted },
    ...{ people: users.length, groups: groups.length, names: names.slice(0, NAMES_SHOWN) },
  };
}

export function receivedLibrary({ view, group }: ReceivedLibrary): ReceivedLibraryJson {
  const { library, permission, canShare } = view;
  return {
    library_id: library.id,
    library_name: library.name,
    encrypted: library.encryption !== null,
    owner_name: view.ownerName,
    permission: rightOf({ permission, isAdmin: canShare && permission === 'rw' }),
    group_name: group?.name ?? '',
  };
}

function rightOf({ permission, isAdmin }: ShareRights): ShareRightJson {
  return isAdmin ? 'admin' : permission;
}

export function publicLink(
  { link, library, item, isExpired }: PublicLinkView,
  origin: string,
): PublicLinkJson {
  return {
    token: link.token,
    kind: link.kind,
    url: linkAddress(link, origin),
    library_id: library.id,
    library_name: library.name,
    path: link.path,
    is_dir: link.isDir,
    is_there: item !== null,
    can_download: link.canDownload,
    has_password: link.passwordHash !== null,
    created_at: link.createdAtSeconds,
    expires_at: link.expiresAtSeconds,
    is_expired: isExpired,
    visits: link.viewCount,
  };
}

/** Fields `kind` and `id`. @throws DomainError `argument-missing`, `argument-invalid` */
export function parseReceiver(fields: Fields): ShareReceiver {
  const kind = required(fields, 'kind');
  const id = required(fields, 'id');
  return kind === 'user' ? { email: parseSharedEmail(id) } : { groupId: parseSharedGroup(id) };
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseNewLink(body: Fields, nowSeconds: number): LinkRequest {
  const password = optional(body, 'password');
  return {
    libraryId: parseLibraryId(required(body, 'library_id'), 'library_id'),
    path: parsePath(required(body, 'path')),
    expiresAtSeconds: parseExpiry(body, nowSeconds) ?? null,
    rights: { canDownload: parseBoolean(body, 'can_download'), canEdit: false, canUpload: false },
    description: '',
    ...(password === undefined ? {} : { password }),
  };
}

/** Only what the body has. @throws DomainError `argument-invalid` */
export function parseChangedLink(body: Fields, nowSeconds: number): LinkChange {
  const password = body.text('password');
  const expiresAtSeconds = parseExpiry(body, nowSeconds);
  return {
    ...(password === undefined ? {} : { password }),
    ...(expiresAtSeconds === undefined ? {} : { expiresAtSeconds }),
  };
}

/** Null: it never ends; undefined: nothing is said. */
function parseExpiry(body: Fields, nowSeconds: number): number | null | undefined {
  const days = integerOf(optional(body, 'expire_days'));
  return days === null ? undefined : expiryAfter(days, nowSeconds);
}
