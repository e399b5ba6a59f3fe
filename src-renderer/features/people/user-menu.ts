import KeyRound from '@lucide/svelte/icons/key-round';
import Shield from '@lucide/svelte/icons/shield';
import Trash from '@lucide/svelte/icons/trash';
import UserCheck from '@lucide/svelte/icons/user-check';
import UserX from '@lucide/svelte/icons/user-x';
import type { AdminUserJson } from '../../../src-shared/admin-api.ts';
import type { MenuItem } from '../../ui/menu-item.ts';

interface UserVerbs {
  readonly setRights: (rights: { is_admin?: boolean; is_active?: boolean }) => void;
  readonly makeAdmin: () => void;
  readonly resetPassword: () => void;
  readonly remove: () => void;
}

/** What administrators do with an account; with their own only what cannot lock them out. */
export function userMenu(user: AdminUserJson, verbs: UserVerbs, isMe: boolean): (MenuItem | null)[] {
  const notMine = isMe ? { unavailable: 'this is you' } : {};
  return [
    user.is_admin
      ? {
          label: 'No longer an administrator',
          icon: Shield,
          onselect: () => verbs.setRights({ is_admin: false }),
          ...notMine,
        }
      : { label: 'Make administrator…', icon: Shield, onselect: verbs.makeAdmin },
    user.is_active
      ? {
          label: 'Deactivate',
          icon: UserX,
          onselect: () => verbs.setRights({ is_active: false }),
          ...notMine,
        }
      : { label: 'Activate', icon: UserCheck, onselect: () => verbs.setRights({ is_active: true }) },
    { label: 'Reset password…', icon: KeyRound, onselect: verbs.resetPassword, ...notMine },
    null,
    { label: 'Delete…', icon: Trash, shortcut: 'Del', danger: true, onselect: verbs.remove, ...notMine },
  ];
}
