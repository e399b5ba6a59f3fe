import mime from 'mime';
import { DAV_LOCKS_MAX_PER_PLACE, LAST_SECOND } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ItemProperty } from '../../usecases/files/item-properties.ts';
import type { DavLock, Locks } from './locks.ts';
import { DAV, elementsOf, emptyElement, escapeXml, type XmlElement } from './xml.ts';

/** A row of a listing. */
export interface Resource {
  readonly href: string;
  readonly name: string;
  readonly isCollection: boolean;
  readonly mtimeSeconds: number;
  /** Null: a folder. */
  readonly file: { readonly id: string; readonly sizeBytes: number } | null;
  /** Bytes, of libraries and the drive; null: not told. */
  readonly space: { readonly used: number; readonly available: number | null } | null;
  /** What locks there are; null: it cannot be locked. */
  readonly locks: (() => readonly DavLock[]) | null;
  /** What programs noted. */
  readonly noted: readonly ItemProperty[];
}

/** What a request asks for. */
export type Asked =
  | { readonly kind: 'names' }
  | { readonly kind: 'all'; readonly included: readonly string[] }
  | { readonly kind: 'some'; readonly names: readonly string[] };

/** Writes what is inside; null: such a resource has none. */
type Write = (resource: Resource, locks: Locks) => string | null;

const LOCK_ENTRIES = ['exclusive', 'shared']
  .map(
    (scope) =>
      `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('');

const LIVE: ReadonlyMap<string, Write> = new Map(
  Object.entries({
    resourcetype: ({ isCollection }) => (isCollection ? '<D:collection/>' : ''),
    displayname: ({ name }) => escapeXml(name),
    getlastmodified: ({ mtimeSeconds }) => httpDate(mtimeSeconds),
    // When an item came to be is not kept.
    creationdate: ({ mtimeSeconds }) => dateOf(mtimeSeconds).toISOString(),
    getcontentlength: ({ file }) => (file === null ? null : String(file.sizeBytes)),
    getcontenttype: ({ file, name }) =>
      file === null ? null : escapeXml(mime.getType(name) ?? 'application/octet-stream'),
    getetag: ({ file }) => (file === null ? null : `&quot;${file.id}&quot;`),
    supportedlock: ({ locks }) => (locks === null ? '' : LOCK_ENTRIES),
    lockdiscovery: ({ locks: find }, locks) =>
      (find?.() ?? [])
        .slice(0, DAV_LOCKS_MAX_PER_PLACE)
        .map((lock) => activeLock(lock, locks.secondsLeft(lock)))
        .join(''),
  } satisfies Record<string, Write>).map(([name, write]): [string, Write] => [`{${DAV}}${name}`, write]),
);

/** Told only when they are asked for (RFC 4331). */
const OF_SPACE: ReadonlyMap<string, Write> = new Map<string, Write>([
  [`{${DAV}}quota-used-bytes`, ({ space }) => (space === null ? null : String(space.used))],
  [
    `{${DAV}}quota-available-bytes`,
    ({ space }) => (space === null || space.available === null ? null : String(space.available)),
  ],
]);

/** Of WebDAV itself: a program cannot set it. */
export function isProtected(name: string): boolean {
  return LIVE.has(name) || OF_SPACE.has(name) || name.startsWith(`{${DAV}}`);
}

export function propertyName({ namespace, name }: XmlElement): string {
  return `{${namespace}}${name}`;
}

export function propertyNames(element: XmlElement): string[] {
  return [...new Set(elementsOf(element).map(propertyName))];
}

export function httpDate(seconds: number): string {
  return dateOf(seconds).toUTCString();
}

function dateOf(seconds: number): Date {
  return new Date(Math.min(LAST_SECOND, Math.max(0, seconds)) * 1000);
}

export function activeLock(
  { isExclusive, isDeep, ownerXml, href, token }: DavLock,
  secondsLeft: number,
): string {
  return [
    '<D:activelock><D:locktype><D:write/></D:locktype>',
    `<D:lockscope><D:${isExclusive ? 'exclusive' : 'shared'}/></D:lockscope>`,
    `<D:depth>${isDeep ? 'infinity' : '0'}</D:depth>${ownerXml}`,
    `<D:timeout>Second-${secondsLeft}</D:timeout>`,
    `<D:locktoken><D:href>${token}</D:href></D:locktoken>`,
    `<D:lockroot><D:href>${escapeXml(href)}</D:href></D:lockroot></D:activelock>`,
  ].join('');
}

interface AskedProperty {
  readonly name: string;
  readonly write: Write | undefined;
  readonly before: string;
  readonly after: string;
  /** As it is written where there is none. */
  readonly empty: string;
}

/** Writes a row for what is asked. What does not depend on the row is worked out once. */
export function responseWriter(asked: Asked, locks: Locks): (resource: Resource) => string {
  if (asked.kind === 'names') return (resource) => responseOf(resource, namesOf(resource, locks), '');
  const properties = (asked.kind === 'all' ? [...LIVE.keys(), ...asked.included] : asked.names).map(
    askedProperty,
  );
  const isAll = asked.kind === 'all';
  return (resource) => {
    let [found, missing] = ['', ''];
    for (const { name, write, before, after, empty } of properties) {
      const inner = write?.(resource, locks) ?? null;
      if (inner !== null) found += before + inner + after;
      else {
        const noted =
          resource.noted.length === 0 ? undefined : resource.noted.find((one) => one.name === name);
        if (noted !== undefined) found += noted.value;
        else if (!isAll) missing += empty;
      }
    }
    if (isAll) for (const { value } of resource.noted) found += value;
    return responseOf(resource, found, missing);
  };
}

function askedProperty(name: string): AskedProperty {
  const local = name.slice(name.indexOf('}') + 1);
  const write = LIVE.get(name) ?? OF_SPACE.get(name);
  return { name, write, before: `<D:${local}>`, after: `</D:${local}>`, empty: emptyElement(name) };
}

function namesOf(resource: Resource, locks: Locks): string {
  const live = [...LIVE].filter(([, write]) => write(resource, locks) !== null).map(([name]) => name);
  return [...live, ...resource.noted.map(({ name }) => name)].map(emptyElement).join('');
}

function responseOf({ href }: Resource, found: string, missing: string): string {
  const told = found !== '' || missing === '' ? propstat(found, '200 OK') : '';
  const notTold = missing === '' ? '' : propstat(missing, '404 Not Found');
  return `<D:response><D:href>${href}</D:href>${told}${notTold}</D:response>\n`;
}

export function propstat(properties: string, status: string, more = ''): string {
  return `<D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 ${status}</D:status>${more}</D:propstat>`;
}

/** A folder or file of a library. */
export function fileOf(item: Dirent): Resource['file'] {
  return item.kind === 'file' ? { id: item.id, sizeBytes: item.sizeBytes } : null;
}
