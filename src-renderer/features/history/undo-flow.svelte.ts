import type { UndoneJson } from '../../../src-shared/looking-back-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
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
  readonly libraryId: string;
}

/** More than this is told before it is done. */
const MANY_FILES = 1000;

/** Undoing commits and rows of them: at once when all of it can be done, else after a look at what cannot. */
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

  async ask(wish: UndoWish): Promise<void> {
    const dryRun = await this.#run(wish, true);
    if (dryRun === null) return;
    if (dryRun.step_count === 0 && dryRun.left_alone_count === 0)
      this.#deps.toasts.show({ title: t('nothingToUndo'), text: t('isAsBefore') });
    else if (dryRun.left_alone_count > 0 || dryRun.files > MANY_FILES) this.#question = { wish, dryRun };
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

  async #do(wish: UndoWish): Promise<void> {
    const undone = await this.#run(wish, false);
    if (undone === null) return;
    const { commit_id: commitId, files } = undone;
    if (commitId === null) this.#deps.toasts.show({ title: t('nothingLeftToUndo') });
    else
      this.#deps.toasts.show({
        tone: 'good',
        title: t('undone', { title: visibleName(wish.title) }),
        text: t('undoneFiles', { count: files }),
        action: {
          label: t('undo'),
          run: () => void this.#takeBack({ commitId, paths: null, title: wish.title }),
        },
      });
  }

  /** Undoes an undo. */
  async #takeBack(wish: UndoWish): Promise<void> {
    if ((await this.#run(wish, false)) === null) return;
    this.#deps.toasts.show({ title: t('undoTakenBack') });
  }

  async #run({ commitId, paths, title }: UndoWish, isDryRun: boolean): Promise<UndoneJson | null> {
    const { api, toasts, libraryId } = this.#deps;
    if (this.#isBusy) return null;
    this.#isBusy = true;
    try {
      const rows = paths === null ? {} : { paths: [...paths] };
      return await api.lookingBack.undo(libraryId, commitId, { dry_run: isDryRun, ...rows });
    } catch (error) {
      toasts.fail(t('undoFailed', { title: visibleName(title) }), problemOf(error));
      return null;
    } finally {
      this.#isBusy = false;
    }
  }
}
