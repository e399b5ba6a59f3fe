import KeyRound from '@lucide/svelte/icons/key-round';
import Shield from '@lucide/svelte/icons/shield';
import Trash from '@lucide/svelte/icons/trash';
import UserCheck from '@lucide/svelte/icons/user-check';
import UserX from '@lucide/svelte/icons/user-x';
import type { AdminUserJson, AdminUsersPageJson } from '../../../src-shared/admin-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { attempt, problemOf } from '../../api/problem.ts';
import { personName } from '../../format/name.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface AllUsersDependencies {
  readonly api: Pick<Api, 'call'>;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
}

/** The accounts of the server, and what administrators do with them. */
export class AllUsers {
  #search = $state.raw('');
  readonly list: Paged<AdminUsersPageJson, AdminUserJson>;
  readonly #deps: AllUsersDependencies;

  constructor(deps: AllUsersDependencies) {
    this.#deps = deps;
    this.list = new Paged<AdminUsersPageJson, AdminUserJson>({
      fetch: (cursor) => deps.api.call('GET admin/users/', { search: this.#search, cursor }),
      rowsOf: (page) => page.users,
    });
  }

  get searched(): string {
    return this.#search;
  }

  /** Whether there are no other users to administer. */
  get isAlone(): boolean {
    return this.#search === '' && this.list.first?.total === 1;
  }

  search(text: string): void {
    this.#search = text;
    this.list.restartSoon();
  }

  clear(): void {
    this.#search = '';
    void this.list.restart();
  }

  stop(): void {
    this.list.stop();
  }

  /** Rights can be given and revoked at once, so no confirmation is asked. */
  async setRights(user: AdminUserJson, rights: { is_admin?: boolean; is_active?: boolean }): Promise<void> {
    const before = { is_admin: user.is_admin, is_active: user.is_active };
    const who = personName(user.name, user.email);
    if (!(await this.#update(user, rights))) return;
    this.#deps.undo.offer({
      ...{ title: describe(who, rights), text: rights.is_active === false ? t('devicesSignedOut') : '' },
      ...{ action: t('actionRights', { who }), libraryId: null },
      back: () => attempt(() => this.#change(user, before)),
    });
  }

  async #change(
    { email }: AdminUserJson,
    rights: { is_admin?: boolean; is_active?: boolean },
  ): Promise<void> {
    await this.#deps.api.call('PATCH admin/users/:email/', { email, ...rights });
    await this.list.load();
  }

  async #update(user: AdminUserJson, rights: { is_admin?: boolean; is_active?: boolean }): Promise<boolean> {
    try {
      await this.#change(user, rights);
      return true;
    } catch (error) {
      this.#deps.toasts.fail(
        t('userChangeFailed', { who: personName(user.name, user.email) }),
        problemOf(error),
      );
      return false;
    }
  }
}

function describe(who: string, rights: { is_admin?: boolean; is_active?: boolean }): string {
  if (rights.is_admin === true) return t('isAdminNow', { who });
  if (rights.is_admin === false) return t('isNoAdminNow', { who });
  return rights.is_active === true ? t('canSignInAgain', { who }) : t('cannotSignIn', { who });
}

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
