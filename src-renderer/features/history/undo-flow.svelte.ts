import type { UndoneJson } from '../../../src-shared/history-browsing-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { isWide, linkedPath } from '../../format/removal.ts';
import { deletedFate } from '../../format/retention.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import { type DeletionPlace, type UndoStack, wentText } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

/** What the user wants to undo. */
export interface UndoRequest {
  readonly commitId: string;
  /** Rows of the commit, by their old paths; null: all. */
  readonly paths: readonly string[] | null;
  /** What it is called in messages. */
  readonly title: string;
}

/** An undo that the user has to confirm first. */
export interface UndoQuestion {
  readonly request: UndoRequest;
  readonly dryRun: UndoneJson;
}

interface UndoFlowDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly library: () => LocalLibraryJson;
}

/**
 * Undoes commits and rows of them. Shows first what that does if files would be removed, if many are affected, or if part of
 * it cannot be done; otherwise undoes at once.
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

  /** @param looksFirst for a key that is easily hit by accident: always show first what would be undone */
  async ask(request: UndoRequest, { looksFirst = false } = {}): Promise<void> {
    const dryRun = await this.#run(request, true);
    if (dryRun === null) return;
    if (dryRun.step_count === 0 && dryRun.left_alone_count === 0)
      this.#deps.toasts.show({ title: t('nothingToUndo'), text: t('isAsBefore') });
    else if (looksFirst || this.#isToBeSeen(dryRun)) this.#question = { request, dryRun };
    else await this.#do(request);
  }

  async confirm(): Promise<void> {
    const request = this.#question?.request;
    if (request === undefined) return;
    await this.#do(request);
    this.#question = null;
  }

  cancel(): void {
    this.#question = null;
  }

  #isToBeSeen({ removals, left_alone_count, files }: UndoneJson): boolean {
    return removals > 0 || left_alone_count > 0 || isWide(files, this.#deps.library().file_count);
  }

  async #do(request: UndoRequest): Promise<void> {
    const undone = await this.#run(request, false);
    if (undone === null) return;
    const { commit_id, previous_commit_id, files, removals } = undone;
    const { toasts, undo, library } = this.#deps;
    if (commit_id === null) {
      toasts.show({ title: t('nothingLeftToUndo') });
      return;
    }
    const libraryId = library().id;
    undo.offer({
      ...{ tone: 'good', libraryId, back: [{ library_id: libraryId, commit_id }] },
      ...undoneMessage(visibleName(request.title), {
        ...{
          removals,
          others: files - removals,
          folderPath: linkedPath(library()),
          keepDays: library().keep_days,
        },
        hasLater: previous_commit_id !== request.commitId,
      }),
    });
  }

  async #run({ commitId, paths, title }: UndoRequest, isDryRun: boolean): Promise<UndoneJson | null> {
    const { api, toasts, library } = this.#deps;
    if (this.#isBusy) return null;
    this.#isBusy = true;
    try {
      const rows = paths === null ? {} : { paths: [...paths] };
      return await api.call('POST libraries/:library_id/commits/:commit_id/undo/', {
        library_id: library().id,
        commit_id: commitId,
        dry_run: isDryRun,
        ...rows,
      });
    } catch (error) {
      toasts.fail(t('undoFailed', { title: visibleName(title) }), problemOf(error));
      return null;
    } finally {
      this.#isBusy = false;
    }
  }
}

interface UndoneFacts extends DeletionPlace {
  readonly removals: number;
  readonly others: number;
  /** Whether other changes came after the one that was undone. */
  readonly hasLater: boolean;
}

/** The message about what was done. */
function undoneMessage(title: string, { removals, others, hasLater, ...place }: UndoneFacts) {
  const { folderPath, keepDays } = place;
  const later = hasLater ? t('laterKept') : '';
  if (removals > 0 && others === 0)
    return {
      title: t(keepDays === 0 ? 'removedFiles' : 'movedToTrash', { count: removals }),
      text: sentences(
        folderPath === '' ? '' : t('fromFolder', { path: folderPath }),
        keepDays === 0 ? deletedFate(removals, keepDays) : '',
        later,
      ),
      action: t('actionRemoved', { count: removals }),
    };
  return {
    title: t('undone', { title }),
    text: sentences(
      removals > 0 ? wentText(removals, place) : '',
      others > 0 ? t('undoneFiles', { count: others }) : '',
      later,
    ),
    action: t('actionUndone', { title }),
  };
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
