import type { Caller } from '../core/access/caller.ts';
import { DomainError } from '../core/errors.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { Dirent, FileDirent } from '../core/objects/dir-object.ts';
import type { LibraryAccess, LibraryView } from './library-access.ts';
import type { Clock, Ids } from './ports.ts';

/** What a link lets whoever has it do, on behalf of the one who asked for it. */
export type AccessGrant = DownloadGrant | ZipGrant | UploadGrant | UpdateGrant;

interface Grant {
  readonly libraryId: LibraryId;
  /** Null: whoever made the link has asked who may, and only the end of the library ends it. */
  readonly caller: Caller | null;
  /** The caller reaches the library as an administrator of the server. */
  readonly isAdministering?: boolean;
}

export interface DownloadGrant extends Grant {
  readonly operation: 'download';
  /** As it was when the link was made. */
  readonly file: FileDirent;
  /** Shown in the browser rather than saved. */
  readonly isInline: boolean;
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

/** A grant with the library as the one who asked for it reaches it now; null when nobody in particular did. */
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
}

type GrantTo<O extends AccessGrant['operation']> = Extract<AccessGrant, { operation: O }>;

/** One hour, as reference servers give. */
const LIFETIME_MS = 3_600_000;

/** What tells that the maker of a link may not reach the library any more. */
const LOST: ReadonlySet<string> = new Set(['library-not-found', 'permission-denied']);

/** Enough for every row of a long listing to be fetched at once; the oldest link goes first. */
const MAX_LINKS = 10_000;

export interface AccessLinksDependencies {
  readonly access: LibraryAccess;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Tokens that stand for one thing in one library, kept in memory: they end with the process. */
export type AccessLinks = ReturnType<typeof createAccessLinks>;

export function createAccessLinks({ access, clock, ids }: AccessLinksDependencies) {
  const links = new Map<string, KeptLink>();

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
      return viewOf(grant);
    } catch (error) {
      const isLost = error instanceof DomainError && LOST.has(error.code);
      if (!isLost) throw error;
      links.delete(token);
      throw new DomainError('link-not-found', { value: token }, error);
    }
  }

  /** @throws DomainError `link-not-found` when unknown or expired */
  function kept(token: string): KeptLink {
    const link = links.get(token);
    // A clock that was set back must not stretch the hour.
    const leftMs = link === undefined ? 0 : link.expiresAtMs - clock.nowMs();
    if (link !== undefined && leftMs > 0 && leftMs <= LIFETIME_MS) return link;
    links.delete(token);
    throw new DomainError('link-not-found', { value: token });
  }

  return {
    /** A new token for one hour; with `once`, for one use. */
    issue(grant: AccessGrant, { once = false }: { readonly once?: boolean } = {}): string {
      const oldest = links.keys().next();
      if (links.size >= MAX_LINKS && !oldest.done) links.delete(oldest.value);
      const token = ids.uuid();
      links.set(token, { grant, expiresAtMs: clock.nowMs() + LIFETIME_MS, isOnce: once });
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
        if (isOnce) links.delete(token);
      };
      return { grant, view, use };
    },

    end(token: string): void {
      links.delete(token);
    },
  };
}

function isTo<O extends AccessGrant['operation']>(grant: AccessGrant, operation: O): grant is GrantTo<O> {
  return grant.operation === operation;
}
