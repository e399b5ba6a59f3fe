import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { MadeCommitJson } from '../../../src-shared/items-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { Api } from '../../api/api.ts';
import { nameBatches } from '../../api/items.ts';
import { problemOf } from '../../api/problem.ts';
import { libraryName, visibleName } from '../../format/name.ts';
import { joinPath } from '../../format/path.ts';
import type { Problem } from '../../format/problem.ts';
import { isWide, linkedPath, type Removal, type RemovedItem } from '../../format/removal.ts';
import { deletedFate } from '../../format/retention.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { itemValues } from './item-actions.ts';
import { t } from './messages.ts';

interface DeletionDeps {
  readonly api: Pick<Api, 'items' | 'call'>;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  /** The folder that everything is deleted from. */
  readonly folder: string;
  readonly library: () => Pick<LocalLibraryJson, 'id' | 'name' | 'file_count' | 'folder' | 'keep_days'>;
}

/** A deletion that is shown to the user beforehand, and until it is done. */
interface DeletionQuestion {
  readonly removal: Removal;
  readonly answer: (isWanted: boolean) => void;
}

interface DeletionSteps {
  /** The deletion is confirmed. */
  readonly onbegin: () => void;
  /** Shows what is left, before the sheet goes and the focus is back among the rows. */
  readonly reload: () => Promise<void>;
}

/** Deletes items of one folder: a few at once, many after showing how many, with as many calls as needed. */
export class Deletion {
  #question = $state.raw<DeletionQuestion | null>(null);
  #progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  #isStopped = false;
  readonly #deps: DeletionDeps;

  constructor(deps: DeletionDeps) {
    this.#deps = deps;
  }

  get question(): DeletionQuestion | null {
    return this.#question;
  }

  /** In items; null: it has not begun. */
  get progress(): { readonly done: number; readonly total: number } | null {
    return this.#progress;
  }

  /** Ends it after the call that is under way. */
  stop(): void {
    this.#isStopped = true;
  }

  /** True: something was deleted. */
  async start(entries: readonly EntryJson[], { onbegin, reload }: DeletionSteps): Promise<boolean> {
    const names = entries.map(({ name }) => name);
    if (names.length === 0 || this.#question !== null) return false;
    try {
      const removal = await this.#removalOf(entries);
      const count = Math.max(removal.files, removal.itemCount);
      const isAsked = isWide(count, this.#deps.library().file_count);
      if (isAsked && !(await this.#ask(removal))) return false;
      onbegin();
      const isGone = await this.#remove(names, removal.files);
      if (isGone) await reload();
      return isGone;
    } catch (error) {
      this.#deps.toasts.fail(t('notDeleted', itemValues(names)), problemOf(error));
      return false;
    } finally {
      this.#question = null;
      this.#progress = null;
    }
  }

  #ask(removal: Removal): Promise<boolean> {
    return new Promise((answer) => {
      this.#question = { removal, answer };
    });
  }

  /** Only the service knows what a folder holds. */
  async #removalOf(entries: readonly EntryJson[]): Promise<Removal> {
    const { api, folder, library } = this.#deps;
    const folders = entries.flatMap(({ kind, name }) => (kind === 'dir' ? [name] : []));
    const measured =
      folders.length === 0
        ? []
        : await api.items.measure({ libraryId: library().id, path: folder, commitId: null }, folders);
    const byName = new Map(measured.map((item) => [item.name, item]));
    const items = entries.map(({ kind, name, size }): RemovedItem => {
      const { files = 0, bytes = 0 } = kind === 'dir' ? (byName.get(name) ?? {}) : { files: 1, bytes: size };
      return { path: joinPath(folder, name), isFolder: kind === 'dir', files, bytes };
    });
    return {
      files: items.reduce((sum, { files }) => sum + (files ?? 0), 0),
      bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
      items,
      itemCount: items.length,
    };
  }

  async #remove(names: readonly string[], files: number): Promise<boolean> {
    const { api, folder, library, toasts } = this.#deps;
    const commits: MadeCommitJson[] = [];
    let gone = 0;
    let problem: Problem | null = null;
    this.#isStopped = false;
    for (const batch of nameBatches(names)) {
      if (this.#question !== null) this.#progress = { done: gone, total: names.length };
      try {
        commits.push(
          ...(
            await api.call('POST libraries/:library_id/items/delete/', {
              library_id: library().id,
              folder,
              names: batch,
            })
          ).commits,
        );
        gone += batch.length;
      } catch (error) {
        problem = problemOf(error);
      }
      if (problem !== null || this.#isStopped) break;
    }
    const isAll = gone === names.length;
    if (gone > 0) this.#tell(names.slice(0, gone), isAll ? files : 0, commits);
    if (problem !== null) toasts.fail(t('notDeleted', itemValues(names.slice(gone))), problem);
    return gone > 0;
  }

  /** @param files how many there were, including those in folders; 0: not known */
  #tell(names: readonly string[], files: number, commits: readonly MadeCommitJson[]): void {
    const values = itemValues(names);
    const library = this.#deps.library();
    const place = { library: visibleName(libraryName(library)), path: linkedPath(library) };
    const from = t(library.folder ? 'fromLibraryAndFolder' : 'fromLibrary', place);
    const inAll = files > names.length ? `${t('filesInAll', { count: files })} ` : '';
    this.#deps.undo.offer({
      ...{
        title: t('deleted', values),
        text: `${from} ${inAll}${deletedFate(names.length, library.keep_days)}`,
      },
      ...{ action: t('actionDeleted', values), libraryId: library.id, back: commits },
    });
  }
}
