import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/access/caller.ts';
import {
  checkLinkPassword,
  type LinkRights,
  type PublicLink,
  type PublicLinkKind,
  VIEW_ONLY,
} from '../../core/access/public-link.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { MOST_LINKS_TO_ITEM } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { Clock, Ports } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LinkedItem, PublicLinkTable } from '../../store/sqlite/public-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { PasswordChecks } from '../accounts/password-checks.ts';

/** Hexadecimal digits, two a byte. */
const TOKEN_BYTES = 10;
/** Of all people together; the oldest goes first. */
const MOST_REMOVED = 1000;

export interface LinkRequest {
  readonly libraryId: LibraryId;
  readonly path: string;
  /** Absent: none is asked for. */
  readonly password?: string;
  /** Null: it never ends. */
  readonly expiresAtSeconds: number | null;
  readonly rights: LinkRights;
  readonly description: string;
}

/** What its maker changes about a link; what is absent stays. */
export interface LinkChange {
  /** Empty: no password any more. */
  readonly password?: string;
  readonly expiresAtSeconds?: number | null;
  readonly rights?: LinkRights;
  readonly description?: string;
}

export interface LinkFilter {
  readonly libraryId?: LibraryId;
  readonly path?: string;
}

/** A part of a user's links. */
export interface LinkPageRequest extends LinkFilter {
  /** Absent: both kinds. */
  readonly kind?: PublicLinkKind;
  /** How many come before. */
  readonly from: number;
  readonly limit: number;
}

export interface LinkPage {
  readonly views: readonly PublicLinkView[];
  /** Where the next one begins; null: this was the last. */
  readonly next: number | null;
}

/** A link as its maker sees it. */
export interface PublicLinkView {
  readonly link: PublicLink;
  readonly library: Library;
  /** Null when the item is gone. */
  readonly item: Dirent | null;
  readonly isExpired: boolean;
}

export interface ShareLinksDependencies extends Pick<Ports, 'publicLinks' | 'clock' | 'ids'> {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly passwords: PasswordChecks;
}

/**
 * Links that people make for others without an account. They reach no further than their maker does at each moment, and
 * into no encrypted library. Passwords are kept as hashes only, and cannot be shown again.
 */
export type ShareLinks = ReturnType<typeof createShareLinks>;

export function createShareLinks(deps: ShareLinksDependencies) {
  const { publicLinks, access, passwords } = deps;
  /** What was removed last, for its makers to take that back: until the process ends. */
  const removed = new LRUCache<string, PublicLink>({ max: MOST_REMOVED });

  /** @throws DomainError `link-not-found` unless it is the caller's own */
  function own(caller: Caller, kind: PublicLinkKind, token: string): PublicLink {
    const link = publicLinks.find(token);
    if (link === null || link.kind !== kind || link.creatorEmail !== caller.email)
      throw new DomainError('link-not-found', { value: token });
    return link;
  }

  /** Newest first; links to libraries out of reach are left out. */
  function linksOf(caller: Caller, kind: PublicLinkKind, { libraryId, path }: LinkFilter): PublicLink[] {
    return publicLinks
      .ofCreator(caller.email, kind)
      .filter((link) => (libraryId ?? link.libraryId) === link.libraryId && (path ?? link.path) === link.path)
      .filter((link) => isReadable(access, caller, link));
  }

  async function viewsOf(caller: Caller, links: readonly PublicLink[]): Promise<PublicLinkView[]> {
    const views: PublicLinkView[] = [];
    for (const link of links) views.push(await viewOf(deps, caller, link));
    return views;
  }

  return {
    ...createLinkMaking(deps),

    /** The caller's own, newest first; those to libraries out of reach are left out. */
    list: (caller: Caller, kind: PublicLinkKind, filter: LinkFilter): Promise<PublicLinkView[]> =>
      viewsOf(caller, linksOf(caller, kind, filter)),

    /** The same by parts, both kinds together. */
    async page(caller: Caller, { kind, from, limit, ...filter }: LinkPageRequest): Promise<LinkPage> {
      const kinds = kind === undefined ? (['share', 'upload'] as const) : [kind];
      const links = kinds.flatMap((each) => linksOf(caller, each, filter)).sort(byAge);
      const next = from + limit;
      const views = await viewsOf(caller, links.slice(from, next));
      return { views, next: next < links.length ? next : null };
    },

    /** @throws DomainError `link-not-found`, `argument-invalid`, `permission-denied`, `busy` */
    async update(
      caller: Caller,
      { kind, token }: { kind: PublicLinkKind; token: string },
      change: LinkChange,
    ): Promise<PublicLinkView> {
      own(caller, kind, token);
      if (change.password !== undefined && change.password !== '') checkLinkPassword(change.password);
      const passwordHash = await hashOf(passwords, caller, change.password);
      const before = own(caller, kind, token);
      const link = {
        ...{ ...before, ...change.rights },
        ...(change.password === undefined ? {} : { passwordHash }),
        ...(change.expiresAtSeconds === undefined ? {} : { expiresAtSeconds: change.expiresAtSeconds }),
        ...(change.description === undefined ? {} : { description: change.description }),
      };
      publicLinks.update(link);
      return viewOf(deps, caller, link);
    },

    /** @throws DomainError `link-not-found` */
    remove(caller: Caller, kind: PublicLinkKind, token: string): void {
      const link = own(caller, kind, token);
      publicLinks.remove(link.token);
      removed.set(token, link);
    },

    /**
     * Brings back a link that the caller removed a moment ago, as it was.
     * @throws DomainError `link-not-found`; `public-link-exists` when the item has many others by now
     */
    async restore(caller: Caller, token: string): Promise<PublicLinkView> {
      const link = removed.get(token);
      if (link === undefined || link.creatorEmail !== caller.email || !isReadable(access, caller, link))
        throw new DomainError('link-not-found', { value: token });
      requireRoom(publicLinks, link, MOST_LINKS_TO_ITEM);
      removed.delete(token);
      publicLinks.insert(link);
      return viewOf(deps, caller, link);
    },
  };
}

