import type {
  LibraryShareJson,
  LibrarySharesPageJson,
  ShareRightJson,
  ShareTargetJson,
} from '../../../src-shared/sharing-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { attempt } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import type { Problem } from '../../format/problem.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

export const RIGHT_TEXTS: Readonly<Record<ShareRightJson, string>> = {
  r: t('canView'),
  rw: t('canEdit'),
  admin: t('canShare'),
};

/** From the least to the most. */
export const RIGHTS = ['r', 'rw', 'admin'] as const satisfies readonly ShareRightJson[];

/** The value of a permission control; a permission that it does not offer counts as read-only. */
export function rightOf(text: string): ShareRightJson {
  return RIGHTS.find((right) => right === text) ?? 'r';
}

/** What is shared: a library, or a folder of it. */
export interface SharedPlace {
  readonly id: string;
  /** `/` for the whole library. */
  readonly path: string;
  /** Of the folder, if it is one. */
  readonly name: string;
}

interface SharingDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly library: SharedPlace;
}

interface Told {
  readonly done: string;
  /** Its name in the message when it is undone. */
  readonly action: string;
  readonly failed: string;
}

/**
 * Who a library, or a folder of it, is shared with. Each change is made at once, reported in a toast and can be undone
 * there.
 */
export class LibrarySharing {
  readonly list: Paged<LibrarySharesPageJson, LibraryShareJson>;
  readonly #deps: SharingDeps;

  constructor(deps: SharingDeps) {
    this.#deps = deps;
    this.list = new Paged({
      fetch: (cursor) => deps.api.call('GET libraries/:library_id/shares/', { ...this.#place(), cursor }),
      rowsOf: (page) => page.shares,
    });
  }

  add(target: ShareTargetJson, permission: ShareRightJson): Promise<void> {
    const names = this.#names(target);
    const told = {
      done: t('added', names),
      action: t('actionAdded', { name: names.name }),
      failed: t('notAdded', names),
    };
    // The new row has its own way to remove it.
    return this.#do(() => this.#put(target, permission), null, told);
  }

  change(share: LibraryShareJson, permission: ShareRightJson): Promise<void> {
    const { name } = this.#names(share);
    const right = RIGHT_TEXTS[permission];
    const told = {
      ...{ done: t('changed', { name, right }), action: t('actionRight', { name }) },
      failed: t('notChanged', { name }),
    };
    return this.#do(
      () => this.#put(share, permission),
      () => this.#put(share, share.permission),
      told,
    );
  }

  remove(share: LibraryShareJson): Promise<void> {
    const names = this.#names(share);
    const told = {
      ...{ done: t('removed', names), action: t('actionRemoved', { name: names.name }) },
      failed: t('notRemoved', { name: names.name }),
    };
    return this.#do(
      () => this.#end(share),
      () => this.#put(share, share.permission),
      told,
    );
  }

  #names({ name }: ShareTargetJson) {
    return { library: visibleName(this.#deps.library.name), name: visibleName(name) };
  }

  #place() {
    const { id, path } = this.#deps.library;
    return { library_id: id, path };
  }

  #put({ kind, id }: ShareTargetJson, permission: ShareRightJson): Promise<Problem | null> {
    const { api } = this.#deps;
    return attempt(() =>
      api.call('PUT libraries/:library_id/shares/', { ...this.#place(), kind, id, permission }),
    );
  }

  #end({ kind, id }: ShareTargetJson): Promise<Problem | null> {
    const { api } = this.#deps;
    return attempt(() => api.call('DELETE libraries/:library_id/shares/', { ...this.#place(), kind, id }));
  }

  async #do(
    work: () => Promise<Problem | null>,
    back: (() => Promise<Problem | null>) | null,
    { done, action, failed }: Told,
  ): Promise<void> {
    const { toasts, undo, library } = this.#deps;
    const problem = await work();
    if (problem === null) {
      const takeBack = back && (() => this.#takeBack(back));
      undo.offer({ title: done, action, libraryId: library.id, back: takeBack ?? [] });
    } else toasts.fail(failed, problem);
    await this.list.load();
  }

  async #takeBack(back: () => Promise<Problem | null>): Promise<Problem | null> {
    const problem = await back();
    await this.list.load();
    return problem;
  }
}
