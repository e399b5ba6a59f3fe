import { problemOf } from '../api/problem.ts';
import type { Libraries } from '../features/libraries/libraries.svelte.ts';
import { deleteLibrary, NO_RECEIVERS } from '../features/libraries/library-changes.ts';
import { filesHref, hrefOf } from '../format/address.ts';
import { isPseudo, LANGUAGE } from '../i18n/language.ts';
import type { Toasts } from '../ui/toasts.svelte.ts';
import type { UndoStack } from '../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface SampleParts {
  readonly libraries: () => Libraries;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
}

/** The library to look around in, wherever it is offered. */
export class Sample {
  readonly #parts: SampleParts;
  #isMaking = false;

  constructor(parts: SampleParts) {
    this.#parts = parts;
  }

  /** Null: there is none yet. */
  get library() {
    return this.#parts.libraries().all.find(({ is_sample, is_mine }) => is_sample && is_mine) ?? null;
  }

  /** Creates it unless there is one. */
  async open(): Promise<void> {
    if (this.#isMaking) return;
    this.#isMaking = true;
    const { libraries, toasts } = this.#parts;
    try {
      const language = isPseudo(LANGUAGE) ? 'en' : LANGUAGE;
      const { id } = this.library ?? (await libraries().makeSample(language));
      window.location.hash = filesHref(id);
    } catch (error) {
      toasts.fail(t('sampleNotMade'), problemOf(error));
    }
    this.#isMaking = false;
  }

  async remove(): Promise<void> {
    const { library } = this;
    if (library === null) return;
    const removal = { ...this.#parts, libraries: this.#parts.libraries(), library };
    const isGone = await deleteLibrary({ ...removal, receivers: NO_RECEIVERS });
    if (isGone) window.location.hash = hrefOf({ screen: 'home' });
  }
}
