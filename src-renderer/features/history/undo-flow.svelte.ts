import type { UndoneJson } from '../../../src-shared/looking-back-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { isWide } from '../../format/removal.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

/** What somebody wants to undo. */
export interface UndoWish {
  readonly commitId: string;
  /** Rows of the commit by their old names; null: all. */
  readonly paths: readonly string[] | null;
  /** What it is called in messages. */
  readonly title: string;
}

/** An undo that somebody has to look at first. */
export interface UndoQuestion {
  readonly wish: UndoWish;
  readonly dryRun: UndoneJson;
}

interface UndoFlowDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly library: () => { readonly id: string; readonly file_count: number };
}

/**
 * Undoing commits and rows of them: after a look at what it does when files would go, when it concerns many, or when not
 * all of it can be done; else at once.
 */
export class UndoFlow {
  #question = $state.raw<UndoQuestion | null>(null);
  #isBusy = $state.raw(false);
  readonly #deps: UndoFlowDeps;

  constructor(deps: UndoFlowDeps) {
    this.#deps = deps;
  }

  get question(): UndoQuestion | null {
    return this.#question;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** @param looksFirst a key that is soon hit by accident shows what it is about, whatever that is */
  async ask(wish: UndoWish, { looksFirst = false } = {}): Promise<void> {
    const dryRun = await this.#run(wish, true);
    if (dryRun === null) return;
    if (dryRun.step_count === 0 && dryRun.left_alone_count === 0)
      this.#deps.toasts.show({ title: t('nothingToUndo'), text: t('isAsBefore') });
    else if (looksFirst || this.#isToBeSeen(dryRun)) this.#question = { wish, dryRun };
    else await this.#do(wish);
  }

  async confirm(): Promise<void> {
    const wish = this.#question?.wish;
    if (wish === undefined) return;
    await this.#do(wish);
    this.#question = null;
  }

  cancel(): void {
    this.#question = null;
  }

  #isToBeSeen({ removals, left_alone_count, files }: UndoneJson): boolean {
    return removals > 0 || left_alone_count > 0 || isWide(files, this.#deps.library().file_count);
  }

  async #do(wish: UndoWish): Promise<void> {
    const undone = await this.#run(wish, false);
    if (undone === null) return;
    const { commit_id, files, removals } = undone;
    const { toasts, undo, library } = this.#deps;
    if (commit_id === null) {
      toasts.show({ title: t('nothingLeftToUndo') });
      return;
    }
    const libraryId = library().id;
    undo.offer({
      ...{ tone: 'good', libraryId, back: [{ library_id: libraryId, commit_id }] },
      ...undoneWords(visibleName(wish.title), { removals, others: files - removals }),
    });
  }

  async #run({ commitId, paths, title }: UndoWish, isDryRun: boolean): Promise<UndoneJson | null> {
    const { api, toasts, library } = this.#deps;
    if (this.#isBusy) return null;
    this.#isBusy = true;
    try {
      const rows = paths === null ? {} : { paths: [...paths] };
      return await api.lookingBack.undo(library().id, commitId, { dry_run: isDryRun, ...rows });
    } catch (error) {
      toasts.fail(t('undoFailed', { title: visibleName(title) }), problemOf(error));
      return null;
    } finally {
      this.#isBusy = false;
    }
  }
}

/** What was done, told as it was. */
function undoneWords(title: string, { removals, others }: { removals: number; others: number }) {
  if (removals > 0 && others === 0)
    return {
      title: t('movedToTrash', { count: removals }),
      text: t('laterKept'),
      deed: t('deedRemoved', { count: removals }),
    };
  const said = [
    removals > 0 ? t('someMovedToTrash', { count: removals }) : '',
    others > 0 ? t('undoneFiles', { count: others }) : '',
    t('laterKept'),
  ];
  return {
    title: t('undone', { title }),
    text: said.filter((part) => part !== '').join(' '),
    deed: t('deedUndone', { title }),
  };
}
