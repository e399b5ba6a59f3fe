import type { QueryOf } from '../../../src-shared/local-api.ts';
import type { PublicLinkJson } from '../../../src-shared/sharing-api.ts';
import {
  checkLinkPassword,
  type LinkRights,
  type PublicLink,
  VIEW_ONLY,
} from '../../core/access/public-link.ts';
import { DomainError } from '../../core/errors.ts';
import { nameOf, parsePath } from '../../core/library/path.ts';
import type { LinkChange, LinkRequest, PublicLinkView } from '../../usecases/sharing/share-links.ts';
import { declaredFields, type Fields, given, integerOf, parseLibraryId } from '../declared-fields.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { NO_FIELDS, type SentFields } from '../fields.ts';
import { jsonFields } from '../json-fields.ts';
import { RequestError } from '../request-error.ts';
import { decodeCursor, folderPath, timestamp } from './values.ts';

const DAY_SECONDS = 86_400;

/** Words of real servers for what is wrong with a link. */
export const LINK_ERRORS: ErrorOverrides = {
  'argument-invalid': worded(
    ({ field = 'argument', reason }) => INVALID_TEXTS[reason ?? ''] ?? `${field} invalid.`,
  ),
  'item-not-found': { status: 404, text: ({ value = '' }) => `Dirent ${value} not found.` },
  'link-not-found': { status: 404, text: ({ value = '' }) => `Link ${value} not found.` },
};

const INVALID_TEXTS: Readonly<Record<string, string>> = {
  'too-short': 'Password is too short.',
  'expires-twice': 'Can not pass expire_days and expiration_time at the same time.',
};

/** What all links have in common. Passwords are stored as hashes, so that none can be shown. */
function linkPart({ link, library, item, isExpired }: PublicLinkView) {
  return {
    username: link.creatorEmail,
    repo_id: library.id,
    repo_name: library.name,
    path: link.isDir ? folderPath(link.path) : link.path,
    obj_name: link.path === '/' ? '/' : nameOf(link.path),
    obj_id: item?.id ?? '',
    token: link.token,
    view_cnt: link.viewCount,
    ctime: timestamp(link.createdAtSeconds),
    expire_date: timestamp(link.expiresAtSeconds),
    is_expired: isExpired,
    password: '',
    has_password: link.passwordHash !== null,
    description: link.description,
  };
}

export function shareLink(view: PublicLinkView, origin: string) {
  const { link } = view;
  const address = linkAddress(link, origin);
  return {
    ...linkPart(view),
    is_dir: link.isDir,
    link: address,
    download_link: link.isDir || !link.canDownload ? '' : `${address}?dl=1`,
    permissions: {
      can_edit: link.canEdit,
      can_download: link.canDownload,
      can_upload: link.canUpload,
      can_copy_content: link.canDownload,
    },
    can_edit: link.canEdit,
    user_scope: 'all_users',
  };
}

export function uploadLink(view: PublicLinkView, origin: string) {
  return { ...linkPart(view), link: linkAddress(view.link, origin) };
}

/** Where a link opens in a browser. */
function linkAddress({ kind, isDir, token }: PublicLink, origin: string): string {
  if (kind === 'upload') return `${origin}/u/d/${token}/`;
  return `${origin}/${isDir ? 'd' : 'f'}/${token}/`;
}

