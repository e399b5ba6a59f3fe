import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { FolderCommands } from '../../features/folders/folder-commands.ts';
import {
  type Address,
  adminContentsHref,
  filesHref,
  historyHref,
  hrefOf,
  itemHref,
  storageHref,
} from '../../format/address.ts';
import { withFilterPart } from '../../format/history-filter.ts';
import { parentPath } from '../../format/path.ts';
import { isDialogOpen } from '../../ui/keys.ts';
import type { ScreenVerb } from '../app-keys.ts';

/** The `href` of a place's parent: the folder above, or the library that a page belongs to; null: it has none. */
export function parentPlace(address: Address): string | null {
  switch (address.screen) {
    case 'library':
      return parentInLibrary(address);
    case 'compare':
      return itemHref(address.libraryId, address.path, address.at);
    case 'storage':
      if (address.spaceOf === null) return null;
      return address.folder === '/'
        ? storageHref(null)
        : storageHref(address.spaceOf, parentPath(address.folder));
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

interface ShownScreen {
  readonly address: Address;
  readonly libraries: readonly LocalLibraryJson[];
  readonly commands: FolderCommands;
}

/** The folder of the library that is shown; on the activity screen, the one in focus or the only one. */
function folderMeant({ address, libraries }: ShownScreen): LinkedFolderJson | null {
  const folders = libraries.flatMap(({ folder }) => folder ?? []);
  if ('libraryId' in address) return folders.find((each) => each.library_id === address.libraryId) ?? null;
  if (address.screen !== 'activity') return null;
  const id = document.activeElement?.closest('[data-folder]')?.getAttribute('data-folder');
  return folders.find((each) => each.id === id) ?? (folders.length === 1 ? (folders[0] ?? null) : null);
}

function goTo(href: string | null): boolean {
  if (href !== null) window.location.hash = href;
  return href !== null;
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

function historyOf(address: Address): string | null {
  if (address.screen === 'compare')
    return historyHref(address.libraryId, null, withFilterPart('', 'path', address.path));
  if (address.screen !== 'library') return null;
  const isWithin = address.tab === 'files' && address.path !== '/';
  return historyHref(address.libraryId, null, isWithin ? withFilterPart('', 'path', address.path) : '');
}

function steer(
  verb: 'pause' | 'rescan',
  { commands }: ShownScreen,
  folder: LinkedFolderJson | null,
): boolean {
  if (folder === null) return false;
  if (verb === 'rescan') void commands.run(folder, 'rescan');
  else if (folder.state === 'paused') void commands.run(folder, 'resume');
  else void commands.pause(folder, null);
  return true;
}

/** Does what a key asks for on this screen. False: it means nothing here, and is left to the browser. */
export function runScreenVerb(verb: ScreenVerb, shown: ShownScreen): boolean {
  // A key that answers a dialog must not act on what is behind it.
  if (isDialogOpen()) return false;
  switch (verb) {
    case 'parent':
      return goTo(parentPlace(shown.address));
    case 'history':
      return goTo(historyOf(shown.address));
    case 'filter':
      return focusSearch();
    default:
      return steer(verb, shown, folderMeant(shown));
  }
}

/** Undoes the last action, unless a dialog is open: its subject must not change behind it. False: nothing was done. */
export function undoByKey(undo: { readonly undoLast: () => boolean }): boolean {
  return !isDialogOpen() && undo.undoLast();
}
