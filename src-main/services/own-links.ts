import type { Caller } from '../core/access/caller.ts';
import {
  checkLinkPassword,
  type LinkRights,
  type PublicLink,
  type PublicLinkKind,
  VIEW_ONLY,
} from '../core/access/public-link.ts';
import { DomainError } from '../core/errors.ts';
import type { Library } from '../core/library/library.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { Dirent } from '../core/objects/dir-object.ts';
import type { PublicLinks } from '../store/sqlite/public-links.ts';
import type { LibraryAccess } from './library-access.ts';
import type { LibraryContents } from './library-contents.ts';
import type { PasswordChecks } from './password-checks.ts';
import type { Clock, Ids } from './ports.ts';

/** Hexadecimal digits, two a byte. */
const TOKEN_BYTES = 10;

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

/** A link as its maker sees it. */
export interface PublicLinkView {
  readonly link: PublicLink;
  readonly library: Library;
  /** Null when the item is gone. */
  readonly item: Dirent | null;
  readonly isExpired: boolean;
}

export interface OwnLinksDependencies {
  readonly publicLinks: PublicLinks;
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly passwords: PasswordChecks;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Links that people make for others without an account. They reach no further than their maker does at each moment, and
 * into no encrypted library. Passwords are kept as hashes only, so nobody is shown them again.
 */
export type OwnLinks = ReturnType<typeof createOwnLinks>;

export function createOwnLinks(deps: OwnLinksDependencies) {
  const { publicLinks, access, contents, passwords, clock, ids } = deps;

  /** @throws DomainError `link-not-found` unless it is the caller's own */
  function own(caller: Caller, kind: PublicLinkKind, token: string): PublicLink {
    const link = publicLinks.find(token);
    if (link === null || link.kind !== kind || link.creatorEmail !== caller.email)
      throw new DomainError('link-not-found', { value: token });
    return link;
  }

  async function view(caller: Caller, link: PublicLink): Promise<PublicLinkView> {
    const { library } = access.readable(caller, link.libraryId);
    const item = await itemOrNull(contents, library, link.path);
    return { link, library, item, isExpired: isExpired(link, clock) };
  }

  /** @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `item-not-found`, `not-a-folder` */
  async function requireItem(caller: Caller, kind: PublicLinkKind, { libraryId, path }: LinkRequest) {
    // Whoever has nothing to do with the library is told nothing about what is in it.
    const { library } =
      kind === 'upload' ? access.writable(caller, libraryId) : access.readable(caller, libraryId);
    const item = await contents.entry(library, path);
    if (library.encryption !== null)
      throw new DomainError('permission-denied', { value: libraryId, reason: 'encrypted' });
    if (kind === 'upload' && item.kind !== 'dir') throw new DomainError('not-a-folder', { value: path });
    return item;
  }

  async function hashOf(password: string | undefined): Promise<string | null> {
    return password === undefined || password === '' ? null : passwords.hash(password);
  }

  /**
   * @throws DomainError `argument-invalid` for a password; `library-not-found`, `permission-denied`,
   * `library-read-only`, `item-not-found`, `not-a-folder`, `public-link-exists`, `busy`
   */
  async function create(caller: Caller, kind: PublicLinkKind, request: LinkRequest): Promise<PublicLinkView> {
    if (request.password !== undefined) checkLinkPassword(request.password);
    access.existing(request.libraryId);
    const item = await requireItem(caller, kind, request);
    const { libraryId, path, expiresAtSeconds, rights, description } = request;
    const mine = { creatorEmail: caller.email, kind, libraryId, path };
    requireNone(publicLinks, mine);
    const passwordHash = await hashOf(request.password);
    // Somebody may have made one, or lost the library, during the derivation.
    requireNone(publicLinks, mine);
    access.readable(caller, libraryId);
    const link = {
      ...{ ...mine, ...rights, token: ids.hex(TOKEN_BYTES), isDir: item.kind === 'dir' },
      ...{ passwordHash, description, expiresAtSeconds, createdAtSeconds: clock.nowSeconds() },
      viewCount: 0,
    };
    publicLinks.insert(link);
    return view(caller, link);
  }

  return {
    create,

    /** The caller's share link of an item, whatever it allows; made now, to look and download, where there is none. */
    async ensureShared(caller: Caller, libraryId: LibraryId, path: string): Promise<PublicLinkView> {
      const mine = { creatorEmail: caller.email, kind: 'share', libraryId, path } as const;
      const existing = publicLinks.findOfItem(mine);
      if (existing !== null) return view(caller, existing);
      const wanted = { libraryId, path, expiresAtSeconds: null, rights: VIEW_ONLY, description: '' };
      try {
        return await create(caller, 'share', wanted);
      } catch (error) {
        // Two requests at once get the same one.
        const made = publicLinks.findOfItem(mine);
        if (made === null) throw error;
        return view(caller, made);
      }
    },

    /** The caller's own, newest first; those to libraries out of reach are left out. */
    async list(caller: Caller, kind: PublicLinkKind, filter: LinkFilter): Promise<PublicLinkView[]> {
      const links = publicLinks
        .ofCreator(caller.email, kind)
        .filter(
          (link) =>
            (filter.libraryId ?? link.libraryId) === link.libraryId &&
            (filter.path ?? link.path) === link.path,
        );
      const views: PublicLinkView[] = [];
      for (const link of links) if (isReadable(access, caller, link)) views.push(await view(caller, link));
      return views;
    },

    /** @throws DomainError `link-not-found`, `argument-invalid`, `permission-denied`, `busy` */
    async update(
      caller: Caller,
      { kind, token }: { kind: PublicLinkKind; token: string },
      change: LinkChange,
    ): Promise<PublicLinkView> {
      own(caller, kind, token);
      if (change.password !== undefined && change.password !== '') checkLinkPassword(change.password);
      const passwordHash = await hashOf(change.password);
      const before = own(caller, kind, token);
      const link = {
        ...{ ...before, ...change.rights },
        ...(change.password === undefined ? {} : { passwordHash }),
        ...(change.expiresAtSeconds === undefined ? {} : { expiresAtSeconds: change.expiresAtSeconds }),
        ...(change.description === undefined ? {} : { description: change.description }),
      };
      publicLinks.update(link);
      return view(caller, link);
    },

    /** @throws DomainError `link-not-found` */
    remove(caller: Caller, kind: PublicLinkKind, token: string): void {
      publicLinks.remove(own(caller, kind, token).token);
    },
  };
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
  return access.standing(caller, access.existing(libraryId)) !== null;
}

function requireNone(
  publicLinks: PublicLinks,
  mine: Pick<PublicLink, 'creatorEmail' | 'kind' | 'libraryId' | 'path'>,
): void {
  const existing = publicLinks.findOfItem(mine);
  if (existing !== null) throw new DomainError('public-link-exists', { value: existing.token });
}
