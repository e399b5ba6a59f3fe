import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { MAX_ACCESS_LINKS_PER_PERSON, MAX_ACCESS_LINKS_PER_PUBLIC_LINK } from '../../core/limits.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryAccess, LibraryView } from './library-access.ts';

/** What a link lets its holder do, on behalf of the one who asked for it. */
export type AccessGrant = DownloadGrant | ZipGrant | UploadGrant | UpdateGrant;

interface Grant {
  readonly libraryId: LibraryId;
  /** Null: access was checked when the link was made, and it lasts as long as the library. */
  readonly caller: Caller | null;
  /** The public link over which strangers use it in the caller's name: it ends with that, and each has one for a folder. */
  readonly publicLink?: string;
  /** The caller reaches the library as an administrator of the server. */
  readonly isAdministering?: boolean;
}

export interface DownloadGrant extends Grant {
  readonly operation: 'download';
  /** As it was when the link was made. */
  readonly file: FileDirent;
}

export interface ZipGrant extends Grant {
  readonly operation: 'zip';
  readonly name: string;
  /** As they were when the link was made. */
  readonly items: readonly Dirent[];
  readonly task: ZipTask;
}

export interface ZipTask {
  readonly fileCount: number;
  isCanceled: boolean;
}

export interface UploadGrant extends Grant {
  readonly operation: 'upload';
  /** Files are added here and below. */
  readonly folder: string;
}

export interface UpdateGrant extends Grant {
  readonly operation: 'update';
  /** Files below are replaced. */
  readonly folder: string;
}

/** A grant, with the access that the user who asked for it has now; null when no particular user did. */
export interface OpenedLink<G extends AccessGrant> {
  readonly grant: G;
  readonly view: LibraryView | null;
  /** Ends a link that is good for one use. */
  readonly use: () => void;
}

interface KeptLink {
  readonly grant: AccessGrant;
  readonly expiresAtMs: number;
  readonly isOnce: boolean;
  /** Tokens of the same person or public link, the oldest first. */
  readonly ring: Map<string, AccessGrant>;
}

type GrantTo<O extends AccessGrant['operation']> = Extract<AccessGrant, { operation: O }>;

/** One hour, as reference servers give. */
const LIFETIME_MS = 3_600_000;

/** What tells that the maker of a link may not reach the library any more. */
const LOST: ReadonlySet<string> = new Set(['library-not-found', 'permission-denied']);

export interface AccessLinksDependencies extends Pick<Ports, 'publicLinks' | 'clock' | 'ids'> {
  readonly access: LibraryAccess;
}

/** Tokens that stand for one thing in one library, kept in memory: they end with the process. */
export type AccessLinks = ReturnType<typeof createAccessLinks>;

export function createAccessLinks({ access, publicLinks, clock, ids }: AccessLinksDependencies) {
  const links = new Map<string, KeptLink>();
  /** By person or public link, so that none pushes out the grants of another. */
  const rings = new Map<string, Map<string, AccessGrant>>();

  function ringOf({ publicLink, caller }: AccessGrant): Map<string, AccessGrant> {
    const key = publicLink === undefined ? `person ${caller?.email ?? ''}` : `link ${publicLink}`;
    const ring = rings.get(key) ?? new Map<string, AccessGrant>();
    rings.set(key, ring);
    return ring;
  }

  function end(token: string): void {
    links.get(token)?.ring.delete(token);
    links.delete(token);
  }

  /** The library as the link's maker reaches it now. @throws DomainError as `access` */
  function viewOf({ caller, libraryId, isAdministering }: AccessGrant): LibraryView | null {
    if (caller === null) {
      access.existing(libraryId);
      return null;
    }
    return isAdministering === true
      ? access.administered(caller, libraryId)
      : access.readable(caller, libraryId);
  }

  /** A link ends with the library, and when its maker may not reach the library any more. */
  function reached(token: string, grant: AccessGrant): LibraryView | null {
    try {
      if (grant.publicLink !== undefined && publicLinks.find(grant.publicLink) === null)
        throw new DomainError('permission-denied');
      return viewOf(grant);
    } catch (error) {
      const isLost = error instanceof DomainError && LOST.has(error.code);
      if (!isLost) throw error;
      end(token);
      throw new DomainError('link-not-found', { value: token }, error);
    }
  }

  /** @throws DomainError `link-not-found` when unknown or expired */
  function kept(token: string): KeptLink {
    const link = links.get(token);
    // A clock that was set back must not stretch the hour.
    const leftMs = link === undefined ? 0 : link.expiresAtMs - clock.nowMs();
    if (link !== undefined && leftMs > 0 && leftMs <= LIFETIME_MS) return link;
    end(token);
    throw new DomainError('link-not-found', { value: token });
  }

  /** The token that visitors of a public link have already for a folder, while it is good for half of its time. */
  function tokenOfVisitors(grant: AccessGrant, ring: ReadonlyMap<string, AccessGrant>): string | null {
    if (grant.publicLink === undefined || !('folder' in grant)) return null;
    const isSame = (other: AccessGrant) =>
      'folder' in other && other.folder === grant.folder && other.operation === grant.operation;
    const [token] = [...ring].find(([, other]) => isSame(other)) ?? [];
    const leftMs = (token === undefined ? 0 : (links.get(token)?.expiresAtMs ?? 0)) - clock.nowMs();
    return token !== undefined && leftMs > LIFETIME_MS / 2 && leftMs <= LIFETIME_MS ? token : null;
  }

  return {
    /** A token for one hour; with `once`, for one use. Visitors of a public link share theirs. */
    issue(grant: AccessGrant, { once = false }: { readonly once?: boolean } = {}): string {
      const ring = ringOf(grant);
      const known = tokenOfVisitors(grant, ring);
      if (known !== null) return known;
      const isPublic = grant.publicLink !== undefined;
      const oldest = ring.keys().next();
      const most = isPublic ? MAX_ACCESS_LINKS_PER_PUBLIC_LINK : MAX_ACCESS_LINKS_PER_PERSON;
      if (ring.size >= most && !oldest.done) end(oldest.value);
      const token = ids.uuid();
      ring.set(token, grant);
      links.set(token, { grant, ring, expiresAtMs: clock.nowMs() + LIFETIME_MS, isOnce: once });
      return token;
    },

    /**
     * What the link grants, and whether it still does: asked anew at every use.
     * @throws DomainError `link-not-found` when unknown, expired, used up, or its maker lost the library;
     * `permission-denied` with reason `operation` when it grants something else
     */
    open<O extends AccessGrant['operation']>(token: string, operation: O): OpenedLink<GrantTo<O>> {
      const { grant, isOnce } = kept(token);
      if (!isTo(grant, operation)) throw new DomainError('permission-denied', { reason: 'operation' });
      const view = reached(token, grant);
      const use = () => {
        if (isOnce) end(token);
      };
      return { grant, view, use };
    },

    end,
  };
}

function isTo<O extends AccessGrant['operation']>(grant: AccessGrant, operation: O): grant is GrantTo<O> {
  return grant.operation === operation;
}
