import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { DeletedLibraryJson, LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { LibraryLockJson, RecoverySheetJson } from '../../../src-shared/library-password-api.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSampleId } from '../../core/library/sample-id.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { DeletedLibraryView } from '../../usecases/libraries/deleted-libraries.ts';
import type { LibraryFactsOf } from '../../usecases/libraries/library-facts.ts';
import type { LockState, RecoverySheet } from '../../usecases/libraries/library-passwords.ts';
import type { LibraryStorage } from '../../usecases/upkeep/library-storage.ts';
import type { Fields } from '../declared-fields.ts';
import type { HttpServices } from '../services.ts';
import { ownerId } from './values.ts';

let nameOrder: Intl.Collator | null = null;

export interface LocalLibraryContext {
  readonly defaultId: LibraryId | null;
  readonly folders: readonly LinkedFolderJson[];
  /** How the library stands to who asks. */
  readonly lockOf: (library: Library) => LockState;
  readonly factsOf: LibraryFactsOf;
  readonly historySizeOf: LibraryStorage['historySize'];
}

export function localLibrary(
  view: LibraryView,
  { defaultId, folders, lockOf, factsOf, historySizeOf }: LocalLibraryContext,
): LocalLibraryJson {
  const { library } = view;
  const lock = lockOf(library);
  const { device, sharedWith } = factsOf(view);
  return {
    id: library.id,
    name: library.name,
    description: library.description,
    owner: ownerId(library.owner),
    owner_name: view.ownerName,
    size: library.sizeBytes,
    file_count: library.fileCount,
    mtime: library.updatedAtSeconds,
    modifier: library.modifierEmail,
    modifier_name: view.modifierName,
    device,
    shared_with: sharedWith,
    encrypted: library.encryption !== null,
    lock: lock === null ? 'none' : lock.open === null ? 'locked' : 'open',
    open_until: lock?.open?.untilSeconds ?? null,
    permission: view.permission,
    status: library.status,
    keep_days: library.keepDays,
    head_commit_id: library.headId,
    commit_count: library.headSeq,
    beyond_current: historySize(historySizeOf(view)),
    is_default: library.id === defaultId,
    is_mine: view.isOwner,
    is_sample: isSampleId(library.id),
    can_share: view.canShare,
    folder: folders.find((folder) => folder.library_id === library.id) ?? null,
  };
}

function historySize(size: ReturnType<LibraryStorage['historySize']>) {
  return size === null ? null : { bytes: size.bytes, measured_at: size.atSeconds };
}

export function libraryLock(lock: LockState): LibraryLockJson {
  return {
    locked: lock !== null && lock.open === null,
    open_until: lock?.open?.untilSeconds ?? null,
  };
}

export function recoverySheet(
  { library, encryption }: RecoverySheet,
  madeAtSeconds: number,
): RecoverySheetJson {
  return {
    id: library.id,
    name: library.name,
    enc_version: encryption.version,
    salt: encryption.salt,
    random_key: encryption.randomKey,
    magic: encryption.magic,
    pwd_hash: encryption.passwordHash?.hash ?? '',
    pwd_hash_algo: encryption.passwordHash?.algorithm ?? '',
    pwd_hash_params: encryption.passwordHash?.parameters ?? '',
    made_at: madeAtSeconds,
  };
}

export function localDeletedLibrary({ library, ownerName }: DeletedLibraryView): DeletedLibraryJson {
  return {
    id: library.id,
    name: library.name,
    owner: ownerId(library.owner),
    owner_name: ownerName,
    size: library.sizeBytes,
    file_count: library.fileCount,
    encrypted: library.encrypted,
    deleted_at: library.deletedAtSeconds,
  };
}

/** What all rows of one answer share. Where folders are on the disk is for administrators. */
export function localContext(services: HttpServices, caller: Caller): LocalLibraryContext {
  return {
    defaultId: services.libraries.libraries.defaultLibrary(caller),
    factsOf: services.libraries.factsOf,
    historySizeOf: services.upkeep.libraryStorage.historySize,
    folders: caller.isAdmin ? services.computer.folders.list() : [],
    lockOf: (library) => services.libraries.passwords.lockState(caller, library),
  };
}

/** The default library first, then by name. */
export function byDefaultThenName(a: LocalLibraryJson, b: LocalLibraryJson): number {
  return Number(b.is_default) - Number(a.is_default) || byName(a, b);
}

/** By name without regard to letter case; the id settles ties. */
function byName(a: LocalLibraryJson, b: LocalLibraryJson): number {
  // Made once: `localeCompare` makes one for each comparison, which is half of a list of a thousand. And not at the start,
  // of which it would be 3 ms.
  nameOrder ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  const order = nameOrder.compare(a.name ?? '', b.name ?? '');
  return order || (a.id < b.id ? -1 : 1);
}

/** Those of all libraries that a query asks for, in its order. @throws DomainError `argument-invalid` */
export function chosenLibraries(libraries: readonly LocalLibraryJson[], query: Fields): LocalLibraryJson[] {
  return libraries.filter(hasOwnerLike(query.text('owner') ?? '')).sort(parseAdminSort(query));
}

/** How all libraries are ordered; names settle ties. @throws DomainError `argument-invalid` */
function parseAdminSort(query: Fields): (a: LocalLibraryJson, b: LocalLibraryJson) => number {
  const sort = query.text('sort') ?? 'name';
  const turn = query.text('order') === 'desc' ? -1 : 1;
  if (sort === 'size' || sort === 'file_count' || sort === 'mtime')
    return (a, b) => turn * (a[sort] - b[sort]) || byName(a, b);
  return (a, b) => turn * byName(a, b);
}

/** What a PATCH changes; null where it changes nothing. @throws DomainError `argument-invalid` */
export function parseLibraryUpdate(body: Fields, { name, description }: Library) {
  const renames = body.has('name') || body.has('description');
  const rename = { name: body.text('name') ?? name, description: body.text('description') ?? description };
  return {
    rename: renames ? rename : null,
    keepDays: body.has('keep_days') ? body.requiredInteger('keep_days') : null,
  };
}

/** Whether an owner's name or id contains the text, ignoring letter case; every one contains an empty text. */
function hasOwnerLike(text: string): (library: LocalLibraryJson) => boolean {
  const wanted = text.toLowerCase();
  return ({ owner, owner_name: name }) => `${owner}\n${name}`.toLowerCase().includes(wanted);
}
