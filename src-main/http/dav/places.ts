import type { Caller } from '../../core/access/caller.ts';
import { parsePath } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { type DriveLibrary, HISTORY_FOLDER } from '../../usecases/libraries/drive-libraries.ts';
import { RequestError } from '../request-error.ts';
import type { HttpServices } from '../services.ts';

/** Where the drive is. */
export const DAV_PREFIXES = ['/dav', '/seafdav'] as const;

/** What an address of the drive names. */
export type Place =
  | { readonly kind: 'root' | 'history' }
  /** No library of that name. `isNew`: one could be made. */
  | { readonly kind: 'nothing'; readonly isPast: boolean; readonly newName: string | null }
  | { readonly kind: 'snapshots'; readonly drive: DriveLibrary }
  | ItemPlace;

/** Something in a library, or the library itself; there or not. */
export interface ItemPlace {
  readonly kind: 'item';
  readonly drive: DriveLibrary;
  readonly path: string;
  readonly snapshot: DriveSnapshot | null;
}

/** A library as it was. */
export interface DriveSnapshot {
  readonly name: string;
  readonly commitId: CommitId;
  readonly atSeconds: number;
}

/** A place with what is there. */
export interface FoundPlace extends ItemPlace {
  readonly item: Dirent | null;
}

export interface Address {
  /** `/dav` or `/seafdav`. */
  readonly prefix: string;
  readonly segments: readonly string[];
}

/** Null: an address elsewhere. @throws RequestError 400 */
export function parseAddress(path: string): Address | null {
  const prefix = DAV_PREFIXES.find((one) => path === one || path.startsWith(`${one}/`));
  if (prefix === undefined) return null;
  if (/[#?]/.test(path)) throw badAddress();
  const segments = path
    .slice(prefix.length)
    .split('/')
    .filter((text) => text !== '');
  return { prefix, segments: segments.map(decoded) };
}

function decoded(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    throw badAddress();
  }
  if (text.includes('/')) throw badAddress();
  return text;
}

function badAddress(): RequestError {
  return new RequestError(400, 'bad-request', 'The address cannot be read.');
}

export function hrefOf({ prefix, segments }: Address, isCollection: boolean): string {
  const path = [prefix, ...segments.map((text) => encodeURIComponent(text.toWellFormed()))].join('/');
  return isCollection ? `${path}/` : path;
}

/** @throws DomainError `path-invalid`; RequestError 404 for a moment that there is not */
export function placeOf(services: HttpServices, caller: Caller, { segments }: Address): Place {
  const [first, ...rest] = segments;
  if (first === undefined) return { kind: 'root' };
  if (first !== HISTORY_FOLDER) return inLibrary(services, caller, [first, ...rest]);
  const [name, snapshot, ...names] = rest;
  if (name === undefined) return { kind: 'history' };
  const drive = services.libraries.driveLibraries.find(caller, name);
  if (drive === null) return { kind: 'nothing', isPast: true, newName: null };
  if (snapshot === undefined) return { kind: 'snapshots', drive };
  const found = snapshotOf(services, caller, { drive, name: snapshot });
  if (found === null) return { kind: 'nothing', isPast: true, newName: null };
  return { kind: 'item', drive, path: parsePath(`/${names.join('/')}`), snapshot: found };
}

function inLibrary(
  { libraries: { driveLibraries } }: HttpServices,
  caller: Caller,
  [name = '', ...names]: string[],
): Place {
  const path = parsePath(`/${names.join('/')}`);
  const drive = driveLibraries.find(caller, name);
  if (drive !== null) return { kind: 'item', drive, path, snapshot: null };
  return { kind: 'nothing', isPast: false, newName: path === '/' ? name : null };
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d)-(\d\d)(?:-(\d\d))?Z?)?$/;

/** A time in UTC, as `2026-11-25T10-31-00Z`: colons are no characters of Windows' names. */
export function snapshotName(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Null: no time, or one when there was no library yet. */
function snapshotOf(
  { history: { snapshots } }: HttpServices,
  caller: Caller,
  { drive, name }: { readonly drive: DriveLibrary; readonly name: string },
): DriveSnapshot | null {
  const [, day = '', hours = '00', minutes = '00', seconds = '00'] = TIME.exec(name) ?? [];
  const atSeconds = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) / 1000;
  if (Number.isNaN(atSeconds)) return null;
  const { commit } = snapshots.find(caller, drive.view.library.id, { atSeconds });
  if (commit.ctimeSeconds > atSeconds) return null;
  return { name, commitId: commit.id, atSeconds: commit.ctimeSeconds };
}

/** Looks what is there. */
export async function find(
  { files: { libraryItems } }: HttpServices,
  caller: Caller,
  place: ItemPlace,
): Promise<FoundPlace> {
  const at = { libraryId: place.drive.view.library.id, path: place.path };
  const found = await libraryItems.findAnyForm(caller, at, place.snapshot?.commitId ?? null);
  return { ...place, ...(found ?? { item: null }) };
}
