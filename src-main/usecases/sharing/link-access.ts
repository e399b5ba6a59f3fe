import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../core/access/caller.ts';
import type { EffectiveAccess } from '../../core/access/effective-access.ts';
import type { PublicLink, PublicLinkKind } from '../../core/access/public-link.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import { joinPath, nameOf } from '../../core/library/path.ts';
import type { DirDirent, Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { PublicLinkTable } from '../../store/sqlite/public-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import { DEFAULT_ADMINISTRATOR } from '../accounts/accounts.ts';
import type { PasswordChecks } from '../accounts/password-checks.ts';
import { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { OpenedDownload } from '../files/downloads.ts';
import { isExpired, itemOrNull } from './share-links.ts';
import type { UploadLinks } from './upload-links.ts';

/** How long a visitor who knew the password is not asked for it again. */
const PASSED_SECONDS = 3600;
const TOKEN = /^[0-9a-f]{20}$/;

export interface LinkAccessDependencies
  extends Pick<Ports, 'publicLinks' | 'libraryTable' | 'users' | 'clock'> {
  readonly access: LibraryAccess;
  readonly people: Pick<People, 'displayName'>;
  readonly contents: LibraryContents;
  readonly uploadLinks: UploadLinks;
  readonly passwords: PasswordChecks;
  readonly secret: Uint8Array;
}

/** Which link a visitor came by, and what they showed. */
export interface Knock {
  readonly kind: PublicLinkKind;
  readonly token: string;
  /** What `pass` gave; absent: nothing. */
  readonly proof: string | undefined;
}

/** What a visitor is let into. */
export interface Visit {
  readonly link: PublicLink;
  readonly library: Library;
  /** What the link opens. */
  readonly item: Dirent;
  /** Who made the link, by the name that others see in the app; null for an owner who never said one. */
  readonly sharedBy: string | null;
}

/** The first bytes of a file. */
export interface Beginning {
  readonly bytes: Buffer;
  /** There are more. */
  readonly isCut: boolean;
}

/** A visitor without an account who follows a link. */
export type LinkAccess = ReturnType<typeof createLinkAccess>;

export function createLinkAccess(deps: LinkAccessDependencies) {
  const { publicLinks, contents, passwords, clock } = deps;
  const throttle = new SignInThrottle();
  const open = createDoor(deps);

  async function itemAt({ link, library }: Visit, path: string): Promise<Dirent> {
    const inside = path === '/' ? link.path : joinPath(link.path, path.slice(1));
    const item = await itemOrNull(contents, library, inside);
    if (item === null) throw new DomainError('link-not-found', { value: link.token });
    // The root of a library has no name of its own.
    return item.name === '' ? { ...item, name: inside === '/' ? library.name : nameOf(inside) } : item;
  }

  /** What visitors may take away. @throws DomainError `link-not-found`; `permission-denied` for a link that only shows */
  async function takeable<Kind extends Dirent['kind']>(
    visit: Visit,
    path: string,
    kind: Kind,
  ): Promise<Extract<Dirent, { kind: Kind }>> {
    const item = await itemAt(visit, path);
    if (!isOfKind(item, kind)) throw new DomainError('link-not-found', { value: visit.link.token });
    if (!visit.link.canDownload) throw new DomainError('permission-denied', { reason: 'download' });
    return item;
  }

  return {
    /**
     * @throws DomainError `link-not-found` when the link is unknown, or its maker no longer reaches the item, and with
     * reason `expired` when it is over; `password-wrong` with reason `missing` when it asks for a password first
     */
    open,

    /** Counts a visit that showed what the link opens. */
    count({ link }: Visit): void {
      publicLinks.countView(link.token);
    },

    /** What is in a folder of the link; '/' is the folder it opens. @throws DomainError `link-not-found` */
    async list(visit: Visit, path: string): Promise<readonly Dirent[]> {
      const folder = await itemAt(visit, path);
      if (folder.kind !== 'dir') throw new DomainError('link-not-found', { value: visit.link.token });
      const inside = path === '/' ? visit.link.path : joinPath(visit.link.path, path.slice(1));
      return (await contents.list(visit.library, inside)).dirents;
    },

    /**
     * A file of the link. @throws DomainError `link-not-found`; `permission-denied` for a link that only shows;
     * `object-missing`, `object-corrupt`
     */
    async download(visit: Visit, path: string): Promise<OpenedDownload> {
      const { id, name } = await takeable(visit, path, 'file');
      const content = await contents.open(visit.library, { id });
      return { file: { id, name }, isEncrypted: false, content };
    },

    /** A file or folder of the link, to be looked at. @throws DomainError `link-not-found` */
    item: itemAt,

    /** A file of the link, to make something of. @throws DomainError as `download` */
    file: (visit: Visit, path: string): Promise<FileDirent> => takeable(visit, path, 'file'),

    /** A folder of the link, to make an archive of. @throws DomainError as `download` */
    folder: (visit: Visit, path: string): Promise<DirDirent> => takeable(visit, path, 'dir'),

    /** How a file of the link begins. @throws DomainError as `download` */
    async beginning(visit: Visit, path: string, mostBytes: number): Promise<Beginning> {
      const { sizeBytes, read } = await contents.open(visit.library, await takeable(visit, path, 'file'));
      const length = Math.min(sizeBytes, mostBytes);
      const pieces: Buffer[] = [];
      if (length > 0) for await (const piece of read({ first: 0, last: length - 1 })) pieces.push(piece);
      return { bytes: Buffer.concat(pieces), isCut: sizeBytes > length };
    },

    /**
     * Where visitors put files, and a token for it, in the name of the link's maker.
     * @param path a folder inside that of the link; '/' is the link's own
     * @throws DomainError `permission-denied` for a link that only shows, `library-read-only` when its maker only reads;
     * `link-not-found`, `quota-exceeded`
     */
    async uploadPlace(visit: Visit, path: string): Promise<{ token: string; folder: string }> {
      const { link } = visit;
      if (link.kind === 'share' && !link.canUpload)
        throw new DomainError('permission-denied', { reason: 'upload' });
      const item = await itemAt(visit, path);
      if (item.kind !== 'dir') throw new DomainError('link-not-found', { value: link.token });
      const folder = path === '/' ? link.path : joinPath(link.path, path.slice(1));
      const target = { libraryId: link.libraryId, path: folder, publicLink: link.token };
      const token = await deps.uploadLinks.issueForVisitors(makerOf(link), target);
      return { token, folder };
    },

    /**
     * What proves for an hour that the visitor knows the password.
     * @throws DomainError `link-not-found`, `password-wrong`, `throttled`, `busy`
     */
    async pass(
      { kind, token }: Omit<Knock, 'proof'>,
      { password, address }: { password: string; address: string },
    ): Promise<{ proof: string; seconds: number }> {
      const link = known(publicLinks, kind, token);
      const guess = { account: `link ${token}`, address };
      throttle.require(guess, clock);
      const guard = (check: () => Promise<boolean>) => throttle.guard(guess, clock, check);
      const isRight = await passwords.matches({ password, address, guard }, link.passwordHash);
      if (!isRight) throw new DomainError('password-wrong', { field: 'password' });
      const until = clock.nowSeconds() + PASSED_SECONDS;
      return { proof: proofOf(deps.secret, link, until), seconds: PASSED_SECONDS };
    },
  };
}

/** Decides about every visit afresh. */
function createDoor(deps: LinkAccessDependencies) {
  const { publicLinks, libraryTable, users, access, people, contents, clock, secret } = deps;

  /** What the maker of the link may do with its library now; null: nothing. */
  function accessBehind(link: PublicLink, library: Library | null): EffectiveAccess | null {
    const isActive = users.find(link.creatorEmail)?.isActive === true;
    return library === null || !isActive ? null : access.effective(makerOf(link), library);
  }

  function nameOfMaker({ creatorEmail }: PublicLink): string | null {
    const isNameless = creatorEmail === DEFAULT_ADMINISTRATOR && users.find(creatorEmail)?.name === '';
    return isNameless ? null : people.displayName(creatorEmail);
  }

  return async ({ kind, token, proof }: Knock): Promise<Visit> => {
    const link = known(publicLinks, kind, token);
    const library = libraryTable.find(link.libraryId);
    const behind = accessBehind(link, library);
    const reaches = behind !== null && (kind === 'share' || behind.permission === 'rw');
    if (library === null || !reaches || library.encryption !== null)
      throw new DomainError('link-not-found', { value: token });
    if (isExpired(link, clock)) throw new DomainError('link-not-found', { value: token, reason: 'expired' });
    if (link.passwordHash !== null && !isProof({ proof, link, secret, nowSeconds: clock.nowSeconds() }))
      throw new DomainError('password-wrong', { field: 'password', reason: 'missing' });
    const item = await itemOrNull(contents, library, link.path);
    if (item === null || (item.kind === 'dir') !== link.isDir)
      throw new DomainError('link-not-found', { value: token });
    return { link, library, item, sharedBy: nameOfMaker(link) };
  };
}

function isOfKind<Kind extends Dirent['kind']>(
  item: Dirent,
  kind: Kind,
): item is Extract<Dirent, { kind: Kind }> {
  return item.kind === kind;
}

/** A link reaches what its maker reaches, as administrator of the server or not. */
function makerOf({ creatorEmail }: PublicLink): Caller {
  return { email: creatorEmail, isAdmin: false };
}

/** @throws DomainError `link-not-found` */
function known(publicLinks: PublicLinkTable, kind: PublicLinkKind, token: string): PublicLink {
  const link = TOKEN.test(token) ? publicLinks.find(token) : null;
  if (link === null || link.kind !== kind) throw new DomainError('link-not-found', { value: token });
  return link;
}

/** Changing the password makes every earlier proof worthless. */
function proofOf(secret: Uint8Array, { token, passwordHash }: PublicLink, until: number): string {
  const mark = createHmac('sha256', secret)
    .update(`public link\n${token}\n${passwordHash}\n${until}`)
    .digest('hex');
  return `${until}.${mark}`;
}

interface Shown {
  readonly proof: string | undefined;
  readonly link: PublicLink;
  readonly secret: Uint8Array;
  readonly nowSeconds: number;
}

function isProof({ proof = '', link, secret, nowSeconds }: Shown): boolean {
  const until = /^([1-9]\d{0,11})\.[0-9a-f]{64}$/.exec(proof)?.[1];
  if (until === undefined || Number(until) <= nowSeconds) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secret, link, Number(until))));
}
