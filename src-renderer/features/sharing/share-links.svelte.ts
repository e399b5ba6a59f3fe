import type { FieldsOf } from '../../../src-shared/local-api.ts';
import type {
  ChangePublicLinkJson,
  PublicLinkJson,
  PublicLinksPageJson,
} from '../../../src-shared/sharing-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { attempt } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { lastName } from '../../format/path.ts';
import type { Problem } from '../../format/problem.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

/** Which links are listed; null: all. */
export interface LinkPlace {
  readonly library: string | null;
  readonly path: string | null;
}

interface LinksDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
}

/** What a link leads to, by its name. */
export function linkedName({ path, library_name }: PublicLinkJson): string {
  return visibleName(path === '/' ? library_name : lastName(path));
}

/** The caller's links: those to one item, or all. */
export class ShareLinks {
  readonly list: Paged<PublicLinksPageJson, PublicLinkJson>;
  readonly #deps: LinksDeps;

  constructor(deps: LinksDeps, place: LinkPlace) {
    this.#deps = deps;
    this.list = new Paged({
      fetch: (cursor) => deps.api.call('GET public-links/', { ...place, cursor }),
      rowsOf: (page) => page.links,
    });
  }

  async copy(link: PublicLinkJson): Promise<void> {
    await navigator.clipboard.writeText(link.url);
    this.#deps.toasts.show({ title: t('linkCopied') });
  }

  /** Null: done. */
  async make(wanted: FieldsOf<'POST public-links/'>): Promise<Problem | null> {
    const { api, toasts } = this.#deps;
    const problem = await attempt(async () => {
      const { url } = await api.call('POST public-links/', { ...wanted });
      const isCopied = (await attempt(() => navigator.clipboard.writeText(url))) === null;
      toasts.show({ tone: 'good', title: isCopied ? t('linkMade') : t('linkMadeOnly') });
    });
    if (problem === null) await this.list.load();
    return problem;
  }

  /** Null: done. */
  async change(link: PublicLinkJson, changes: ChangePublicLinkJson): Promise<Problem | null> {
    const { api, toasts } = this.#deps;
    const problem = await attempt(() =>
      api.call('PUT public-links/:token/', { token: link.token, kind: link.kind, ...changes }),
    );
    if (problem === null) {
      toasts.show({ tone: 'good', title: t('linkChanged') });
      await this.list.load();
    }
    return problem;
  }

  async remove(link: PublicLinkJson): Promise<void> {
    const { api, toasts } = this.#deps;
    const name = linkedName(link);
    const problem = await attempt(() =>
      api.call('DELETE public-links/:token/', { token: link.token, kind: link.kind }),
    );
    if (problem === null) {
      this.#deps.undo.offer({
        ...{ title: t('linkRemoved', { name }), action: t('actionLink', { name }) },
        ...{ libraryId: link.library_id, back: () => this.#restore(link) },
      });
    } else toasts.fail(t('linkNotRemoved', { name }), problem);
    await this.list.load();
  }

  async #restore(link: PublicLinkJson): Promise<Problem | null> {
    const problem = await attempt(() =>
      this.#deps.api.call('POST public-links/:token/put-back/', { token: link.token }),
    );
    await this.list.load();
    return problem;
  }
}
