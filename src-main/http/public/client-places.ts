const LIBRARY = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const HOME = '#/';

/** Of addresses on real servers, the pages that programs open and people have links to. */
const PLACES: readonly (readonly [RegExp, (id: string, rest: string) => string])[] = [
  [new RegExp(`^/library/(${LIBRARY})/[^/]*(/.*)?$`), folderPlace],
  [new RegExp(`^/library/(${LIBRARY})()$`), folderPlace],
  [new RegExp(`^/#common/lib/(${LIBRARY})(/.*)?$`), folderPlace],
  [new RegExp(`^/lib/(${LIBRARY})/dir(/.*)?$`), folderPlace],
  [new RegExp(`^/lib/(${LIBRARY})/file(/.*)$`), itemPlace],
  [new RegExp(`^/repo/(${LIBRARY})()/?$`), folderPlace],
  [/^\/smart-link\/([0-9a-f-]{36})(\/.*)?$/, (token) => `#/smart-link/${token}`],
  [/^\/profile()()\/?$/, () => '#/settings'],
];

/** File versions are asked for by a query, which is otherwise no part of a place. */
const VERSIONS = new RegExp(`^/repo/file_revisions/(${LIBRARY})/?$`);

/**
 * The place in our page for a path of a real server: a hash, made anew from what was understood, so that nothing leads
 * off this origin. What is not known leads home.
 * @param target path with its query and fragment, percent-encoded or not
 */
export function placeOf(target: string): string {
  if (target.startsWith('/#/')) return target.slice(1);
  const [address = '', query = ''] = target.startsWith('/#') ? [target] : cutAt(withoutFragment(target), '?');
  const [, versionsOf] = VERSIONS.exec(address) ?? [];
  if (versionsOf !== undefined) return itemPlace(versionsOf, new URLSearchParams(query).get('p') ?? '/');
  for (const [pattern, place] of PLACES) {
    const [whole, id = '', rest = '/'] = pattern.exec(address) ?? [];
    if (whole !== undefined) return place(id, rest);
  }
  return HOME;
}

function withoutFragment(target: string): string {
  return cutAt(target, '#')[0] ?? '';
}

function cutAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function folderPlace(id: string, path: string): string {
  return `#/${['libraries', id, 'files', ...namesIn(path)].join('/')}`;
}

function itemPlace(id: string, path: string): string {
  const names = namesIn(path);
  const item = names.pop();
  const folder = folderPlace(id, `/${names.join('/')}`);
  return item === undefined ? folder : `${folder}?item=${item}`;
}

/** The names of a path, each encoded once, whether it was or not. */
function namesIn(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name) => encodeURIComponent(decoded(name)));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Clients also send names as they are, in which a percent sign is one.
    return name;
  }
}
