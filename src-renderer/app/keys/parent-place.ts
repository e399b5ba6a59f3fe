import { type Address, adminContentsHref, filesHref, hrefOf, itemHref } from '../../format/address.ts';
import { parentPath } from '../../format/path.ts';

/** The `href` of what a place lies in: the folder above, the library of a page of it; null: it lies in nothing. */
export function parentPlace(address: Address): string | null {
  switch (address.screen) {
    case 'library':
      return parentInLibrary(address);
    case 'compare':
      return itemHref(address.libraryId, address.path, address.at);
    case 'deleted':
      return hrefOf({ screen: 'libraries' });
    case 'admin-contents':
      return address.path === '/'
        ? hrefOf({ screen: 'admin', tab: 'libraries' })
        : adminContentsHref(address.contentsOf, parentPath(address.path));
    default:
      return null;
  }
}

function parentInLibrary({
  tab,
  libraryId,
  path,
  commitId,
}: Extract<Address, { screen: 'library' }>): string {
  if (tab !== 'files') return filesHref(libraryId);
  return path === '/' ? hrefOf({ screen: 'libraries' }) : filesHref(libraryId, parentPath(path), commitId);
}
