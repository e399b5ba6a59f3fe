import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { RequestError } from '../request-error.ts';
import { type IfList, parseIf, tokensIn } from './if-header.ts';
import type { DavLock, LockedPlace } from './locks.ts';
import { type FoundPlace, find, parseAddress, placeOf } from './places.ts';
import { atOf, conflict, DavError, headerOf, type Visit } from './visit.ts';

/** The tag of a file's content, as WebDAV writes it; null for what has none. */
export function etagOf(item: Dirent | null): string | null {
  return item?.kind === 'file' ? `"${item.id}"` : null;
}

/** What of a request's conditions has to hold still when its change is made. */
export interface Conditions {
  /** The file that must be there then, null for none; undefined: anything. */
  readonly expects?: ObjectId | null;
  /** Tokens of locks that the program shows. */
  readonly tokens: ReadonlySet<string>;
}

/** @throws RequestError 412, 400 */
export async function checkConditions(visit: Visit, found: FoundPlace | null): Promise<Conditions> {
  const lists = ifListsOf(visit);
  const item = found?.item ?? null;
  checkUnchanged(visit, item);
  const byTags = checkTags(visit, item);
  if (lists.length > 0 && !(await anyHolds(visit, lists, found))) throw failed();
  const byIf = lists.some(({ conditions }) => conditions.some(({ kind }) => kind === 'etag'));
  const expects = byTags === undefined && byIf && item?.kind === 'file' ? item.id : byTags;
  return { tokens: tokensIn(lists), ...(expects === undefined ? {} : { expects }) };
}

export function ifListsOf(visit: Visit): IfList[] {
  const header = headerOf(visit, 'if');
  return header === undefined ? [] : parseIf(header);
}

function failed(): RequestError {
  return new RequestError(412, 'condition-failed', 'It is not as the request expects it.');
}

/** Checks the conditions of a reader; those of caches are checked where files are sent. @throws RequestError 412 */
export function checkUnchanged(visit: Visit, item: Dirent | null): void {
  const match = headerOf(visit, 'if-match');
  if (match !== undefined && !isAmong(match, item)) throw failed();
  checkTime(visit, item);
}

function checkTags(visit: Visit, item: Dirent | null): ObjectId | null | undefined {
  const [match, noneMatch] = [headerOf(visit, 'if-match'), headerOf(visit, 'if-none-match')];
  if (noneMatch !== undefined && isAmong(noneMatch, item)) throw failed();
  if (noneMatch === '*') return null;
  return match !== undefined && match !== '*' && item?.kind === 'file' ? item.id : undefined;
}

/** Strong tags only: content that may differ is no reason to overwrite. */
function isAmong(header: string, item: Dirent | null): boolean {
  if (header === '*') return item !== null;
  const etag = etagOf(item);
  return etag !== null && header.split(',').some((tag) => tag.trim() === etag);
}

function checkTime(visit: Visit, item: Dirent | null): void {
  const header = headerOf(visit, 'if-unmodified-since');
  if (header === undefined || item === null || headerOf(visit, 'if-match') !== undefined) return;
  if (item.mtimeSeconds * 1000 > Date.parse(header)) throw failed();
}

async function anyHolds(visit: Visit, lists: readonly IfList[], found: FoundPlace | null): Promise<boolean> {
  for (const list of lists) {
    const about = list.resource === null ? found : await foundAt(visit, list.resource);
    const tokens = about === null ? [] : visit.locks.covering(atOf(about)).map(({ token }) => token);
    const etag = etagOf(about?.item ?? null);
    const holds = list.conditions.every(({ isNegated, kind, value }) => {
      const is = kind === 'etag' ? value === etag : tokens.includes(value);
      return is !== isNegated;
    });
    if (holds) return true;
  }
  return false;
}

/** Null: nothing of a library that the caller reaches. */
async function foundAt({ services, caller }: Visit, resource: string): Promise<FoundPlace | null> {
  const path = resource.replace(/^[a-z]+:\/\/[^/]*/i, '');
  const address = parseAddress(path);
  const place = address === null ? null : placeOf(services, caller, address);
  return place?.kind === 'item' ? find(services, caller, place) : null;
}

/** What a change concerns. */
export interface Concerned {
  readonly at: LockedPlace;
  /** All that is below as well. */
  readonly isTree?: boolean;
  /** Its folder gains or loses a name. */
  readonly changesParent?: boolean;
}

/**
 * Checks that no other user has locked the items, and that the program names its lock where its own user has.
 * @throws DavError 423
 */
export function requireUnlocked(
  visit: Visit,
  tokens: ReadonlySet<string>,
  concerned: readonly Concerned[],
): void {
  const { locks, caller } = visit;
  const groups = concerned.flatMap(({ at, isTree = false, changesParent = false }) => {
    const below = isTree ? Map.groupBy(locks.below(at), ({ at: { path } }) => path).values() : [];
    const parent = changesParent && at.path !== '/' ? locks.on({ ...at, path: parentOf(at.path) }) : [];
    return [locks.covering(at), parent, ...below];
  });
  const isHeld = ({ token, person }: DavLock) => tokens.has(token) && person === caller.email;
  const blocking = groups.find((group) => group.length > 0 && !group.some(isHeld));
  if (blocking !== undefined) throw new DavError(423, 'lock-token-submitted', hrefsOf(blocking));
}

export function hrefsOf(locks: readonly DavLock[]): string[] {
  return [...new Set(locks.map(({ href }) => href))];
}

/**
 * The place of a new item, in a folder that is there by whatever spelling; its own name is spelled as everywhere.
 * @throws RequestError 409
 */
export async function placeOfNew({ services, caller }: Visit, found: FoundPlace): Promise<FoundPlace> {
  const parent = await find(services, caller, { ...found, path: parentOf(found.path) });
  if (parent.item?.kind !== 'dir') throw conflict('The folder that it would be in is not there.');
  return { ...found, path: joinPath(parent.path, nameOf(found.path).normalize('NFC')) };
}
