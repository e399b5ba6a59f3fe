import FolderOpen from '@lucide/svelte/icons/folder-open';
import FolderSync from '@lucide/svelte/icons/folder-sync';
import Pencil from '@lucide/svelte/icons/pencil';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import Settings from '@lucide/svelte/icons/settings';
import Trash from '@lucide/svelte/icons/trash';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { tabHref } from '../../format/address.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

interface LibraryVerbs {
  readonly open: () => void;
  /** What the frame does with the library. */
  readonly actions: readonly MenuItem[];
  readonly rename: () => void;
  readonly remove: () => void;
}

/** What can be done with a library of the list. */
export function libraryMenu(library: LocalLibraryJson, verbs: LibraryVerbs): (MenuItem | null)[] {
  const ownersOnly = library.is_mine ? {} : { unavailable: t('ownerOnly') };
  const goTo = (href: string) => () => {
    window.location.hash = href;
  };
  return [
    { label: t('open'), icon: FolderOpen, shortcut: t('keyOpen'), onselect: verbs.open },
    { label: t('history'), icon: RotateCcwClock, onselect: goTo(tabHref(library.id, 'history')) },
    ...(library.folder
      ? [{ label: t('folder'), icon: FolderSync, onselect: goTo(tabHref(library.id, 'folder')) }]
      : []),
    { label: t('settings'), icon: Settings, onselect: goTo(tabHref(library.id, 'settings')) },
    null,
    ...verbs.actions,
    null,
    { label: t('rename'), icon: Pencil, shortcut: 'F2', onselect: verbs.rename, ...ownersOnly },
    {
      label: t('delete'),
      icon: Trash,
      shortcut: t('keyDelete'),
      danger: true,
      onselect: verbs.remove,
      ...ownersOnly,
    },
  ];
}