/** @throws DomainError `argument-invalid`, `path-invalid`, `cursor-invalid` */
export function parseLinksWanted(query: Fields<QueryOf<'GET public-links/'>>) {
  const path = query.optional('path');
  return {
    ...given({
      libraryId: query.optionalLibraryId('library'),
      path: path === undefined ? undefined : parsePath(path),
      kind: query.optional('kind'),
    }),
    from: decodeCursor(query.optional('cursor')) ?? 0,
  };
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseLinkRequest(body: Fields, nowSeconds: number): LinkRequest {
  const libraryId = parseLibraryId(body.required('repo_id'), 'repo_id');
  const path = parsePath(body.required('path'));
  const password = body.optional('password');
  // Real servers look at the password before anything that follows.
  if (password !== undefined) checkLinkPassword(password);
  return {
    libraryId,
    path,
    rights: parseRights(body) ?? VIEW_ONLY,
    expiresAtSeconds: parseExpiry(body, nowSeconds) ?? null,
    description: body.text('description') ?? '',
    ...given({ password }),
  };
}

/** Only what the form has. @throws DomainError `argument-invalid` */
export function parseLinkChange(body: Fields, nowSeconds: number): LinkChange {
  return given({
    password: body.text('password'),
    rights: parseRights(body),
    expiresAtSeconds: parseExpiry(body, nowSeconds),
    description: body.text('description'),
  });
}

/** Null: it never ends; undefined: nothing is said. @throws DomainError `argument-invalid` */
function parseExpiry(body: Fields, nowSeconds: number): number | null | undefined {
  const days = integerOf(body.optional('expire_days'));
  const time = body.optional('expiration_time');
  if (days !== null && time !== undefined)
    throw new DomainError('argument-invalid', { field: 'expire_days', reason: 'expires-twice' });
  if (days !== null) return expiryAfter(days, nowSeconds);
  if (time !== undefined) return expiryAt(time, nowSeconds);
  return body.has('expiration_time') || body.has('expire_days') ? null : undefined;
}

/** Null: never. */
function expiryAfter(days: number, nowSeconds: number): number | null {
  return days === 0 ? null : nowSeconds + days * DAY_SECONDS;
}

function expiryAt(text: string, nowSeconds: number): number {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const seconds = isIso ? Math.floor(Date.parse(text) / 1000) : Number.NaN;
  if (!(seconds > nowSeconds)) throw new DomainError('argument-invalid', { field: 'expiration_time' });
  return seconds;
}

/** `permissions` as a JSON object or as its text. @throws DomainError `argument-invalid` */
function parseRights(body: Fields): LinkRights | undefined {
  if (!body.has('permissions')) return undefined;
  const members = body.spec('permissions').members ?? {};
  const given =
    body.nested('permissions') ?? declaredFields(rightsText(body.text('permissions') ?? ''), members);
  try {
    return {
      canDownload: given.boolean('can_download'),
      canEdit: given.boolean('can_edit'),
      canUpload: given.boolean('can_upload'),
    };
  } catch (error) {
    throw error instanceof DomainError ? rightsInvalid(error) : error;
  }
}

function rightsText(text: string): SentFields {
  if (text === '') return NO_FIELDS;
  try {
    return jsonFields(Buffer.from(text));
  } catch (error) {
    throw error instanceof RequestError ? rightsInvalid(error) : error;
  }
}

function rightsInvalid(cause: Error): DomainError {
  return new DomainError('argument-invalid', { field: 'permissions' }, cause);
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

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseNewLink(body: Fields, nowSeconds: number): LinkRequest {
  const password = body.optional('password');
  return {
    libraryId: parseLibraryId(body.required('library_id'), 'library_id'),
    path: parsePath(body.required('path')),
    expiresAtSeconds: parseDaysLeft(body, nowSeconds) ?? null,
    rights: { canDownload: body.boolean('can_download'), canEdit: false, canUpload: false },
    description: '',
    ...given({ password }),
  };
}

/** Only what the body has. @throws DomainError `argument-invalid` */
export function parseChangedLink(body: Fields, nowSeconds: number): LinkChange {
  return given({ password: body.text('password'), expiresAtSeconds: parseDaysLeft(body, nowSeconds) });
}

/** Null: it never ends; undefined: nothing is said. */
function parseDaysLeft(body: Fields, nowSeconds: number): number | null | undefined {
  const days = integerOf(body.optional('expire_days'));
  return days === null ? undefined : expiryAfter(days, nowSeconds);
}
