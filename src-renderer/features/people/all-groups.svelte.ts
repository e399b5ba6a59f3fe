import type { AdminGroupJson, AdminGroupsPageJson } from '../../../src-shared/admin-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { attempt, problemOf } from '../../api/problem.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface AllGroupsDependencies {
  readonly api: Pick<Api, 'call'>;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
}

/** Groups and departments of the server, and what administrators do with them. */
export class AllGroups {
  #search = $state.raw('');
  readonly list: Paged<AdminGroupsPageJson, AdminGroupJson>;
  readonly #deps: AllGroupsDependencies;

  constructor(deps: AllGroupsDependencies) {
    this.#deps = deps;
    this.list = new Paged<AdminGroupsPageJson, AdminGroupJson>({
      fetch: (cursor) => deps.api.call('GET admin/groups/', { search: this.#search, cursor }),
      rowsOf: (page) => page.groups,
    });
  }

  get searched(): string {
    return this.#search;
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

  async rename(group: AdminGroupJson, name: string): Promise<void> {
    const { toasts, undo } = this.#deps;
    try {
      await this.#rename(group.id, name);
    } catch (error) {
      toasts.fail(t('groupRenameFailed', { name: group.name }), problemOf(error));
      return;
    }
    const values = { before: group.name, name };
    undo.offer({
      ...{ title: t('groupRenamed', values), action: t('actionGroupRenamed', values), libraryId: null },
      back: () => attempt(() => this.#rename(group.id, group.name)),
    });
  }

  async #rename(id: number, name: string): Promise<void> {
    await this.#deps.api.call('PATCH admin/groups/:group_id/', { group_id: id, name });
    await this.list.load();
  }

  async remove(group: AdminGroupJson): Promise<void> {
    const { api, toasts } = this.#deps;
    try {
      await api.call('DELETE admin/groups/:group_id/', { group_id: group.id });
      toasts.show({ title: t('groupDeleted', { name: group.name }) });
      await this.list.load();
    } catch (error) {
      toasts.fail(t('groupDeleteFailed', { name: group.name }), problemOf(error));
    }
  }
}
