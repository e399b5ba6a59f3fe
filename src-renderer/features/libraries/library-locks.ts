import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { libraryName, visibleName } from '../../format/name.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import { t } from './messages.ts';

/** Locks encrypted libraries, from wherever they are shown. The event stream tells every page which ones are open. */
export class LibraryLocks {
  readonly #api: Pick<Api, 'call'>;
  readonly #toasts: Toasts;

  constructor(api: Pick<Api, 'call'>, toasts: Toasts) {
    this.#api = api;
    this.#toasts = toasts;
  }

  /** Never rejects. */
  async lock(library: LocalLibraryJson): Promise<void> {
    const name = visibleName(libraryName(library));
    try {
      await this.#api.call('DELETE libraries/:library_id/unlock/', { library_id: library.id });
      const folderGoesOn = library.folder?.encryption === 'unlocked';
      this.#toasts.show({
        title: t('wasLocked', { name }),
        text: folderGoesOn ? t('folderGoesOn') : '',
      });
    } catch (error) {
      this.#toasts.fail(t('notLocked', { name }), problemOf(error));
    }
  }

  /** Never rejects. */
  async lockAll(): Promise<void> {
    try {
      const { library_ids } = await this.#api.call('DELETE unlocked-libraries/');
      this.#toasts.show({ title: t('wereLocked', { count: library_ids.length }) });
    } catch (error) {
      this.#toasts.fail(t('noneLocked'), problemOf(error));
    }
  }
}
