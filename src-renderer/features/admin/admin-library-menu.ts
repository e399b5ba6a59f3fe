import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Lock from '@lucide/svelte/icons/lock';
import LockOpen from '@lucide/svelte/icons/lock-open';
import Pencil from '@lucide/svelte/icons/pencil';
import History from '@lucide/svelte/icons/rotate-ccw-clock';
import Trash from '@lucide/svelte/icons/trash';
import UserRound from '@lucide/svelte/icons/user-round';
import type { LocalLibraryJson } from '../../../src-shared/local-api.ts';
import type { MenuItem } from '../../ui/menu-item.ts';

export interface AdminLibraryVerbs {
  readonly open: () => void;
  readonly rename: () => void;
  readonly showOwner: () => void;
  readonly transfer: () => void;
  readonly setStatus: (status: LocalLibraryJson['status']) => void;
  readonly setRetention: () => void;
  readonly remove: () => void;
}

/** What administrators do with a library of the list. */
export function adminLibraryMenu(library: LocalLibraryJson, verbs: AdminLibraryVerbs): (MenuItem | null)[] {
  const isReadOnly = library.status === 'read-only';
  return [
    {
      label: 'Open contents',
      icon: FolderOpen,
      shortcut: 'Enter',
      onselect: verbs.open,
      ...(library.encrypted ? { unavailable: 'library is encrypted' } : {}),
    },
    { label: 'Only libraries of this owner', icon: UserRound, shortcut: 'O', onselect: verbs.showOwner },
    null,
    { label: 'Rename…', icon: Pencil, shortcut: 'F2', onselect: verbs.rename },
    { label: 'Transfer…', icon: ArrowRightLeft, onselect: verbs.transfer },
    isReadOnly
      ? { label: 'Allow changes', icon: LockOpen, onselect: () => verbs.setStatus('normal') }
      : { label: 'Make read-only', icon: Lock, onselect: () => verbs.setStatus('read-only') },
    { label: 'Retention…', icon: History, onselect: verbs.setRetention },
    null,
    { label: 'Delete', icon: Trash, shortcut: 'Del', danger: true, onselect: verbs.remove },
  ];
}
