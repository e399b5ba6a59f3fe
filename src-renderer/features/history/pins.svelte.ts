import type { PinJson } from '../../../src-shared/history-browsing-api.ts';
import type { Api } from '../../api/api.ts';
import { attempt, problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface PinsDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly libraryId: string;
}

/** The named moments of a library. */
export class Pins {
  #rows = $state.raw<readonly PinJson[]>([]);
  readonly #deps: PinsDeps;

  constructor(deps: PinsDeps) {
    this.#deps = deps;
  }

  get rows(): readonly PinJson[] {
    return this.#rows;
  }

  nameOf(commitId: string | null): string | null {
    return this.#rows.find(({ commit }) => commit.id === commitId)?.name ?? null;
  }

  async load(): Promise<void> {
    const { api, toasts, libraryId } = this.#deps;
    try {
      this.#rows = await api.call('GET libraries/:library_id/pins/', { library_id: libraryId });
    } catch (error) {
      toasts.fail(t('pinsFailed'), problemOf(error));
    }
  }

  /** Whether it is pinned now. */
  async pin(commitId: string, name: string): Promise<boolean> {
    const { toasts } = this.#deps;
    try {
      await this.#pin(commitId, name);
      toasts.show({
        tone: 'good',
        title: t('pinDone', { name: visibleName(name) }),
        text: t('pinDoneMeaning'),
      });
      return true;
    } catch (error) {
      toasts.fail(t('pinFailed'), problemOf(error));
      return false;
    }
  }

  async #pin(commitId: string, name: string): Promise<void> {
    const { api, libraryId } = this.#deps;
    await api.call('PUT libraries/:library_id/commits/:commit_id/pin/', {
      library_id: libraryId,
      commit_id: commitId,
      name,
    });
    await this.load();
  }

  async unpin(commitId: string): Promise<void> {
    const { api, toasts, undo, libraryId } = this.#deps;
    const name = this.nameOf(commitId) ?? '';
    try {
      await api.call('DELETE libraries/:library_id/commits/:commit_id/pin/', {
        library_id: libraryId,
        commit_id: commitId,
      });
      await this.load();
      const values = { name: visibleName(name) };
      undo.offer({
        ...{ title: t('unpinDone', values), action: t('actionUnpinned', values), libraryId },
        back: () => attempt(() => this.#pin(commitId, name)),
      });
    } catch (error) {
      toasts.fail(t('unpinFailed'), problemOf(error));
    }
  }
}
