import { by, type Caller } from '../../core/access/caller.ts';
import { administratorAccess } from '../../core/access/effective-access.ts';
import { DomainError } from '../../core/errors.ts';
import { DESCRIPTIONS } from '../../core/history/describe.ts';
import { createEncryption } from '../../core/library/encryption.ts';
import type { LibraryEncryption } from '../../core/library/library.ts';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { checkLibraryName } from '../../core/library/name.ts';
import { isSameOwner, type Owner } from '../../core/library/owner.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { JournalRecords } from '../../engine/heads/journal-records.ts';
import type { Ports } from '../../engine/ports.ts';
import { createSingleFlight } from '../../engine/scheduling/single-flight.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { UnlockedLibraries } from '../access/unlocked-libraries.ts';
import type { SyncTokens } from '../accounts/sync-tokens.ts';
import type { LibrarySharesAndLinks } from '../sharing/library-shares-and-links.ts';
import type { LibraryListing } from './library-listing.ts';

export interface CreateLibraryRequest {
  readonly name: string;
  readonly description?: string;
  /** Makes an encrypted library that opens with this password. */
  readonly password?: string;
  /** Version of the encryption made from `password`; 2 opens in the widest set of clients. Default 2. */
  readonly encryptionVersion?: 2 | 4;
  /** The library made from `password` is open to the caller at once: they have just entered it. */
  readonly staysOpen?: boolean;
  /** Id and key material that the client made, instead of `password`. */
  readonly client?: { readonly libraryId: LibraryId; readonly encryption: LibraryEncryption };
  /** Absent: the caller. */
  readonly owner?: Owner;
}

export interface LibrariesDependencies
  extends Pick<
    Ports,
    | 'libraryTable'
    | 'folderLibraryTable'
    | 'deletedLibraryTable'
    | 'serverSettings'
    | 'transaction'
    | 'clock'
    | 'ids'
    | 'events'
  > {
  readonly syncTokens: SyncTokens;
  readonly access: LibraryAccess;
  readonly listing: LibraryListing;
  /** Shares and links. */
  readonly sharesAndLinks: LibrarySharesAndLinks;
  readonly changeLibrary: ChangeLibrary;
  readonly people: People;
  readonly unlocked: Pick<UnlockedLibraries, 'unlockFor'>;
  readonly journalRecords: Pick<JournalRecords, 'recordPresent'>;
}

/** The largest `keep_days`: a century. */
const MAX_KEEP_DAYS = 36_500;

const DEFAULT_LIBRARY_NAME = 'My Library';

/** What users do with libraries as a whole. */
export type LibrariesService = ReturnType<typeof createLibraries>;

