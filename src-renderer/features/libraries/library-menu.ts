import FolderOpen from '@lucide/svelte/icons/folder-open';
import FolderSync from '@lucide/svelte/icons/folder-sync';
import Pencil from '@lucide/svelte/icons/pencil';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import Settings from '@lucide/svelte/icons/settings';
import Trash from '@lucide/svelte/icons/trash';
import type { LocalLibraryJson } from '../../../src-shared/local-api.ts';
import { tabHref } from '../../format/address.ts';
import type { MenuItem } from '../../ui/menu-item.ts';

interface LibraryVerbs {
  readonly open: () => void;
  readonly rename: () => void;
  readonly remove: () => void;
}

/** What can be done with a library of the list. */
export function libraryMenu(library: LocalLibraryJson, verbs: LibraryVerbs): (MenuItem | null)[] {
  const ownersOnly = library.is_mine ? {} : { unavailable: 'only its owner can' };
  const goTo = (href: string) => () => {
    window.location.hash = href;
  };
  return [
    { label: 'Open', icon: FolderOpen, shortcut: 'Enter', onselect: verbs.open },
    { label: 'History', icon: RotateCcwClock, onselect: goTo(tabHref(library.id, 'history')) },
    ...(library.folder
      ? [{ label: 'Folder', icon: FolderSync, onselect: goTo(tabHref(library.id, 'folder')) }]
      : []),
    { label: 'Settings', icon: Settings, onselect: goTo(tabHref(library.id, 'settings')) },
    null,
    { label: 'Rename', icon: Pencil, shortcut: 'F2', onselect: verbs.rename, ...ownersOnly },
    { label: 'Delete', icon: Trash, shortcut: 'Del', danger: true, onselect: verbs.remove, ...ownersOnly },
  ];
}
