import { pathNames } from './path.ts';

const TABS = ['files', 'history', 'trash', 'folder', 'settings'] as const;

export type LibraryTab = (typeof TABS)[number];

/** A place in the app; the hash of the page's address is its text form. */
export type Address =
  | { readonly screen: 'libraries' }
  | { readonly screen: 'sign-in'; readonly code: string | null }
  | {
      readonly screen: 'library';
      readonly libraryId: string;
      readonly tab: LibraryTab;
      readonly path: string;
      readonly commitId: string | null;
    }
  | { readonly screen: 'deleted' }
  | { readonly screen: 'admin'; readonly tab: 'libraries' | 'deleted' }
  | { readonly screen: 'unknown' };

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

function parseLibrary(parts: readonly (string | null)[], query: URLSearchParams): Address {
  const [libraryId, tab = 'files', ...names] = parts;
  if (!libraryId || !LIBRARY_ID.test(libraryId) || tab === null || !isTab(tab)) return UNKNOWN;
  if (names.includes(null)) return UNKNOWN;
  const commit = query.get('commit') ?? '';
  const commitId = COMMIT_ID.test(commit) ? commit : null;
  return { screen: 'library', libraryId, tab, path: `/${names.join('/')}`, commitId };
}

/** Reads a hash like `#/libraries/<id>/files/Trip/Italy?commit=<id>`; anything else is `unknown`, never an error. */
export function parseAddress(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const query = new URLSearchParams(search);
  const [first, ...rest] = pathNames(path).map(decode);
  if (first === undefined) return { screen: 'libraries' };
  if (first === 'sign-in') return { screen: 'sign-in', code: query.get('code') };
  if (first === 'libraries') return rest.length === 0 ? { screen: 'libraries' } : parseLibrary(rest, query);
  if (first === 'deleted-libraries') return { screen: 'deleted' };
  if (first === 'admin') return { screen: 'admin', tab: rest[0] === 'deleted' ? 'deleted' : 'libraries' };
  return UNKNOWN;
}

function libraryHref(address: Extract<Address, { screen: 'library' }>): string {
  const names = address.tab === 'files' ? pathNames(address.path).map(encodeURIComponent) : [];
  const query = address.commitId === null ? '' : `?commit=${address.commitId}`;
  return `#/${['libraries', address.libraryId, address.tab, ...names].join('/')}${query}`;
}

/** The hash for a place: an `href` for links. */
export function hrefOf(address: Address): string {
  switch (address.screen) {
    case 'library':
      return libraryHref(address);
    case 'deleted':
      return '#/deleted-libraries';
    case 'admin':
      return `#/admin/${address.tab}`;
    case 'sign-in':
      return '#/sign-in';
    case 'libraries':
    case 'unknown':
      return '#/';
  }
}

/** The `href` of a folder of a library, now or at a commit. */
export function filesHref(libraryId: string, path = '/', commitId: string | null = null): string {
  return hrefOf({ screen: 'library', libraryId, tab: 'files', path, commitId });
}

export function tabHref(libraryId: string, tab: LibraryTab, commitId: string | null = null): string {
  return hrefOf({ screen: 'library', libraryId, tab, path: '/', commitId });
}
