import { lastName, parentPath, pathNames } from './path.ts';

const TABS = ['files', 'history', 'trash', 'folder', 'settings'] as const;

export type LibraryTab = (typeof TABS)[number];

const ADMIN_TABS = ['libraries', 'deleted', 'users', 'groups', 'storage', 'jobs'] as const;

export type AdminTab = (typeof ADMIN_TABS)[number];

/** Two versions of a file, or two files as they are now. */
export interface Comparison {
  readonly libraryId: string;
  readonly path: string;
  /** The moment at which the file has the path; later versions are left out; null: now. */
  readonly at: string | null;
  /** The commit that made the older version; null: the version before the newer one. */
  readonly before: string | null;
  /** The commit that made the newer version; null: the newest one. */
  readonly after: string | null;
  /** Set: another file, which is compared with this one as both are now. */
  readonly other: string | null;
}

/** A place in the app; the hash of the page's address is its text form. */
export type Address =
  | { readonly screen: 'home' }
  | { readonly screen: 'activity' }
  | { readonly screen: 'issues' }
  | { readonly screen: 'libraries' }
  | { readonly screen: 'search'; readonly words: string }
  /** `next`: the hash of the place to show afterwards; absent: home. */
  | { readonly screen: 'sign-in'; readonly code: string | null; readonly next?: string }
  | {
      readonly screen: 'library';
      readonly libraryId: string;
      readonly tab: LibraryTab;
      readonly path: string;
      readonly commitId: string | null;
      /** Name of the selected item of the folder. */
      readonly item: string | null;
      /** The filter of the history, as typed; absent: none. */
      readonly filter?: string;
    }
  | ({ readonly screen: 'compare' } & Comparison)
  /** What differs between two moments of a library; without the other one, between one and now. */
  | {
      readonly screen: 'differences';
      readonly libraryId: string;
      readonly commitId: string;
      readonly otherId: string | null;
    }
  /** Redirects to an item. */
  | { readonly screen: 'smart-link'; readonly token: string }
  | { readonly screen: 'trash' }
  | { readonly screen: 'shared' }
  | { readonly screen: 'deleted' }
  /**
   * A page of the guide, at one of its headings; null: the first page, or the beginning. `words`: searched for in the whole
   * guide.
   */
  | {
      readonly screen: 'help';
      readonly page: string | null;
      readonly section: string | null;
      readonly words?: string;
    }
  | { readonly screen: 'admin'; readonly tab: AdminTab }
  /** What takes up space, in a library or, if null, in all. `folder`: the folder shown. */
  | { readonly screen: 'storage'; readonly spaceOf: string | null; readonly folder: string }
  /** Inside any user's library. */
  | { readonly screen: 'admin-contents'; readonly contentsOf: string; readonly path: string }
  /** `part`: the key of the one to open at. */
  | { readonly screen: 'settings'; readonly part?: string }
  | { readonly screen: 'unknown' };

/** A comparison; absent parts are null. */
export type ComparisonRequest = Pick<Comparison, 'libraryId' | 'path'> & Partial<Comparison>;

const COMMIT_ID = /^[0-9a-f]{40}$/;
const LIBRARY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNKNOWN: Address = { screen: 'unknown' };

