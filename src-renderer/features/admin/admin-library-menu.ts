import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Lock from '@lucide/svelte/icons/lock';
import LockOpen from '@lucide/svelte/icons/lock-open';
import Pencil from '@lucide/svelte/icons/pencil';
import History from '@lucide/svelte/icons/rotate-ccw-clock';
import Trash from '@lucide/svelte/icons/trash';
import UserRound from '@lucide/svelte/icons/user-round';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

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
      label: t('openContents'),
      icon: FolderOpen,
      shortcut: t('keyOpen'),
      onselect: verbs.open,
      ...(library.encrypted ? { unavailable: t('isEncrypted') } : {}),
    },
    { label: t('onlyThisOwner'), icon: UserRound, shortcut: 'O', onselect: verbs.showOwner },
    null,
    { label: t('rename'), icon: Pencil, shortcut: 'F2', onselect: verbs.rename },
    { label: t('transfer'), icon: ArrowRightLeft, onselect: verbs.transfer },
    isReadOnly
      ? { label: t('allowChanges'), icon: LockOpen, onselect: () => verbs.setStatus('normal') }
      : { label: t('makeReadOnly'), icon: Lock, onselect: () => verbs.setStatus('read-only') },
    { label: t('retention'), icon: History, onselect: verbs.setRetention },
    null,
    { label: t('delete'), icon: Trash, shortcut: t('keyDelete'), danger: true, onselect: verbs.remove },
  ];
}

/** A question about libraries that is open. */
export type AdminLibraryDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly library: LocalLibraryJson }
  | { readonly kind: 'transfer' | 'retention' | 'remove'; readonly libraries: readonly LocalLibraryJson[] };