/** Links that are made, which is refused where there are enough. */
function createLinkMaking(deps: ShareLinksDependencies) {
  const { publicLinks, access, contents, passwords, clock, ids } = deps;

  /** @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `item-not-found`, `not-a-folder` */
  async function requireItem(caller: Caller, kind: PublicLinkKind, { libraryId, path }: LinkRequest) {
    // A user who has nothing to do with the library is told nothing about what is in it.
    const { library } =
      kind === 'upload' ? access.writable(caller, libraryId) : access.readable(caller, libraryId);
    const item = await contents.entry(library, path);
    if (library.encryption !== null)
      throw new DomainError('permission-denied', { value: libraryId, reason: 'encrypted' });
    if (kind === 'upload' && item.kind !== 'dir') throw new DomainError('not-a-folder', { value: path });
    return item;
  }

  /**
   * @param among how many links of the kind the item may have with it: one is the only one
   * @throws DomainError `argument-invalid` for a password; `library-not-found`, `permission-denied`,
   * `library-read-only`, `item-not-found`, `not-a-folder`, `public-link-exists` (reason `too-many` among several), `busy`
   */
  async function make(
    caller: Caller,
    { kind, among }: { readonly kind: PublicLinkKind; readonly among: number },
    request: LinkRequest,
  ): Promise<PublicLinkView> {
    if (request.password !== undefined) checkLinkPassword(request.password);
    access.existing(request.libraryId);
    const item = await requireItem(caller, kind, request);
    const { libraryId, path, expiresAtSeconds, rights, description } = request;
    const mine = { creatorEmail: caller.email, kind, libraryId, path };
    requireRoom(publicLinks, mine, among);
    const passwordHash = await hashOf(passwords, caller, request.password);
    // Another request may have made one, or lost the library, during the derivation.
    requireRoom(publicLinks, mine, among);
    access.readable(caller, libraryId);
    const link = {
      ...{ ...mine, ...rights, token: ids.hex(TOKEN_BYTES), isDir: item.kind === 'dir' },
      ...{ passwordHash, description, expiresAtSeconds, createdAtSeconds: clock.nowSeconds() },
      viewCount: 0,
    };
    publicLinks.insert(link);
    return viewOf(deps, caller, link);
  }

  const create = (caller: Caller, kind: PublicLinkKind, request: LinkRequest) =>
    make(caller, { kind, among: 1 }, request);

  return {
    /** The only link of its kind. @throws DomainError as `make` */
    create,

    /** A new link, whatever others there are. @throws DomainError as `make` */
    createAnother: (caller: Caller, kind: PublicLinkKind, request: LinkRequest) =>
      make(caller, { kind, among: MOST_LINKS_TO_ITEM }, request),

    /** The caller's share link of an item, whatever it allows; made now, to look and download, where there is none. */
    async ensureShared(caller: Caller, libraryId: LibraryId, path: string): Promise<PublicLinkView> {
      const mine = { creatorEmail: caller.email, kind: 'share', libraryId, path } as const;
      const existing = publicLinks.findOfItem(mine);
      if (existing !== null) return viewOf(deps, caller, existing);
      const wanted = { libraryId, path, expiresAtSeconds: null, rights: VIEW_ONLY, description: '' };
      try {
        return await create(caller, 'share', wanted);
      } catch (error) {
        // Two requests at once get the same one.
        const made = publicLinks.findOfItem(mine);
        if (made === null) throw error;
        return viewOf(deps, caller, made);
      }
    },
  };
}

async function viewOf(
  { access, contents, clock }: ShareLinksDependencies,
  caller: Caller,
  link: PublicLink,
): Promise<PublicLinkView> {
  const { library } = access.readable(caller, link.libraryId);
  const item = await itemOrNull(contents, library, link.path);
  return { link, library, item, isExpired: isExpired(link, clock) };
}

async function hashOf(
  passwords: PasswordChecks,
  { email }: Caller,
  password: string | undefined,
): Promise<string | null> {
  return password === undefined || password === '' ? null : passwords.hash(password, email);
}

function byAge(a: PublicLink, b: PublicLink): number {
  return b.createdAtSeconds - a.createdAtSeconds || (a.token < b.token ? -1 : 1);
}

export function isExpired({ expiresAtSeconds }: PublicLink, clock: Clock): boolean {
  return expiresAtSeconds !== null && expiresAtSeconds <= clock.nowSeconds();
}

/** Null when there is nothing. */
export async function itemOrNull(
  contents: LibraryContents,
  library: Library,
  path: string,
): Promise<Dirent | null> {
  try {
    return await contents.entry(library, path);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'item-not-found') return null;
    throw error;
  }
}

function isReadable(access: LibraryAccess, caller: Caller, { libraryId }: PublicLink): boolean {
  return access.effective(caller, access.existing(libraryId)) !== null;
}

function requireRoom(publicLinks: PublicLinkTable, mine: LinkedItem, among: number): void {
  if (publicLinks.countOfItem(mine) < among) return;
  const existing = publicLinks.findOfItem(mine);
  const reason = among === 1 ? {} : { reason: 'too-many' };
  throw new DomainError('public-link-exists', { value: existing?.token ?? '', ...reason });
}
