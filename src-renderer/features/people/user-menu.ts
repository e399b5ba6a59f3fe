import KeyRound from '@lucide/svelte/icons/key-round';
import Shield from '@lucide/svelte/icons/shield';
import Trash from '@lucide/svelte/icons/trash';
import UserCheck from '@lucide/svelte/icons/user-check';
import UserX from '@lucide/svelte/icons/user-x';
import type { AdminUserJson } from '../../../src-shared/admin-api.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

interface UserVerbs {
  readonly setRights: (rights: { is_admin?: boolean; is_active?: boolean }) => void;
  readonly makeAdmin: () => void;
  readonly resetPassword: () => void;
  readonly remove: () => void;
}

/** What administrators do with an account; with their own only what cannot lock them out. */
export function userMenu(user: AdminUserJson, verbs: UserVerbs, isMe: boolean): (MenuItem | null)[] {
  const notMine = isMe ? { unavailable: t('isYou') } : {};
  return [
    user.is_admin
      ? {
          label: t('noAdminAnyMore'),
          icon: Shield,
          onselect: () => verbs.setRights({ is_admin: false }),
          ...notMine,
        }
      : { label: t('makeAdminMenu'), icon: Shield, onselect: verbs.makeAdmin },
    user.is_active
      ? {
          label: t('deactivate'),
          icon: UserX,
          onselect: () => verbs.setRights({ is_active: false }),
          ...notMine,
        }
      : { label: t('activate'), icon: UserCheck, onselect: () => verbs.setRights({ is_active: true }) },
    { label: t('resetMenu'), icon: KeyRound, onselect: verbs.resetPassword, ...notMine },
    null,
    {
      label: t('delete'),
      icon: Trash,
      shortcut: t('keyDelete'),
      danger: true,
      onselect: verbs.remove,
      ...notMine,
    },
  ];
}
