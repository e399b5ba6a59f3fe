import ChevronRight from '@lucide/svelte/icons/chevron-right';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import Settings from '@lucide/svelte/icons/settings';
import Trash from '@lucide/svelte/icons/trash';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { PaletteEntry } from '../../features/palette/palette-search.ts';
import { t as connect } from '../../features/settings/connect/messages.ts';
import { type LibraryTab, tabHref } from '../../format/address.ts';
import { libraryName } from '../../format/name.ts';
import type { IconComponent } from '../../ui/icon.ts';
import type { LibraryActions } from '../../ui/library-actions.ts';
import type { ShownGroup } from '../../ui/shown-verbs.ts';
import { t } from './messages.ts';

const PARTS: readonly { readonly tab: LibraryTab; readonly label: string; readonly icon: IconComponent }[] = [
  { tab: 'history', label: t('libraryHistory'), icon: RotateCcwClock },
  { tab: 'settings', label: t('librarySettings'), icon: Settings },
  { tab: 'trash', label: t('libraryTrash'), icon: Trash },
];

/** What can be done with the library that is open. */
export function openLibraryEntries(
  library: LocalLibraryJson | null,
  actions: LibraryActions,
): readonly PaletteEntry[] {
  if (library === null) return [];
  const all = { group: 'here', note: libraryName(library) } as const;
  const verbs = [actions.share({ library }), actions.export(library), actions.drive(library)];
  return [
    ...verbs.map(({ label, icon, onselect }, at): PaletteEntry => {
      const id = ['here-share', 'here-export', 'here-drive'][at] ?? '';
      const words = id === 'here-drive' ? connect('driveWords') : t('hereWords');
      return { ...all, id, label, icon, words, run: onselect };
    }),
    ...PARTS.map(({ tab, label, icon }): PaletteEntry => {
      const run = () => {
        window.location.hash = tabHref(library.id, tab);
      };
      return { ...all, id: `here-${tab}`, label, icon, run };
    }),
  ];
}

/** What the screen offers for what is selected or shown: the lines of its menus that can be chosen. */
export function shownEntries(groups: readonly ShownGroup[]): readonly PaletteEntry[] {
  return groups.flatMap(({ of, items }, group) =>
    items.flatMap((item, at): PaletteEntry[] => {
      if (item === null || item.unavailable !== undefined) return [];
      const { label, icon = ChevronRight, shortcut, onselect } = item;
      const own = {
        id: `shown-${group}-${at}`,
        group: 'here',
        label,
        note: of,
        icon,
        run: onselect,
      } as const;
      return [{ ...own, isPassing: true, ...(shortcut === undefined ? {} : { shortcut }) }];
    }),
  );
}