export function createLibraries(deps: LibrariesDependencies) {
  const { libraryTable, syncTokens, access, changeLibrary, people, clock, ids, events } = deps;

  /**
   * Durable on return, with a sync token of the caller for it.
   * @throws DomainError `name-invalid`, `library-exists`, `user-not-found`, `group-not-found`
   */
  async function create(caller: Caller, request: CreateLibraryRequest) {
    checkLibraryName(request.name);
    const owner = request.owner ?? { kind: 'user', email: caller.email };
    people.requireOwner(owner);
    const id = request.client?.libraryId ?? (ids.uuid() as LibraryId);
    const nowSeconds = clock.nowSeconds();
    const library = await changeLibrary.createLibrary({
      id,
      name: request.name,
      description: request.description ?? '',
      owner,
      sizeBytes: 0,
      fileCount: 0,
      updatedAtSeconds: nowSeconds,
      modifierEmail: caller.email,
      status: 'normal',
      encryption: await encryptionFor(id, request, ids),
      keepDays: deps.serverSettings.defaultKeepDays(),
      historyFromSeconds: 0,
      createdAtSeconds: nowSeconds,
    });
    if (request.staysOpen === true && request.password !== undefined)
      await deps.unlocked.unlockFor(caller, library, request.password);
    events.emit({ type: 'libraries' });
    const effective = access.effective(caller, library) ?? administratorAccess(library);
    return { view: access.view(library, effective), syncToken: syncTokens.issue(id, caller.email) };
  }

  /** @throws DomainError `library-not-found`, `name-invalid`, `permission-denied`, `library-read-only` */
  async function rename(
    caller: Caller,
    id: LibraryId,
    to: { name: string; description?: string },
  ): Promise<void> {
    if (libraryTable.find(id) === null) throw new DomainError('library-not-found', { value: id });
    checkLibraryName(to.name);
    const { library } = access.managed(caller, id);
    if (library.status !== 'normal') throw new DomainError('library-read-only', { value: id });
    await changeLibrary.changeRecord({
      libraryId: id,
      change: to,
      ...by(caller),
      description: DESCRIPTIONS.recordChanged,
      evenReadOnly: caller.isAdmin,
    });
    events.emit({ type: 'libraries' });
  }

  const { defaultLibrary, ensureDefaultLibrary } = createDefaultLibraries(deps, create);

  return {
    list: deps.listing.list.bind(deps.listing),
    create,
    rename,
    ...createRemovals(deps),
    ...createHandOvers(deps),
    defaultLibrary,
    /** Retention of libraries that are made from now on; −1: everything is kept. */
    defaultKeepDays: () => deps.serverSettings.defaultKeepDays(),
    ensureDefaultLibrary,

    /** @throws DomainError `library-not-found`, `permission-denied` */
    find: access.readable,

    /** Whether the caller reaches a library of that id. One look, however many libraries there are. */
    isReadable(caller: Caller, id: string): boolean {
      const library = isLibraryId(id) ? libraryTable.find(id) : null;
      return library !== null && access.effective(caller, library) !== null;
    },

    /** @throws DomainError `library-not-found`, `permission-denied` unless manager or administrator */
    owner(caller: Caller, id: LibraryId): Owner {
      return (caller.isAdmin ? access.administered(caller, id) : access.managed(caller, id)).library.owner;
    },

    /** A fresh sync token of the caller, with the library as the caller sees it. */
    issueSyncToken(caller: Caller, id: LibraryId): { view: LibraryView; syncToken: string } {
      const view = access.readable(caller, id);
      return { view, syncToken: syncTokens.issue(id, caller.email) };
    },

    retention(caller: Caller, id: LibraryId): number {
      return access.managedAsWhole(caller, id).library.keepDays;
    },

    /** The value now in force: any negative number means −1. */
    setRetention(caller: Caller, id: LibraryId, keepDays: number): number {
      const { library } = access.managedAsWhole(caller, id);
      return storeRetention(libraryTable, library.id, keepDays);
    },
  };
}

/** The library, and its folders that are libraries of their own. */
function withFolders(
  { folderLibraryTable }: Pick<LibrariesDependencies, 'folderLibraryTable'>,
  id: LibraryId,
): LibraryId[] {
  return [id, ...folderLibraryTable.of(id).map((folder) => folder.id)];
}

/** Libraries that go. */
function createRemovals(deps: LibrariesDependencies) {
  const { libraryTable, deletedLibraryTable, syncTokens, access, changeLibrary, clock, events } = deps;

  /**
   * Moves the library to the deleted libraries. Shares and links do not reach it there, and may come back with it; sync
   * tokens end. Durable on return.
   */
  async function remove(caller: Caller, id: LibraryId): Promise<void> {
    const { library } = access.managed(caller, id);
    await discard(library.id);
  }

  /** Deletes without asking who may; for services that have asked. */
  async function discard(id: LibraryId): Promise<void> {
    const library = libraryTable.find(id);
    if (library === null) return;
    if (library.origin !== undefined) return endFolder(id);
    deps.transaction(() => {
      libraryTable.markDeleted(id, clock.nowSeconds());
      for (const each of withFolders(deps, id)) syncTokens.revokeForLibrary(each);
    });
    await deps.journalRecords.recordPresent(id);
    events.emit({ type: 'libraries' });
  }

  /** A folder is no library of its own any more. The folder stays as it is; for services that have asked who may. */
  async function endFolder(id: LibraryId): Promise<void> {
    // Not while a change of the library around it is about to take it along, which would be refused then.
    await changeLibrary.withLock(id, async () =>
      deps.transaction(() => {
        deletedLibraryTable.bury(id, clock.nowSeconds());
        syncTokens.revokeForLibrary(id);
      }),
    );
    await deletedLibraryTable.removeRecords(id);
    events.emit({ type: 'libraries' });
  }

  /** Deletes every library of a user who is removed; they wait among the deleted libraries. */
  async function discardOwnedBy(email: string): Promise<void> {
    for (const { id } of libraryTable.ownedBy({ kind: 'user', email })) await discard(id);
    libraryTable.forgetDefault(email);
  }

  return { remove, discard, discardOwnedBy, endFolder };
}

