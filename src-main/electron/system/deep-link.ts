/** The scheme of links into the app. */
export const LINK_SCHEME = 'keepfold';

const LIBRARY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const COMMIT_ID = /^[0-9a-f]{40}$/;
const LONGEST_LINK = 8_192;

/**
 * The place of the page that `keepfold://library/<uuid>/<path>?commit=<40 hex>` leads to, as the hash of its address; null
 * for anything else. A path that ends in `/` is a folder to open, any other an item to show in its folder. Links come from
 * anywhere, so they only ever lead somewhere, and nothing in them but a well-formed id, path and commit is used.
 */
export function placeOfLink(link: string): string | null {
  const url = link.length <= LONGEST_LINK ? URL.parse(link) : null;
  if (url === null || url.protocol !== `${LINK_SCHEME}:` || url.host !== 'library') return null;
  if (url.hash !== '' || url.username !== '' || url.password !== '') return null;
  const [, libraryId = '', ...rest] = url.pathname.split('/');
  const names = namesOf(rest);
  const query = queryOf(url.searchParams);
  if (!LIBRARY_ID.test(libraryId) || names === null || query === null) return null;
  return hashFor({ libraryId, names, opens: rest.at(-1) === '' || rest.length === 0, ...query });
}

/** The first link among the program's arguments. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((arg) => arg.startsWith(`${LINK_SCHEME}://`)) ?? null;
}

/** Decoded names of a normalised path; null when one could mean something other than a name. */
function namesOf(parts: readonly string[]): string[] | null {
  const names = (parts.at(-1) === '' ? parts.slice(0, -1) : parts).map(decoded);
  const isPlain = (name: string | null): name is string =>
    name !== null && name !== '' && name !== '.' && name !== '..' && !/[/\\\p{Cc}]/u.test(name);
  return names.every(isPlain) ? names : null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function queryOf(query: URLSearchParams): { commit: string | null } | null {
  const [commit, ...others] = query.getAll('commit');
  if (others.length > 0 || query.size > (commit === undefined ? 0 : 1)) return null;
  if (commit === undefined) return { commit: null };
  return COMMIT_ID.test(commit) ? { commit } : null;
}

function hashFor(place: {
  libraryId: string;
  names: string[];
  opens: boolean;
  commit: string | null;
}): string {
  const { libraryId, names, opens, commit } = place;
  const folder = opens ? names : names.slice(0, -1);
  const item = opens ? undefined : names.at(-1);
  const query = [
    ...(commit === null ? [] : [`commit=${commit}`]),
    ...(item === undefined ? [] : [`item=${encodeURIComponent(item)}`]),
  ];
  const path = ['#/libraries', libraryId, 'files', ...folder.map(encodeURIComponent)].join('/');
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
