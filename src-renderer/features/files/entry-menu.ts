import Clipboard from '@lucide/svelte/icons/clipboard';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import Eye from '@lucide/svelte/icons/eye';
import FolderInput from '@lucide/svelte/icons/folder-input';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import PenLine from '@lucide/svelte/icons/pen-line';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import Trash from '@lucide/svelte/icons/trash';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

interface LookingVerbs {
  readonly open: () => void;
  readonly look: () => void;
  readonly download: () => void;
  readonly details: () => void;
  readonly copyPath: () => void;
  /** Erases the item from the whole history; absent where erasing is not offered. */
  readonly erase?: MenuItem | undefined;
}

interface EntryVerbs extends LookingVerbs {
  readonly share: MenuItem;
  readonly rename: () => void;
  readonly move: () => void;
  readonly copy: () => void;
  readonly remove: () => void;
}

interface PastVerbs extends LookingVerbs {
  readonly restore: () => void;
}

interface EntryState {
  readonly isFolder: boolean;
  /** How many are selected, including this one. */
  readonly count: number;
  /** Why nothing can be changed; null: it can. */
  readonly noChange: string | null;
}

/** What can be done with an item of a folder, or with several. */
export function entryMenu(verbs: EntryVerbs, status: EntryState): (MenuItem | null)[] {
  const { isFolder, count } = status;
  const archive = isFolder || count > 1 ? [downloadItem(verbs, t('downloadArchive'))] : [];
  const looking = count > 1 ? [] : [...lookingItems(verbs, isFolder), verbs.share];
  const erasing = count > 1 ? [] : erasingItems(verbs);
  return [...looking, ...archive, null, ...changingItems(verbs, status), ...erasing];
}

/** What can be done with an item of a folder in the past. */
export function pastMenu(
  verbs: PastVerbs,
  { isFolder, noChange }: Pick<EntryState, 'isFolder' | 'noChange'>,
): (MenuItem | null)[] {
  const label = t(isFolder ? 'restoreThisFolder' : 'restoreThisVersion');
  const restore = { label, icon: RotateCcw, onselect: verbs.restore, ...whyNot(noChange) };
  return [...lookingItems(verbs, isFolder), null, restore, ...erasingItems(verbs)];
}

function erasingItems({ erase }: LookingVerbs): (MenuItem | null)[] {
  return erase === undefined ? [] : [null, erase];
}

function downloadItem({ download }: LookingVerbs, label: string): MenuItem {
  return { label, icon: Download, onselect: download };
}

function lookingItems(verbs: LookingVerbs, isFolder: boolean): MenuItem[] {
  const details = { icon: RotateCcwClock, shortcut: 'Alt+Enter', onselect: verbs.details };
  const path = { label: t('copyPath'), icon: Clipboard, onselect: verbs.copyPath };
  if (isFolder)
    return [
      { label: t('open'), icon: FolderOpen, shortcut: 'Enter', onselect: verbs.open },
      { label: t('details'), ...details },
      path,
    ];
  return [
    { label: t('preview'), icon: Eye, shortcut: 'Space', onselect: verbs.look },
    downloadItem(verbs, t('download')),
    { label: t('detailsAndVersions'), ...details },
    path,
  ];
}

function changingItems(verbs: EntryVerbs, { count, noChange }: EntryState): (MenuItem | null)[] {
  const rename = { label: t('rename'), icon: PenLine, shortcut: 'F2', onselect: verbs.rename };
  return [
    ...(count > 1 ? [] : [{ ...rename, ...whyNot(noChange) }]),
    { label: t('moveTo'), icon: FolderInput, onselect: verbs.move, ...whyNot(noChange) },
    { label: t('copyTo'), icon: Copy, onselect: verbs.copy },
    null,
    {
      ...{ label: t('remove'), icon: Trash, shortcut: 'Del', danger: true, onselect: verbs.remove },
      ...whyNot(noChange),
    },
  ];
}

function whyNot(reason: string | null): Pick<MenuItem, 'unavailable'> {
  return reason === null ? {} : { unavailable: reason };
}

/** What can be done with deleted items that are listed among existing ones. */
export function deletedMenu(
  { look, restore }: Pick<PastVerbs, 'look' | 'restore'>,
  noChange: string | null,
): MenuItem[] {
  return [
    { label: t('preview'), icon: Eye, shortcut: 'Space', onselect: look },
    { label: t('restore'), icon: RotateCcw, onselect: restore, ...whyNot(noChange) },
  ];
}