function isTab(text: string): text is LibraryTab {
  return TABS.some((tab) => tab === text);
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function commitIn(query: URLSearchParams, name: string): string | null {
  const commit = query.get(name) ?? '';
  return COMMIT_ID.test(commit) ? commit : null;
}

function parseLibrary(parts: readonly (string | null)[], query: URLSearchParams): Address {
  const [libraryId, tab = 'files', ...names] = parts;
  if (!libraryId || !LIBRARY_ID.test(libraryId) || tab === null) return UNKNOWN;
  if (names.includes(null)) return UNKNOWN;
  const path = `/${names.join('/')}`;
  if (tab === 'compare') return parseComparison(libraryId, path, query);
  if (tab === 'differences') return parseDifferences(libraryId, query);
  if (!isTab(tab)) return UNKNOWN;
  const item = query.get('item') || null;
  const filter = query.get('filter') || null;
  return {
    ...{ screen: 'library', libraryId, tab, path, commitId: commitIn(query, 'commit'), item },
    ...(filter === null ? {} : { filter }),
  };
}

function parseComparison(libraryId: string, path: string, query: URLSearchParams): Address {
  if (path === '/') return UNKNOWN;
  return {
    screen: 'compare',
    libraryId,
    path,
    at: commitIn(query, 'at'),
    before: commitIn(query, 'before'),
    after: commitIn(query, 'after'),
    other: query.get('other') || null,
  };
}

function parseDifferences(libraryId: string, query: URLSearchParams): Address {
  const commitId = commitIn(query, 'commit');
  if (commitId === null) return UNKNOWN;
  return { screen: 'differences', libraryId, commitId, otherId: commitIn(query, 'other') };
}

/** Places that consist of a name alone. */
const PLAIN_PLACES: ReadonlyMap<string, Address> = new Map([
  ['activity', { screen: 'activity' }],
  ['issues', { screen: 'issues' }],
  ['trash', { screen: 'trash' }],
  ['shared', { screen: 'shared' }],
  ['deleted-libraries', { screen: 'deleted' }],
]);

/** Places that the name and the query describe completely. */
const QUERY_PLACES: ReadonlyMap<string, (query: URLSearchParams) => Address> = new Map([
  ['sign-in', parseSignIn],
  ['settings', parseSettings],
  ['search', (query) => ({ screen: 'search', words: query.get('q') ?? '' })],
]);

type PathPlace = (rest: readonly (string | null)[], query: URLSearchParams) => Address;

/** Places that the rest of the path, and for one the query, describes completely. */
const PATH_PLACES: ReadonlyMap<string, PathPlace> = new Map<string, PathPlace>([
  ['smart-link', ([token]) => ({ screen: 'smart-link', token: token ?? '' })],
  ['help', parseHelp],
  ['admin', parseAdmin],
  ['storage', parseStorage],
]);

/** Reads a hash like `#/libraries/<id>/files/Trip/Italy?commit=<id>`; anything else is `unknown`, never an error. */
export function parseAddress(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const query = new URLSearchParams(search);
  const [first, ...rest] = pathNames(path).map(decode);
  if (first === undefined) return { screen: 'home' };
  if (first === 'libraries') return rest.length === 0 ? { screen: 'libraries' } : parseLibrary(rest, query);
  const byPath = PATH_PLACES.get(first ?? '');
  if (byPath) return byPath(rest, query);
  return QUERY_PLACES.get(first ?? '')?.(query) ?? PLAIN_PLACES.get(first ?? '') ?? UNKNOWN;
}

function parseSignIn(query: URLSearchParams): Address {
  const next = query.get('next');
  return { screen: 'sign-in', code: query.get('code'), ...(next === null ? {} : { next }) };
}

function parseSettings(query: URLSearchParams): Address {
  const part = query.get('part');
  return { screen: 'settings', ...(part === null ? {} : { part }) };
}

function parseHelp(
  [page = null, section = null]: readonly (string | null)[],
  query: URLSearchParams,
): Address {
  const words = query.get('q') || null;
  return { screen: 'help', page, section, ...(words === null ? {} : { words }) };
}

function parseStorage([spaceOf = null, ...names]: readonly (string | null)[]): Address {
  if (spaceOf !== null && !LIBRARY_ID.test(spaceOf)) return UNKNOWN;
  return names.includes(null) ? UNKNOWN : { screen: 'storage', spaceOf, folder: `/${names.join('/')}` };
}

function parseAdmin([first, libraryId, ...names]: readonly (string | null)[]): Address {
  const tab = ADMIN_TABS.find((known) => known === first) ?? 'libraries';
  if (tab !== 'libraries' || libraryId === undefined) return { screen: 'admin', tab };
  if (!libraryId || !LIBRARY_ID.test(libraryId) || names.includes(null)) return UNKNOWN;
  return { screen: 'admin-contents', contentsOf: libraryId, path: `/${names.join('/')}` };
}

function libraryHref(address: Extract<Address, { screen: 'library' }>): string {
  const names = address.tab === 'files' ? pathNames(address.path).map(encodeURIComponent) : [];
  const query = queryOf({ commit: address.commitId, item: address.item, filter: address.filter ?? null });
  return `#/${['libraries', address.libraryId, address.tab, ...names].join('/')}${query}`;
}

function queryOf(values: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The `href` of a comparison. */
export function compareHref({ libraryId, path, ...rest }: ComparisonRequest): string {
  const names = pathNames(path).map(encodeURIComponent);
  const { at = null, before = null, after = null, other = null } = rest;
  return `#/${['libraries', libraryId, 'compare', ...names].join('/')}${queryOf({ at, before, after, other })}`;
}

const PLAIN_HREFS = {
  home: '#/',
  activity: '#/activity',
  issues: '#/issues',
  libraries: '#/libraries',
  trash: '#/trash',
  shared: '#/shared',
  deleted: '#/deleted-libraries',
  'sign-in': '#/sign-in',
  unknown: '#/',
} as const;

/** The hash for a place: an `href` for links. */
export function hrefOf(address: Address): string {
  switch (address.screen) {
    case 'library':
      return libraryHref(address);
    case 'compare':
      return compareHref(address);
    case 'differences':
      return differencesHref(address.libraryId, address.commitId, address.otherId);
    case 'search':
      return searchHref(address.words);
    case 'smart-link':
      return `#/smart-link/${encodeURIComponent(address.token)}`;
    case 'settings':
      return `#/settings${queryOf({ part: address.part ?? null })}`;
    case 'admin':
      return `#/admin/${address.tab}`;
    case 'help':
      return helpHref(address);
    case 'storage':
      return storageHref(address.spaceOf, address.folder);
    case 'admin-contents':
      return adminContentsHref(address.contentsOf, address.path);
    default:
      return PLAIN_HREFS[address.screen];
  }
}

function helpHref({ page, section, words }: Extract<Address, { screen: 'help' }>): string {
  const path = ['help', page, section].filter((part) => part !== null).join('/');
  return `#/${path}${queryOf({ q: words ?? null })}`;
}

function searchHref(words: string): string {
  return `#/search${queryOf({ q: words === '' ? null : words })}`;
}

/** The `href` of a folder in a library, now or at a commit. */
export function filesHref(libraryId: string, path = '/', commitId: string | null = null): string {
  return hrefOf({ screen: 'library', libraryId, tab: 'files', path, commitId, item: null });
}

/** The `href` of an item in its folder. */
export function itemHref(libraryId: string, path: string, commitId: string | null = null): string {
  const [folder, item] = [parentPath(path), lastName(path)];
  return hrefOf({ screen: 'library', libraryId, tab: 'files', path: folder, commitId, item });
}

export function tabHref(libraryId: string, tab: LibraryTab, commitId: string | null = null): string {
  return hrefOf({ screen: 'library', libraryId, tab, path: '/', commitId, item: null });
}

/** The `href` of the history, with its filter. */
export function historyHref(libraryId: string, commitId: string | null, filter: string): string {
  return hrefOf({
    ...{ screen: 'library', libraryId, tab: 'history', path: '/', commitId, item: null },
    ...(filter === '' ? {} : { filter }),
  });
}

/** The `href` of what differs between two moments; null: between one and now. */
export function differencesHref(libraryId: string, commitId: string, otherId: string | null): string {
  return `#/libraries/${libraryId}/differences${queryOf({ commit: commitId, other: otherId })}`;
}

/** The `href` of a folder in any user's library, as administrators see it. */
export function adminContentsHref(libraryId: string, path = '/'): string {
  return `#/${['admin', 'libraries', libraryId, ...pathNames(path).map(encodeURIComponent)].join('/')}`;
}

/** The `href` of the storage screen: for all libraries, in one, or in a folder of it. */
export function storageHref(libraryId: string | null, folder = '/'): string {
  const parts = libraryId === null ? [] : [libraryId, ...pathNames(folder).map(encodeURIComponent)];
  return `#/${['storage', ...parts].join('/')}`;
}
