import ActivityIcon from '@lucide/svelte/icons/activity';
import Archive from '@lucide/svelte/icons/archive';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import FolderSync from '@lucide/svelte/icons/folder-sync';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import House from '@lucide/svelte/icons/house';
import Inbox from '@lucide/svelte/icons/inbox';
import Layers from '@lucide/svelte/icons/layers';
import Library from '@lucide/svelte/icons/library-big';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings';
import Share2 from '@lucide/svelte/icons/share-2';
import Shield from '@lucide/svelte/icons/shield';
import Trash from '@lucide/svelte/icons/trash';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { PaletteEntry } from '../../features/palette/palette-search.ts';
import { type AdminTab, filesHref, hrefOf, type LibraryTab, tabHref } from '../../format/address.ts';
import { libraryName } from '../../format/name.ts';
import type { IconComponent } from '../../ui/icon.ts';
import type { LibraryActions } from '../../ui/library-actions.ts';
import { t } from './messages.ts';

type PlaceKey =
  | 'home'
  | 'activity'
  | 'issues'
  | 'search'
  | 'libraries'
  | 'shared'
  | 'storage'
  | 'trash'
  | 'deletedLibraries'
  | 'settings'
  | 'help';

interface Place {
  readonly key: PlaceKey;
  readonly href: string;
  readonly icon: IconComponent;
  readonly shortcut?: string;
}

/** In the order of the sidebar. */
const PLACES: readonly Place[] = [
  { key: 'home', href: hrefOf({ screen: 'home' }), icon: House },
  { key: 'activity', href: hrefOf({ screen: 'activity' }), icon: ActivityIcon },
  { key: 'issues', href: hrefOf({ screen: 'issues' }), icon: Inbox },
  {
    key: 'search',
    href: hrefOf({ screen: 'search', words: '' }),
    icon: Search,
    shortcut: 'Ctrl+Shift+F',
  },
  { key: 'libraries', href: hrefOf({ screen: 'libraries' }), icon: Layers },
  { key: 'shared', href: hrefOf({ screen: 'shared' }), icon: Share2 },
  { key: 'trash', href: hrefOf({ screen: 'trash' }), icon: Trash },
  { key: 'storage', href: hrefOf({ screen: 'storage', spaceOf: null, folder: '/' }), icon: HardDrive },
  { key: 'deletedLibraries', href: hrefOf({ screen: 'deleted' }), icon: Archive },
  { key: 'settings', href: hrefOf({ screen: 'settings' }), icon: Settings, shortcut: 'Ctrl+,' },
  {
    key: 'help',
    href: hrefOf({ screen: 'help', page: null, section: null }),
    icon: CircleQuestionMark,
    shortcut: 'F1',
  },
];

const ADMIN_LABELS: Readonly<Record<AdminTab, string>> = {
  libraries: t('adminLibraries'),
  deleted: t('adminDeleted'),
  users: t('adminUsers'),
  groups: t('adminGroups'),
  storage: t('adminStorage'),
  jobs: t('adminJobs'),
};

const ADMIN_WORDS: Readonly<Record<AdminTab, string>> = {
  libraries: t('adminLibrariesWords'),
  deleted: t('deletedLibrariesWords'),
  users: t('adminUsersWords'),
  groups: t('adminGroupsWords'),
  storage: t('adminStorageWords'),
  jobs: t('adminJobsWords'),
};

interface LibraryPart {
  readonly tab: LibraryTab;
  readonly note: string;
  readonly words: string;
  readonly icon: IconComponent;
}

const LIBRARY_PARTS: readonly LibraryPart[] = [
  { tab: 'history', note: t('libraryHistory'), words: t('libraryHistoryWords'), icon: RotateCcwClock },
  { tab: 'trash', note: t('libraryTrash'), words: t('trashWords'), icon: Trash },
  { tab: 'folder', note: t('libraryFolder'), words: t('libraryFolderWords'), icon: FolderSync },
  { tab: 'settings', note: t('librarySettings'), words: t('librarySettingsWords'), icon: Settings },
];

const goingTo = (href: string) => () => {
  window.location.hash = href;
};

/** Every screen, with those of the administration for those who have them. */
export function placeEntries(isAdmin: boolean): readonly PaletteEntry[] {
  const places = PLACES.map(({ key, href, ...rest }): PaletteEntry => {
    return { ...rest, id: key, group: 'places', label: t(key), words: t(`${key}Words`), run: goingTo(href) };
  });
  if (!isAdmin) return places;
  const tabs = Object.keys(ADMIN_LABELS) as AdminTab[];
  const admin = tabs.map(
    (tab): PaletteEntry => ({
      ...{ id: `admin-${tab}`, group: 'places', icon: Shield, label: ADMIN_LABELS[tab] },
      ...{ note: t('administration'), words: `${t('adminWords')} ${ADMIN_WORDS[tab]}` },
      run: goingTo(hrefOf({ screen: 'admin', tab })),
    }),
  );
  return [...places, ...admin];
}

/**
 * All libraries; once the user types, also the parts of each and, except for the open one, what can be done with it.
 */
export function libraryEntries(
  libraries: readonly LocalLibraryJson[],
  { open, actions }: { readonly open: LocalLibraryJson | null; readonly actions: LibraryActions },
): readonly PaletteEntry[] {
  return libraries.flatMap((library) => {
    const label = libraryName(library);
    const verbs =
      library === open ? [] : [actions.share({ library }), actions.export(library), actions.drive(library)];
    const note = library.is_mine ? t('library') : t('libraryOf', { owner: library.owner_name });
    const parts = LIBRARY_PARTS.filter(({ tab }) => tab !== 'folder' || library.folder !== null);
    return [
      {
        ...{ id: library.id, group: 'libraries', label, note, icon: Library },
        words: library.is_sample ? `${t('libraryWords')} ${t('sampleWords')}` : t('libraryWords'),
        run: goingTo(filesHref(library.id)),
      },
      ...parts.map(({ tab, ...part }): PaletteEntry => {
        const href = tabHref(library.id, tab);
        const id = `${library.id}-${tab}`;
        return { ...part, id, group: 'libraries', label, isHidden: true, run: goingTo(href) };
      }),
      ...verbs.map((verb, at): PaletteEntry => {
        const id = `${library.id}-verb-${at}`;
        const { label: name, icon, onselect: run } = verb;
        return { id, group: 'libraries', label: name, note: label, icon, isHidden: true, run };
      }),
    ];
  });
}
