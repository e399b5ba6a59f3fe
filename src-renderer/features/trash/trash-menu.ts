import Download from '@lucide/svelte/icons/download';
import Eye from '@lucide/svelte/icons/eye';
import Folder from '@lucide/svelte/icons/folder';
import FolderInput from '@lucide/svelte/icons/folder-input';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import Trash from '@lucide/svelte/icons/trash';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

interface TrashVerbs {
  readonly look: () => void;
  readonly browse: () => void;
  readonly download: () => void;
  readonly showFolder: () => void;
  readonly restore: () => void;
  readonly restoreTo: () => void;
  readonly purge: () => void;
}

interface TrashChoice {
  /** Whether the one selected item is a folder; null: there are several. */
  readonly isFolder: boolean | null;
  readonly canRestore: boolean;
  /** They are all of one library. */
  readonly isOneLibrary: boolean;
  readonly canPurge: boolean;
  /** Erases the one selected item from the whole history; absent where erasing is not offered. */
  readonly erase?: MenuItem | undefined;
}

/** What can be done with deleted items. */
export function trashMenu(verbs: TrashVerbs, choice: TrashChoice): (MenuItem | null)[] {
  const { isFolder, canRestore, isOneLibrary, canPurge, erase } = choice;
  const readOnly = canRestore ? {} : { unavailable: t('readOnly') };
  const elsewhere = isOneLibrary ? readOnly : { unavailable: t('severalLibraries') };
  return [
    ...lookingItems(verbs, isFolder),
    { label: t('restore'), icon: RotateCcw, shortcut: 'R', onselect: verbs.restore, ...readOnly },
    { label: t('restoreTo'), icon: FolderInput, onselect: verbs.restoreTo, ...elsewhere },
    null,
    {
      ...{ label: t('purge'), icon: Trash, shortcut: 'Del', danger: true, onselect: verbs.purge },
      ...(canPurge ? {} : { unavailable: t('ownersOnly') }),
    },
    ...(erase === undefined ? [] : [erase]),
  ];
}

function lookingItems(verbs: TrashVerbs, isFolder: boolean | null): (MenuItem | null)[] {
  if (isFolder === null) return [];
  const open = { label: t('browseThen'), icon: FolderOpen, shortcut: 'Enter', onselect: verbs.browse };
  const files = [
    { label: t('preview'), icon: Eye, shortcut: 'Space', onselect: verbs.look },
    { label: t('download'), icon: Download, onselect: verbs.download },
  ];
  const folder = { label: t('goToFolder'), icon: Folder, onselect: verbs.showFolder };
  return [...(isFolder ? [open] : files), folder, null];
}