/** Libraries that change hands. */
function createHandOvers(deps: LibrariesDependencies) {
  const { libraryTable, syncTokens, access, sharesAndLinks, people, events } = deps;

  /**
   * Hands the library to another user or department. Shares and sync tokens end; with `reshare`, the shares stay and
   * only the tokens of those who lose access, the owner until now among them, end.
   * @throws DomainError `library-not-found`, `user-not-found`, `permission-denied`, `not-department-admin`,
   * `transfer-to-owner`, checked in this order
   */
  function transfer(
    caller: Caller,
    id: LibraryId,
    { owner, reshare = false }: { owner: Owner; reshare?: boolean },
  ): Promise<void> {
    if (libraryTable.find(id) === null) throw new DomainError('library-not-found', { value: id });
    people.requireOwner(owner);
    const { library } = access.managedAsWhole(caller, id);
    if (owner.kind === 'department' && !isDepartmentAdministrator(caller, owner.groupId)) {
      throw new DomainError('not-department-admin', { value: String(owner.groupId) });
    }
    if (isSameOwner(library.owner, owner)) throw new DomainError('transfer-to-owner', { field: 'owner' });
    deps.transaction(() => handOver(id, { owner, reshare }));
    events.emit({ type: 'libraries' });
    return journalOwner(id);
  }

  /** Whose a library is has to survive the loss of the database too. */
  function journalOwner(id: LibraryId): Promise<void> {
    return deps.journalRecords.recordPresent(id);
  }

  function isDepartmentAdministrator(caller: Caller, groupId: number): boolean {
    const role = people.roleIn(groupId, caller.email);
    return role === 'owner' || role === 'admin';
  }

  /** Inside a transaction of the caller. */
  function handOver(id: LibraryId, to: { owner: Owner; reshare: boolean }): void {
    const before = libraryTable.find(id)?.owner;
    libraryTable.setOwner(id, to.owner);
    for (const each of withFolders(deps, id)) {
      if (before !== undefined)
        sharesAndLinks.handOver(each, { from: before, to: to.owner, keepShares: to.reshare });
      if (!to.reshare) syncTokens.revokeForLibrary(each);
    }
  }

  return { transfer, handOver, journalOwner };
}

/** The library that each user has without having made one. */
function createDefaultLibraries(
  { libraryTable, access }: LibrariesDependencies,
  create: (caller: Caller, request: CreateLibraryRequest) => Promise<{ readonly view: LibraryView }>,
) {
  const oncePerPerson = createSingleFlight<string, LibraryId>();

  /** The id of the caller's default library while it is alive, else null. */
  function defaultLibrary(caller: Caller): LibraryId | null {
    const id = libraryTable.defaultOf(caller.email);
    const library = id === null ? null : libraryTable.find(id);
    // One that was given away since is another user's.
    return library !== null && access.effective(caller, library)?.isOwner === true ? library.id : null;
  }

  /** The caller's default library; made now when there is none alive. Calls at the same time get the same one. */
  function ensureDefaultLibrary(caller: Caller): Promise<LibraryId> {
    return oncePerPerson(caller.email, () => makeDefaultLibrary(caller));
  }

  async function makeDefaultLibrary(caller: Caller): Promise<LibraryId> {
    const existing = defaultLibrary(caller);
    if (existing !== null) return existing;
    const { view } = await create(caller, { name: DEFAULT_LIBRARY_NAME, description: DEFAULT_LIBRARY_NAME });
    libraryTable.setDefault(caller.email, view.library.id);
    return view.library.id;
  }

  return { defaultLibrary, ensureDefaultLibrary };
}

async function encryptionFor(
  id: LibraryId,
  request: CreateLibraryRequest,
  ids: Pick<Ports['ids'], 'hex'>,
): Promise<LibraryEncryption | null> {
  if (request.client) return request.client.encryption;
  if (request.password === undefined || request.password === '') return null;
  return createEncryption({
    version: request.encryptionVersion ?? 2,
    libraryId: id,
    password: request.password,
    randomBytes: (count) => Buffer.from(ids.hex(count), 'hex'),
  });
}

/** The days in force: any negative number means −1. @throws DomainError `argument-invalid` for more than a century */
export function checkKeepDays(keepDays: number): number {
  if (keepDays > MAX_KEEP_DAYS) throw new DomainError('argument-invalid', { field: 'keep_days' });
  return Math.max(-1, keepDays);
}

/** @throws DomainError `argument-invalid` for more than a century */
export function storeRetention(libraryTable: LibraryTable, id: LibraryId, keepDays: number): number {
  const effective = checkKeepDays(keepDays);
  libraryTable.setKeepDays(id, effective);
  return effective;
}
