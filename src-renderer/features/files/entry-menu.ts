import Download from '@lucide/svelte/icons/download';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import Trash from '@lucide/svelte/icons/trash';
import type { EntryJson } from '../../../src-shared/local-api.ts';
import type { MenuItem } from '../../ui/menu-item.ts';

interface EntryVerbs {
  readonly open: () => void;
  readonly download: () => void;
  readonly details: () => void;
  readonly restore: () => void;
  readonly remove: () => void;
}

/** What can be done with an item of a folder, now or in the past. */
export function entryMenu(
  entry: EntryJson,
  verbs: EntryVerbs,
  { isPast, canWrite }: { readonly isPast: boolean; readonly canWrite: boolean },
): (MenuItem | null)[] {
  const writable = canWrite ? {} : { unavailable: 'library is read-only' };
  const isFolder = entry.kind === 'dir';
  const items: (MenuItem | null)[] = [];
  if (isFolder) items.push({ label: 'Open', icon: FolderOpen, shortcut: 'Enter', onselect: verbs.open });
  else items.push({ label: 'Download', icon: Download, onselect: verbs.download });
  if (!isFolder)
    items.push({
      label: 'Preview and versions',
      icon: RotateCcwClock,
      shortcut: 'Space',
      onselect: verbs.details,
    });
  if (isPast) {
    const label = isFolder ? 'Restore this folder' : 'Restore this version';
    items.push(null, { label, icon: RotateCcw, onselect: verbs.restore, ...writable });
  } else {
    items.push(null, {
      label: 'Delete',
      icon: Trash,
      shortcut: 'Del',
      danger: true,
      onselect: verbs.remove,
      ...writable,
    });
  }
  return items;
}
